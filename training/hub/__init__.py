"""Publishing on the Hub: a run with its card, the page as a Space."""
