// The models: starts and stops their runs on the open case. A result belongs to its case, and is
// hidden while another is open.
const drawn = () => element.querySelector(".live");
const busy = () => ["waiting", "writing"].includes(drawn().dataset.state);
const opened = () => document.querySelector(`.policies[data-tab="${drawn().dataset.tab}"]`)?.dataset.scenario;

function say(state, words) {
  drawn().dataset.state = state;
  for (const one of element.querySelectorAll("[data-write]")) one.ariaDisabled = String(busy());
  element.querySelector(".live-state").textContent = words;
}

let early; // who was asked before the case was there
function write(who) {
  if (busy()) return;
  drawn().classList.remove("away");
  halted = false;
  early = opened() ? undefined : who;
  if (early) return say("waiting", "One moment: the case is still being opened.");
  drawn().dataset.scenario = opened();
  element.querySelector(".live-result").replaceChildren();
  reveal(drawn(), 0.4); // On a phone the panel begins at the bottom, and the answer below it.
  say("waiting", "Waiting for a turn: one visitor’s models write at a time.");
  const ticked = [...element.querySelectorAll("[data-how]:checked")];
  trigger("write", { scenario: opened(), who, how: ticked.map((one) => one.dataset.how).join(" ") });
}

function rest() {
  if (halted) early = undefined;
  if (halted && busy()) say("stopped", "Stopped. What was written so far is not graded.");
}

function use(text) {
  const { tab } = drawn().dataset;
  window.dispatchEvent(new CustomEvent("rewarddesk:use", { detail: { tab, text } }));
}

element.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.write) write(button.dataset.write);
  if (button?.hasAttribute("data-stop")) stop();
  if (button?.dataset.use !== undefined) use(button.dataset.use);
});
const away = () => drawn().dataset.scenario !== opened();
const place = () => drawn().classList.toggle("away", away());
window.addEventListener("rewarddesk:opened", () => {
  if (early) {
    say("idle", "");
    return write(early);
  }
  if (away() && busy()) stop();
  place();
});
watch("value", place);
