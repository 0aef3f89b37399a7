// The box on the home page: asks what a reply is paid while one types, one request at a time, and
// again if the answer is for an older text, if too much waits, or if none comes.
const PATIENCE = 10_000;
const PAUSE = 1_000;
const TRIES = 3;
const box = () => element.querySelector("textarea");
let turn = 0;
let asked = 0;
let tries = 0;
let resting, lost;

function ask() {
  if (asked) return;
  asked = turn;
  lost = setTimeout(again, PATIENCE);
  trigger("typed", { text: box().value, turn: String(asked) });
}
function again() {
  clearTimeout(lost);
  tries = turn > asked ? 0 : tries + 1;
  asked = 0;
  if (tries < TRIES) ask();
}
function changed() {
  turn += 1;
  tries = 0;
  clearTimeout(resting);
  resting = setTimeout(ask, 15);
}
element.addEventListener("input", changed);
element.addEventListener("click", ({ target }) => {
  const { add } = target.dataset;
  if (!add) return;
  const [text, words] = [box().value.trim(), target.textContent];
  box().value = (add === "first" ? [words, text] : [text, words]).filter(Boolean).join(" ");
  box().focus();
  changed();
});
window.addEventListener("rewarddesk:played", ({ detail: { answered, waiting, line } }) => {
  if (line) element.querySelector(".play-line").textContent = line;
  if (answered !== asked) return;
  clearTimeout(lost);
  if (waiting) lost = setTimeout(again, PAUSE);
  else if (turn > answered) again();
  else asked = 0;
});
// The way here from the top of the page.
document.addEventListener("click", ({ target }) => {
  if (!target.closest?.("[data-to-game]") || !box()) return;
  bring(element);
  box().focus({ preventScroll: true });
});
