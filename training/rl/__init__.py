"""Reinforcement learning: presets, rewards, TRL's trainer, and monitoring while it runs."""
