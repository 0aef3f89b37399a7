"""Learning from rewards: presets, rewards, TRL's trainer and what is watched while it runs."""
