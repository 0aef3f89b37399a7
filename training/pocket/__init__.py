"""Small models from nothing: tokens, the network, what it is taught before any reward."""
