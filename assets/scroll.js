// Scrolls a box to `below` pixels from the top of the window, or to its own scroll margin. Only the
// window scrolls: scrollIntoView would also scroll ancestors that nobody can scroll back.
function bring(box, below = 12) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const gap = Math.max(below, parseFloat(getComputedStyle(box).scrollMarginTop));
  scrollTo({ top: box.getBoundingClientRect().top + scrollY - gap, behavior: still ? "instant" : "smooth" });
}
// The same, unless the box begins within that share of the window.
function reveal(box, share) {
  const { top } = box.getBoundingClientRect();
  if (top < 0 || top >= innerHeight * share) bring(box);
}
