"""Models run by llama.cpp: base and adapters as GGUF files, as a policy and as a player."""
