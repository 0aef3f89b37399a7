// What was understood of one's own email: corrected here, then made into a case.
const $ = (selector) => element.querySelector(selector);
const area = () => $("[data-read=entries]");
let waits = false;

function arrive() {
  if (!$(".own-read")) return;
  drawWeek($(".own-week"), area());
  reveal($(".own-read"), 0.6);
}

function make() {
  const read = [...element.querySelectorAll("[data-read]")].map((one) => [
    one.dataset.read,
    one.type === "checkbox" ? String(one.checked) : one.value,
  ]);
  waits = true;
  trigger("make", { ...told(), ...Object.fromEntries(read) });
}

element.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.add || button?.dataset.remove) {
    changeWeek(button, area());
    drawWeek($(".own-week"), area());
  }
  if (button?.hasAttribute("data-own-make")) make();
});
element.addEventListener("input", (event) => {
  event.target.closest(".missing")?.classList.remove("missing");
  if (event.target === area()) drawWeek($(".own-week"), area());
});
window.addEventListener("rewarddesk:opened", () => {
  if (waits) bring(element.closest(".tab").querySelector(".case-pane"));
  waits = false;
});
watch("value", arrive);
