// Starts a job with what the form says, for at most what the button says.
element.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-start]");
  if (!button || button.ariaDisabled === "true") return;
  const fields = [...document.querySelectorAll(".account-form [name]")];
  const chosen = Object.fromEntries(fields.map((one) => [one.name, one.value.trim()]));
  trigger("start", { ...chosen, most: button.dataset.most });
  button.ariaDisabled = "true";
  setTimeout(() => (button.ariaDisabled = "false"), 5000);
});
