"""One handler a state of the table."""
