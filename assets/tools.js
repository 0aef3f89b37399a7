// Tools: which ticket, and who plays it. The address bar names both.
const drawn = () => element.querySelector(".tools-controls")?.dataset;
const LAST = 10_000;

function address() {
  if (!drawn()) return "";
  const { scenario, player } = drawn();
  return `?tab=tools&scenario=${scenario}&run=${player}`;
}
const { open, arrived } = inTurn((scenario, player) => trigger("open", { scenario, player }));
const arrive = follow(address, (asked) => {
  if (asked.has("scenario")) open(asked.get("scenario"), asked.get("run") ?? "");
});
function draw() {
  arrived();
  if (!drawn()) return;
  arrive();
  const { scenario, player, state } = drawn();
  if (state === "awaits") trigger("write", { scenario, player });
}

function choose({ tier, number, player }) {
  const now = drawn();
  const [wasTier, split, wasNumber, ...told] = now.scenario.split("-");
  const scenario = [tier ?? wasTier, split, number ?? wasNumber, ...told].join("-");
  open(scenario, player ?? now.player);
}

// The episode has links to tickets too.
inPlace(element.closest(".tab"), "a[data-scenario]", ({ dataset: { scenario, run } }) => {
  if (run) window.dispatchEvent(new Event("rewarddesk:player"));
  open(scenario, run ?? drawn().player);
});
element.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.tier) choose({ tier: button.dataset.tier });
  if (button?.dataset.run) {
    window.dispatchEvent(new Event("rewarddesk:player"));
    choose({ player: button.dataset.run });
  }
  if (button?.hasAttribute("data-random")) choose({ number: Math.floor(Math.random() * LAST) });
});
element.addEventListener("change", (event) => {
  if (event.target.matches("[data-number]:valid") && event.target.value) choose({ number: Number(event.target.value) });
});
watch("value", draw);
draw();
