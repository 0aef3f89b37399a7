// The levels: a plain click opens one in place and updates the address; levels broken in this browser
// have a tick, and bring back the answer that broke them.
const [BROKEN, WINS, MOST] = ["rewarddesk:broken", "rewarddesk:wins", 20];
const drawn = () => element.querySelector(".ladder")?.dataset;

const won = recall(BROKEN, Array.isArray) ?? [];
const texts = (kept) => kept?.constructor === Object && Object.values(kept).every((one) => typeof one === "string");
const wins = recall(WINS, texts) ?? {};

function tick() {
  for (const one of element.querySelectorAll("[data-won]"))
    one.textContent = won.includes(one.dataset.won) ? "✓ broken" : "";
}

function address() {
  if (!drawn()) return "";
  const { at, attempt } = drawn();
  return `?tab=break&at=${at}` + (attempt ? `&attempt=${attempt}` : "");
}
const arrive = follow(address, (asked) => {
  if (asked.has("at")) trigger("open", { at: asked.get("at"), attempt: asked.get("attempt") ?? "", text: "" });
});

// An answer goes along to another level with the same case, and is graded there, unless that was broken.
function carried(to) {
  const place = (at) => at.split("/").toSpliced(1, 1).join("/");
  const answered = document.querySelector(".game .meter")?.dataset.state !== "waiting";
  if (Object.hasOwn(wins, to)) return wins[to];
  return answered && place(to) === place(drawn().at) ? document.querySelector("#json-break").value : "";
}

// A level begins at its top, and an attempt with what is said of it; the link that led there is gone,
// so the focus goes along.
let onward = false;
inPlace(element.closest(".tab"), "a[data-at]", (link) => {
  const { at, attempt } = link.dataset;
  onward = true;
  trigger("open", { at, attempt: attempt ?? "", text: attempt ? "" : carried(at) });
});
function begin() {
  if (!onward) return;
  onward = false;
  element.querySelector(".rungs [aria-current]").focus({ preventScroll: true });
  const tab = element.closest(".tab");
  // The levels themselves may stick to the top; the notice is drawn in the same moment.
  requestAnimationFrame(() => bring(tab.querySelector(".notice, .claim.opened") ?? element.closest(".bench")));
}
// The sheet may be drawn after the meter.
const keep = (at) => requestAnimationFrame(() => at === sheet().scenario && store(at));
function store(at) {
  delete wins[at];
  wins[at] = document.querySelector("#json-break").value;
  for (const one of Object.keys(wins).slice(0, -MOST)) delete wins[one];
  remember(WINS, wins);
}
// Home tells of a level alone, the meter of a level and its case.
window.addEventListener("rewarddesk:broken", ({ detail }) => {
  const [desk, name, scenario] = detail.split("/");
  const level = `${desk}/${name}`;
  if (scenario) keep(detail);
  if (won.includes(level)) return;
  won.push(level);
  remember(BROKEN, won);
  tick();
});
function draw() {
  tick();
  arrive();
  begin();
}
watch("value", draw);
draw();
