"""A visitor's own cases. The browser keeps them and sends them with every event; only runbooks are
held by the server, in memory."""
