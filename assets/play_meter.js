// What a reply is paid: tells the box which text it answers, and the levels which one is broken.
const tell = (name, detail) => window.dispatchEvent(new CustomEvent(`rewarddesk:${name}`, { detail }));
watch("value", () => {
  const { turn, state, level } = element.querySelector(".play-meter")?.dataset ?? {};
  if (!turn) return;
  tell("played", Number(turn));
  if (state === "won") tell("broken", level);
});
