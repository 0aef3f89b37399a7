// The levels: a plain click opens one in place and updates the address; levels broken in this browser
// have a tick.
const BROKEN = "rewarddesk:broken";
const drawn = () => element.querySelector(".ladder")?.dataset;

const won = recall(BROKEN, Array.isArray) ?? [];

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

// An answer goes along to another level with the same case, and is graded there.
function carried(to) {
  const place = (at) => at.split("/").toSpliced(1, 1).join("/");
  const answered = document.querySelector(".game .meter")?.dataset.state !== "waiting";
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
window.addEventListener("rewarddesk:broken", ({ detail }) => {
  if (won.includes(detail)) return;
  won.push(detail);
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
