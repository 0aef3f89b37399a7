// The hints: the last of them puts an attacker's answer on the sheet.
element.addEventListener("click", (event) => {
  if (!event.target.closest("[data-attacker]")) return;
  trigger("attack", { at: document.querySelector(".ladder").dataset.at });
});
