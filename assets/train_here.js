// A run on the server: its preset, its steps, start and stop. Choices survive a redraw.
const drawing = () => element.querySelector(".train-here");
const field = (name) => element.querySelector(`select.${name}`);
const say = (words) => (element.querySelector('[role="status"]').textContent = words);
const chosen = {};

function rest() {
  for (const name of ["preset", "steps"]) if (chosen[name]) field(name).value = chosen[name];
  const { state } = drawing().dataset;
  if (!halted || !["waiting", "running"].includes(state)) return;
  say(state === "waiting" ? "Stopped before it began." : "Stopped. What it learned is gone, the curve stays.");
  drawing().dataset.state = "stopped";
  element.querySelector("[data-train]").ariaDisabled = "false";
}
element.addEventListener("change", (event) => (chosen[event.target.className] = event.target.value));
element.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || button.ariaDisabled === "true") return;
  if ("train" in button.dataset) {
    halted = false;
    trigger("train", { preset: field("preset").value, steps: field("steps").value });
    drawing().dataset.state = "waiting";
    button.ariaDisabled = "true";
    say("Waiting for a turn: one run at a time trains here.");
    window.dispatchEvent(new Event("rewarddesk:waiting"));
  }
  if ("stop" in button.dataset) stop();
});
// The recorded run opens where the others do, so that what was trained here stays.
inPlace(element, "a[data-run]", ({ dataset: { run } }) => {
  document.querySelector(`.run-list a[data-run="${run}"]`).click();
  document.querySelector(".run-pane .run").scrollIntoView();
});
