// A request that was refused, or failed on its way: a message came up that says why.
watch("failed", () => {
  if (busy()) say("failed", "That did not work, and nothing is running: the message that came up says why. Try again.");
});
