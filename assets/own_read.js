// What was understood of one's own email, to be corrected: another day brings its calendar.
const $ = (selector) => element.querySelector(selector);
const PAUSE = 600; // Milliseconds: a date that is typed changes with each digit.
let soon = 0;

const { open, arrived } = inTurn(() => trigger("again", { ...told(), ...corrected() }));
window.addEventListener("rewarddesk:week", arrived);
function again() {
  const { day, asks } = corrected();
  if (!day || /^20\d\d-/.test(day)) open(day, asks);
}

element.addEventListener("input", ({ target }) => {
  target.closest(".missing")?.classList.remove("missing");
  if (!["day", "asks"].includes(target.dataset.read)) return;
  clearTimeout(soon);
  soon = setTimeout(again, PAUSE);
});
watch("value", () => $(".own-read") && reveal($(".own-read"), 0.6));
