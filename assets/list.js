// The list: a plain click on a link opens its scenario in place and leads to the case; where that
// stands beside the list, only if its head is out of sight; arrows move through the list, which is one stop for Tab.
const links = () => [...element.querySelectorAll("a[data-scenario]")];

const opened = (tab) => document.querySelector(`.policies[data-tab="${tab}"]`)?.dataset.scenario;

function mark() {
  const tab = element.querySelector(".rows")?.dataset.tab;
  const open = opened(tab);
  for (const link of links()) {
    if (link.dataset.scenario !== open) link.removeAttribute("aria-current");
    else {
      link.setAttribute("aria-current", "true");
      within(link, link.closest(".rows"));
    }
  }
  stop(element.querySelector("a[aria-current]") ?? links()[0]);
  if (!awaited || awaited !== open) return;
  awaited = undefined;
  requestAnimationFrame(lead); // Another case's answer, which stands above it, is put away first.
}

// The case that was chosen and is not shown yet.
let awaited;
function lead() {
  const pane = element.closest(".bench").querySelector(".case-pane");
  if (pane.getBoundingClientRect().top < element.getBoundingClientRect().bottom) return reveal(pane, 0.75);
  bring(pane);
  pane.tabIndex = -1;
  pane.focus({ preventScroll: true });
}

function stop(at) {
  for (const link of links()) link.tabIndex = link === at ? 0 : -1;
}

// Scrolls only the list, never the page.
function within(link, rows) {
  const { top, bottom } = link.getBoundingClientRect();
  const box = rows.getBoundingClientRect();
  if (top < box.top || bottom > box.bottom) rows.scrollTop += top - box.top;
}

const { open: ask, arrived, isWaiting } = inTurn((scenario) => trigger("open", { scenario }));
inPlace(element, "a[data-scenario]", (link) => {
  const { scenario } = link.dataset;
  if (link.ariaCurrent && !isWaiting()) return lead();
  awaited = scenario;
  ask(scenario);
});
element.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const at = links().indexOf(document.activeElement);
  if (!step || at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const to = links()[at + step];
  if (!to) return;
  stop(to);
  to.focus();
});
window.addEventListener("rewarddesk:opened", () => {
  mark();
  arrived();
});
watch("value", mark);
mark();
