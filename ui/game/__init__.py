"""Break the grader: the levels, the attempts that players keep, and blue mode."""
