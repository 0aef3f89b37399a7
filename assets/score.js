// A new score comes into view, without taking the focus from the button that was pressed.
watch("value", () => {
  const card = element.querySelector("[data-fresh]");
  if (!card) return;
  const { top } = card.getBoundingClientRect();
  if (top >= 0 && top < innerHeight * 0.6) return;
  bring(card);
});
