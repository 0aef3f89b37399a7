"""IT triage in several turns: seven tools, of which the last one answers the ticket."""
