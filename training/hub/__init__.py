"""Publishing to the Hub: a run with its card, the page as a Space."""
