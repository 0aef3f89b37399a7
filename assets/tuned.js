// Announces that the sliders' result has been drawn.
watch("value", () => {
  const detail = { ...element.querySelector("[data-desk]")?.dataset };
  window.dispatchEvent(new CustomEvent("rewarddesk:tuned", { detail }));
});
