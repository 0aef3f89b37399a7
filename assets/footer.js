// Addresses as programs need them: with the host.
for (const one of element.querySelectorAll("[data-absolute]"))
  one.textContent = new URL(one.textContent, document.baseURI).href;
// Gradio's own page of the endpoints opens only from its own button, which the style sheet hides.
element.querySelector("[data-endpoints]").addEventListener("click", () => document.querySelector(".show-api")?.click());
