// On a phone, what a case needs only now and then is folded under its heading: the first
// `data-folds` parts of a box. A redrawn case keeps what was unfolded.
const phone = matchMedia("(max-width: 760px)");
const unfolded = new Set();
const nameOf = (fold) => `${element.querySelector("h2")?.textContent} ${fold.firstChild.textContent}`;

function foldOne(box) {
  const parts = [...box.childNodes];
  const [made, summary] = [document.createElement("details"), document.createElement("summary")];
  summary.append(...parts.splice(0, box.dataset.folds));
  made.className = "fold";
  made.append(summary, ...parts);
  made.open = unfolded.has(nameOf(made));
  box.append(made);
}

function fold() {
  const boxes = [...element.querySelectorAll("[data-folds]")];
  const made = (box) => box.querySelector(":scope > .fold");
  if (phone.matches) boxes.filter((box) => !made(box)).forEach(foldOne);
  else for (const one of boxes.map(made)) one?.replaceWith(...one.firstChild.childNodes, ...[...one.childNodes].slice(1));
}

element.addEventListener(
  "toggle",
  ({ target }) => target.matches(".fold") && unfolded[target.open ? "add" : "delete"](nameOf(target)),
  true,
);
phone.addEventListener("change", fold);
watch("value", fold);
fold();
