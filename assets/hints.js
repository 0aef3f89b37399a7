// The hints: the last of them puts an attacker's answer on the sheet, and leads to what it is paid.
element.addEventListener("click", (event) => {
  if (!event.target.closest("[data-attacker]")) return;
  window.dispatchEvent(new Event("rewarddesk:attack"));
  trigger("attack", { at: document.querySelector(".ladder").dataset.at });
});
