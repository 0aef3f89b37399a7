// The parts of the form that depend on a choice, the hints beside its fields, and what the server
// says of them.
const holds = (value, { by, when }) => when.split(" ").includes(String(get(value, by)));
const isThere = (at) => (Array.isArray(at) ? at.length > 0 : at !== null && at !== undefined);
const aside = {};

// A choice adds the parts that it needs, and takes out the others. What they held is kept for the
// case that the choice is made again.
function follow(value, chooser) {
  for (const { dataset } of every("[data-part]")) {
    const { part, by, empty } = dataset;
    if (by !== chooser) continue;
    const at = get(value, part);
    if (!holds(value, dataset)) {
      if (isThere(at)) aside[part] = at;
      put(value, part, JSON.parse(dataset.nothing));
    } else if (!isThere(at)) put(value, part, aside[part] ?? JSON.parse(empty));
  }
}

function fillParts(value) {
  for (const one of every("[data-when]")) {
    const used = holds(value, one.dataset);
    const { part } = one.dataset;
    one.hidden = !used && !(part && isThere(get(value, part)));
    if (part) one.querySelector(".unused").hidden = used;
  }
  for (const one of every("[data-hints]")) fillHints(one);
  for (const one of every(".words")) fillWords(one, value);
  for (const one of every("[data-means]")) {
    const { step, dataset } = $(`[data-path="${one.dataset.means}"]`);
    one.textContent = JSON.parse(dataset.meant)[Math.round(get(value, one.dataset.means) / step)] ?? "";
  }
  for (const one of every("select"))
    one.closest("fieldset").querySelector(".pair").dataset.lasts = one.selectedOptions[0]?.dataset.minutes ?? 30;
}

// A hint that is hidden is not read out either, as it would be if it described its field.
function fillHints(one) {
  const shown = one.dataset.hints.split(" ").filter((id) => !$(`#${CSS.escape(id)}`).hidden);
  if (shown.length) one.setAttribute("aria-describedby", shown.join(" "));
  else one.removeAttribute("aria-describedby");
}

function fillWords(one, value) {
  const { words, least, most, per } = one.dataset;
  const text = get(value, words);
  const count = typeof text === "string" ? text.split(/\s+/).filter(Boolean).length : 0;
  const listed = per && get(value, per);
  const enough = most * Math.max(1, Array.isArray(listed) ? listed.length : 1);
  const wrong = count && count < least ? ", too few" : count > enough ? ", too many" : "";
  one.textContent = `So far ${count}${wrong}.`;
  one.classList.toggle("bad", Boolean(wrong));
}

function empty(value, part) {
  put(value, part, JSON.parse($(`[data-part="${part}"]`).dataset.nothing));
}

function takeOut(value, path) {
  const way = steps(path);
  const place = Number(way.pop());
  get(value, way.join(".")).splice(place, 1);
}

// Ids are of a tab, since two tabs may hold the same form: the hints describe their field, and the
// buttons of a choice are one group.
function describe() {
  const tab = element.closest(".tab").id;
  for (const one of every("[type=radio]")) one.name = `${tab}-${one.dataset.path}`;
  for (const [place, hint] of every(".form .rule").entries()) {
    hint.id = `${tab}-hint-${place}`;
    const of = hint.closest(".field").querySelector("input:not([type=radio], [type=checkbox]), textarea, select");
    const to = of && of.closest(".field") === hint.closest(".field") ? of : hint.closest(".field");
    to.dataset.hints = `${to.dataset.hints ?? ""} ${hint.id}`.trim();
  }
  for (const part of Object.keys(aside)) delete aside[part];
}

// --- what is missing ---

const fieldOf = (path) =>
  $(["path", "list", "part"].map((kind) => `[data-${kind}="${CSS.escape(path)}"]`).join()) ?? (path && fieldOf(path.replace(/\.?[^.]*$/, "")));

function unmark() {
  for (const one of every(".fault")) one.remove();
  for (const one of every("[aria-invalid]")) one.removeAttribute("aria-invalid");
}

window.addEventListener("rewarddesk:unfinished", ({ detail: { tab, faults } }) => {
  if (tab !== element.closest(".tab").id) return;
  unmark();
  for (const [path, said] of Object.entries(faults)) {
    const control = fieldOf(path);
    if (!control) continue;
    control.setAttribute("aria-invalid", "true");
    const fault = document.createElement("p");
    fault.className = "fault";
    fault.textContent = said;
    control.closest(".field").append(fault);
  }
  const first = $("[aria-invalid]");
  if (!first) return;
  reveal(first.closest(".field"), 0.9);
  first.focus({ preventScroll: true });
});
