// Tells the form which of its choices is answered. An answer to an older choice than the last one
// answered is not drawn; 0 answers none, and begins anew.
let last = props.value;
let shown = 0;
watch("value", () => {
  const detail = Number(element.querySelector(".offer").dataset.turn);
  if (detail && detail < shown) return void (props.value = last);
  last = props.value;
  shown = detail;
  window.dispatchEvent(new CustomEvent("rewarddesk:offered", { detail }));
});
