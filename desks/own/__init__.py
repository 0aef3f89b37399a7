"""Files that people bring: calendars, emails, runbooks and tickets.

Each is read whole, or refused with its name, the line and what was expected.
"""
