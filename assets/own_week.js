// The calendar of the days asked for: corrected here, then made into a case with what was understood.
const $ = (selector) => element.querySelector(selector);
const area = () => $("[data-read=entries]");
let waits = false;
let known = []; // The days that the text is about.

// Whatever was changed while the server read stays: of what it read, the lines on days that are new here are added.
function keepChanges() {
  const days = $("[data-read=days]");
  const { added } = area().dataset;
  if (added) {
    const lines = area().defaultValue.split("\n");
    const fresh = lines.slice(lines.length - added).filter((line) => !known.includes(line.slice(0, 10)));
    area().defaultValue = [area().value, ...fresh].filter(Boolean).join("\n");
    days.value = [...new Set([...known, ...days.value.split(",")])].sort().join();
  }
  known = days.value.split(",");
}

element.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.add || button?.dataset.remove) {
    changeWeek(button, area());
    drawWeek($(".own-week"), area());
    const { add, over } = button.dataset;
    ($(`[data-add^="${add ?? over}"]`) ?? $(".slot")).focus({ preventScroll: true });
  }
  if (!button?.hasAttribute("data-own-make")) return;
  waits = true;
  trigger("make", { ...told(), ...corrected() });
});
element.addEventListener("input", (event) => event.target === area() && drawWeek($(".own-week"), area()));
window.addEventListener("rewarddesk:opened", () => {
  if (waits) bring(element.closest(".tab").querySelector(".case-pane"));
  waits = false;
});
watch("value", () => {
  if (!$(".own-week")) return;
  keepChanges();
  asDrawn();
  drawWeek($(".own-week"), area());
  window.dispatchEvent(new Event("rewarddesk:week"));
});
