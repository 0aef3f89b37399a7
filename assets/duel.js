// The two answers: the vote, the status while one waits, and whether a match is running.
const drawing = () => element.querySelector(".duel");
const busy = () => ["waiting", "writing"].includes(drawing()?.dataset.state);

function say(state, words) {
  drawing().dataset.state = state;
  element.querySelector(".duel-news").textContent = words;
  tell();
}
function tell() {
  window.dispatchEvent(new CustomEvent("rewarddesk:writing", { detail: busy() }));
}

let halted = false;
window.addEventListener("rewarddesk:match", ({ detail }) => {
  halted = detail === "stopped";
  if (!halted) {
    element.querySelectorAll(".duel > :not(.duel-news)").forEach((one) => one.remove());
    say("waiting", "Waiting for a turn …");
    reveal(drawing(), 0.5);
  } else rest();
});
// Updates that the server sent before it got the stop may still arrive.
function rest() {
  if (halted && busy()) say("stopped", "Stopped. What was written is not graded.");
}
// The names and the scores begin above the vote.
let voted = false;
element.addEventListener("click", (event) => {
  const { vote, another } = event.target.closest("button")?.dataset ?? {};
  if (another !== undefined) {
    window.dispatchEvent(new Event("rewarddesk:another"));
    bring(document.querySelector(".arena-controls"));
    document.querySelector(".arena-controls [data-random]").focus({ preventScroll: true });
  }
  if (!vote) return;
  voted = true;
  trigger("vote", { vote, token: token() });
});
function show() {
  voted = false;
  reveal(drawing(), 0.5);
  const news = element.querySelector(".duel-news");
  news.tabIndex = -1;
  news.focus({ preventScroll: true });
}
watch("value", () => {
  if (voted && drawing().dataset.state === "done") show();
  rest();
  tell();
});
