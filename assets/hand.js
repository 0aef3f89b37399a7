// A ticket played by hand: keeps what was typed and ticked when the server redraws after a call, and the last
// episode for when its ticket is come back to.
const stage = () => element.querySelector(".episode");
const blank = (episode) => ({ episode, query: "", resolution: "", confidence: "0.5", escalate: false, cited: new Set() });
let draft = blank("");
let asked = "";

const KEPT = "rewarddesk:hand";
const fits = (kept) => Array.isArray(kept?.cited);
function keep() {
  remember(KEPT, { ...draft, cited: [...draft.cited], scenario: stage().dataset.scenario });
}

function fill() {
  const box = element.querySelector("#ask-query");
  if (box) box.value = draft.query;
  for (const field of element.querySelectorAll("[data-draft]")) {
    if (field.type === "checkbox") field.checked = draft[field.dataset.draft];
    else field.value = draft[field.dataset.draft];
  }
  for (const tick of element.querySelectorAll("[data-cite]")) tick.checked = draft.cited.has(tick.dataset.cite);
  const told = element.querySelector("[data-told]");
  if (told) told.textContent = `${Math.round(draft.confidence * 100)}%`;
}

function ask(tool, said) {
  asked = tool;
  keep();
  trigger("ask", { episode: draft.episode, tool, said });
}
function search(tool) {
  if (draft.query.trim()) ask(tool, draft.query);
  else element.querySelector("#ask-query").focus();
}
function submit() {
  if (!draft.resolution.trim()) {
    element.querySelector(".hand .state").textContent = "First write what the reporter is told to do.";
    element.querySelector("[data-draft=resolution]").focus();
    return;
  }
  const { episode, cited, resolution, confidence, escalate } = draft;
  asked = "submit";
  trigger("hand_in", { episode, citations: [...cited].join(" "), resolution, confidence, escalate: String(escalate) });
}

element.addEventListener("input", ({ target }) => {
  if (target.id === "ask-query") draft.query = target.value;
  else if (target.dataset.cite) draft.cited[target.checked ? "add" : "delete"](target.dataset.cite);
  else if (target.dataset.draft) draft[target.dataset.draft] = target.type === "checkbox" ? target.checked : target.value;
  else return;
  keep();
  if (target.id !== "ask-query") fill();
});
element.addEventListener("submit", (event) => {
  event.preventDefault();
  search("search_kb");
});
element.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  const { tool, said } = button?.dataset ?? {};
  if (said) ask(tool, said);
  else if (tool && button.type === "button") search(tool);
  if (button?.hasAttribute("data-submit")) submit();
});
element.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.closest(".hand")) submit();
});

// After a call: restore the focus, and scroll what the call showed into view.
function land() {
  const card = element.querySelector(".card[data-fresh]");
  if (card) bring(card);
  else {
    const panel = element.querySelector(".panel:not([hidden])");
    if (panel && panel.getBoundingClientRect().top > innerHeight * 0.6)
      bring(element.querySelector(innerWidth > 900 ? ".ask" : ".walk") ?? panel);
    (asked.startsWith("search") ? element.querySelector("#ask-query") : panel?.querySelector("h4"))?.focus({ preventScroll: true });
  }
}
// Another player or a ticket of the cards was chosen, from where the calls may be out of sight; who scrolls away meanwhile,
// as while a model plays, is left alone.
let chosenAt = null;
window.addEventListener("rewarddesk:player", () => (chosenAt = scrollY));
function lead() {
  const stayed = Math.abs(scrollY - chosenAt) < 40;
  chosenAt = null;
  if (!stayed) return;
  // Where the grade stands beside the calls, both come into view.
  if (innerWidth > 900) reveal(stage(), 0.25);
  else reveal(element.querySelector(".ask, .walk"), 0.6);
  element.querySelector("#ask-query, .panel:not([hidden]) h4")?.focus({ preventScroll: true });
}
function arrive() {
  const { episode = "", scenario } = stage()?.dataset ?? {};
  const kept = recall(KEPT, fits);
  if (episode !== draft.episode) draft = kept?.episode === episode ? { ...kept, cited: new Set(kept.cited) } : blank(episode);
  const isLeft = kept?.scenario === scenario && kept?.episode !== episode;
  if (episode && isLeft && chosenAt === null) trigger("resume", { episode: kept.episode });
  fill();
  if (asked) land();
  else if (stage() && chosenAt !== null) lead();
  asked = "";
}
watch("value", arrive);
arrive();
