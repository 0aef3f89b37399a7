// A command: a click copies it, and the button confirms that for a moment.
element.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const command = button.parentElement.querySelector("pre");
  try {
    await navigator.clipboard.writeText(command.textContent);
    button.textContent = "Copied";
  } catch {
    // Without https there is no clipboard: the command is selected, to be copied by hand.
    getSelection().selectAllChildren(command);
    button.textContent = "Selected: copy it";
  }
  setTimeout(() => (button.textContent = "Copy"), 2000);
});
