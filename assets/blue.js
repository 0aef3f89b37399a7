// The sliders: each change requests a new result, one request at a time. A stale result, which came
// late or belongs to the other desk, is requested again. Desks defended in this browser have a tick.
const drawing = () => element.querySelector(".blue");
const sliders = () => [...element.querySelectorAll("input[type=range]")];

const PATIENCE = 3000;
let [since, again, turn] = [-Infinity, false, 0];
let lost;
function tell(tries = 3) {
  if (performance.now() - since < PATIENCE) return void (again = true);
  since = performance.now();
  const weights = sliders().map(({ dataset, value }) => `${dataset.kind}:${dataset.name}:${value}`).join(";");
  turn += 1;
  trigger("tune", { desk: drawing().dataset.desk, weights, turn: String(turn) });
  clearTimeout(lost);
  if (tries) lost = setTimeout(() => tell(tries - 1), PATIENCE + 50);
}
window.addEventListener("rewarddesk:tuned", ({ detail }) => {
  since = -Infinity;
  const late = detail.turn && (detail.desk !== drawing().dataset.desk || Number(detail.turn) !== turn);
  if (!late) clearTimeout(lost);
  if (detail.won && !late) win(detail.desk);
  if (!again && !late) return;
  again = false;
  tell();
});

const DEFENDED = "rewarddesk:defended";
const defended = recall(DEFENDED, Array.isArray) ?? [];
function win(desk) {
  if (defended.includes(desk)) return;
  defended.push(desk);
  remember(DEFENDED, defended);
  tick();
}
function tick() {
  for (const one of element.querySelectorAll("[data-defended]"))
    one.textContent = defended.includes(one.dataset.defended) ? "✓" : "";
}
watch("value", tick);
window.addEventListener("rewarddesk:defend", ({ detail }) => {
  trigger("open", { desk: detail });
  bring(element);
});

function show(slider) {
  slider.nextElementSibling.value = Number(slider.value).toFixed(2);
}
element.addEventListener("input", (event) => {
  show(event.target);
  tell();
});
element.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.desk) trigger("open", { desk: button.dataset.desk });
  const to = button?.dataset.to; // "start" or "today"
  if (!to) return;
  for (const one of sliders()) {
    one.value = one.dataset[to];
    show(one);
  }
  tell();
});
const seen = new IntersectionObserver(([entry]) => {
  if (!entry.isIntersecting) return;
  seen.disconnect();
  trigger("open", { desk: drawing().dataset.desk });
});
seen.observe(element);
