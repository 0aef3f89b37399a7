// The levels: a plain click opens one in place and updates the address; levels broken in this browser
// have a tick, and bring back the answer that broke them; others what was left there.
const [BROKEN, WINS, MOST] = ["rewarddesk:broken", "rewarddesk:wins", 20];
const drawn = () => element.querySelector(".ladder")?.dataset;

const won = recall(BROKEN, Array.isArray) ?? [];
const texts = (kept) => kept?.constructor === Object && Object.values(kept).every((one) => typeof one === "string");
const wins = () => recall(WINS, texts) ?? {};
const left = new Map();
function before(at) {
  const kept = wins();
  return Object.hasOwn(kept, at) ? kept[at] : left.get(at);
}

function tick() {
  for (const one of element.querySelectorAll("[data-won]"))
    one.textContent = won.includes(one.dataset.won) ? "✓ broken" : "";
}

function address() {
  if (!drawn()) return "";
  const { at, attempt } = drawn();
  return `?tab=break&at=${at}` + (attempt ? `&attempt=${attempt}` : "");
}
const { open, arrived, isWaiting } = inTurn((at, attempt, text) =>
  trigger("open", { at, attempt: attempt ?? "", text: attempt ? "" : text() }),
);
const arrive = follow(address, (asked) => {
  if (asked.has("at")) open(asked.get("at"), asked.get("attempt"), () => before(asked.get("at")) ?? "");
});

// An answer goes along to the next level, or to one with the same case where nothing was written.
function carried(to, isNext) {
  const place = (at) => at.split("/").toSpliced(1, 1).join("/");
  const answered = document.querySelector(".game .meter")?.dataset.state !== "waiting";
  const text = answered ? document.querySelector("#json-break").value : "";
  if (text) left.set(drawn().at, text);
  if (!isNext && to !== drawn().at && before(to) !== undefined) return before(to);
  return place(to) === place(drawn().at) ? text : "";
}

// A level begins at its top, and an attempt with what is said of it; the link that led there is gone,
// so the focus goes along.
let onward = false;
inPlace(element.closest(".tab"), "a[data-at]", (link) => {
  const { at, attempt } = link.dataset;
  const isNext = Boolean(link.closest(".next-level, .meter-bar"));
  onward = true;
  if (at === drawn().at && !attempt && !drawn().attempt && !isWaiting()) begin();
  else open(at, attempt, () => carried(at, isNext));
});
function begin() {
  if (!onward) return;
  onward = false;
  element.querySelector(".rungs [aria-current]").focus({ preventScroll: true });
  const tab = element.closest(".tab");
  // The levels themselves may stick to the top; the notice is drawn in the same moment.
  requestAnimationFrame(() => bring(tab.querySelector(".notice, .claim.opened") ?? element.closest(".bench")));
}
// What won is what was sent for the meter, or what was drawn with it; the sheet may come after the meter.
function keep(at, turn, of) {
  const { scenario, sent, sentText, text } = sheet();
  const kept = wins();
  if (of !== scenario || (turn === undefined ? Object.hasOwn(kept, at) : turn !== sent)) return;
  delete kept[at];
  kept[at] = turn === undefined ? text : sentText;
  for (const one of Object.keys(kept).slice(0, -MOST)) delete kept[one];
  remember(WINS, kept);
}
// Home tells of a level alone, the meter of a level and its case, and of which answer broke it.
window.addEventListener("rewarddesk:broken", ({ detail: { at, turn, of } }) => {
  const [desk, name, scenario] = at.split("/");
  const level = `${desk}/${name}`;
  if (scenario) requestAnimationFrame(() => keep(at, turn, of));
  if (won.includes(level)) return;
  won.push(level);
  remember(BROKEN, won);
  tick();
});
function draw() {
  tick();
  arrive();
  if (drawn()) window.dispatchEvent(new CustomEvent("rewarddesk:desk", { detail: drawn().at.split("/")[0] }));
  begin();
  requestAnimationFrame(arrived); // The sheet is drawn in the same moment.
}
watch("value", draw);
draw();
