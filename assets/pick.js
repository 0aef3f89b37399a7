// The calendar beside a sheet: its half hours and its entries become buttons, for arrows.js. What a
// click does is up to the sheet (picked.js).
const HALF_HOUR = 30;
const clock = (minute) => `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

function button(at, label) {
  const made = document.createElement("button");
  made.type = "button";
  made.tabIndex = -1;
  made.dataset.take = at;
  if (label) made.setAttribute("aria-label", label);
  return made;
}

// What stands in a day at a half hour, to be said with it.
const standing = (day, minute) =>
  [...day.querySelectorAll("[data-entry]")]
    .filter(({ dataset: { at, minutes } }) => minuteOf(at) < minute + HALF_HOUR && minuteOf(at) + Number(minutes) > minute)
    .map((one) => `, ${one.dataset.title}`)
    .join("");

function addTimes(calendar, day) {
  const { first, last, opens, closes } = calendar.dataset;
  const share = (minute) => (minute - first) / (last - first);
  const slots = document.createElement("div");
  slots.className = "slots";
  for (let at = Number(opens); at < Number(closes); at += HALF_HOUR) {
    const slot = button(
      `${day.dataset.day}T${clock(at)}`,
      `${day.getAttribute("aria-label")}, ${clock(at)}${standing(day, at)}`,
    );
    slot.style.cssText = `--top:${share(at)};--bottom:${share(Math.min(at + HALF_HOUR, closes))}`;
    slots.append(slot);
  }
  day.querySelector(".open").after(slots);
}

function makeEntry(entry) {
  const made = button(entry.dataset.at);
  made.append(...entry.childNodes);
  entry.append(made);
}

function prepare() {
  const calendar = element.querySelector(".calendar");
  if (!calendar || calendar.classList.contains("can-pick")) return;
  calendar.classList.add("can-pick");
  calendar.setAttribute("role", "group");
  calendar.setAttribute("aria-label", "Times and entries to take: the arrow keys move among them");
  for (const day of calendar.querySelectorAll("[data-day]")) addTimes(calendar, day);
  calendar.querySelectorAll("[data-entry]").forEach(makeEntry);
  calendar.querySelector("[data-take]").tabIndex = 0;
  const bar = document.createElement("div");
  bar.className = "pick-bar";
  bar.innerHTML = '<p></p><div class="buttons"></div>';
  calendar.after(bar);
  window.dispatchEvent(new Event("rewarddesk:calendar"));
}

watch("value", prepare);
prepare();
