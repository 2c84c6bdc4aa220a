"""A hang or an error in every room of the firmware, under real MicroPython.

A hang: the outputs that the machine sees are off within the monostable's time, the watchdog
starts the firmware anew, and keys lead back. An error: everything off in that scan, its
traceback in the journal, the line answers, and keys lead back.
"""

from pathlib import Path

import pytest

from paishan_sim import lane_micropython, person
from paishan_sim.faults import parse
from paishan_sim.hang import MONOSTABLE_MS
from paishan_sim.inject.injector import any_motor
from paishan_sim.lane_micropython import MicroPythonLane, available
from paishan_sim.run import RunConfig, run
from paishan_sim.switch import Switch

pytestmark = pytest.mark.skipif(
    not available(), reason="MicroPython for a PC has no wheel for this platform"
)

ROWS = ((1, 32, (4, 4, 4, 4), "four a side", None),)
DIAL = Switch("dial", 4, True, True, 0)
WALLS = (4, 4, 4, 4)
ANSWERS_WITHIN_S = 2.0  # of this machine, however busy it is
BY_KEYS = {"key", "mend", "clear table", "add tiles"}
WATCHDOG, CRASHED = 99, 98

# room: (module, class, function, which call of it, only while the drum turns)
ROOMS = {
    "io": ("paishan.app.app", "", "copy", 30, True),  # as the app calls it
    "motion": ("paishan.motion.turn", "Turn", "step", 40, True),
    "motion filter": ("paishan.motion.filters", "Debouncer", "step", 500, True),
    "table": ("paishan.table.side", "Side", "step", 60, True),
    "table interlocks": ("paishan.table.interlocks", "Interlocks", "step", 700, True),
    "link": ("paishan.link.link", "Link", "receive", 600, True),
    "store": ("paishan.store.store", "Store", "work", 3, False),
    "app": ("paishan.app.app", "App", "scan", 900, True),
    "app care": ("paishan.app.care", "Care", "step", 5, False),
}
ANSWER = b"ok"  # to a ping
each_room = pytest.mark.parametrize("room", ROOMS)


class HurtLane(MicroPythonLane):
    """`boots` of it so far; keeps what its serial line said, and the flash at its end."""

    def __init__(self, profile):
        self.boots = 0
        super().__init__(profile)

    def _boot(self, cause):
        self.boots += 1
        super()._boot(cause)

    @property
    def hung_for_ms(self):
        """Since the last complete scan; None while it does not hang."""
        return None if self._hang is None else self._now_ms - self._answered_ms

    def scan(self, now_ms, inputs):
        self._now_ms = now_ms
        return super().scan(now_ms, inputs)

    def close(self):
        flash = Path(self._folder.name) / "flash.img"
        if flash.exists():
            self.flash = flash.read_bytes()
        super().close()


class Watch:
    """What the machine saw of it."""

    def __init__(self):
        self.worst_ms = 0  # a motor on so long after the last complete scan
        self.hung = False
        self.crashed_ms = None
        self.ran = False  # a motor, from the crash to the next key
        self.said = b""
        self._boots = 1
        self._presses = 0

    def look(self, playing):
        lane, now_ms = playing.lane, playing.plant.now_ms
        runs = any_motor(playing.outputs)
        if lane.hung_for_ms is not None:
            self.hung = True
            if runs:
                self.worst_ms = max(self.worst_ms, lane.hung_for_ms)
        if lane.boots != self._boots:
            self._boots = lane.boots
            playing.monitor.power_cut()  # its outputs were gone: only a key starts anything
        if self.crashed_ms is None:
            if playing.player.display.strip() == str(CRASHED):
                self.crashed_ms, self._presses = now_ms, len(playing.player.presses)
                lane.serial.send(b"ping\n")
        elif len(playing.player.presses) == self._presses:
            self.ran |= runs
            self.said += lane.serial.receive()


@pytest.fixture
def hurt(monkeypatch):
    """Plays a cycle in which a room is hurt; (result, watch, lane)."""
    monkeypatch.setattr(person, "PLAY_MS", 6_000)

    def play(room, how):
        first = f"import sys; sys.path.append({str(Path(__file__).parent)!r}); import hurt"
        told = f"{first}; hurt.arm(*{ROOMS[room]}, {how!r}); {lane_micropython._BOOT}"
        monkeypatch.setattr(lane_micropython, "_BOOT", told)
        config = RunConfig(
            rows=ROWS, switch=DIAL, seed=5, settings={"surplus_watch_ms": 4_000},
            inject=[parse("power-cut:at=3600s")],
        )  # fmt: skip
        lane = HurtLane({**config.profile(), "serial": True, "watchdog": ANSWERS_WITHIN_S})
        watch = Watch()
        result = run(config, watch.look, lane)
        assert result.violation_list == result.audit == []
        assert {act["remedy"] for act in result.acts} <= BY_KEYS
        assert (result.finished, result.state, result.walls) == (True, "READY", WALLS)
        return result, watch, lane

    return play


@each_room
def test_a_hang_in_any_room_lets_go_of_the_motors_and_keys_lead_back(hurt, room):
    result, watch, lane = hurt(room, "hang")
    assert watch.hung
    assert watch.worst_ms <= MONOSTABLE_MS
    assert lane.boots == 2
    assert WATCHDOG in [code for _now_ms, code in result.advices]


@each_room
def test_an_error_in_any_room_is_told_kept_and_survived(hurt, room):
    result, watch, lane = hurt(room, "raise")
    assert (lane.boots, result.status["crashes"]) == (1, 1)
    assert CRASHED in result.status["faults"]
    assert not watch.ran
    assert ANSWER in watch.said
    assert b"RuntimeError: hurt in " + ROOMS[room][2].encode() in lane.flash
    assert b"crashed in" in lane.flash
