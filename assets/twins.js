// The slider over the training of both twins: shows their answers at a step, and marks it in the
// charts. It plays once by itself, unless the reader prefers reduced motion, and stops when touched.
const PACE = 900;
let playing;

function stand(slider) {
  const step = slider.dataset.steps.split(" ")[slider.value];
  element.querySelector(".twins output").textContent = step;
  slider.ariaValueText = `after ${step} steps`;
  for (const one of element.querySelectorAll("[data-here]")) {
    one.setAttribute("x1", step);
    one.setAttribute("x2", step);
  }
  for (const one of element.querySelectorAll(".twin-answer")) one.hidden = one.dataset.step !== step;
}
function stop() {
  clearInterval(playing);
  playing = undefined;
  const button = element.querySelector("[data-play]");
  if (button) [button.textContent, button.ariaLabel] = ["▶", "Play the training"];
}
function play(button) {
  const slider = element.querySelector(".twins [data-steps]");
  [button.textContent, button.ariaLabel] = ["❚❚", "Pause"];
  if (slider.value === slider.max) slider.value = 0;
  stand(slider);
  playing = setInterval(() => {
    if (!slider.isConnected || slider.value === slider.max) return stop();
    slider.value = Number(slider.value) + 1;
    stand(slider);
  }, PACE);
}
element.addEventListener("input", ({ target }) => {
  stop();
  stand(target);
});
element.addEventListener("pointerdown", ({ target }) => target.matches("[data-steps]") && stop());
element.addEventListener("click", ({ target }) => {
  if (target.matches("[data-play]")) playing ? stop() : play(target);
});
function begin() {
  const button = element.querySelector("[data-play]");
  if (!button) return;
  new IntersectionObserver((seen, watch) => {
    if (!seen.some((one) => one.isIntersecting)) return;
    watch.disconnect();
    play(button);
  }).observe(button);
}
if (!matchMedia("(prefers-reduced-motion: reduce)").matches) begin();
