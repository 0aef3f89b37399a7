// Tells the form which of its choices is answered.
watch("value", () => {
  const detail = Number(element.querySelector(".offer").dataset.turn);
  window.dispatchEvent(new CustomEvent("rewarddesk:offered", { detail }));
});
