"""A machine of bytes for the firmware's tests: it obeys the outputs, and nothing more.

No mechanics are modelled: every drive takes a round number of milliseconds, tiles come when
belt and ring run. The machine with real mechanics is in paishan_sim; this one is for what
a single key, sensor or limit does. Tests spoil it through `stuck`, `on` and `off`.
"""

import copy

import pytest
from hypothesis import settings as hypothesis_settings

from paishan.app import App
from paishan.io import image as io

hypothesis_settings.register_profile("paishan", derandomize=True, deadline=None)
hypothesis_settings.load_profile("paishan")


SCAN_MS = 5
TRAVEL_MS = 1000  # dome and lifts, end to end
HEAD_MS = 300
QUICK_HEAD_MS = 1200  # its limit: no real head is as quick
TAKES_MS = 100  # the head has the tile from the stop
CLEAR_MS = 165  # and lets the next one come to it
PUSHER_MS = 200
DWELL_MS = 800  # the walls have left the trays
PULSE_MS = 50
WATCH_MS = 4000  # for a tile too many, after a build
FEED_MS = 60  # from the ring to the head
NOTED_MS = 600  # of rest, and what is known of the sets is in flash
GIVE_BACK_MS = 300  # from the head back into the drum
TICKS = 1 << 30

# Selector lines are those of a dial: position 1 is the gear below.
LITTLE_CHART = (
    (0, 0, (0, 0, 0, 0), "self-test"),
    (1, 16, (2, 2, 2, 2), "two a side"),
    (2, 24, (3, 3, 3, 3), "three a side"),
    (3, 8, (2, 2, 0, 0), "two sides"),
    (4, 152, (19, 19, 19, 19), "too long"),
)
DIAL = ("dial", 4, True, True, 0)
SIDES = {"east": 0, "south": 1, "west": 2, "north": 3}
KEYS = {
    "A": io.KEY_A,
    "B": io.KEY_B,
    "both": io.KEY_A | io.KEY_B,
    "dice": 0x04,
    "A and dice": 0x05,
}


