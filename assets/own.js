// The panel for one's own email: it takes files, fills in an example, and asks for a reading.
const MOST = 150_000; // Characters of the calendars: they travel with each reading.
const MOST_IN_ALL = 390_000; // Bytes of a reading: a request may have little more.
const COMMAND = "“python -m desks.own mail”, in a copy of the project";
const calendars = () => JSON.parse($("[data-own=calendars]").value);
const say = (words) => ($(".own-files").textContent = words);
const inKB = (size) => Math.round(size / 1000);

function fillInZone() {
  const [zone, zones] = [$("[data-own=zone]"), $("#own-zones")];
  if (!zones.options.length) zones.append(...Intl.supportedValuesOf("timeZone").map((one) => new Option(one)), new Option("UTC"));
  zone.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
}

function fill({ calendars: brought, ...fields }) {
  for (const [name, value] of Object.entries(fields)) $(`[data-own=${name}]`).value = value;
  keep(brought);
}

function keep(brought) {
  const size = brought.reduce((sum, [, text]) => sum + text.length, 0);
  if (size > MOST) return say(`Calendars of ${inKB(size)} KB are too much for this page: export fewer months, or use the command ${COMMAND}.`);
  $("[data-own=calendars]").value = JSON.stringify(brought);
  const names = brought.map(([name]) => name).join(", ");
  say(names && `Calendars: ${names}. They are read together with the email.`);
}

// The charset that a file names, if it is one that browsers know.
function charsetOf(text) {
  const named = /charset\s*=\s*"?(?!utf-?8)([\w.:-]+)/i.exec(text)?.[1] ?? WESTERN;
  try {
    return new TextDecoder(named).encoding;
  } catch {
    return WESTERN;
  }
}
const texts = (files) => Promise.all([...files].map(async (one) => [one.name, await textOf(one, charsetOf)]));

function read() {
  keep(calendars());
  const size = new Blob([JSON.stringify(told())]).size;
  if (size > MOST_IN_ALL)
    return say(`The email and its calendars have ${inKB(size)} KB; this page reads at most ${inKB(MOST_IN_ALL)} KB. Leave attachments out of the email, or use the command ${COMMAND}.`);
  $("[data-own-read]").textContent = "Reading …";
  trigger("read", told());
  setTimeout(() => ($("[data-own-read]").textContent = "Read it"), 3000);
}

element.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.hasAttribute("data-own-open")) fillInZone();
  if (button?.hasAttribute("data-own-example")) fill(JSON.parse($(".own").dataset.example));
  if (button?.hasAttribute("data-own-read")) read();
});
element.addEventListener("change", async (event) => {
  if (event.target.matches("[data-own-files]")) keep(await texts(event.target.files));
});
onDrop(async (files) => {
  const found = await texts(files);
  const isCalendar = ([name]) => name.toLowerCase().endsWith(".ics");
  const [mail, ...others] = found.filter((one) => !isCalendar(one));
  if (mail) $("[data-own=mail]").value = mail[1];
  keep([...calendars(), ...found.filter(isCalendar)]);
  if (others.length) $(".own-files").append(` Only ${mail[0]} was taken: bring one email, or a whole thread as an .mbox.`);
});
