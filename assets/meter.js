// The meter: tells the sheet which change it answers, and the ladder which level was broken.
const drawn = () => element.querySelector(".meter")?.dataset ?? {};
const tell = (name, detail) => window.dispatchEvent(new CustomEvent(`rewarddesk:${name}`, { detail }));

let answered = 0;
function late() {
  const { at, turn } = drawn();
  if (turn === undefined) return false;
  const { scenario, since } = sheet();
  const old = at !== scenario || Number(turn) <= Math.max(Number(since), answered);
  if (!old) answered = Number(turn);
  tell("metered", Number(turn));
  return old;
}

// If the player folds the breakdown, it stays folded. On a small screen it begins so: the form is near.
let folded = matchMedia("(max-width: 760px), (max-height: 800px)").matches;
element.addEventListener("click", (event) => {
  const summary = event.target.closest(".why > summary");
  if (summary) folded = summary.parentElement.open;
});
// A win is kept by the board, which then says so where it stands.
element.addEventListener("click", ({ target }) => {
  if (!target.closest("[data-keep-this]")) return;
  const board = document.querySelector(".board");
  board.querySelector("[data-keep]").click();
  bring(board);
});
// An attacker's answer was asked for, from where neither it nor the meter may be in sight.
let attacked = false;
window.addEventListener("rewarddesk:attack", () => (attacked = true));
function lead() {
  attacked = false;
  const pane = element.closest(".pane");
  reveal(pane, 0.4);
  pane.tabIndex = -1;
  pane.focus({ preventScroll: true });
}

// The box begins at its top at another level, and with what is said of a win.
let shown;
unlessLate(late, () => {
  const now = drawn().at + (drawn().state === "won");
  if (shown !== now) element.querySelector(".meter")?.scrollTo(0, 0);
  shown = now;
  if (attacked && drawn().turn === undefined) lead();
  const why = element.querySelector(".why");
  if (why) why.open = !folded;
  const { state, at, turn, also } = drawn();
  const anothers = document.querySelector(".ladder")?.dataset.attempt && turn === undefined;
  if (state === "won" && !anothers) {
    for (const one of [at, ...(also?.split(" ") ?? [])]) tell("broken", { at: one, turn, of: at });
  }
});
window.addEventListener("rewarddesk:kept", ({ detail }) => {
  element.querySelector("[data-told]").textContent = detail;
});
