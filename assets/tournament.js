// Many cases: the count is chosen here, who plays in the controls above.
const drawing = () => element.querySelector(".tournament");
const news = () => element.querySelector('[role="status"]');
const busy = () => drawing().dataset.state === "playing";

function say(state, words) {
  drawing().dataset.state = state;
  element.querySelectorAll("[data-count]").forEach((one) => (one.ariaDisabled = String(busy())));
  if (!busy()) element.querySelector("progress")?.remove();
  news().textContent = words;
}
// Another desk or difficulty ends a run; what it found stays, and says of what.
let next; // what the controls name
const place = () => next && (element.querySelector("[data-next]").textContent = `Next: ${next.many}.`);
window.addEventListener("rewarddesk:case", ({ detail }) => {
  if (busy() && (next.desk !== detail.desk || next.tier !== detail.tier)) stop();
  next = detail;
  place();
});
watch("value", place);

function rest() {
  if (!halted || !busy()) return;
  say("stopped", `Stopped. ${element.querySelector("table") ? news().textContent : "Nothing was finished yet."}`);
}
element.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || button.ariaDisabled === "true" || !next) return;
  if (button.dataset.count) {
    halted = false;
    element.querySelectorAll('[role="status"] ~ *').forEach((one) => one.remove());
    say("playing", "Waiting for a turn …");
    // In the lane that the controls name: "run", "run_hub" or "run_endpoint".
    const detail = (lane, who) => trigger(lane, { ...who, count: button.dataset.count });
    window.dispatchEvent(new CustomEvent("rewarddesk:many", { detail }));
  }
  if ("stop" in button.dataset) stop();
});
