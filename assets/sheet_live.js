// A live sheet numbers its changes, and requests the meter of the last one after a short pause: one
// request at a time, and another if the response is for an older change.
const PATIENCE = 10_000;
let turn = 0;
let asked = 0;
let resting, lost;

function tell() {
  if ($(".sheet").dataset.live === undefined) return;
  turn += 1;
  clearTimeout(resting);
  resting = setTimeout(ask, 15);
}

function ask() {
  if (asked || turn === Number($(".sheet").dataset.since)) return;
  const now = (asked = turn);
  lost = setTimeout(() => metered(now), PATIENCE);
  trigger("typed", { at: $(".sheet").dataset.scenario, text: $(".json").value, turn: String(now) });
}

function metered(answered) {
  if (answered !== asked) return;
  clearTimeout(lost);
  asked = 0;
  if (turn > answered) ask();
}
window.addEventListener("rewarddesk:metered", ({ detail }) => metered(detail));
