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

// A change that no control makes by itself.
function edit(change) {
  const value = read();
  change(value);
  write(value);
  drawDraft();
  tell();
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

// The values that the form shows at a path: those of its checkboxes, or of its options.
function known(path, lists) {
  return lists[path] ?? [...$(`select[data-path="${CSS.escape(path)}"]`).options].map((one) => one.value);
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
  } catch {
    $(".form").disabled = true;
    state.textContent = "The form waits: one JSON object is expected, and the text cannot be read as one.";
    state.classList.add("bad");
    return;
  }
  $(".form").disabled = false;
  state.textContent = "";
  state.classList.remove("bad");
  unmark();
  every("[data-path]").forEach((one) => fillOne(one, get(value, one.dataset.path)));
  every("[data-value]").forEach((one) => (one.textContent = String(get(value, one.dataset.value) ?? "")));
  fillParts(value);
  const lists = {};
  for (const box of every("[data-list]")) {
    const list = get(value, box.dataset.list);
    box.checked = Array.isArray(list) && list.includes(box.value);
    (lists[box.dataset.list] ??= []).push(box.value);
  }
  for (const rest of every("[data-rest]")) {
    const at = get(value, rest.dataset.rest);
    const others = [at ?? []].flat().filter((one) => !known(rest.dataset.rest, lists).includes(one));
    rest.textContent = others.length ? `also in the JSON: ${others.join(", ")}` : "";
  }
  for (const group of every("[data-spans]")) {
    const list = get(value, group.dataset.spans);
    const used = Array.isArray(list) ? list.length : 0;
    [...group.children].forEach((row, place) => {
      row.hidden = place > used;
      row.querySelector(".out").hidden = place >= used;
    });
  }
}

function changed(control) {
  const value = read();
  const { path, list } = control.dataset;
  if (list) {
    const now = get(value, list);
    const others = (Array.isArray(now) ? now : []).filter((one) => one !== control.value);
    put(value, list, control.checked ? [...others, control.value] : others);
  } else if (control.type === "checkbox") put(value, path, control.checked);
  else if (control.type === "range") put(value, path, Number(control.value));
  else if (control.type === "number") put(value, path, control.value === "" ? null : Number(control.value));
  else if (control.dataset.separated !== undefined)
    put(value, path, control.value.split(",").map((one) => one.trim()).filter(Boolean));
  else put(value, path, control.value);
  follow(value, path);
  if (path?.endsWith(".start")) last(value, path);
  const group = control.closest("[data-spans]");
  if (group) tidy(value, group.dataset.spans);
  write(value);
}

// A start without a later end gets one that is as much later as its fields say.
function last(value, path) {
  const start = get(value, path);
  const end = path.replace(/start$/, "end");
  if (TIME.test(start) && !(get(value, end) > start)) put(value, end, later(start, minutesAt(path)));
}
const later = (start, minutes) => new Date(Date.parse(`${start}Z`) + minutes * 60_000).toISOString().slice(0, 16);
const minutesAt = (path) => Number($(`[data-path="${path}"]`).closest("[data-lasts]").dataset.lasts);

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
  trigger("answer", { scenario: $(".sheet").dataset.scenario, text: $(".json").value, view: shows });
}

// After a redraw by the server: take over its text, and keep the chosen view.
let shows = "form";
function arrive() {
  if (!$(".sheet")) return;
  $(".json").value = $(".sheet").dataset.text;
  $(".sheet").dataset.since = live.drop();
  describe();
  undraw();
  view(shows);
  fill();
  drawKept();
}

element.addEventListener("input", (event) => {
  if (event.target.matches(".json")) fill();
  else changed(event.target);
  drawDraft();
  tell();
});
element.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  const { drop, out } = button?.dataset ?? {};
  if (drop || out) edit((value) => (drop ? empty(value, drop) : takeOut(value, out)));
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
  drawDraft();
  if ($(".form").disabled) view((shows = "json"));
  bring($(".sheet"));
  $("[data-submit]").focus({ preventScroll: true });
});
watch("value", arrive);
arrive();
