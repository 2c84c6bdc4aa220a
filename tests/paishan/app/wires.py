"""A port and a serial line in memory, for an app without a machine."""

AT_REST = b"\x16\x16\x16\x16\x32\x40\x01\xa5"  # everything at home, the gear switch at 1


class Wires:
    """A port that only remembers the order of what was done with it."""

    def __init__(self, inputs=bytes(8)):
        self.inputs = inputs
        self.calls = []

    def read(self, inputs):
        self.calls.append("read")
        inputs[:] = self.inputs

    def write(self, outputs):
        self.calls.append(bytes(outputs))


class Line:
    """A serial line in memory."""

    def __init__(self):
        self.received = bytearray()
        self.sent = bytearray()

    def readinto(self, buffer):
        count = min(len(buffer), len(self.received))
        buffer[:count] = self.received[:count]
        del self.received[:count]
        return count

    def write(self, buffer, count):
        self.sent += buffer[:count]
        return count

    def set_speed(self, speed):
        """A memory has none."""
