// Scrolls a new score into view, and leaves the focus on the button that was pressed.
watch("value", () => {
  const card = element.querySelector("[data-fresh]");
  if (!card) return;
  const { top } = card.getBoundingClientRect();
  if (top >= 0 && top < innerHeight * 0.6) return;
  bring(card);
});
