// The policies of the open scenario; the address bar names both.
const drawn = () => element.querySelector(".policies")?.dataset;

function address() {
  if (!drawn() || drawn().scenario.startsWith("own:")) return ""; // A case of one's own has none.
  const { tab, scenario, run } = drawn();
  return `?tab=${tab}&scenario=${scenario}` + (run ? `&run=${run}` : "");
}

function open(asked) {
  const scenario = asked.get("scenario");
  if (asked.has("run")) trigger("run", { scenario, policy: asked.get("run") });
  else if (scenario) trigger("open", { scenario });
}

const arrive = follow(address, open);
function draw() {
  if (!drawn()) return;
  arrive();
  window.dispatchEvent(new Event("rewarddesk:opened"));
}

element.addEventListener("click", (event) => {
  const button = event.target.closest("[data-policy]");
  if (button) trigger("run", { scenario: drawn().scenario, policy: button.dataset.policy });
});
inPlace(element, "[data-compare]", ({ dataset: { compare: desk } }) => {
  window.dispatchEvent(new CustomEvent("rewarddesk:compare", { detail: { desk, scenario: drawn().scenario } }));
});
watch("value", draw);
draw();
