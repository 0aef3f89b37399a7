// The case: a sentence's number highlights what it is linked to, and a click on it leads there.
const scope = (of) => of.closest(".side") ?? element;
const joined = (of) => {
  const numbers = of.dataset.joins.split(" ");
  return [...scope(of).querySelectorAll("[data-joins]")].filter((one) =>
    one.dataset.joins.split(" ").some((number) => numbers.includes(number)),
  );
};

const target = (link) => link.getAttribute("href");

function light(event) {
  const at = event.target.closest?.("[data-joins]");
  element.querySelectorAll(".lit").forEach((one) => one.classList.remove("lit"));
  if (at) joined(at).forEach((one) => one.classList.add("lit"));
}

// Without the address, which belongs to the scenario: Back would lose the answer.
function lead(event) {
  const link = event.target.closest("a.joint");
  const to = link && scope(link).querySelector(target(link));
  if (!to) return;
  event.preventDefault();
  to.closest(".fold")?.setAttribute("open", "");
  const said = to.closest(".said");
  if (said) said.scrollTop += to.getBoundingClientRect().top - said.getBoundingClientRect().top - 20;
  const { top, bottom } = to.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) bring(to, innerHeight / 3);
  to.focus({ preventScroll: true });
}

element.addEventListener("click", lead);
for (const kind of ["pointerover", "pointerleave", "focusin", "focusout"])
  element.addEventListener(kind, light);
