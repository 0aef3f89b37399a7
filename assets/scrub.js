// The slider over a run's answers: shows its step, and requests the answers of that step.
function moved() {
  const slider = element.querySelector("[data-steps]");
  const step = slider.dataset.steps.split(" ")[slider.value];
  const tier = element.querySelector(":checked")?.value ?? "";
  element.querySelector("output").textContent = step;
  slider.ariaValueText = `step ${step}`;
  element.querySelector("[here]")?.setAttribute("here", step);
  const questions = document.querySelector(".questions");
  if (questions) questions.dataset.tier = tier;
  trigger("scrub", { run: element.querySelector(".scrub").dataset.run, step, tier });
}
element.addEventListener("input", moved);
