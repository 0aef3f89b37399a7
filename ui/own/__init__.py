"""A visitor's own cases. The browser keeps them and sends them with every event; no server does."""
