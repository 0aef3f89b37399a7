"""What people bring: calendars, emails, runbooks and tickets, and cases made of them.

A file is read whole, or refused with its name, the line and what was expected.
"""

OWN = "own"
"""The situation of such a case."""
