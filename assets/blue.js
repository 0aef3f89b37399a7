// The sliders: each change requests a new result. A stale result, which came late or belongs to the
// other desk, is requested again. Each desk keeps its weights as long as the page is open; desks
// defended in this browser have a tick.
const drawing = () => element.querySelector(".blue");
const sliders = () => [...element.querySelectorAll("input[type=range]")];

let awaited = false; // whether a result is
function count(state) {
  awaited = state === "counting";
  window.dispatchEvent(new CustomEvent("rewarddesk:counting", { detail: state }));
}
const left = new Map(); // by desk, the sliders' values
const { changed, answered } = newest(
  (turn) => {
    const weights = sliders().map(({ dataset, value }) => `${dataset.kind}:${dataset.name}:${value}`).join(";");
    trigger("tune", { desk: drawing().dataset.desk, weights, turn: String(turn) });
  },
  () => count("lost"),
);
function tell() {
  left.set(drawing().dataset.desk, sliders().map(({ value }) => value));
  count("counting");
  changed();
}
window.addEventListener("rewarddesk:tuned", ({ detail: { desk, turn, won } }) => {
  if (!turn && awaited) return; // it came with sliders that were moved since
  const isNewest = !turn || answered(Number(turn));
  if (!isNewest && awaited) return; // the newest is on its way
  if (!isNewest || (turn && desk !== drawing().dataset.desk)) return tell();
  if (won) win(desk);
  count("");
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
function put(slider, value) {
  slider.value = value;
  slider.nextElementSibling.value = Number(value).toFixed(2);
}
// Once it is seen, it opens with the desk of the level above, and follows that until one is chosen.
let [isSeen, isChosen] = [false, false];
let wanted = document.querySelector(".ladder")?.dataset.at.split("/")[0];
function open(desk) {
  wanted = desk;
  if (isSeen && desk) trigger("open", { desk });
}
function choose(desk) {
  isChosen = true;
  open(desk);
}
// A thumb that was moved does not follow what is drawn. Of two openings, the earlier may come last.
watch("value", () => {
  tick();
  if (wanted && drawing().dataset.desk !== wanted) return trigger("open", { desk: wanted });
  const values = left.get(drawing().dataset.desk);
  sliders().forEach((one, place) => put(one, values?.[place] ?? one.dataset.start));
  if (values) tell();
});
window.addEventListener("rewarddesk:defend", ({ detail }) => {
  choose(detail);
  bring(element);
});

element.addEventListener("input", (event) => {
  put(event.target, event.target.value);
  tell();
});
element.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.desk) choose(button.dataset.desk);
  const to = button?.dataset.to; // "start" or "today"
  if (!to) return;
  for (const one of sliders()) put(one, one.dataset[to]);
  tell();
});
window.addEventListener("rewarddesk:desk", ({ detail }) => {
  if (!isChosen && wanted !== detail) open(detail);
});
const seen = new IntersectionObserver(([entry]) => {
  if (!entry.isIntersecting) return;
  seen.disconnect();
  isSeen = true;
  open(wanted);
});
seen.observe(element);
