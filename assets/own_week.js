// The calendar of the days asked for: corrected here, then made into a case with what was understood.
const $ = (selector) => element.querySelector(selector);
const area = () => $("[data-read=entries]");
let waits = false;

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
  window.dispatchEvent(new Event("rewarddesk:week"));
  if (!$(".own-week")) return;
  asDrawn();
  drawWeek($(".own-week"), area());
});
