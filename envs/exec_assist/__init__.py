"""An executive's inbox, in a single turn."""
