"""Files that people bring: their calendars and emails. Each is read whole, or refused by name, line
and what was expected."""
