// A late response is not drawn: the drawing before it is restored. `arrive` is told of each, and
// whether it is late.
function unlessLate(late, arrive) {
  let last = props.value;
  watch("value", () => {
    const isLate = Boolean(late());
    if (isLate) props.value = last; // drawn in a microtask
    else last = props.value;
    arrive(isLate);
  });
}
