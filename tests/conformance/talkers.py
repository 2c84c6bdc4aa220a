"""Who talks to a table: within this process, or over what `paishan sim serve` offers."""

import json
import subprocess
import sys
import time
from collections import deque

import serial
from tests.conformance.dialogue import frame, is_news

from paishan_sim.run import RunConfig
from paishan_sim.serve import open_table

READY_MS = 5000
PATIENCE_MS = 3000  # of table time, for a line to come
SPEED = 20  # of a served table


class Talker:
    """Sorts what comes into replies and what comes unasked."""

    def __init__(self):
        self._rest = b""
        self._lines = {True: deque(), False: deque()}

    def take(self, data):
        *whole, self._rest = (self._rest + data).split(b"\n")
        for line in whole:
            text = line.decode("ascii").rstrip("\r")
            if text or self._rest:
                self._lines[is_news(text)].append(text)

    def queued(self, news):
        lines = self._lines[news]
        return lines.popleft() if lines else None

    def forget(self):
        self._rest = b""
        for lines in self._lines.values():
            lines.clear()

    def until_ready(self):
        """Waits for READY and for what was said before it."""
        for number in range(1, READY_MS // 100):
            self.wait(100)
            self.send(frame(f"#{number} watch"))
            if 'state="READY"' in (self.line(False) or ""):
                break
        self.wait(200)
        self.forget()


class Inside(Talker):
    """Lane 1 in this process, in virtual time."""

    def __init__(self, service=False, **profile):
        super().__init__()
        self._table = open_table(RunConfig(**profile))
        self.run = self._table.__enter__()
        self.run.plant.set_service(service)
        self.serial = self.run.lane.serial
        self.until_ready()

    @property
    def app(self):
        return self.run.lane.app

    def scan(self):
        run = self.run
        outputs = run.lane.scan(run.plant.now_ms, run.plant.inputs)
        run.monitor.watch(run.plant.now_ms, run.plant.inputs, outputs)
        run.plant.step(outputs)
        self.take(self.serial.receive())
        return outputs

    def send(self, data):
        self.serial.send(data)

    def wait(self, ms):
        for _ in range(ms // 5):
            self.scan()

    def line(self, news, wait=True):
        for _ in range(PATIENCE_MS // 5 if wait else 0):
            found = self.queued(news)
            if found is not None:
                return found
            self.scan()
        return self.queued(news)

    def ask(self, text, number=1):
        """A framed request; its last line."""
        self.send(frame(f"#{number} {text}"))
        while (line := self.line(False)) and line.startswith(f"#{number} +"):
            pass
        return line

    def close(self):
        self._table.__exit__(None, None, None)


class Served(Talker):
    """A table that `paishan sim serve` runs in another process, over one of its URLs."""

    def __init__(self, *options, pty=False, service=False):
        super().__init__()
        command = [
            sys.executable,
            "-c",
            "from paishan_host.cli import main; main()",
            "sim",
            "serve",
            "--json",
        ]
        command += ["--speed", str(SPEED), *options]
        command += ["--pty"] * pty + ["--service"] * service
        self.child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.urls = json.loads(self.child.stdout.readline())["urls"]
        self.port = serial.serial_for_url(self.urls[-1], timeout=0.01, exclusive=None)

    def send(self, data):
        self.port.write(data)

    def wait(self, ms):
        # a served table on a busy machine goes on late rather than rush
        end = time.monotonic() + 0.1 + 2 * ms / 1000 / SPEED
        while time.monotonic() < end:
            self.take(self.port.read(max(1, self.port.in_waiting)))

    def line(self, news, wait=True):
        # a slow machine is no fault: patience is real time here
        end = time.monotonic() + (PATIENCE_MS / 1000 if wait else 0)
        while (found := self.queued(news)) is None and time.monotonic() < end:
            self.take(self.port.read(max(1, self.port.in_waiting)))
        return found

    def close(self):
        self.port.close()
        self.child.terminate()
        self.child.wait(10)
        self.child.stdout.close()
