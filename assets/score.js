// Scrolls a new score into view, and leaves the focus on the button that was pressed.
watch("value", () => {
  const card = element.querySelector("[data-fresh]");
  if (card) reveal(card, 0.6);
});
