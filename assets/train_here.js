// A run on the server: its preset, its steps, start and stop. Choices survive a redraw.
const drawing = () => element.querySelector(".train-here");
const field = (name) => element.querySelector(`select.${name}`);
const chosen = {};

function rest() {
  for (const name of ["preset", "steps"]) if (chosen[name]) field(name).value = chosen[name];
  if (!halted || drawing().dataset.state !== "running") return;
  drawing().dataset.state = "stopped";
  element.querySelector('[role="status"]').textContent = "Stopped. The adapter is gone, the curve stays.";
  element.querySelector("[data-train]").ariaDisabled = "false";
}
element.addEventListener("change", (event) => (chosen[event.target.className] = event.target.value));
element.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || button.ariaDisabled === "true") return;
  if ("train" in button.dataset) {
    halted = false;
    trigger("train", { preset: field("preset").value, steps: field("steps").value });
    drawing().dataset.state = "running";
    button.ariaDisabled = "true";
    element.querySelector('[role="status"]').textContent = "Waiting for a turn: one run at a time.";
  }
  if ("stop" in button.dataset) stop();
});
