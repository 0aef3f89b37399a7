// The sliders' result: announces that it has been drawn, and is dimmed while another is computed.
const news = () => element.querySelector(".defence-news b");
let counting = "";
let said;
function mark() {
  element.toggleAttribute("data-counting", counting);
  if (counting && news()) news().textContent = counting === "lost" ? "No answer. Move a slider to try again." : "Counting ...";
}
window.addEventListener("rewarddesk:counting", ({ detail }) => {
  counting = detail;
  mark();
});
watch("value", () => {
  const won = element.querySelector(".defence")?.dataset.state === "won";
  const detail = { ...element.querySelector("[data-desk]")?.dataset, won };
  window.dispatchEvent(new CustomEvent("rewarddesk:tuned", { detail }));
  mark();
  if (counting) return;
  // Said where the tab's only live region is, once it is another sentence.
  const told = news()?.textContent;
  if (detail.turn && told !== said) window.dispatchEvent(new CustomEvent("rewarddesk:kept", { detail: told ?? "" }));
  said = told;
});
element.addEventListener("click", (event) => {
  const { defend } = event.target.closest("button")?.dataset ?? {};
  if (defend) window.dispatchEvent(new CustomEvent("rewarddesk:defend", { detail: defend }));
});
