// Claims: publishes the answer on the sheet as one, and votes, wherever in the tab a claim is drawn.
const VOTES = "rewarddesk:votes";
const PATIENCE = 60_000;
const tab = element.closest(".tab");
const every = (selector) => tab.querySelectorAll(selector);

const votes = recall(VOTES, (kept) => kept?.constructor === Object) ?? {};

// Redrawn claims show this browser's vote, and a redrawn offer the reason typed so far.
let [reason, sent] = ["", null];
let waits; // for what becomes of a claim
function mark() {
  for (const button of every("[data-vote]")) {
    const mine = votes[button.closest(".claim").dataset.claim] === button.dataset.vote;
    button.setAttribute("aria-pressed", String(mine));
  }
  for (const field of every(".claim-reason")) if (field.value !== reason) field.value = reason;
  for (const button of every("[data-claim-this]")) button.ariaDisabled = waits ? "true" : null;
}
new MutationObserver(mark).observe(tab, { childList: true, subtree: true });

function rest() {
  clearTimeout(waits);
  waits = undefined;
  mark();
}

function claim() {
  if (waits) return;
  waits = setTimeout(rest, PATIENCE);
  mark();
  sent = document.querySelector("#json-break").value;
  trigger("claim", {
    at: sheet().scenario,
    text: sent,
    why: reason,
    player: tab.querySelector(".player")?.value ?? "",
    unfolded: String(tab.querySelector(".wall")?.open ?? false),
  });
}
tab.addEventListener("input", ({ target }) => target.matches(".claim-reason") && (reason = target.value));
tab.addEventListener("click", ({ target }) => {
  const vote = target.closest("[data-vote]");
  if (vote) {
    const { claim } = vote.closest(".claim").dataset;
    trigger("vote", { claim, verdict: vote.dataset.vote, token: token() });
  } else if (target.closest("[data-claim-this]")) claim();
});

function tell(text) {
  window.dispatchEvent(new CustomEvent("rewarddesk:kept", { detail: text }));
}
watch("value", () => {
  const box = element.querySelector("[data-made]");
  const { claim, verdict, wrong, fine, at } = box?.dataset ?? {};
  if (!claim) rest();
  if (claim) {
    votes[claim] = verdict;
    remember(VOTES, votes);
    for (const one of every(`[data-claim="${CSS.escape(claim)}"]`))
      for (const count of one.querySelectorAll("[data-count]")) count.textContent = { wrong, fine }[count.dataset.count];
    mark();
    tell(box.textContent);
  } else if (at === sheet().scenario && sent === document.querySelector("#json-break").value) {
    // What became of another answer stays unsaid.
    const place = tab.querySelector(".claim-offer .kept");
    place?.replaceChildren(...box.cloneNode(true).childNodes);
    const made = place?.querySelector("a");
    if (made) {
      reason = "";
      tab.querySelector(".meter-bar .short").textContent = "✓ Claimed";
    }
    mark();
    made?.focus();
    made?.scrollIntoView({ block: "nearest" });
    tell(box.textContent);
  }
});
