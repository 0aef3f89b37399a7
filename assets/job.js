// A job on the Hub: it is followed while the page is in view, and again after a reload.
const KEY = "rewarddesk:job";
const drawn = () => element.querySelector(".job")?.dataset;
let followed = false;
let cancelled; // the job that was, until the Hub says so
function follow(job) {
  if (followed || document.hidden) return;
  followed = true;
  trigger("follow", { job });
}
function fade(button) {
  button.ariaDisabled = "true";
  button.textContent = "Being cancelled";
}
function goOn() {
  if (drawn()?.state === "running" && drawn().over === "yes") follow(drawn().job);
}
function draw() {
  if (element.querySelector(".signed-in")) {
    const left = localStorage.getItem(KEY);
    if (left) follow(left);
    return;
  }
  if (!drawn()) return;
  if (drawn().state === "running") localStorage.setItem(KEY, drawn().job);
  else localStorage.removeItem(KEY);
  const log = element.querySelector(".job-log");
  if (log) log.scrollTop = log.scrollHeight;
  for (const one of element.querySelectorAll("[data-cancel]")) if (cancelled === drawn().job) fade(one);
  if (drawn().over === "yes") followed = false;
  goOn();
}
element.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-cancel]");
  if (!button || button.ariaDisabled === "true") return;
  cancelled = drawn().job;
  trigger("cancel", { job: cancelled });
  fade(button);
});
document.addEventListener("visibilitychange", goOn);
watch("value", draw);
draw();
