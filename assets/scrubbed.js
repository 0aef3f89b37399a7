// Announces that a run's answers have been drawn.
watch("value", () => window.dispatchEvent(new Event("rewarddesk:scrubbed")));
