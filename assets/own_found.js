// What a search found: marked by its owner, then made into a case.
const $ = (selector) => element.querySelector(selector);
const marks = () => [...element.querySelectorAll("[data-applies]")];
let waits = false;

element.addEventListener("change", ({ target }) => {
  if (!target.checked) return;
  const none = target.dataset.applies === "none";
  for (const one of marks()) if ((one.dataset.applies === "none") !== none) one.checked = false;
});
element.addEventListener("click", (event) => {
  if (!event.target.closest("[data-own-make]")) return;
  waits = true;
  const applies = marks().filter((one) => one.checked).map((one) => one.dataset.applies);
  trigger("make", { case: $(".own-read").dataset.case, applies: applies.join(" ") });
});
window.addEventListener("rewarddesk:opened", () => {
  if (waits) bring(element.closest(".tab").querySelector(".case-pane"));
  waits = false;
});
watch("value", () => {
  asDrawn();
  if ($(".own-read")) reveal($(".own-read"), 0.6);
});
