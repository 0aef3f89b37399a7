// The slider over what a run wrote: it says at which step it stands, and asks for what stood there.
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
