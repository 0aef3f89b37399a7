// What is clicked in the calendar of the tab goes into the answer, and is drawn there at once.
const mostOffers = () => $('[data-spans="proposed_slots"]').children.length;
const tabOf = () => element.closest(".tab");
const calendar = () => tabOf().querySelector(".can-pick");
// As the answer has it, whatever offset from UTC it names.
const inWords = (moment) => {
  const at = new Date(`${String(moment).slice(0, 16)}Z`);
  const shown = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZone: "UTC" };
  return isNaN(at) ? "?" : at.toLocaleString("en-GB", shown).replace("Sept", "Sep");
};
const until = (start, minutes) => ({ start, end: later(start, minutes) });
const span = ({ start, end }) => `${inWords(start)}–${String(end).slice(11, 16) || "?"}`;

// Whatever JSON may hold in their place.
const offersOf = ({ proposed_slots: offers }) => [offers].flat().filter((one) => one instanceof Object);

function choose(value, action) {
  if (value.calendar_action === action) return;
  value.calendar_action = action;
  follow(value, "calendar_action");
}

// --- what a click does: changes the answer, and returns what to say and what else can be done ---

function meet(value, start) {
  if (!["book", "reschedule"].includes(value.calendar_action)) choose(value, "book");
  value.meeting_details = { ...value.meeting_details, ...until(start, minutesAt("meeting_details.start")) };
  const how = "Another click moves it; to make it longer, change its end in the answer.";
  return { said: `The meeting: ${span(value.meeting_details)}. ${how}` };
}

function offer(value, start) {
  const offers = value.proposed_slots.filter((one) => one.start !== start);
  if (offers.length === value.proposed_slots.length) {
    if (offers.length === mostOffers()) return { said: `${mostOffers()} offers are the most.` };
    offers.push(until(start, minutesAt("proposed_slots.0.start")));
    offers.sort((one, other) => String(one.start).localeCompare(String(other.start)));
  }
  value.proposed_slots = offers;
  return { said: `Offered: ${offers.map(span).join("; ") || "nothing yet"}.` };
}

const nameOf = (id) => calendar().querySelector(`[data-entry="${CSS.escape(id)}"]`)?.dataset.title ?? id;

function moveTo(value, start) {
  value.reschedule = { ...value.reschedule, ...until(start, minutesAt("reschedule.start")) };
  const more = value.meeting_details?.start ? "" : " Now click the time of the meeting.";
  return { said: `${nameOf(value.reschedule.event_id)} moves to ${span(value.reschedule)}.${more}` };
}

function takeTime(value, start) {
  const { calendar_action: action, reschedule, meeting_details: meeting } = value;
  if (action === "decline") return { said: "A decline takes no time. Choose another action first." };
  if (action === "propose_alternatives") return offer(value, start);
  if (action !== "reschedule" || !reschedule?.event_id) return meet(value, start);
  if (!reschedule.start) return moveTo(value, start);
  if (!meeting?.start) return meet(value, start);
  const moves = [`Move ${nameOf(reschedule.event_id)} there`, (now) => moveTo(now, start)];
  return { said: `${inWords(start)}:`, choices: [["The meeting’s time", (now) => meet(now, start)], moves] };
}

function moveEntry(value, { entry, title }) {
  choose(value, "reschedule");
  value.reschedule = { event_id: entry, start: "", end: "" };
  return { said: `${title} is the one to move. Now click its new time.` };
}

function clash(value, { entry, title }) {
  const others = value.conflicts.filter((one) => one !== entry);
  const isNew = others.length === value.conflicts.length;
  value.conflicts = isNew ? [...others, entry] : others;
  return { said: `${title} ${isNew ? "clashes" : "does not clash"} with the request.` };
}

function takeEntry(value, entry, start) {
  const canMove = Boolean($(`select option[value="${CSS.escape(entry.entry)}"]`));
  const taken = value.conflicts.includes(entry.entry);
  const choices = [
    [taken ? "It does not clash" : "It clashes", (now) => clash(now, entry)],
    [`Take ${start.slice(11)}`, (now) => takeTime(now, start)],
  ];
  if (canMove && value.calendar_action === "reschedule") return { ...moveEntry(value, entry), choices };
  if (canMove) choices.unshift(["Move it", (now) => moveEntry(now, entry)]);
  return { said: `${entry.title}, ${inWords(entry.at)}:`, choices };
}

const STOP = ".can-pick [data-take][tabindex='0']";
// The choices that the focus was on go: it moves to the next ones, or back into the calendar.
function carryOut(change) {
  if ($(".form").disabled) return inform("The JSON has to be right first.");
  const byChoice = tabOf().querySelector(".pick-bar :focus");
  let done;
  edit((value) => {
    value.conflicts = [value.conflicts ?? []].flat();
    value.proposed_slots = offersOf(value);
    done = change(value);
  });
  inform(done.said, done.choices);
  if (byChoice) tabOf().querySelector(done.choices ? ".pick-bar button" : STOP).focus({ preventScroll: true });
}

