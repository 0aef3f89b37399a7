"""The Arena: the contenders, two answers side by side, and many cases at once."""
