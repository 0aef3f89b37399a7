// Scrolls a new score into view, and leaves the focus on the button that was pressed. Of an answer
// that is not finished, the form is told what is missing.
watch("value", () => {
  const card = element.querySelector("[data-fresh]");
  if (!card) return;
  const { faults } = card.dataset;
  const detail = faults && { tab: element.closest(".tab").id, faults: JSON.parse(faults) };
  if (detail) window.dispatchEvent(new CustomEvent("rewarddesk:unfinished", { detail }));
  else reveal(card, 0.6);
});
