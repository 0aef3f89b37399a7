// The choices of a job on the Hub: every change asks what it costs at most.
const { changed, answered } = newest((turn) => {
  const all = [...element.querySelectorAll("[name]")];
  trigger("choose", Object.fromEntries([["turn", String(turn)], ...all.map((one) => [one.name, one.value.trim()])]));
});
const field = (name) => element.querySelector(`[name="${name}"]`);
const proposed = (preset) => `rewarddesk-${preset}`;
let preset = field("preset")?.value;
element.addEventListener("change", ({ target }) => {
  if (target.name === "preset") {
    if (field("name").value === proposed(preset)) field("name").value = proposed(target.value);
    preset = target.value;
  }
  changed();
});
window.addEventListener("rewarddesk:offered", ({ detail }) => answered(detail));
