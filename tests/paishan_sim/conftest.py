"""A safety monitor with a test's hands on what it sees."""

import pytest

from paishan_sim import wiring as w
from paishan_sim.monitor import Monitor

AT_REST = bytes([w.HEAD_HOME | w.PUSHER_HOME | w.LIFT_DOWN] * 4) + bytes(
    [w.DOME_DOWN | w.COVER_CLOSED | w.MAINS_OK, w.ENABLE, 0, w.CHAIN_SIGNATURE]
)


class Watch:
    """A monitor with inputs and outputs that stay until they are changed.

    Heads, drum, ring and a pusher that runs show movement unless `stalled`.
    """

    def __init__(self) -> None:
        self.monitor = Monitor()
        self.inputs = bytearray(AT_REST)
        self.outputs = bytearray(w.OUTPUT_BYTES)
        self.now = 0
        self.stalled = False

    def run(self, ms: int) -> "Watch":
        for _ in range(0, ms, w.SCAN_MS):
            if self.now % 1000 == 0 and not self.stalled:
                for side in range(4):
                    self.inputs[side] ^= w.HEAD_HOME
                    if self.outputs[side] & w.PUSHER:
                        self.inputs[side] ^= w.PUSHER_HOME
                self.inputs[w.CENTRE] ^= w.DRUM_TURN | w.RING_TURN
            self.monitor.watch(self.now, self.inputs, self.outputs)
            self.now += w.SCAN_MS
        return self

    def ends(self) -> list[str]:
        """Drives that went on at their end."""
        return [rule for rule in self._all() if rule.endswith("its end")]

    def rules(self) -> list[str]:
        """All other rules."""
        return [rule for rule in self._all() if not rule.endswith("its end")]

    def _all(self) -> list[str]:
        return [violation.rule for violation in self.monitor.violations]


@pytest.fixture
def watch() -> Watch:
    return Watch().run(100)


def press_key(watch: Watch) -> None:
    watch.inputs[w.PANEL] |= w.KEY_A
    watch.run(100)
    watch.inputs[w.PANEL] &= ~w.KEY_A


def on_each(outputs: list[tuple[int, int]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("station", "mask"), outputs, ids=[f"{station}-{mask:#x}" for station, mask in outputs]
    )
