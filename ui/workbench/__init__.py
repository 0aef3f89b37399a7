"""A tab in which a person works at a desk: its cases, its policies, the answer and the score."""
