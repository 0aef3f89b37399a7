// Past tickets: a click fills one in.
element.addEventListener("click", (event) => {
  const button = event.target.closest("[data-subject]");
  if (!button) return;
  const { subject, body } = button.dataset;
  window.dispatchEvent(new CustomEvent("rewarddesk:ticket", { detail: { subject, body } }));
});
