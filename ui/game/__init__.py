"""Break the grader: the levels, what players leave behind, and blue mode."""
