// Keys, inactive in fields of the answer sheet and while text is typed: next, previous, run, edit,
// grade. `?` lists them, and a box there puts them off.
const step = (by) => (tab) => {
  const links = [...tab.querySelectorAll("a[data-scenario]:not(.opening), .run-list a[data-run], .rungs a[data-at]")];
  const at = links.findIndex((one) => one.hasAttribute("aria-current"));
  links[at < 0 ? 0 : at + by]?.click();
};
const press = (button) => (tab) => tab.querySelector(button)?.click();
const KEYS = {
  n: step(1),
  p: step(-1),
  r: press("[data-write].honest, button[data-run], [data-attacker]"),
  e: (tab) => [...tab.querySelectorAll(".sheet .form textarea, .sheet .json")].find((one) => one.offsetParent)?.focus(),
  g: press("[data-submit], [data-keep]"),
  "?": () => element.querySelector(".keys-told").toggleAttribute("open"),
};

const ON = "rewarddesk:keys";
const box = element.querySelector("[data-keys]");
box.checked = recall(ON, (kept) => typeof kept === "boolean") ?? true;
box.addEventListener("change", () => remember(ON, box.checked));
document.addEventListener("keydown", (event) => {
  const text = "input:not([type=checkbox], [type=radio], [type=range]), textarea, select, .sheet input";
  const writing = event.target.closest(text);
  if (!box.checked || writing || event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key](document.getElementById(root.dataset.tab));
});
