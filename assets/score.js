// Scrolls a new score into view, and leaves the focus on the button that was pressed. Of an answer
// that is not finished, the form is told what is missing.
// What is drawn above in the same moment moves the card: it is scrolled to once it stands still.
function settle(card, last) {
  const { top } = card.getBoundingClientRect();
  if (top === last) reveal(card, 0.6);
  else requestAnimationFrame(() => settle(card, top));
}
watch("value", () => {
  const card = element.querySelector("[data-fresh]");
  if (!card) return;
  const { faults } = card.dataset;
  const detail = faults && { tab: element.closest(".tab").id, faults: JSON.parse(faults) };
  if (detail) window.dispatchEvent(new CustomEvent("rewarddesk:unfinished", { detail }));
  else requestAnimationFrame(() => settle(card));
});
