// A live sheet asks for its meter as one types.
const live = newest((turn) => {
  const [sheet, text] = [$(".sheet").dataset, $(".json").value];
  Object.assign(sheet, { sent: turn, sentText: text });
  trigger("typed", { at: sheet.scenario, text, turn: String(turn) });
});
const tell = () => $(".sheet").dataset.live !== undefined && live.changed();
window.addEventListener("rewarddesk:metered", ({ detail }) => live.answered(detail));
