// Announces that the sliders' result has been drawn.
let said;
watch("value", () => {
  const won = element.querySelector(".defence")?.dataset.state === "won";
  const detail = { ...element.querySelector("[data-desk]")?.dataset, won };
  window.dispatchEvent(new CustomEvent("rewarddesk:tuned", { detail }));
  // Said where the tab's only live region is, once it is another sentence.
  const news = element.querySelector(".defence-news")?.textContent;
  if (detail.turn && news !== said) window.dispatchEvent(new CustomEvent("rewarddesk:kept", { detail: news ?? "" }));
  said = news;
});
element.addEventListener("click", (event) => {
  const { defend } = event.target.closest("button")?.dataset ?? {};
  if (defend) window.dispatchEvent(new CustomEvent("rewarddesk:defend", { detail: defend }));
});
