// Addresses as programs need them: with the host.
for (const one of element.querySelectorAll("[data-absolute]"))
  one.textContent = new URL(one.textContent, document.baseURI).href;
