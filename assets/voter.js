// Who votes: a browser, under a random token that it made itself. It may block local storage, and
// anything may be stored there.
const VOTER = "rewarddesk:voter";

function recall(name, fits) {
  try {
    const kept = JSON.parse(localStorage.getItem(name));
    if (fits(kept)) return kept;
  } catch {}
}
function remember(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {}
}
let voter;
function token() {
  voter ??= recall(VOTER, (kept) => /^[0-9a-f]{32}$/.test(kept));
  if (!voter) {
    voter = [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");
    remember(VOTER, voter);
  }
  return voter;
}
