// The box on the home page: asks what a reply is paid while one types, one request at a time, and
// again if the answer is for an older text.
const PATIENCE = 10_000;
const box = () => element.querySelector("textarea");
let turn = 0;
let asked = 0;
let resting, lost;

function ask() {
  if (asked) return;
  const now = (asked = turn);
  lost = setTimeout(() => answered(now), PATIENCE);
  trigger("typed", { text: box().value, turn: String(now) });
}
function answered(which) {
  if (which !== asked) return;
  clearTimeout(lost);
  asked = 0;
  if (turn > which) ask();
}
function changed() {
  turn += 1;
  clearTimeout(resting);
  resting = setTimeout(ask, 15);
}
element.addEventListener("input", changed);
element.addEventListener("click", ({ target }) => {
  const { add } = target.dataset;
  if (!add) return;
  box().value = `${box().value.trimEnd()} ${add} `.trimStart();
  box().focus();
  changed();
});
window.addEventListener("rewarddesk:played", ({ detail }) => answered(detail));
