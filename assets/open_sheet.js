// The data of the game's sheet: among them its place, and the last change before it was drawn.
const sheet = () => document.querySelector("#json-break").closest(".sheet").dataset;
