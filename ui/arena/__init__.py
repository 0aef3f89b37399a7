"""The Arena: who may answer, two answers drawn beside each other, and many cases at once."""
