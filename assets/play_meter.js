// What a reply is paid: tells the box which text it answers, and the levels which one is broken;
// celebrates a win, and has a reply kept to share it. An answer to an older text than the last one
// answered is late.
const tell = (name, detail) => window.dispatchEvent(new CustomEvent(`rewarddesk:${name}`, { detail }));
const drawn = () => element.querySelector(".play-meter");
let shown = 0;
let before = "open";
let shared = "";
// What was shared keeps its link while another reply is typed.
function stay(kept) {
  if (!kept || kept.hasChildNodes() || !shared) return;
  kept.innerHTML = `<p><b>An earlier reply:</b></p>${shared}`;
  kept.classList.add("earlier");
}
function arrive(isLate) {
  const meter = drawn();
  const { turn, state, level, line } = meter?.dataset ?? {};
  if (!turn) return;
  const button = meter.querySelector(".kept [data-share]");
  if (button) shared = button.closest(".kept").innerHTML;
  if (isLate) return queueMicrotask(() => stay(element.querySelector(".kept")));
  shown = Number(turn);
  tell("played", { answered: shown, waiting: state === "waiting", line });
  meter.classList.toggle("fresh", state === "won" && before !== "won");
  before = state;
  if (state === "won") tell("broken", { at: level });
  if (!button) return stay(meter.querySelector(".kept"));
  button.focus();
  tell("share", button);
}
unlessLate(() => Number(drawn()?.dataset.turn) < shown, arrive);
element.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-publish]");
  if (!button || button.ariaDisabled) return;
  button.ariaDisabled = "true";
  setTimeout(() => (button.ariaDisabled = null), 60_000);
  trigger("publish", { text: document.querySelector(".your-turn textarea").value, turn: String(shown) });
});
