"""The lowest room: the process image and time. Only this room may import `machine`."""
