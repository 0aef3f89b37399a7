// The slider over a run's answers: shows its step, and requests the answers of that step. Requests
// can overtake each other; when answers to another one are left standing, it requests again.
const SETTLED = 250;
let check;

function wanted() {
  const slider = element.querySelector("[data-steps]");
  const step = slider.dataset.steps.split(" ")[slider.value];
  const run = element.querySelector(".scrub").dataset.run;
  return { run, step, tier: element.querySelector(":checked")?.value ?? "" };
}
function moved() {
  const { run, step, tier } = wanted();
  element.querySelector("output").textContent = step;
  element.querySelector("[data-steps]").ariaValueText = `step ${step}`;
  element.querySelector("[here]")?.setAttribute("here", step);
  const questions = document.querySelector(".questions");
  if (questions) questions.dataset.tier = tier;
  trigger("scrub", { run, step, tier });
}
element.addEventListener("input", moved);
window.addEventListener("rewarddesk:scrubbed", () => {
  clearTimeout(check);
  check = setTimeout(() => {
    const drawn = document.querySelector(".samples[data-run]")?.dataset;
    if (!drawn || !element.querySelector("[data-steps]")) return;
    if (Object.entries(wanted()).some(([name, value]) => drawn[name] !== value)) moved();
  }, SETTLED);
});
