"""The cam of a head, turned by a test."""

from paishan.io.image import HEAD_HOME

SIDE = 1
LIMIT_MS = 1000
PAUSE_MS = 200
REVERSE_MS = 300


def leave_home(shaft):
    shaft.set(SIDE, HEAD_HOME, False)


def come_home(shaft):
    shaft.set(SIDE, HEAD_HOME, True)


def home_after(shaft, turn, turn_ms):
    turn.start(shaft.now)
    shaft.run(50)
    leave_home(shaft)
    shaft.run(turn_ms - 55)
    come_home(shaft)
    shaft.run(5)


def turn_once(shaft, turn, turn_ms=400):
    home_after(shaft, turn, turn_ms)
    assert turn.done
