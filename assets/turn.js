// While a visitor waits for their turn to train, asks how far the run is that has it.
const AGAIN = 2_000;
const waiting = () => document.querySelector('.train-here[data-state="waiting"] [role="status"]');
let asking;

window.addEventListener("rewarddesk:waiting", () => {
  clearInterval(asking);
  asking = setInterval(() => {
    if (!waiting()) clearInterval(asking);
    else if (!document.hidden) trigger("look");
  }, AGAIN);
});
watch("value", () => {
  const said = element.querySelector(".turn").textContent;
  if (said && waiting() && waiting().textContent !== said) waiting().textContent = said;
});
