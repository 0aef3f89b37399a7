// The recorded runs: a plain click on a link opens one in place.
const drawn = () => element.querySelector(".run-list")?.dataset;
const address = () => (drawn()?.run ? `?tab=training&run=${drawn().run}` : "");
const arrive = follow(address, (asked) => asked.has("run") && trigger("open", { run: asked.get("run") }));

// On a phone the list is a horizontal strip: scroll it to the open run.
function reveal() {
  const open = element.querySelector("[aria-current]");
  if (open) open.closest("ul").scrollLeft = open.offsetLeft - open.closest("ul").offsetLeft - 40;
}
function draw() {
  reveal();
  arrive();
}

element.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-run]");
  if (!link || !plain(event)) return;
  event.preventDefault();
  trigger("open", { run: link.dataset.run });
});
window.addEventListener("rewarddesk:tab", reveal);
watch("value", draw);
draw();
