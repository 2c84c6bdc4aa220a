"""The commands of the serial tool, a file a subject; form.py is what they share."""
