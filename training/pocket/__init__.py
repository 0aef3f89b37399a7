"""Small models from scratch: tokenizer, network, and what they are taught before any reward."""
