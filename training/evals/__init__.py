"""Evaluation: measures of single answers and of many, with intervals, and tables."""
