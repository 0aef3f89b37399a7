// The address bar follows what a tab shows, and Back shows what the address says. `address()` is the
// query of what is drawn, "" before anything is; `open(asked)` draws what an address asks for.
function follow(address, open) {
  const tab = () => element.closest(".tab").id;
  const here = () => document.documentElement.dataset.tab === tab();
  const bare = () => ["", `?tab=${tab()}`].includes(location.search);

  const same = () => String(new URLSearchParams(address())) === String(new URLSearchParams(location.search));

  // After Back what was on its way may still arrive; it is not where the visitor is.
  let awaited = false;
  function arrive() {
    if (same()) awaited = false;
    if (awaited || !here() || !address() || same()) return;
    history[bare() ? "replaceState" : "pushState"](null, "", address());
  }
  // A tab's own link has a bare address; any other was come back to, and says what to draw.
  window.addEventListener("rewarddesk:tab", () => bare() && arrive());
  // Of two answers to the same event at once, Gradio may lose one: what does not come is asked again.
  function seek(patience) {
    const asked = new URLSearchParams(location.search);
    if (asked.get("tab") !== tab() || !address() || same()) return;
    awaited = true;
    open(asked);
    if (patience) lost = setTimeout(seek, patience);
  }
  let lost;
  window.addEventListener("popstate", () => {
    clearTimeout(lost);
    seek(3000);
  });
  document.addEventListener("click", () => (awaited = false), true);
  return arrive;
}

// A plain click on a link to another drawing of the same tab; with a key held it is the browser's.
const plain = (event) => !(event.button || event.ctrlKey || event.metaKey || event.shiftKey);
