// Tells the form which of its choices is answered. An answer to an older choice than the last one
// answered is late; 0 answers none, and begins anew.
const turn = () => Number(element.querySelector(".offer").dataset.turn);
let shown = 0;
unlessLate(
  () => turn() && turn() < shown,
  (isLate) => {
    if (isLate) return;
    shown = turn();
    window.dispatchEvent(new CustomEvent("rewarddesk:offered", { detail: shown }));
  },
);
