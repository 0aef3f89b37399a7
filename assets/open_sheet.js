// The data of the game's sheet: among them its place, and the last change before it was drawn.
const sheet = () => document.querySelector("#json-break").closest(".sheet").dataset;

// The response to a change or a keep is late if another sheet was opened meanwhile: then the drawing
// before it is restored.
function unlessLate(late, arrive) {
  let last = props.value;
  watch("value", () => {
    if (late()) props.value = last;
    else last = props.value;
    arrive();
  });
}
