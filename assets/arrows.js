// The times of a calendar are buttons with a moment each (data-take) in a day (data-day): one of them
// is a stop for Tab, and the arrow keys move among them.
const minuteOf = (moment) => Number(moment.slice(11, 13)) * 60 + Number(moment.slice(14, 16));
const ofDay = (day) => [...day.querySelectorAll("[data-take]")].sort((one, other) => one.dataset.take.localeCompare(other.dataset.take));

// The time in another day that is nearest to where the focus is.
function beside(now, day) {
  const away = (one) => Math.abs(minuteOf(one.dataset.take) - minuteOf(now.dataset.take));
  return day && ofDay(day).sort((one, other) => away(one) - away(other))[0];
}

function towards(key, now) {
  const day = now.closest("[data-day]");
  const all = ofDay(day);
  const place = all.indexOf(now);
  if (key === "ArrowDown") return all[place + 1];
  if (key === "ArrowUp") return all[place - 1];
  const next = key === "ArrowRight" ? day.nextElementSibling : day.previousElementSibling;
  return beside(now, next?.matches("[data-day]") ? next : null);
}

element.addEventListener("keydown", (event) => {
  const now = event.target.closest("[data-take]");
  if (!now || !event.key.startsWith("Arrow") || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  towards(event.key, now)?.focus();
});
element.addEventListener("focusin", ({ target }) => {
  if (!target.matches("[data-take]")) return;
  for (const one of element.querySelectorAll("[data-take][tabindex='0']")) one.tabIndex = -1;
  target.tabIndex = 0;
});
