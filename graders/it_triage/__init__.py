"""How tickets are judged: the rubric, and what tries to be paid by it without the work."""
