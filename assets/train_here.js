// A run on the server: its preset, its steps, start and stop. Choices survive a redraw.
const drawing = () => element.querySelector(".train-here");
const field = (name) => element.querySelector(`select.${name}`);
const busy = () => ["waiting", "running"].includes(drawing().dataset.state);
const chosen = {};

function say(state, words) {
  drawing().dataset.state = state;
  element.querySelector("[data-train]").ariaDisabled = String(busy());
  element.querySelector('[role="status"]').textContent = words;
}

function rest() {
  for (const name of ["preset", "steps"]) if (chosen[name]) field(name).value = chosen[name];
  if (!halted || !busy()) return;
  const began = drawing().dataset.state === "running";
  say("stopped", began ? "Stopped. What it learned is gone, the curve stays." : "Stopped before it began.");
}
element.addEventListener("change", (event) => (chosen[event.target.className] = event.target.value));
element.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || button.ariaDisabled === "true") return;
  if ("train" in button.dataset) {
    halted = false;
    trigger("train", { preset: field("preset").value, steps: field("steps").value });
    say("waiting", "Waiting for a turn: one run at a time trains here.");
    window.dispatchEvent(new Event("rewarddesk:waiting"));
  }
  if ("stop" in button.dataset) stop();
});
// The recorded run opens where the others do, so that what was trained here stays.
inPlace(element, "a[data-run]", ({ dataset: { run } }) => {
  document.querySelector(`.run-list a[data-run="${run}"]`).click();
  document.querySelector(".run-pane .run").scrollIntoView();
});
