"""Playing: episodes over the desks, and the OpenEnv environments that serve them."""
