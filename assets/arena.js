// The Arena's controls: the case, the contenders and the runs; the address names all of them.
const drawn = () => element.querySelector(".arena-controls")?.dataset;
const contender = (side) => element.querySelector(`[data-side="${side}"]`);

// The spec of a side: the option chosen, with the name typed in if that is only a kind ("hub:").
function spec(side) {
  const chosen = contender(side).querySelector("select").value;
  return chosen.endsWith(":") ? chosen + contender(side).querySelector(".named").value.trim() : chosen;
}
const key = (side) => (spec(side).startsWith("api:") ? contender(side).querySelector(".secret").value : "");
const named = () => ({ left: spec("left"), right: spec("right") });
// The queue to wait in: models that visitors bring have queues of their own.
function lane() {
  const kinds = Object.values(named()).map((one) => one.split(":")[0]);
  return kinds.includes("hub") ? "run_hub" : kinds.includes("api") ? "run_endpoint" : "run";
}
const ticked = (name) => (element.querySelector(`[data-${name}]`).checked ? "yes" : "");
const sampled = () => ticked("sampled");
const blind = () => ticked("blind");
const keys = () => ({ "key-left": key("left"), "key-right": key("right") });

// A visitor's own case has no address, and no address chooses who gets to see it.
const own = () => drawn().scenario.startsWith("own:");

function address() {
  if (!drawn()) return "";
  if (own()) return "?tab=arena";
  const { desk, scenario, seed } = drawn();
  const told = new URLSearchParams({ tab: "arena", desk, scenario, ...named() });
  if (seed) told.set("seed", seed);
  if (blind()) told.set("blind", "yes");
  return `?${told}`;
}
const arrive = follow(address, (asked) => {
  const { desk, scenario } = own() ? { desk: drawn().desk, scenario: "" } : drawn();
  const told = { desk, scenario, tier: "easy", ...named(), seed: "", blind: "", ...Object.fromEntries(asked) };
  ask({ ...told, sampled: told.seed ? "yes" : "" });
});

// Another case ends the match that is still written.
function halt() {
  trigger("stop");
  window.dispatchEvent(new CustomEvent("rewarddesk:match", { detail: "stopped" }));
}
const { open: turn, arrived, isWaiting } = inTurn((told) => trigger("open", told));
function ask(told) {
  if (element.hasAttribute("data-busy")) halt();
  turn(told);
}
function open(changed) {
  const { desk, scenario, tier } = drawn();
  ask({ desk, scenario, tier, seed: "", sampled: sampled(), blind: blind(), ...named(), ...changed });
}

// Sampled, the first run uses the link's seed, and each later one draws another.
let used = false;
function run() {
  if (element.hasAttribute("data-busy") || isWaiting()) return;
  if (!sampled()) drawn().seed = "";
  else if (used || !drawn().seed) drawn().seed = String(Math.floor(Math.random() * 10_000));
  used = true;
  arrive();
  const { desk, scenario, seed } = drawn();
  window.dispatchEvent(new CustomEvent("rewarddesk:match", { detail: "waiting" }));
  trigger(lane(), { desk, scenario, seed, blind: blind(), sampled: sampled(), ...named(), ...keys() });
}

// Where a visitor's own case goes, before it goes there.
function where() {
  const told = element.querySelector("[data-where]");
  if (!told) return;
  const specs = Object.values(named());
  const hosts = specs.filter((one) => one.startsWith("api:")).map((one) => one.slice(one.lastIndexOf("@") + 1) || "the endpoint");
  const here = hosts.length < specs.length ? "Models and scripts on this server answer it. " : "";
  const there = hosts.length ? `Once you let them answer, it is sent to ${hosts.join(" and to ")}, and to nobody else.` : "It is sent nowhere else.";
  told.classList.toggle("calm", !hosts.length);
  told.textContent = `Your own case. ${here}${there}`;
}

function shows(side) {
  const kind = contender(side).querySelector("select").value;
  const box = contender(side).querySelector(".elsewhere-spec");
  const name = box.querySelector(".named");
  box.hidden = !kind.endsWith(":");
  name.placeholder = name.dataset[kind.slice(0, -1)] ?? "";
  box.querySelector(".secret").hidden = kind !== "api:";
}

element.addEventListener("change", (event) => {
  const side = event.target.closest("[data-side]")?.dataset.side;
  if (event.target.matches("[data-blind]")) arrive();
  if (!side && !event.target.matches("[data-sampled]")) return;
  if (side) shows(side);
  where();
  drawn().seed = "";
  arrive();
});
element.addEventListener("input", where);
// A case that another tab brings; it may come before the controls do.
let brought;
function compare(detail) {
  brought = drawn() ? undefined : detail;
  if (!brought) ask({ ...detail, tier: "easy", seed: "", sampled: sampled(), blind: blind(), left: "", right: "" });
}
window.addEventListener("rewarddesk:compare", ({ detail }) => compare(detail));
// Asked for beside the result.
window.addEventListener("rewarddesk:another", () => open({ scenario: "" }));
element.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { desk, tier } = button.dataset;
  if (desk) open({ desk, scenario: "" });
  if (tier) open({ tier, scenario: "" });
  if ("random" in button.dataset) open({ scenario: "" });
  if ("run" in button.dataset) run();
  if ("stop" in button.dataset) halt();
});
// The tournament below asks for the contenders.
window.addEventListener("rewarddesk:many", ({ detail }) => {
  const { desk, scenario, tier } = drawn();
  detail(lane(), { desk, scenario, tier, ...named(), ...keys() });
});
window.addEventListener("rewarddesk:writing", ({ detail }) => {
  element.toggleAttribute("data-busy", detail);
  element.querySelector("[data-run]").ariaDisabled = String(detail);
});
function draw() {
  arrived();
  if (!drawn()) return;
  asDrawn();
  used = false;
  shows("left");
  shows("right");
  where();
  arrive();
  window.dispatchEvent(new CustomEvent("rewarddesk:case", { detail: { ...drawn() } }));
  if (brought) compare(brought);
}
watch("value", draw);
draw();
