"""What a serial line may carry that nobody meant: random bytes, mutated lines, silence, breaks.

`python -m tests.conformance.fuzz [lines] [seed]` runs it for as long as one likes in lane 1.
"""

import gc
import random
import sys
import time
from collections import Counter

from tests.conformance.dialogue import frame

from paishan.link.access import TECHNICIAN
from paishan.link.verbs import VERBS
from paishan_sim import wiring
from paishan_sim.run import RunConfig
from paishan_sim.serve import open_table

BREAK = b"\x00"
CTRL_C = b"\x03"
LONGEST = 300
SILENCE_MS = 28_000
WORDS = (
    "scan_ms", "gap_ms=3000", "since=0", "since=-1", "last=5", "what", "presence", "challenge",
    "mac=" + "0" * 64, "name=\"x\"", "rows=[[1,2],{\"a\":[]}]", "total=7", "step=\"read\"",
    "=", "a=", "=1", "\"", "[", "1e9", "true", "null", "99999999999", "link_bus=true", "enter",
    "DRUM", "lease=1000", "settings", "\\u5c0f", "x" * 90, "language=\"zh\"",
)  # fmt: skip
# framed and whole, these do what a key could do: they are meant, so they are not part of this
KEYS = {"start", "pause", "resume"}
NAMES = [row[0] for row in VERBS]
FOR_ALL = [row[0] for row in VERBS if row[1] != TECHNICIAN and row[0] not in KEYS]
DENIED = [row[0] for row in VERBS if row[1] == TECHNICIAN]


def whole_frame(chance, number):
    """A frame with the right checksum and any arguments."""
    verb = chance.choice(FOR_ALL + DENIED + ["", "x", "helloo"])
    words = " ".join(chance.choice(WORDS) for _ in range(chance.randrange(4)))
    return frame(f"{chance.choice(('', '', '', '@01', '@00', '@02'))}#{number} {verb} {words}")


def typed(chance):
    """What a person, or noise, might type."""
    words = " ".join(chance.choice(WORDS) for _ in range(chance.randrange(3)))
    return f"{chance.choice(NAMES)} {words}".encode() + chance.choice((b"\n", b"\r\n", b"\r"))


def mutated(chance, line):
    """A line with a few bytes flipped, lost, doubled, put in or cut off."""
    line = bytearray(line)
    for _ in range(chance.randrange(1, 5)):
        if not line:
            break
        at = chance.randrange(len(line))
        kind = chance.randrange(5)
        if kind == 0:
            line[at] ^= 1 << chance.randrange(8)
        elif kind == 1:
            del line[at]
        elif kind == 2:
            line[at:at] = bytes([chance.randrange(256)])
        elif kind == 3:
            line[at:at] = line[at : at + chance.randrange(20)]
        else:
            del line[at:]
    return bytes(line)


def is_meant(line):
    """Whether a mutated line is by chance one that may move something."""
    return any(line.startswith(b"#") and key.encode() in line for key in KEYS)


def pieces(seed, lines):
    """The traffic, piece by piece; deterministic."""
    chance = random.Random(seed)
    for number in range(1, lines + 1):
        kind = chance.randrange(10)
        if kind == 0:
            yield bytes(chance.randrange(256) for _ in range(chance.randrange(1, 80)))
        elif kind == 1:
            yield chance.choice((BREAK, CTRL_C, b"\n", b"\r", b":010300000001FB\r\n", b"~ x\n"))
        elif kind < 4:
            yield typed(chance)
        elif kind < 5:
            yield mutated(chance, typed(chance))
        elif kind < 7:
            yield whole_frame(chance, chance.choice((number, number, chance.randrange(1, 99))))
        else:
            line = mutated(chance, whole_frame(chance, number))
            if not is_meant(line):
                yield line


def every_length():
    """Lines of every length from 1 to LONGEST: letters, a frame's beginning, a whole frame."""
    for length in range(1, LONGEST + 1):
        yield b"a" * length + b"\n"
        yield b"#" * length + b"\n"
        if length >= 18:
            yield frame("#1 ping" + " " * (length - 17))


