// The slider over the training of both twins: their answers at that step, and where it is.
element.addEventListener("input", ({ target }) => {
  const [steps, places] = [target.dataset.steps, target.dataset.at].map((one) => one.split(" "));
  const step = steps[target.value];
  element.querySelector(".twins output").textContent = step;
  target.ariaValueText = `after ${step} steps`;
  element.querySelector(".twins").style.setProperty("--now", places[target.value]);
  for (const one of element.querySelectorAll(".twin-answer")) one.hidden = one.dataset.step !== step;
});
