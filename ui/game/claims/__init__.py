"""Claims: answers that the graders and the referee count as done, and that a person calls wrong."""
