// The panel for a case of one's own: it opens and closes, and takes files that are dropped on it.
const $ = (selector) => element.querySelector(selector);
const CLOSED = $("[data-own-open]").textContent;

function openPanel(shown) {
  $(".own-form").hidden = !shown;
  $("[data-own-open]").setAttribute("aria-expanded", String(shown));
  $("[data-own-open]").textContent = shown ? "Close" : CLOSED;
  if (shown) $(".own-form :is(input, textarea)").focus({ preventScroll: true });
}
element.addEventListener("click", ({ target }) => target.closest("[data-own-open]") && openPanel($(".own-form").hidden));

function onDrop(take) {
  element.addEventListener("dragover", (event) => event.preventDefault());
  element.addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return; // a text goes where it is dropped
    event.preventDefault();
    take(event.dataTransfer.files);
  });
}
