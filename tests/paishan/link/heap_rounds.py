"""Run by test_heap.py under MicroPython: receive and transmit with the heap locked.

Prints a line a case: its name, and how many bytes the serial line was sent. An allocation
raises MemoryError, which ends it with a traceback.
"""

from binascii import crc32

from paishan.app import App
from paishan.link.link import Link  # first: compiling needs the heap in large pieces

micropython = __import__("micropython")  # which no checker of CPython knows

AT_REST = b"\x16\x16\x16\x16\x32\x40\x01\xa5"


class Board:
    """Port and serial line in one, both without the heap."""

    def __init__(self):
        self.coming = bytearray(4096)
        self.count = 0
        self.at = 0
        self.sent = 0
        self.open = True

    def read(self, inputs):
        for k in range(8):
            inputs[k] = AT_REST[k]

    def write(self, buffer, count=0):
        if count and self.open:
            self.sent += count
            return count
        return 0

    def readinto(self, buffer):
        k = 0
        while k < len(buffer) and self.at < self.count:
            buffer[k] = self.coming[self.at]
            self.at += 1
            k += 1
        return k

    def put(self, data):
        self.coming[: len(data)] = data
        self.count = len(data)
        self.at = 0
        self.sent = 0


def frame(text):
    body = text.encode() + b" "
    return body + b"*%08x\n" % crc32(body)


board = Board()
app = App(board, {}, board, None, {"board": "test", "reset_cause": "power-on"})
link = app.link
assert isinstance(link, Link)
now = 0


def scans(count):
    global now
    for _ in range(count):
        app.scan(now)
        now += 5


def locked(name, data=b"", count=300, events=0):
    """The link's part of so many scans under the lock."""
    global now
    board.put(data)
    for k in range(events):
        app.events.add(k % 19, 1, 2, 3)
    micropython.heap_lock()
    try:
        for _ in range(count):
            link.receive(now)
            link.transmit(now)
            now += 5
    finally:
        micropython.heap_unlock()
    print(name, board.sent)


def main():
    scans(400)
    board.put(frame("#1 hello"))
    scans(50)
    locked("silence")
    locked("watch", frame("#2 watch"))
    locked("repeated", frame("#2 watch"))
    locked("reused", frame("#2 ping"))
    locked("ping", frame("#3 ping"))
    burst = frame("#4 watch") + frame("#5 ping") + frame("@01#6 watch") + frame("@00#7 ping")
    locked("burst", burst)
    locked("damaged", b"#8 ping *00000000\n#8\n#8 ping\n" * 20)
    locked("noise", bytes(range(128, 256)) * 8 + b"\n\x03\n\x00\xff\n:0103\n@zz\n@07ping\n")
    locked("long", b"a" * 1000 + b"\n" + b"#" * 300 + b"\n")
    locked("half a line", b"#9 pi")
    locked("events", events=60)
    locked("ring over", events=200, count=1000)
    board.open = False
    locked("nobody reads", frame("#10 watch") * 20, count=2000, events=60)
    board.open = True
    locked("somebody again", frame("#11 watch"))
    link._session.access.level = 1
    locked("logged in", frame("#12 ping"))
    locked("logged out", count=app.settings.login_ms // 5)
    assert link._session.access.level == 0
    link.press(now)
    micropython.heap_lock()
    link.hold_keys(board.coming, now)
    link.hold_keys(board.coming, now + 1000)
    micropython.heap_unlock()
    print("key", 0)


main()
