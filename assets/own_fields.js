// What the panel for one's own email holds, by field.
const told = () =>
  Object.fromEntries([...document.querySelectorAll("[data-own]")].map((one) => [one.dataset.own, one.value]));
