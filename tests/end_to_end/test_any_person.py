"""Whatever people do, and whatever breaks meanwhile: safe, no tile lost, READY never lies.

A machine of rules: somebody presses keys, drops, forgets and takes out tiles, turns the switch,
pulls the plug; something breaks and is mended. A million scans and more, counted and printed.
"""

import gc
import os
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from paishan.table.interlocks import Interlocks
from paishan.table.side import Side
from paishan_sim import wiring as w
from paishan_sim.faults import SCENARIOS, parse
from paishan_sim.lane import open_lane
from paishan_sim.plant import Plant
from paishan_sim.run import Run, RunConfig

EXAMPLES = int(os.environ.get("PAISHAN_EXAMPLES", "100"))
LEAST_SCANS = 1_000_000  # of a usual test run
STEPS = 50  # of an example, at most
KEYS = (("KEY_A",), ("KEY_B",), ("KEY_A", "KEY_B"), ("DICE_E",))
# A machine with one of these may collide whatever a controller does: people see to it first.
HARMLESS = [one.name for one in SCENARIOS if not one.harms and one.name != "scan-fails"]
GEARS = st.sampled_from([("decade-dial", 1), ("decade-dial", 2), ("dip", 2), ("thumbwheel", 8)])


class AnyPerson(RuleBasedStateMachine):
    """One table with somebody at it who knows nothing. `scans`: of all of them."""

    scans = 0

    @initialize(gear=GEARS, seed=st.integers(0, 1 << 20))
    def power_on(self, gear, seed):
        config = RunConfig(
            chart=gear[0],
            selector=gear[1],
            seed=seed,
            script=(),
            inject=[parse("ring-eye-stuck:at=build99")],  # brings the injector, does nothing
        )
        self.records = TemporaryDirectory(prefix="paishan-")
        self.lane = open_lane("cpython", {**config.profile(), "folder": self.records.name})
        self.run = Run(config, self.lane)
        self.plant, self.injector = self.run.plant, self.run.injector
        self.colour = "A"
        self.wait(1_500)

    def wait(self, ms):
        type(self).scans += int(ms) // w.SCAN_MS
        plant, scan = self.plant, self.injector.scan
        watch, audit = self.run.monitor.watch, self.run.audit
        for _ in range(0, int(ms), w.SCAN_MS):
            now_ms = plant.now_ms
            outputs = scan(now_ms, plant.inputs)
            watch(now_ms, plant.inputs, outputs)
            audit.look(now_ms, outputs)
            audit.look_inside(now_ms, outputs)
            plant.step(outputs)
        self.run.player.outputs = outputs

    @rule(ms=st.integers(50, 12_000))
    def time_passes(self, ms):
        self.wait(ms)

    @rule(keys=st.sampled_from(KEYS), hold_ms=st.integers(20, 1_500), ms=st.integers(100, 9_000))
    def somebody_presses(self, keys, hold_ms, ms):
        self.plant.press(keys, hold_ms)
        self.wait(ms)

    @precondition(lambda self: self.run.player.ready_lamp)
    @rule(ms=st.integers(50, 70_000))
    def somebody_plays_as_they_should(self, ms):
        self.plant.press("KEY_B", 150)
        self.wait(4_500)
        if self.plant.dome_open():
            self.somebody_drops_a_set(0)
            self.wait(ms)

    @precondition(lambda self: self.plant.dome_open())
    @rule(forget=st.sampled_from([0, 0, 0, 1, 2, 30]))
    def somebody_drops_a_set(self, forget):
        player = self.run.player
        tiles = player.pick_up(self.colour, player.tiles - forget)
        self.plant.drop(tiles)
        self.colour = "B" if self.colour == "A" else "A"
        self.plant.press("KEY_A", 150)
        self.wait(20_000)

    @precondition(lambda self: self.plant.dome_open() and self.plant.drum.passes)
    @rule(share=st.floats(0, 1))
    def somebody_takes_tiles_out(self, share):
        self.plant.take_from_drum(int(share * len(self.plant.drum.passes)))
        self.wait(500)

    @rule()
    def somebody_clears_the_table(self):
        self.plant.sweep_table()
        self.wait(500)

    @rule(name=st.sampled_from(HARMLESS))
    def something_breaks(self, name):
        lasting = [one for one in self.injector.report() if one["mended_ms"] is None]
        if len(lasting) <= 2:  # one of them is the one that does nothing
            self.injector.add(parse(name), self.plant.now_ms)
        self.wait(4_000)

    @rule()
    def somebody_mends_it(self):
        self.injector.mend(self.plant.now_ms)
        self.wait(500)

    @rule(ms=st.integers(50, 8_000))
    def somebody_pulls_the_plug(self, ms):
        self.injector.cut(self.plant.now_ms)
        self.wait(ms)
        self.injector.restore(self.plant.now_ms)
        self.wait(1_500)

    def teardown(self):
        if hasattr(self, "run"):
            self.lane.close()
            self.records.cleanup()
            self.plant.check_tiles()
            assert self.run.monitor.violations == []
            assert self.run.audit.findings == []
            assert self.plant.collisions == []


# The firmware collects its heap at rest; what this process holds beside it need not be looked at.
gc.freeze()
SETTINGS = settings(
    max_examples=EXAMPLES,
    stateful_step_count=STEPS,
    deadline=None,
    derandomize=True,  # the campaign searches further; a test run says the same every time
    suppress_health_check=list(HealthCheck),
    # shrinking takes minutes: whoever has the blob may want it, a test run does not
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    print_blob=True,
)


def test_any_person():
    AnyPerson.scans = 0
    run_state_machine_as_test(AnyPerson, settings=SETTINGS)
    print(f"{AnyPerson.scans} scans of {EXAMPLES} people")
    assert AnyPerson.scans >= min(LEAST_SCANS, LEAST_SCANS * EXAMPLES // 100)


# and it can fail


def lets_every_wish_through(patch):
    def step(self, now, inputs_changed):
        self.outputs[:] = self._wish

    patch.setattr(Interlocks, "step", step)


def loses_a_tile(patch):
    real = Plant.drop

    def drop(self, tiles):
        real(self, tiles)
        self.drum.take_out(min(self.drum.passes))

    patch.setattr(Plant, "drop", drop)


def counts_a_stack_twice(patch):
    real = Side._turned

    def turned(self, now, level):
        real(self, now, level)
        self.count += 2 * (self.index == 1 and self.count == 2)

    patch.setattr(Side, "_turned", turned)


@pytest.mark.parametrize(
    ("breaks", "seen"),
    [
        (lets_every_wish_through, "Violation"),
        (loses_a_tile, "tiles are not conserved"),
        (counts_a_stack_twice, "READY is shown with"),
    ],
)
def test_it_sees_what_must_never_happen(monkeypatch, breaks, seen):
    breaks(monkeypatch)
    with pytest.raises(AssertionError, match=seen):
        run_state_machine_as_test(AnyPerson, settings=settings(SETTINGS, max_examples=40))
