// What the panel for one's own email holds, by field: as it was brought, and as it was corrected.
const told = () =>
  Object.fromEntries([...document.querySelectorAll("[data-own]")].map((one) => [one.dataset.own, one.value]));
const corrected = () =>
  Object.fromEntries(
    [...document.querySelectorAll("[data-read]")].map((one) => [
      one.dataset.read,
      one.type === "checkbox" ? String(one.checked) : one.value,
    ]),
  );
