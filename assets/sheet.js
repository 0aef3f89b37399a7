// The answer sheet. The JSON text is the single source of truth: a change of the form is written to
// the path that its control names, and the form is refilled from the JSON. Nothing is graded here.
const $ = (selector) => element.querySelector(selector);
const every = (selector) => [...element.querySelectorAll(selector)];
const steps = (path) => path.split(".");
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/;

const get = (value, path) => steps(path).reduce((at, step) => at?.[step], value);

function put(value, path, leaf) {
  const way = steps(path);
  const last = way.pop();
  let at = value;
  for (const [place, step] of way.entries()) {
    const next = way[place + 1] ?? last;
    if (at[step] === null || typeof at[step] !== "object") at[step] = /^\d+$/.test(next) ? [] : {};
    at = at[step];
  }
  at[last] = leaf;
}

function read() {
  const value = JSON.parse($(".json").value);
  if (value === null || typeof value !== "object" || Array.isArray(value))
    throw new SyntaxError("one JSON object was expected");
  return value;
}

function write(value) {
  $(".json").value = JSON.stringify(value, null, 2);
  fill();
}

function fillOne(control, value) {
  if (control.type === "checkbox") control.checked = value === true;
  else if (control.type === "radio") control.checked = value === control.value;
  else if (control.type === "datetime-local") {
    const plain = typeof value === "string" && TIME.test(value);
    set(control, plain ? value : "");
    control.title = value && !plain ? `in the JSON: ${value}` : "";
  } else if (control.dataset.separated !== undefined) {
    if (document.activeElement !== control) set(control, Array.isArray(value) ? value.join(", ") : "");
  } else set(control, typeof value === "string" || typeof value === "number" ? String(value) : "");
}

// Sets only a new value, so that the caret stays and a half-typed date is not wiped.
function set(control, text) {
  if (control.value !== text) control.value = text;
}

function fill() {
  const state = $(".state");
  if (!state) return;
  let value;
  try {
    value = read();
  } catch (error) {
    $(".form").disabled = true;
    state.textContent = `The form waits: ${error.message}`;
    state.classList.add("bad");
    return;
  }
  $(".form").disabled = false;
  state.textContent = "";
  state.classList.remove("bad");
  every("[data-path]").forEach((one) => fillOne(one, get(value, one.dataset.path)));
  every("[data-value]").forEach((one) => (one.textContent = String(get(value, one.dataset.value) ?? "")));
  for (const box of every("[data-object]")) {
    const at = get(value, box.dataset.object);
    box.checked = at !== null && at !== undefined;
    box.closest("fieldset").classList.toggle("off", !box.checked);
  }
  const lists = {};
  for (const box of every("[data-list]")) {
    const list = get(value, box.dataset.list);
    box.checked = Array.isArray(list) && list.includes(box.value);
    (lists[box.dataset.list] ??= []).push(box.value);
  }
  for (const rest of every("[data-rest]")) {
    const list = get(value, rest.dataset.rest);
    const others = (Array.isArray(list) ? list : []).filter((one) => !lists[rest.dataset.rest]?.includes(one));
    rest.textContent = others.length ? `also in the JSON: ${others.join(", ")}` : "";
  }
  for (const group of every("[data-spans]")) {
    const list = get(value, group.dataset.spans);
    const used = Array.isArray(list) ? list.length : 0;
    [...group.children].forEach((row, place) => (row.hidden = place > used));
  }
}

function changed(control) {
  const value = read();
  const { path, list, object } = control.dataset;
  if (object) put(value, object, control.checked ? JSON.parse(control.dataset.empty) : null);
  else if (list) {
    const now = get(value, list);
    const others = (Array.isArray(now) ? now : []).filter((one) => one !== control.value);
    put(value, list, control.checked ? [...others, control.value] : others);
  } else if (control.type === "checkbox") put(value, path, control.checked);
  else if (control.type === "range") put(value, path, Number(control.value));
  else if (control.type === "number") put(value, path, control.value === "" ? null : Number(control.value));
  else if (control.dataset.separated !== undefined)
    put(value, path, control.value.split(",").map((one) => one.trim()).filter(Boolean));
  else put(value, path, control.value);
  if (control.type === "radio") follow(value, control.value);
  if (path?.endsWith(".start")) last(value, path);
  const group = control.closest("[data-spans]");
  if (group) tidy(value, group.dataset.spans);
  write(value);
}

// A choice adds the objects that it needs, and removes the others.
function follow(value, chosen) {
  for (const box of every("[data-when]")) {
    const { object, when, empty } = box.dataset;
    if (!when.split(" ").includes(chosen)) put(value, object, null);
    else if (!get(value, object)) put(value, object, JSON.parse(empty));
  }
}

// A start without a later end gets one half an hour later.
function last(value, path) {
  const start = get(value, path);
  const end = path.replace(/start$/, "end");
  if (!TIME.test(start) || get(value, end) > start) return;
  const later = new Date(Date.parse(`${start}Z`) + 30 * 60_000);
  put(value, end, later.toISOString().slice(0, 16));
}

// Removes pairs of times with neither start nor end.
function tidy(value, path) {
  const pairs = get(value, path).map((pair) => ({ start: pair?.start ?? "", end: pair?.end ?? "" }));
  put(value, path, pairs.filter((pair) => pair.start || pair.end));
}

function view(name) {
  every("[data-view]").forEach((one) => one.setAttribute("aria-pressed", String(one.dataset.view === name)));
  $(".sheet").dataset.shows = name;
}

function submit() {
  trigger("answer", { scenario: $(".sheet").dataset.scenario, text: $(".json").value });
}

// After a redraw by the server: take over its text, and keep the chosen view.
let shows = "form";
function arrive() {
  if (!$(".sheet")) return;
  $(".json").value = $(".sheet").dataset.text;
  clearTimeout(resting);
  clearTimeout(lost);
  asked = 0;
  $(".sheet").dataset.since = turn;
  view(shows);
  fill();
}

// A live sheet numbers its changes, and requests the meter of the last one after a short pause: one
// request at a time, and another if the response is for an older change.
const PATIENCE = 10_000;
let turn = 0;
let asked = 0;
let resting, lost;

function tell() {
  if ($(".sheet").dataset.live === undefined) return;
  turn += 1;
  clearTimeout(resting);
  resting = setTimeout(ask, 15);
}

function ask() {
  if (asked || turn === Number($(".sheet").dataset.since)) return;
  const now = (asked = turn);
  lost = setTimeout(() => metered(now), PATIENCE);
  trigger("typed", { at: $(".sheet").dataset.scenario, text: $(".json").value, turn: String(now) });
}

function metered(answered) {
  if (answered !== asked) return;
  clearTimeout(lost);
  asked = 0;
  if (turn > answered) ask();
}
window.addEventListener("rewarddesk:metered", ({ detail }) => metered(detail));

element.addEventListener("input", (event) => {
  if (event.target.matches(".json")) fill();
  else changed(event.target);
  tell();
});
element.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.view) view((shows = button.dataset.view));
  if (button?.hasAttribute("data-submit")) submit();
});
element.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && $("[data-submit]")) submit();
});
// An answer from elsewhere on the page, taken over as if it had been typed here.
window.addEventListener("rewarddesk:use", ({ detail: { tab, text } }) => {
  const json = $(`#json-${tab}`);
  if (!json) return;
  json.value = text;
  fill();
  if ($(".form").disabled) view((shows = "json"));
  bring($(".sheet"));
  $("[data-submit]").focus({ preventScroll: true });
});
watch("value", arrive);
arrive();
