// What a browser keeps. It may block local storage, and anything may be stored there.
function recall(name, fits) {
  try {
    const kept = JSON.parse(localStorage.getItem(name));
    if (fits(kept)) return kept;
  } catch {}
}
function remember(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {}
}
