"""What words of an email name: days, times of day, lengths, zones, people."""
