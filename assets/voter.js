// Who votes: a browser, under a random token that it made itself.
const VOTER = "rewarddesk:voter";

let voter;
function token() {
  voter ??= recall(VOTER, (kept) => /^[0-9a-f]{32}$/.test(kept));
  if (!voter) {
    voter = [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");
    remember(VOTER, voter);
  }
  return voter;
}
