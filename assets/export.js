// Saves all exploits found as a file.
element.addEventListener("click", (event) => event.target.closest("[data-export]") && trigger("export"));
watch("value", () => {
  const text = element.querySelector("pre").textContent;
  element.querySelector("pre").textContent = "";
  if (!text) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  link.download = "exploits.jsonl";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
});
