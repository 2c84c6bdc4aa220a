"""Power-on: every output off before anything else is even looked for."""

__import__("board").outputs_off()
