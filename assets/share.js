// Sharing: a click copies a link, opens the device's own sheet where there is one, and says so.
const said = element.querySelector("[data-shared]");

async function share(button) {
  const link = new URL(button.dataset.share, document.baseURI).href;
  const copied = navigator.clipboard?.writeText(link); // before the sheet, which uses up the click
  navigator.share?.({ title: document.title, url: link }).catch(() => {});
  button.dataset.label ??= button.textContent;
  said.textContent = "";
  try {
    if (!copied) throw new Error("no clipboard");
    await copied;
    button.textContent = "Link copied";
  } catch {
    // Without https, or long after the click, nothing may be copied: the link is marked instead.
    const shown = document.createElement("input");
    Object.assign(shown, { value: link, readOnly: true, className: "share-link", ariaLabel: "The link" });
    button.nextElementSibling?.matches(".share-link") || button.after(shown);
    button.nextElementSibling.select();
    button.textContent = "Selected: copy it";
  }
  said.textContent = button.textContent;
  setTimeout(() => (button.textContent = button.dataset.label), 2500);
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-share]");
  if (button) share(button);
});
// What is shared as soon as it is kept, without a second click.
window.addEventListener("rewarddesk:share", ({ detail }) => share(detail));
