// Asks what becomes of the newest input, after a short pause: one request at a time, another if the
// input changed since, and the same again if no answer comes; after some tries it gives up.
function newest(send, giveUp) {
  const [PATIENCE, TRIES] = [10_000, 3];
  let [turn, asked, tries] = [0, 0, 0];
  let resting, lost;
  function ask() {
    if (asked) return;
    asked = turn;
    lost = setTimeout(again, PATIENCE);
    send(turn);
  }
  function again() {
    clearTimeout(lost);
    tries = turn > asked ? 0 : tries + 1;
    asked = 0;
    if (tries < TRIES) ask();
    else giveUp?.();
  }
  return {
    changed() {
      turn += 1;
      tries = 0;
      clearTimeout(resting);
      resting = setTimeout(ask, 15);
    },
    // With a wait, the server was busy: the same is asked again after so many milliseconds. Returns
    // whether the answer is to the newest input.
    answered(which, wait) {
      if (which === asked) {
        clearTimeout(lost);
        if (wait) lost = setTimeout(again, wait);
        else if (turn > which) again();
        else asked = 0;
      }
      return turn === which;
    },
    // What was asked is no longer wanted. Returns the number of the last input.
    drop() {
      clearTimeout(resting);
      clearTimeout(lost);
      asked = 0;
      return turn;
    },
  };
}
