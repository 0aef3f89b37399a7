// Keeps the address bar in sync with what a tab shows, Back and Forward included. `address()` is the
// query of what is drawn, "" before anything is; `open(asked)` requests what an address names.
function follow(address, open) {
  const tab = () => element.closest(".tab").id;
  const here = () => document.documentElement.dataset.tab === tab();
  const bare = () => ["", `?tab=${tab()}`].includes(location.search);

  const same = () => String(new URLSearchParams(address())) === String(new URLSearchParams(location.search));

  // After Back an earlier response may still arrive: it must not change the address.
  let awaited = false;
  function arrive() {
    if (same()) awaited = false;
    if (awaited || !here() || !address() || same()) return;
    // What a link adds to a bare address (a reward that was pasted) stays.
    if (bare()) history.replaceState(null, "", address() + location.hash);
    else history.pushState(null, "", address());
  }
  // A tab's link has a bare address, to be filled in; any other address says what to draw itself.
  window.addEventListener("rewarddesk:tab", () => bare() && arrive());
  // Gradio may lose one of two simultaneous responses to an event: what does not come is asked again.
  function seek(patience) {
    const asked = new URLSearchParams(location.search);
    if (asked.get("tab") !== tab() || !element.firstElementChild || same()) return;
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

// A plain click on a link within a box opens it in place; with a modifier key it is the browser's.
function inPlace(box, links, open) {
  box.addEventListener("click", (event) => {
    const link = event.target.closest(links);
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(link);
  });
}

// Asks for one thing at a time, and of several that were clicked meanwhile for the last: their answers
// may come in any order. `arrived` tells that something was drawn; some answers draw nothing.
function inTurn(ask) {
  const PATIENCE = 3000;
  let [now, next, waiting] = [];
  function go(asked) {
    [now, next] = [asked];
    waiting = setTimeout(arrived, PATIENCE);
    ask(...asked);
  }
  function arrived() {
    clearTimeout(waiting);
    waiting = undefined;
    if (next) go(next);
  }
  function open(...asked) {
    if (!waiting) return go(asked);
    next = JSON.stringify(asked) === JSON.stringify(now) ? undefined : asked;
  }
  return { open, arrived, isWaiting: () => Boolean(waiting) };
}
