// A redraw keeps what controls hold: this gives them what is drawn, all but a secret.
function asDrawn() {
  for (const one of element.querySelectorAll("textarea, input:not(.secret)")) {
    if (["checkbox", "radio"].includes(one.type)) one.checked = one.defaultChecked;
    else one.value = one.defaultValue;
  }
  for (const one of element.querySelectorAll("option")) one.selected = one.defaultSelected;
}