class Watched:
    """A table in READY under fire.

    `late`: processor time in ms of scans that needed more than a period. Not the clock's: what
    else this machine does is no fault of the scan; neither is Python's collector, which is off.
    """

    def __init__(self, lane="cpython", given=None):
        """`given`: a lane that is open already."""
        gc.disable()
        self._table = open_table(RunConfig(lane=lane), given)
        self.run = self._table.__enter__()
        self.lane = self.run.lane
        self.sent = 0
        self.scans = 0
        self.late = []
        self.answers = Counter()
        self.reads = True
        self.heard = 0  # bytes
        self._rest = b""
        self.scan(600)
        self.settings = self.ask("export")

    def scan(self, count=1):
        plant, lane = self.run.plant, self.lane
        for _ in range(count):
            started = time.thread_time()
            outputs = lane.scan(plant.now_ms, plant.inputs)
            took_ms = (time.thread_time() - started) * 1000
            if took_ms > wiring.SCAN_MS:
                self.late.append(took_ms)
            if self.scans > 300:
                moving = wiring.motors_on(outputs)
                assert not moving, f"{moving} after {self.sent} bytes"
            plant.step(outputs)
            self.scans += 1
            if self.reads:
                self._take(lane.serial.receive())

    def _take(self, data):
        self.heard += len(data)
        *whole, self._rest = (self._rest + data).split(b"\n")
        for line in whole:
            words = line.split()
            self.answers[words[1].decode() if len(words) > 1 else ""] += 1

    def fire(self, traffic):
        """Sends pieces at the pace of the line, which waits while a long answer goes out."""
        waiting = 0
        for piece in traffic:
            assert self.lane.serial.send(piece) == len(piece)
            self.sent += len(piece)
            waiting += len(piece)
            while waiting > 0:
                self.scan()
                waiting -= 64
            if self.reads and waiting > -64:
                self.drain(2)
        self.drain(100)

    def drain(self, quiet):
        """Scans until so many scans brought nothing."""
        silent = 0
        while self.reads and silent < quiet:
            data, self.heard = self.heard, 0
            silent = 0 if data else silent + 1
            self.scan()

    def ask(self, text, number=1):
        """Resynchronises and asks; the reply's lines. AssertionError when none comes."""
        self.reads = False
        found = b""
        silent = 0
        while silent < 5:
            self.scan(20)
            silent = 0 if self.lane.serial.receive() else silent + 1
        self.lane.serial.send(b"\n" + frame(f"#{number} hello"))
        self.lane.serial.send(frame(f"#{number + 1} {text}"))
        for _ in range(4000):
            self.scan()
            found += self.lane.serial.receive()
            final = f"\n#{number + 1} ok".encode()
            if final in found and found.endswith(b"\n"):
                break
        self.reads = True
        lines = found.splitlines()
        assert any(line.startswith(b"#%d ok product=" % number) for line in lines), found[-200:]
        answer = [line for line in lines if line.startswith(b"#%d " % (number + 1))]
        assert answer, found[-200:]
        return [line.rpartition(b"*")[0] for line in answer]

    def check(self):
        """The next hello answers, and no setting has changed."""
        assert self.ask("export") == self.settings

    def close(self):
        self._table.__exit__(None, None, None)
        gc.enable()


def main(lines=1_000_000, seed=1):
    """The long run: prints what came of it."""
    table = Watched()
    started = time.perf_counter()
    table.fire(pieces(seed, lines))
    table.check()
    print(
        f"{lines} lines, {table.sent} bytes, {table.scans} scans in "
        f"{time.perf_counter() - started:.0f} s: no motor moved, no setting changed, "
        f"{len(table.late)} scans over {wiring.SCAN_MS} ms {sorted(table.late)[-5:]}"
    )
    print(dict(table.answers.most_common(40)))
    table.close()


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
