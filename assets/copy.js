// A command: a click copies it, and the button says so for a moment.
element.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const command = button.parentElement.querySelector("pre");
  try {
    await navigator.clipboard.writeText(command.textContent);
    button.textContent = "Copied";
  } catch {
    // No clipboard on a page without https: the command is marked, to be copied by hand.
    getSelection().selectAllChildren(command);
    button.textContent = "Marked: copy it";
  }
  setTimeout(() => (button.textContent = "Copy"), 2000);
});
