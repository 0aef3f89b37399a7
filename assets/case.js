// The case: a number at a sentence lights up what it is joined to, and leads there and back.
const joined = (of) => {
  const numbers = of.dataset.joins.split(" ");
  return [...element.querySelectorAll("[data-joins]")].filter((one) =>
    one.dataset.joins.split(" ").some((number) => numbers.includes(number)),
  );
};

function light(event) {
  const at = event.target.closest?.("[data-joins]");
  element.querySelectorAll(".lit").forEach((one) => one.classList.remove("lit"));
  if (at) joined(at).forEach((one) => one.classList.add("lit"));
}

// Not by the address: it belongs to the scenario, and Back would leave the answer.
function follow(event) {
  const link = event.target.closest("a.joint");
  const to = link && document.getElementById(link.hash.slice(1));
  if (!to) return;
  event.preventDefault();
  const said = to.closest(".said");
  if (said) said.scrollTop += to.getBoundingClientRect().top - said.getBoundingClientRect().top - 20;
  const { top, bottom } = to.getBoundingClientRect();
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (top < 0 || bottom > innerHeight)
    scrollTo({ top: top + scrollY - innerHeight / 3, behavior: still ? "instant" : "smooth" });
  to.focus({ preventScroll: true });
}

element.addEventListener("click", follow);
for (const kind of ["pointerover", "pointerleave", "focusin", "focusout"])
  element.addEventListener(kind, light);
