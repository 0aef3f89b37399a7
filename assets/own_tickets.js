// The panel for one's own runbooks: it sends files, fills in an example, and asks for a search.
const path = new URL($(".own").dataset.path.slice(1), document.baseURI);
const MOST = 150_000; // Bytes of what travels with an event.
const COMMAND = "“python -m desks.own tickets”, in a copy of the project";
let library = "";

const say = (words) => ($(".own-files").textContent = words);
function forget() {
  if (library) fetch(path, { method: "DELETE", body: library, keepalive: true });
  library = "";
}

// One after another, so that no library is held that this page does not know.
let sent = Promise.resolve();
const send = (files) => (sent = sent.then(() => post(files)).catch(() => say("The files did not arrive. Try again.")));

async function post(files) {
  say("Reading the runbooks …");
  forget();
  const answer = await fetch(path, { method: "POST", body: JSON.stringify(await files) });
  const told = await answer.json().catch(() => ({ detail: "The server did not answer as expected." }));
  if (!answer.ok) return say(`Refused. ${told.detail}`);
  library = told.library;
  say(`${told.files} ${told.files === 1 ? "file" : "files"}, ${told.passages} ${told.passages === 1 ? "passage" : "passages"}: ready to be searched.`);
}

function fill({ subject, body }) {
  $("[data-ticket=subject]").value = subject;
  $("[data-ticket=body]").value = body;
}

function example() {
  const { files, ticket } = JSON.parse($(".own").dataset.example);
  fill(ticket);
  return send(files.map(([name, text]) => [name, base64(new TextEncoder().encode(text))]));
}

function search() {
  if (!library) return say("Bring runbooks first: choose files, or fill in the example.");
  const [subject, body] = ["subject", "body"].map((name) => $(`[data-ticket=${name}]`).value);
  trigger("search", { library, subject, body });
}

element.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.hasAttribute("data-own-example")) example();
  if (button?.hasAttribute("data-own-search")) search();
});
element.addEventListener("change", async (event) => {
  if (event.target.matches("[data-own-files]")) send(packed(event.target.files));
  const [csv] = event.target.matches("[data-own-past]") ? event.target.files : [];
  if (csv?.size > MOST) say(`The list of tickets has more than ${MOST / 1000} KB, too much for this page: use the command ${COMMAND}.`);
  else if (csv) trigger("past", { name: csv.name, text: await textOf(csv) });
});
onDrop((files) => send(packed(files)));
window.addEventListener("rewarddesk:ticket", ({ detail }) => fill(detail));
window.addEventListener("pagehide", forget);
