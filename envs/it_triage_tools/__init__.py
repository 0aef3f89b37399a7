"""IT triage in several turns, with seven tools, the last of which answers the ticket."""
