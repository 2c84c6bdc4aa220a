"""The bench board: the unchanged firmware under MicroPython on a PC, its pins on a socket.

The simulator listens on 127.0.0.1 at the port in PAISHAN_BENCH. It sends one JSON line, the
profile, then a frame a scan. All numbers are little endian.

    to the board    time in ms (4 bytes), then the 8 input bytes; a time of 0xFFFFFFFF asks
                    for the status instead
    from the board  the 7 output bytes of that scan; or length (2 bytes) and JSON

The board answers a frame when the firmware waits for the next one, so a scan may write its
outputs as often as it likes and only the last counts, as on a shift register.
"""

_outputs = bytearray(7)  # every output off until a scan says otherwise

import gc
import json
import os
import socket
import sys
import time

import flash
import micropython

_FOLDER = "/store"
_FRAME_BYTES = 12
_EXIT = {"reboot": 3, "repl": 4}  # codes
_BITTEN = 5
_MONOSTABLE_MS = 50
_WATCHDOG_MS = 8388
_SO_SNDBUF = 7 if sys.platform == "linux" else 0x1001
_STATUS_MARK = 0xFF  # in the highest byte of a time, which is below 2^30

_frame = bytearray(_FRAME_BYTES)


def outputs_off():
    """Clears every output; the simulator sees it as the answer to the next frame."""
    for i in range(7):
        _outputs[i] = 0


class _Port:
    """The process image's two ends. Neither allocates."""

    def read(self, inputs):
        """Copies the 8 bytes of the newest frame into `inputs`."""
        if _line.lock and not _line.locked:
            _line.locked = True
            micropython.heap_lock()
        for i in range(8):
            inputs[i] = _frame[4 + i]

    def write(self, outputs):
        """Takes the 7 bytes that answer the frame."""
        for i in range(7):
            _outputs[i] = outputs[i]
        if _line.locked:  # a scan may write twice, the lock counts
            _line.locked = False
            micropython.heap_unlock()


class _Line:
    """The socket, what it said first, and what a scan cost."""

    def __init__(self):
        self.sock = socket.socket()
        port = int(os.getenv("PAISHAN_BENCH"))
        self.sock.connect(socket.getaddrinfo("127.0.0.1", port)[0][-1])
        self.sock.setsockopt(6, 1, 1)  # TCP_NODELAY: 7 bytes must not wait for more
        self.profile = json.loads(self.sock.readline())
        self.lock = self.profile.pop("heap_lock", False)
        self.locked = False
        self.flash = self.profile.pop("flash", {})
        self.reset_cause = self.profile.pop("reset_cause", "power-on")
        self.installed = self.profile.pop("installed", False)
        self.forced = self.profile.pop("forced", False)
        self.mark = None
        if self.profile.pop("watchdog", None) is not None:
            self.mark = open("watchdog", "wb")  # noqa: SIM115 - tells the simulator of the start
        self.guarded = False  # the watchdog runs, and with it the monostable counts
        self.fed = False  # since the last frame
        self.fed_ms = -1
        self.folder = None
        self.owes = False  # a frame was taken and not answered yet
        self.scans = 0
        self.scan_us = 0
        self.scan_max_us = 0
        self.started_us = 0
        self.boot_heap = 0
        self.code_heap = 0  # taken by the modules, before the table is put together

    def wait(self):
        """Answers the last frame, takes the next; returns its time in ms."""
        now_us = time.ticks_us()
        if self.owes:
            took = time.ticks_diff(now_us, self.started_us)
            self.hold()
            self.scans += 1
            self.scan_us += took
            if took > self.scan_max_us:
                self.scan_max_us = took
            self.sock.write(_outputs)
            self.owes = False
        elif not self.boot_heap:
            gc.collect()
            self.boot_heap = gc.mem_alloc()
        while True:
            if self.sock.readinto(_frame) != _FRAME_BYTES:
                sys.exit()  # the simulator is gone: the run is over
            if _frame[3] != _STATUS_MARK:
                break
            self.report()
        self.owes = True
        self.started_us = time.ticks_us()
        return _frame[0] | _frame[1] << 8 | _frame[2] << 16 | _frame[3] << 24

    def hold(self):
        """Monostable and watchdog of a firmware that answers and completes no scan."""
        now_ms = _frame[0] | _frame[1] << 8 | _frame[2] << 16 | _frame[3] << 24
        if self.fed:
            self.fed = False
            self.fed_ms = now_ms
        elif self.guarded:
            if self.fed_ms < 0:
                self.fed_ms = now_ms
            unfed_ms = (now_ms - self.fed_ms) & 0x3FFFFFFF
            if unfed_ms > _MONOSTABLE_MS:
                outputs_off()
            if unfed_ms > _WATCHDOG_MS:
                sys.exit(_BITTEN)

    def device(self):
        """The flash as the profile wants it."""
        path = self.flash.get("file") or os.getenv("PAISHAN_BENCH_FLASH")
        blocks = flash.ROOT_BLOCKS if self.installed else flash.BLOCKS
        image = flash.FileImage(path, blocks) if path else flash.MemoryImage()
        return flash.Flash(image, self.flash.get("cut", 0), self.flash.get("torn", False), blocks)

    def mount(self):
        """Puts the flash where the records are; "flash": null in the profile is none at all."""
        if self.flash is not None and self.folder is None:
            if not self.installed:  # else it is the root already
                flash.mount(self.device(), _FOLDER)
            self.folder = _FOLDER
        return self.folder

    def report(self):
        """Sends the status of the firmware and what this board measured of it."""
        app = sys.modules["main"].start.app
        status = app.status() if app else {"state": "RECOVERY", "fault": 0, "faults": []}
        gc.collect()
        status["bench"] = {
            "scans": self.scans,
            "scan_us": self.scan_us,
            "scan_max_us": self.scan_max_us,
            "boot_heap": self.boot_heap,
            "code_heap": self.code_heap,
            "heap": gc.mem_alloc(),
        }
        text = json.dumps(status).encode()
        self.sock.write(bytes((len(text) & 255, len(text) >> 8)))
        self.sock.write(text)


