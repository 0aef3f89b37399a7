// The policies of the open scenario, and the address bar: it follows what the server has drawn, and
// Back draws what the address says.
const drawn = () => element.querySelector(".policies")?.dataset;
const tabButton = () => document.querySelector(`[role="tab"][data-tab-id="${drawn()?.tab}"]`);

function arrive() {
  if (!drawn() || tabButton()?.getAttribute("aria-selected") === "false") return;
  const { tab, scenario, run } = drawn();
  const query = `?tab=${tab}&scenario=${scenario}` + (run ? `&run=${run}` : "");
  if (!location.search) history.replaceState(null, "", query);
  else if (location.search !== query) history.pushState(null, "", query);
  window.dispatchEvent(new Event("rewarddesk:opened"));
}

function back() {
  const asked = new URLSearchParams(location.search);
  if (!drawn() || asked.get("tab") !== drawn().tab || !asked.has("scenario")) return;
  if (tabButton()?.getAttribute("aria-selected") === "false") tabButton().click();
  const scenario = asked.get("scenario");
  if (asked.has("run")) trigger("run", { scenario, policy: asked.get("run") });
  else trigger("open", { scenario });
}

element.addEventListener("click", (event) => {
  const button = event.target.closest("[data-policy]");
  if (button) trigger("run", { scenario: drawn().scenario, policy: button.dataset.policy });
});
document.addEventListener("click", (event) => {
  if (event.target.closest('[role="tab"]') === tabButton()) setTimeout(arrive);
});
window.addEventListener("popstate", back);
watch("value", arrive);
arrive();
