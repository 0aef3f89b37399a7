"""Policies of every kind, and how models are found, loaded, run and sandboxed."""
