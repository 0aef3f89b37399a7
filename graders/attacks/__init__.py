"""Attacks on the rewards: the best constant answer, and searches for answers that pay.

A scripted policy is a function from a scenario to a completion (`graders/grading.py`); each desk
names its own. It sees only what a model sees (the public fields and the prompt), never
`scenario.truth`: a test swaps the truth and expects the same answer. The attackers in `search/` try
thousands of answers and keep what pays.
"""
