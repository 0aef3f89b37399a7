// A job on the Hub: it is followed while the page is in view, and again after a reload.
const KEY = "rewarddesk:job";
const AGAIN = 15_000; // milliseconds after which the Hub is asked again what it did not answer
const LOST = 90_000; // milliseconds: a round of following is over within a minute, or its end was lost
const drawn = () => element.querySelector(".job")?.dataset;
const cancels = () => element.querySelectorAll("[data-cancel]");
let followed = false;
let lost;
let cancelled; // the job that was, until the Hub says so
function follow(job) {
  if (followed || document.hidden) return;
  followed = true;
  expectEnd();
  trigger("follow", { job });
}
function expectEnd() {
  clearTimeout(lost);
  lost = setTimeout(() => {
    followed = false;
    if (drawn()) drawn().over = "yes";
    draw();
  }, LOST);
}
function fade(button, faded) {
  button.ariaDisabled = String(faded);
  button.textContent = faded ? "Being cancelled" : "■ Cancel";
}
function goOn() {
  if (["running", "unseen"].includes(drawn()?.state) && drawn().over === "yes") follow(drawn().job);
}
function draw() {
  if (element.querySelector(".signed-in")) {
    const left = recall(KEY, (kept) => /^[\w-]{1,64}$/.test(kept));
    if (left) follow(left);
    return;
  }
  if (!drawn()) return;
  const { job, state, over } = drawn();
  remember(KEY, ["running", "unseen"].includes(state) ? job : "");
  const log = element.querySelector(".job-log");
  if (log) log.scrollTop = log.scrollHeight;
  for (const one of cancels()) if (cancelled === job) fade(one, true);
  clearTimeout(lost);
  if (over === "yes") followed = false;
  else expectEnd();
  if (state === "unseen") setTimeout(goOn, AGAIN);
  else goOn();
}
element.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-cancel]");
  if (!button || button.ariaDisabled === "true") return;
  cancelled = drawn().job;
  trigger("cancel", { job: cancelled });
  fade(button, true);
  setTimeout(() => {
    cancelled = undefined; // the Hub may have refused
    for (const one of cancels()) fade(one, false);
  }, AGAIN);
});
document.addEventListener("visibilitychange", goOn);
watch("value", draw);
draw();
