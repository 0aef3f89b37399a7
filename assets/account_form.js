// The choices of a job on the Hub: every change asks what it costs at most.
const { changed, answered } = newest((turn) => {
  const all = [...element.querySelectorAll("[name]")];
  trigger("choose", Object.fromEntries([["turn", String(turn)], ...all.map((one) => [one.name, one.value.trim()])]));
});
const field = (name) => element.querySelector(`[name="${name}"]`);
const proposed = () => field("preset")?.selectedOptions[0].dataset.name;
let before = proposed();
element.addEventListener("change", ({ target }) => {
  if (target.name === "preset") {
    if (field("name").value === before) field("name").value = proposed();
    before = proposed();
  }
  changed();
});
window.addEventListener("rewarddesk:offered", ({ detail }) => answered(detail));
