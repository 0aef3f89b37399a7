// The tabs: a plain click on a tab's link, here or anywhere on the page, opens it in place.
const root = document.documentElement;
const tabs = [...element.querySelectorAll("a[data-tab]")].map((one) => one.dataset.tab);
const name = document.title;
const lost = element.querySelector("[data-lost]"); // the notice of a tab that could not be opened
// The first opening of each, which brings what it shows.
const first = { home: "first_home", arena: "first_arena", inbox: "first_inbox", helpdesk: "first_helpdesk", tools: "first_tools", break: "first_break", training: "first_training" };

function show(wanted) {
  const tab = tabs.includes(wanted) ? wanted : tabs[0];
  root.dataset.tab = tab;
  for (const one of element.querySelectorAll("a[data-tab]")) {
    if (one.dataset.tab !== tab) one.removeAttribute("aria-current");
    else {
      one.setAttribute("aria-current", "page");
      document.title = tab === tabs[0] ? name : `${one.textContent} · ${name}`;
      const strip = one.closest("nav");
      strip.scrollLeft = one.offsetLeft - (strip.clientWidth - one.offsetWidth) / 2;
    }
  }
  window.dispatchEvent(new Event("rewarddesk:tab"));
  lost.hidden = true;
  if (first[tab]) trigger(first[tab]);
  delete first[tab];
}
// What was not brought is asked for again: by the button, or when the tab is opened the next time.
watch("failed", () => {
  const [event] = props.failed;
  const tab = tabs.find((one) => event === `first_${one}`);
  first[tab] = event;
  lost.hidden = tab !== root.dataset.tab;
});
lost.querySelector("button").addEventListener("click", () => show(root.dataset.tab));
const asked = () => new URLSearchParams(location.search).get("tab");

inPlace(document, "a[data-tab]", (link) => {
  if (link.dataset.tab === root.dataset.tab) return;
  history.pushState(null, "", `?tab=${link.dataset.tab}`);
  show(link.dataset.tab);
  if (!element.contains(link)) scrollTo(0, 0);
});
// Past the header and a tab's list, to the case if the tab has one. The address stays as it is.
inPlace(document, "[data-skip]", () => {
  const tab = document.getElementById(root.dataset.tab);
  const content = tab.querySelector(".case-pane") ?? tab;
  content.tabIndex = -1;
  content.focus();
});
window.addEventListener("popstate", () => show(asked()));
show(asked());
