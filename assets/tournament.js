// Many cases: the count is chosen here, who plays in the controls above.
const drawing = () => element.querySelector(".tournament");

function rest() {
  if (!halted || drawing().dataset.state !== "playing") return;
  drawing().dataset.state = "stopped";
  element.querySelector("progress")?.remove();
  const found = element.querySelector("table") ? element.querySelector('[role="status"]').textContent : "Nothing was finished yet.";
  element.querySelector('[role="status"]').textContent = `Stopped. ${found}`;
  element.querySelectorAll("[data-count]").forEach((one) => (one.ariaDisabled = "false"));
}
element.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || button.ariaDisabled === "true") return;
  if (button.dataset.count) {
    halted = false;
    drawing().dataset.state = "playing";
    element.querySelectorAll("[data-count]").forEach((one) => (one.ariaDisabled = "true"));
    element.querySelector('[role="status"]').textContent = "Waiting for a turn …";
    // In the lane that the controls name: "run", "run_hub" or "run_endpoint".
    const detail = (lane, who) => trigger(lane, { ...who, count: button.dataset.count });
    window.dispatchEvent(new CustomEvent("rewarddesk:many", { detail }));
  }
  if ("stop" in button.dataset) stop();
});
