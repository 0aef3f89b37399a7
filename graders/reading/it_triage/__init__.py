"""What a resolution tells its reader to do, read against the fix: facts, steps, sources."""
