"""An executive's inbox, on one turn."""