// --- the bar below the calendar ---

const START = "Click a time or an entry, and it goes into your answer.";

function inform(said, choices = []) {
  const bar = tabOf().querySelector(".pick-bar");
  if (!bar) return;
  const line = bar.querySelector("p");
  if (said === START && line.textContent === START) return; // Else it would be spoken at every key.
  if ($(".sheet").dataset.live === undefined) line.setAttribute("role", "status"); // Else the meter speaks.
  line.textContent = said;
  const acts = choices.map(([label, change]) => act(label, () => carryOut(change)));
  if (said !== START) acts.push(act("To the answer", bringSheet, "to-answer"));
  bar.querySelector("div").replaceChildren(...acts);
}

function act(label, does, look = "") {
  const made = document.createElement("button");
  made.type = "button";
  made.className = look;
  made.textContent = label;
  made.addEventListener("click", does);
  return made;
}

function bringSheet() {
  bring($(".sheet"));
  const first = shows === "json" ? $(".json") : ($(".form input:checked") ?? $(".form :is(input, textarea)"));
  first.focus({ preventScroll: true });
}

function bringCalendar() {
  if (!calendar()) return;
  bring(calendar(), innerHeight / 6);
  tabOf().querySelector(STOP).focus({ preventScroll: true });
}

// --- the draft, drawn ---

function undraw() {
  for (const one of tabOf().querySelectorAll(".draft")) one.remove();
  calendar()?.classList.remove("drafting");
  leave(null);
  inform(START);
}

function drawDraft() {
  if (!calendar() || $(".form").disabled) return;
  for (const one of tabOf().querySelectorAll(".draft")) one.remove();
  calendar().classList.add("drafting"); // What a graded answer did is not shown any more.
  inform(START); // What a click did before may not hold any more.
  const answer = read();
  const { meeting_details: meeting, reschedule } = answer;
  if (meeting) drawOne(meeting, "Meeting");
  offersOf(answer).forEach((one, place) => drawOne(one, `Offer ${place + 1}`));
  if (reschedule) drawOne(reschedule, `${nameOf(String(reschedule.event_id))}, moved`);
  leave(reschedule?.event_id);
}

// In the game no answer is graded into the calendar: one that was opened is drawn like one's own.
function drawKept() {
  if ($(".sheet").dataset.live !== undefined) drawDraft();
}

function leave(id) {
  for (const one of tabOf().querySelectorAll(".can-pick [data-entry]"))
    one.classList.toggle("leaves", one.dataset.entry === id);
}

function drawOne({ start, end }, title) {
  if (!TIME.test(start) || !TIME.test(end) || start >= end) return;
  const day = calendar().querySelector(`[data-day="${start.slice(0, 10)}"] .entries`);
  if (!day) return;
  const { first, last } = calendar().dataset;
  const minute = (at) => (at.slice(0, 10) > start.slice(0, 10) ? 1440 : Number(at.slice(11, 13)) * 60 + Number(at.slice(14, 16)));
  const share = (at) => Math.min(1, Math.max(0, (minute(at) - first) / (last - first)));
  const box = document.createElement("li");
  box.className = `entry ghost draft${minute(end) - minute(start) <= 30 ? " short" : ""}`;
  box.setAttribute("aria-hidden", "true");
  box.style.cssText = `--top:${share(start)};--bottom:${share(end)};--lane:0;--lanes:1`;
  const name = document.createElement("b");
  name.textContent = `+ ${title}`;
  box.append(name);
  day.append(box);
}

// Where in an entry the pointer was, to the half hour.
function timeIn(taken, event) {
  const { at, minutes } = taken.closest("[data-entry]").dataset;
  const { top, height } = taken.getBoundingClientRect();
  const share = event.detail ? Math.min(Math.max((event.clientY - top) / height, 0), 0.99) : 0;
  return later(at, Math.floor((share * minutes) / 30) * 30);
}

tabOf().addEventListener("click", (event) => {
  const taken = event.target.closest(".can-pick [data-take]");
  const entry = taken?.closest("[data-entry]")?.dataset;
  if (entry) carryOut((value) => takeEntry(value, { ...entry }, timeIn(taken, event)));
  else if (taken) carryOut((value) => takeTime(value, taken.dataset.take));
  if (event.target.closest("[data-to-calendar]")) bringCalendar();
  if (event.target.closest("[data-to-answer]")) bringSheet();
});
// The way to the sheet would lie on it once it is in view.
new IntersectionObserver((seen) => {
  const way = tabOf().querySelector("[data-to-answer]");
  if (way) way.hidden = seen.at(-1).isIntersecting;
}).observe(element.closest(".answer-pane"));
window.addEventListener("rewarddesk:calendar", () => {
  if (!$(".sheet")) return;
  inform(START);
  drawKept();
});
