// What a reply is paid: tells the box which text it answers, and the levels which one is broken. An
// answer to an older text than the last one answered is not drawn.
const tell = (name, detail) => window.dispatchEvent(new CustomEvent(`rewarddesk:${name}`, { detail }));
let last = props.value;
let shown = 0;
watch("value", () => {
  const { turn, state, level } = element.querySelector(".play-meter")?.dataset ?? {};
  if (!turn) return;
  if (Number(turn) < shown) return void (props.value = last);
  last = props.value;
  shown = Number(turn);
  tell("played", { answered: shown, waiting: state === "waiting" });
  if (state === "won") tell("broken", level);
});
