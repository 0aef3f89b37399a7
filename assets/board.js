// The board: keeps the answer on the sheet, with or without a name.
const PATIENCE = 60_000;
const button = () => element.querySelector("[data-keep]");
let waits;

function rest() {
  clearTimeout(waits);
  button().ariaDisabled = null;
}

element.addEventListener("click", (event) => {
  if (!event.target.closest("[data-keep]") || button().ariaDisabled) return;
  button().ariaDisabled = "true";
  waits = setTimeout(rest, PATIENCE);
  const text = document.querySelector("#json-break").value;
  trigger("keep", { at: sheet().scenario, text, player: element.querySelector(".player").value });
});

const answers = () => element.querySelector(".board[data-answers]")?.dataset;
const late = () => answers() && answers().at !== sheet().scenario;
unlessLate(late, () => {
  rest();
  if (!answers()) return;
  const detail = element.querySelector(".kept").textContent;
  window.dispatchEvent(new CustomEvent("rewarddesk:kept", { detail }));
});