_line = _Line()
_port = _Port()


def port():
    """The process image's port: read(inputs) and write(outputs)."""
    return _port


def profile():
    """Chart, selector and settings of this machine, as the simulator sent them."""
    gc.collect()
    _line.code_heap = gc.mem_alloc()
    return _line.profile


def folder():
    """Where the records are: the LittleFS of this board's flash. None: nothing is kept."""
    return _line.mount()


def identity():
    """What this board says of itself."""
    ways = ("reboot", "repl") if _line.installed or _line.mark else ("reboot",)
    return {"board": "bench", "reset_cause": _line.reset_cause, "leave": ways}


def root():
    """Where the two slots are, or None: this run is from the sources."""
    return "/" if _line.installed else None


def device():
    """The flash that start.py makes the root of."""
    return _line.device()


def forced():
    """Whether the recovery key is held, as the profile says."""
    return _line.forced


def watchdog():
    """Starts the watchdog; returns what feeds it, or None where the profile gives it none."""
    if _line.mark is None:
        return None
    _line.mark.write(b"started")
    _line.mark.flush()
    _line.guarded = True
    return _feed


def _feed():
    _line.fed = True


class _Serial:
    """The line to a laptop: a second socket. Neither call waits or allocates."""

    def __init__(self, port):
        self.sock = socket.socket()
        # bounded, so that a laptop that does not read is felt here
        self.sock.setsockopt(socket.SOL_SOCKET, _SO_SNDBUF, 65536)
        self.sock.connect(socket.getaddrinfo("127.0.0.1", port)[0][-1])
        self.sock.setsockopt(6, 1, 1)
        self.sock.setblocking(False)

    def readinto(self, buffer):
        """Fills `buffer` from its start; how many bytes came."""
        try:
            return self.sock.readinto(buffer) or 0
        except OSError:
            return 0

    def write(self, buffer, count):
        """Takes up to `count` bytes of `buffer`; how many it took."""
        try:
            return self.sock.write(buffer, count) or 0
        except OSError:
            return 0


_serial = None


def serial():
    """The line to a laptop, where the simulator offers one; the same for whoever asks."""
    global _serial
    port = os.getenv("PAISHAN_BENCH_SERIAL")
    if port and _serial is None:
        _serial = _Serial(int(port))
    return _serial


def leave(how):
    """Ends the program; its exit code asks the simulator to start it anew, or is the prompt."""
    sys.exit(_EXIT[how])


def wait():
    """Blocks until the next scan is due; returns the time in ms, below 2^30."""
    return _line.wait()


# What rescue/controller.py gives for a chip with pins, this board gives by itself.
sys.modules["rescue.controller"] = sys.modules[__name__]
