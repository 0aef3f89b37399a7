"""The help desk with tools: an episode watched call by call, played by hand, or over MCP."""
