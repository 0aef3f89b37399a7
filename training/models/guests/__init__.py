"""A stranger's model: started and run in a process of its own, kept from other files."""
