"""The controller, as start, recovery shell and application see it.

What pins and chip make different comes from board.py, which says it to this file alone:
boards/README.md lists what. All but the process image, the bus and the pace works without the
application.
"""

import time

import board
import machine
import micropython
from micropython import const

_LAMP_SCANS = const(63)  # between two changes of the lamp, less one
_KEY_LOOKS = const(10)  # a millisecond apart
_SHELL_MS = const(5)
_LAST_WORDS_MS = const(100)  # what was said last still goes out

_image = None  # the port, once the application has asked for it
_line = None  # to a laptop
_second = None  # the bus
_pace = None
_dog = None
_scans = 0

outputs_off = board.outputs_off


def port():
    """The process image's port: read(inputs) and write(outputs)."""
    global _image
    _image = board.port()
    return _image


def profile():
    """The machine, as its profile says: chart, selector, settings."""
    from paishan.io import files

    return files.profile(board.HOME + "profile.json")[0]


def serial():
    """The line to a laptop, and the bus; without the application the laptop's alone."""
    global _line, _second
    from rescue.console import Console

    _line = Console()
    try:
        from paishan.io.lines import Lines

        _second = board.bus()
    except ImportError:
        return _line
    return Lines(_line, _second) if _second else _line


def folder():
    """Where the records are. The file system itself is mounted before board.py is read."""
    return board.HOME + "store"


def identity():
    """What this board says of itself; "lost": a sentence when its records were lost."""
    about = {
        "board": board.NAME,
        "reset_cause": board.RESET_CAUSE,
        "serial": machine.unique_id().hex(),
        "leave": ["repl"] + list(board.ways),
    }
    try:
        from paishan.io import files
    except ImportError:
        return about
    about["lost"] = files.kept(folder()) or files.profile(board.HOME + "profile.json")[1]
    return about


def root():
    """Where the two slots are; None: there are none, the application is frozen."""
    return board.HOME if board.SLOTS else None


def forced():
    """Whether the recovery key holds its pin to ground, for 10 ms."""
    for _ in range(_KEY_LOOKS):
        time.sleep_ms(1)
        if board.key():
            return False
    return True


def wait():
    """Blocks until the next scan is due; the time in ms, below 2^30."""
    global _pace
    if not _image:  # the recovery shell has no scan
        time.sleep_ms(_SHELL_MS)
        return time.ticks_ms()
    if not _pace:
        from paishan.io.pace import Pace

        _pace = Pace(_image, _second.sending if _second else None)
    if _line:
        _line.spare(_image.moving)
    return _pace.wait()


def watchdog():
    """Starts the chip's watchdog, which only a reset ends; returns what feeds it."""
    global _dog
    if not _dog:
        _dog = machine.WDT(timeout=board.WATCHDOG_MS)
    return _feed


def _feed():
    """After each complete scan: watchdog, outputs' enable, and the lamp."""
    global _scans
    if _dog:
        _dog.feed()
    if _image:  # the recovery shell has none
        _image.feed()
    _scans = _scans + 1 & 2 * _LAMP_SCANS + 1
    if not _scans & _LAMP_SCANS:
        board.lamp(_scans > _LAMP_SCANS)


def leave(how):
    """Outputs off, then one of board.py's ways, or "repl": back to MicroPython's prompt."""
    outputs_off()
    if how == "repl":
        micropython.kbd_intr(3)
    else:
        time.sleep_ms(_LAST_WORDS_MS)
        board.ways[how]()
