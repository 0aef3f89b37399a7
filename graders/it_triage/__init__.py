"""How tickets are graded: the rubric, and the policies and attacks that try to game it."""
