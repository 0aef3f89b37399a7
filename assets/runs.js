// The recorded runs: a plain click on a link opens one in place.
const drawn = () => element.querySelector(".run-list")?.dataset;
const address = () => (drawn()?.run ? `?tab=training&run=${drawn().run}` : "");
const { open, arrived } = inTurn((run) => trigger("open", { run }));
const arrive = follow(address, (asked) => asked.has("run") && open(asked.get("run")));

// On a phone the list is a horizontal strip: scroll it to the open run.
function reveal() {
  const open = element.querySelector("[aria-current]");
  if (open) open.closest("ul").scrollLeft = open.offsetLeft - open.closest("ul").offsetLeft - 40;
}
function draw() {
  arrived();
  reveal();
  arrive();
}

inPlace(element, "a[data-run]", ({ dataset: { run } }) => open(run));
window.addEventListener("rewarddesk:tab", reveal);
watch("value", draw);
draw();