class Machine:
    """Firmware and a machine of bytes; the test's hands, eyes and clock.

    `drum`: tiles that still may come. `walls`: stacks on the table. `stuck`: (output byte,
    mask) of motors that do not move. `on`, `off`: input byte -> bits that a broken sensor
    or a hand holds.
    """

    def __init__(self, start_ms=0, chart=LITTLE_CHART, folder=None, **figures):
        self.inputs = bytearray(io.INPUT_BYTES)
        self.outputs = bytearray(io.OUTPUT_BYTES)
        self.seen = bytearray(io.OUTPUT_BYTES)  # outputs that were on since `forget`
        self.on = bytearray(io.INPUT_BYTES)
        self.off = bytearray(io.INPUT_BYTES)
        self.stuck = set()
        self.now = start_ms
        self.elapsed_ms = 0
        self.dome = 0
        self.lifts = [0, 0, 0, 0]
        self.heads = [0, 0, 0, 0]
        self.pushers = [0, 0, 0, 0]
        self.platforms = [0, 0, 0, 0]
        self.trays = [0, 0, 0, 0]
        self.walls = [0, 0, 0, 0]
        self.drum = 0
        self.waiting = [False] * io.SIDES
        self._feed_ms = [0, 0, 0, 0]
        self._up_ms = [0, 0, 0, 0]
        self._lifted = [0, 0, 0, 0]
        self._turned_ms = [0, 0]
        self._keys = 0
        self.inputs[io.SELECTOR] = 1
        settings = {"surplus_watch_ms": WATCH_MS, "head_limit_ms": QUICK_HEAD_MS, **figures}
        self.profile = {"chart": chart, "selector": DIAL, "settings": settings}
        self.folder = folder
        self.may_crash = False
        self.power_on()

    # the port of the firmware

    def read(self, inputs):
        inputs[:] = self.inputs

    def write(self, outputs):
        self.outputs[:] = outputs

    def power_on(self, **identity):
        """The firmware starts anew on the same machine and, where it has a folder, its records."""
        self.outputs[:] = bytes(io.OUTPUT_BYTES)
        self.app = App(self, self.profile, None, self.folder, identity)
        self._sense()

    # clock

    def scan(self):
        self._sense()
        self.app.turn(self.now)
        assert self.may_crash or not self.app.crashes, self.app.store.journal.tail(1)
        for byte, bits in enumerate(self.outputs):
            self.seen[byte] |= bits
        self._move()
        self.now = (self.now + SCAN_MS) % TICKS
        self.elapsed_ms += SCAN_MS

    def run(self, ms):
        for _ in range(ms // SCAN_MS):
            self.scan()

    def until(self, what, within_ms=10_000):
        """Scans until `what` (a state's name or a condition); fails when it takes longer."""
        reached = (lambda: self.state == what) if isinstance(what, str) else what
        for _ in range(within_ms // SCAN_MS):
            self.scan()
            if reached():
                return
        wanted = what if isinstance(what, str) else "the condition"
        raise AssertionError(
            f"no {wanted} within {within_ms} ms, but {self.state} and fault {self.fault}"
        )

    # hands

    def hold(self, keys):
        self._keys |= KEYS[keys]

    def release(self):
        self._keys = 0

    def press(self, keys="A", ms=100):
        """A press of which the firmware has made up its mind when this returns."""
        self.hold(keys)
        self.run(ms)
        self.release()
        self.run(350)

    def open_dome(self, keys="A"):
        """A press, and the time until tiles may be dropped and the dome closed again."""
        self.press(keys)
        self.until(lambda: self.dome == TRAVEL_MS)
        self.run(NOTED_MS)

    def turn_switch_to(self, lines):
        self.inputs[io.SELECTOR] = lines

    def take_tiles_off_the_table(self):
        self.walls = [0, 0, 0, 0]

    # eyes

    @property
    def table(self):
        return self.app.table

    @property
    def state(self):
        return self.table.state.name

    @property
    def fault(self):
        return self.table.alarm.code

    @property
    def display(self):
        return self.table.panel.display.text()

    def drives(self, byte, mask):
        return self.outputs[byte] & mask != 0

    def saw(self, byte, mask):
        return self.seen[byte] & mask != 0

    def forget(self):
        self.seen[:] = bytes(io.OUTPUT_BYTES)

    def motors_run(self):
        return io.motors_run(self.outputs)

    @property
    def noted(self):
        """What the state record says of the two sets: (progress, walls below), None = nothing."""
        data = self.app.store.state.data
        return (data["progress"], data["set_below"]) if data else None

    @property
    def counts(self):
        return [side.count for side in self.table.sides]

    # what the machine does with the outputs

    def _drives(self, byte, mask):
        return self.outputs[byte] & mask and (byte, mask) not in self.stuck

    def _move(self):
        for side in range(io.SIDES):
            self._move_side(side)
        self.dome = self._travel(self.dome, io.CENTRE, io.DOME_RAISE, io.DOME_LOWER)
        for part, motors in enumerate((io.DRUM | io.DRUM_REV, io.RING)):
            runs = any(
                self._drives(io.CENTRE, mask)
                for mask in (io.DRUM, io.DRUM_REV, io.RING)
                if mask & motors
            )
            self._turned_ms[part] += SCAN_MS if runs else 0

    def _travel(self, place, byte, upwards, downwards):
        if self._drives(byte, upwards):
            place += SCAN_MS
        if self._drives(byte, downwards):
            place -= SCAN_MS
        return max(0, min(place, TRAVEL_MS))

    def _move_side(self, side):
        outputs = self.outputs
        if not outputs[side] & io.SIDE_MOTORS and not self.lifts[side]:
            return
        self.lifts[side] = self._travel(self.lifts[side], side, io.LIFT_RAISE, io.LIFT_LOWER)
        self._up_ms[side] = self._up_ms[side] + SCAN_MS if self.lifts[side] == TRAVEL_MS else 0
        if self._up_ms[side] >= DWELL_MS and not self.walls[side]:
            self.walls[side], self.trays[side] = self.trays[side], 0
        self._move_belt(side)
        if self._drives(side, io.HEAD_REV):
            if self._lifted[side] and self.heads[side] <= TAKES_MS:  # back at the stop
                self._lifted[side] = 0
                self.waiting[side] = True
            self.heads[side] = max(0, self.heads[side] - SCAN_MS)
        if self._drives(side, io.HEAD):
            self.heads[side] = (self.heads[side] + SCAN_MS) % HEAD_MS
            if self.heads[side] == TAKES_MS and self.waiting[side]:
                self.waiting[side] = False
                self._feed_ms[side] = 0
                self._lifted[side] = 1
            if self.heads[side] == 180:  # set down
                self.platforms[side] += self._lifted[side]
                self._lifted[side] = 0
        if self._drives(side, io.PUSHER):
            self.pushers[side] = (self.pushers[side] + SCAN_MS) % PUSHER_MS
            if self.pushers[side] == PUSHER_MS // 2:
                self.trays[side] += self.platforms[side] // 2
                self.platforms[side] = 0

    def _move_belt(self, side):
        if self._drives(side, io.BELT) and not self.drum and not self.waiting[side]:
            self._feed_ms[side] = 0
        if self._drives(side, io.BELT) and self.drum and not self.waiting[side]:
            self._feed_ms[side] += SCAN_MS if self._drives(io.CENTRE, io.RING) else 0
            blocked = TAKES_MS <= self.heads[side] < CLEAR_MS
            if self._feed_ms[side] >= FEED_MS and not blocked:
                self.drum -= 1
                self.waiting[side] = True
        if self._drives(side, io.BELT_REV) and self.waiting[side]:
            self._feed_ms[side] -= SCAN_MS
            if self._feed_ms[side] <= FEED_MS - GIVE_BACK_MS:
                self.drum += 1
                self.waiting[side] = False
                self._feed_ms[side] = 0

    def _sense(self):
        inputs = self.inputs
        for side in range(io.SIDES):
            head, pusher, lift = self.heads[side], self.pushers[side], self.lifts[side]
            inputs[side] = (
                io.TILE * self.waiting[side]
                | io.HEAD_HOME * (head < 20 or head > HEAD_MS - 20)
                | io.PUSHER_HOME * (pusher < 20 or pusher > PUSHER_MS - 20)
                | io.PUSHER_OUT * (PUSHER_MS // 2 - 20 < pusher < PUSHER_MS // 2 + 20)
                | io.LIFT_DOWN * (lift == 0)
                | io.LIFT_UP * (lift == TRAVEL_MS)
                | io.BELT_FULL * (0 < self._feed_ms[side] < FEED_MS * 2 // 3)
                | io.TRAY_TILE * (self.trays[side] > 0)
            )
        inputs[io.CENTRE] = (
            io.DOME_UP * (self.dome == TRAVEL_MS)
            | io.DOME_DOWN * (self.dome == 0)
            | io.DRUM_TURN * (self._turned_ms[0] // PULSE_MS & 1)
            | io.RING_TURN * (self._turned_ms[1] // PULSE_MS & 1)
            | io.RING_TILE * (min(self._turned_ms) // PULSE_MS & 1)
            | io.COVER_CLOSED
            | io.MAINS_OK
        )
        inputs[io.PANEL] = self._keys | io.ENABLE
        inputs[io.CHAIN] = io.CHAIN_SIGNATURE
        for byte in range(io.INPUT_BYTES):
            inputs[byte] = inputs[byte] & ~self.off[byte] & 0xFF | self.on[byte]


_REACHED: dict[object, object] = {}  # situation: a machine that was brought there once


def _brought(situation, bring):
    """A machine in a situation: a copy, since the way there is the same for every test."""
    if situation not in _REACHED:
        _REACHED[situation] = bring()
    return copy.deepcopy(_REACHED[situation])


@pytest.fixture
def machine():
    """A machine just switched on: everything at home, no tile in it, dial at 1."""
    return Machine()


@pytest.fixture
def new_machine():
    """Makes a machine with its own start time, chart, folder or settings."""
    return Machine


@pytest.fixture
def reach():
    """Brings a machine into a situation by a name; the next time it is only copied."""
    return _brought


def _ready():
    """A machine that has homed and shows READY."""
    machine = Machine()
    machine.until("READY", 2000)
    machine.run(400)
    return machine


def _loading():
    """The dome stands open, nothing dropped yet, and the record says so."""
    machine = _brought("ready", _ready)
    machine.open_dome()
    assert machine.state == "LOADING"
    return machine


def _building():
    """A first build has begun: 16 tiles to come, none counted."""
    machine = _brought("loading", _loading)
    machine.press()
    machine.until("BUILDING")
    machine.run(100)  # sooner a key would be one that came too late to stop the dome
    machine.drum = 16
    return machine


def _built():
    """The first walls stand in the trays, the watch for a surplus tile is over."""
    machine = _brought("building", _building)
    machine.until("READY", 20_000)
    machine.run(WATCH_MS + 1000)
    assert machine.trays == [2, 2, 2, 2]
    return machine


def _raising():
    """The second set has been dropped and the lifts have begun to go up."""
    machine = _brought("built", _built)
    machine.open_dome()
    machine.press()
    machine.until("RAISING")
    return machine


def _situation(name, bring):
    def fixture():
        return _brought(name, bring)

    fixture.__doc__ = bring.__doc__
    return pytest.fixture(fixture, name=name)


ready = _situation("ready", _ready)
loading = _situation("loading", _loading)
building = _situation("building", _building)
built = _situation("built", _built)
raising = _situation("raising", _raising)


@pytest.fixture
def flashed(new_machine, tmp_path):
    """A machine whose records outlive the power."""
    machine = new_machine(folder=str(tmp_path))
    machine.until("READY", 2000)
    machine.run(1000)
    return machine


@pytest.fixture
def stacked(flashed):
    """One set is built and lies below, and the record says so."""
    flashed.open_dome()
    flashed.drum = 16
    flashed.press()
    flashed.until("READY", 30_000)
    flashed.run(7_000)
    return flashed


@pytest.fixture
def cut(flashed):
    """The power went in mid-build and is back."""
    flashed.open_dome()
    flashed.drum = 16
    flashed.press()
    flashed.until("BUILDING")
    flashed.until(lambda: sum(flashed.trays) >= 2 and sum(flashed.waiting) >= 1, 20_000)
    flashed.power_on()
    flashed.until("FAULT", 1500)
    return flashed
