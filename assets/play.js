// The box on the home page: asks what a reply is paid while one types.
const PAUSE = 1_000; // milliseconds until a busy server is asked again
const box = () => element.querySelector("textarea");
const { changed, answered } = newest((turn) => trigger("typed", { text: box().value, turn: String(turn) }));
element.addEventListener("input", changed);
element.addEventListener("click", ({ target }) => {
  const { add } = target.dataset;
  if (!add) return;
  const [text, words] = [box().value.trim(), target.textContent];
  box().value = (add === "first" ? [words, text] : [text, words]).filter(Boolean).join(" ");
  box().focus();
  changed();
});
window.addEventListener("rewarddesk:played", ({ detail }) => {
  if (detail.line) element.querySelector(".play-line").textContent = detail.line;
  answered(detail.answered, detail.waiting && PAUSE);
});
// The way here from the top of the page.
document.addEventListener("click", ({ target }) => {
  if (!target.closest?.("[data-to-game]") || !box()) return;
  bring(element);
  box().focus({ preventScroll: true });
});
