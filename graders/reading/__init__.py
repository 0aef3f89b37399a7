"""Reads what an answer does and says, once for all graders of a desk."""
