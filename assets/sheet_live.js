// A live sheet asks for its meter as one types.
const live = newest((turn) =>
  trigger("typed", { at: $(".sheet").dataset.scenario, text: $(".json").value, turn: String(turn) }),
);
const tell = () => $(".sheet").dataset.live !== undefined && live.changed();
window.addEventListener("rewarddesk:metered", ({ detail }) => live.answered(detail));
