"""Policies that should not be paid: scripted ones, the best constant, and what a search finds.

A policy is a plain function from a scenario to a completion (`graders/grading.py`); a desk names
its own. It sees what a model sees, the public fields and the prompt, never `scenario.truth`; a test
swaps the truth and finds the same answer. The attackers in `search/` try thousands of answers and
keep what pays.
"""
