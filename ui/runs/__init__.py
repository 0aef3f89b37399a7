"""The Training tab: the recorded runs, and one that the visitor starts."""
