"""The home tab: the cheating twin, a cheat to try, and what training changed."""
