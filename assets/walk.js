// An episode: shows the call that the list, the slider, the arrows or the keys ← → choose.
const walk = () => element.querySelector(".walk");
const at = () => Number(walk()?.querySelector("[aria-current]")?.dataset.call ?? 0);

function show(number) {
  const last = Number(walk()?.dataset.last ?? 0);
  if (number < 1 || number > last) return;
  for (const entry of walk().querySelectorAll("[data-call]")) {
    if (Number(entry.dataset.call) !== number) entry.removeAttribute("aria-current");
    else {
      entry.setAttribute("aria-current", "step");
      const rail = entry.closest(".rail");
      const { top, left } = rail.getBoundingClientRect();
      const { top: above, left: before } = entry.getBoundingClientRect();
      rail.scrollBy(before - left - rail.clientWidth / 3, above - top - rail.clientHeight / 3);
    }
  }
  for (const panel of walk().querySelectorAll("[data-panel]")) panel.hidden = Number(panel.dataset.panel) !== number;
  const slider = walk().querySelector("input[type=range]");
  if (!slider) return;
  slider.value = number;
  slider.ariaValueText = `call ${number} of ${last}`;
  walk().querySelector("output").textContent = number;
}

element.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.call) show(Number(button.dataset.call));
  if (button?.dataset.step) show(at() + Number(button.dataset.step));
});
element.addEventListener("input", (event) => {
  if (event.target.closest(".steps")) show(Number(event.target.value));
});
// A number may lead to a call that is not shown: show it first.
element.addEventListener(
  "click",
  (event) => {
    const link = event.target.closest("a.joint");
    const panel = link && element.querySelector(target(link))?.closest("[data-panel]");
    if (panel) show(Number(panel.dataset.panel));
  },
  true,
);
document.addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const busy = event.target.closest("input:not([type=range]), textarea, select, .sheet, .switch");
  if (!by || busy || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!walk()?.offsetParent) return;
  event.preventDefault();
  show(at() + by);
});
watch("value", () => show(at()));
