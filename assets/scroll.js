// Bring a box to where it stands `below` the upper edge of the window. The window alone is moved:
// scrollIntoView would also move ancestors that nobody can scroll back.
function bring(box, below = 12) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  scrollTo({ top: box.getBoundingClientRect().top + scrollY - below, behavior: still ? "instant" : "smooth" });
}
