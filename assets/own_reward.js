// A reward of one's own, proved in the visitor's browser: nothing that is pasted leaves it.
const LIMIT = 60_000; // for Python to load, and then for the proof
const part = (name) => element.querySelector(`[name="${name}"]`);
const [state, found, home] = [".own-reward-state", ".own-reward-found", ".own-reward-home"].map((one) => element.querySelector(one));
let worker, timer, made;
let proof = 0; // the number of the one that is wanted

function node(tag, text, name) {
  const one = document.createElement(tag);
  if (name) one.className = name;
  if (text !== undefined) one.textContent = text;
  return one;
}
// One of the two buttons is shown; the focus does not stay on the other.
const buttons = ["[data-prove]", "[data-stop]"].map((one) => element.querySelector(one));
function offer(shown, other) {
  shown.hidden = false;
  if (document.activeElement === other) shown.focus();
  other.hidden = true;
}
function end(said, atHome = false) {
  proof += 1;
  clearTimeout(timer);
  worker?.terminate();
  worker = undefined;
  state.textContent = said;
  home.hidden = !atHome;
  offer(...buttons);
}
const shortened = (completion) => {
  const text = typeof completion === "string" ? completion : JSON.stringify(completion);
  return JSON.stringify(text.length > 300 ? `${text.slice(0, 300)}...` : text);
};
function card(one) {
  const drawn = node("article", undefined, `card own-reward-card ${one.severity}`);
  const said = one.said[0].toUpperCase() + one.said.slice(1);
  const paid = one.paid === null ? "nothing" : +one.paid.toPrecision(3);
  const against = one.against === null ? "" : `, a right answer ${+one.against.toPrecision(3)}`;
  drawn.append(
    node("h3", said),
    node("p", `${one.tried}, task ${one.place + 1}: paid ${paid}${against}; on ${one.times} of ${one.of} tries`),
    node("pre", shortened(one.completion)),
  );
  return drawn;
}
function draw(report) {
  const [errors, warnings] = ["error", "warning"].map((kind) => report.findings.filter((one) => one.severity === kind));
  const kinds = Map.groupBy(errors, (one) => one.said);
  found.replaceChildren(...[...kinds.values()].map(([first, ...others]) => {
    const drawn = card(first);
    if (others.length) {
      const more = node("details");
      more.append(node("summary", `${others.length} more of this kind`));
      for (const one of others.slice(0, 12)) more.append(node("p", `${one.tried}, task ${one.place + 1}`), node("pre", shortened(one.completion)));
      drawn.append(more);
    }
    return drawn;
  }));
  if (warnings.length) {
    const more = node("details");
    more.append(node("summary", `${warnings.length} more that only you can judge`), ...warnings.slice(0, 12).map(card));
    found.append(more);
  }
  const link = node("a", "Download all of it", "own-reward-all");
  link.download = "rewardproof.json";
  link.href = URL.createObjectURL(new Blob([JSON.stringify(report, null, 1)], { type: "application/json" }));
  found.append(link);
  const tried = Object.values(report.tried).reduce((sum, one) => sum + one, 0);
  return report.holds
    ? `Nothing was found in ${tried.toLocaleString("en")} tries.`
    : `It pays for what is not the work: ${errors.length} ${errors.length === 1 ? "finding" : "findings"} in ${tried.toLocaleString("en")} tries.`;
}
function allow(said, atHome) {
  clearTimeout(timer);
  timer = setTimeout(() => end(said(), atHome), LIMIT);
}
const tooLong = () => `Stopped after a minute, and ${made} calls: a call does not end, or takes too long.`;
function heard({ data: { ready, missing, report, error, made: calls, of } }) {
  if (ready) {
    state.textContent = "Python is loaded. The reward is being called ...";
    allow(tooLong);
  }
  if (calls) state.textContent = `${(made = calls).toLocaleString("en")} of ${of.toLocaleString("en")} calls ...`;
  else if (missing) end(`Python could not be loaded from ${missing}: no connection?`, true);
  else if (error) end(error, /module|import|fetch/i.test(error));
  else if (report) end(draw(report));
}
async function prove() {
  const wanted = (proof += 1);
  found.replaceChildren();
  home.hidden = true;
  made = 0;
  offer(...buttons.toReversed());
  state.setAttribute("role", "status"); // until then the meter is the only one to listen to
  state.textContent = "Python is being loaded into your browser ...";
  const answer = await fetch(new URL("own-reward/job.json", document.baseURI)).then((one) => one.json()).catch(() => null);
  if (proof !== wanted) return; // stopped meanwhile
  if (!answer) return end("The page does not answer. Try again in a minute.");
  const { source, ...job } = answer;
  // A worker from a data address has no origin: what was pasted reaches nothing of the page.
  worker = new Worker(`data:text/javascript;charset=utf-8,${encodeURIComponent(source)}`, { type: "module" });
  worker.onmessage = heard;
  worker.onerror = () => end("Python could not be started in this browser.", true);
  worker.postMessage({ ...job, code: part("code").value, tasks: part("tasks").value, good: part("good").value });
  allow(() => "Python did not start within a minute.", true);
}
element.addEventListener("click", (event) => {
  if (event.target.closest("[data-prove]")) prove();
  if (event.target.closest("[data-stop]")) end("Stopped.");
  const link = event.target.closest("[data-link]");
  if (link) {
    const told = JSON.stringify(["code", "tasks", "good"].map((name) => part(name).value));
    const address = new URL(location.href);
    address.hash = `own-reward=${btoa(unescape(encodeURIComponent(told)))}`;
    const copied = navigator.clipboard?.writeText(address.href) ?? Promise.reject();
    history.replaceState(null, "", address);
    const back = () => setTimeout(() => (link.textContent = "Copy a link to it"), 2000);
    copied.then(() => ((link.textContent = "Copied"), back()), () => (link.textContent = "It is in the address bar"));
  }
});
const linked = location.hash.match(/^#own-reward=([\w+/=%]+)$/);
if (linked) {
  try {
    const told = JSON.parse(decodeURIComponent(escape(atob(decodeURIComponent(linked[1])))));
    ["code", "tasks", "good"].forEach((name, at) => (part(name).value = String(told[at])));
    element.querySelector("details").open = true;
    state.textContent = "From a link: read it before you run it.";
  } catch {
    state.textContent = "The link is damaged: the example stands here instead.";
  }
  // What is drawn above it pushes it down: it is brought back until the visitor does something.
  const pushed = new ResizeObserver(() => bring(element));
  pushed.observe(element.closest(".tab"));
  for (const act of ["wheel", "touchstart", "pointerdown", "keydown"])
    addEventListener(act, () => pushed.disconnect(), { once: true, capture: true });
}
