// What stands on the game's sheet: its place, and the last change that was made before it was drawn.
const sheet = () => document.querySelector("#json-break").closest(".sheet").dataset;

// A drawing that answers a change or a keep comes late where another sheet was opened meanwhile: what
// was drawn before it is put back.
function unlessLate(late, arrive) {
  let last = props.value;
  watch("value", () => {
    if (late()) props.value = last;
    else last = props.value;
    arrive();
  });
}
