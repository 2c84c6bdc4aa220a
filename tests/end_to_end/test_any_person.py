"""Whatever people do, and whatever breaks meanwhile: safe, no tile lost, READY never lies.

A machine of rules: somebody presses keys and holds them, drops, forgets and takes out tiles,
changes a setting, pulls the plug; something breaks, this way or that, and is mended. A million
scans and more, counted and printed.
"""

import gc
import os
from contextlib import suppress
from random import Random
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

from paishan.store.check import StagingError
from paishan.store.schema import BOOL, CHOICE, CHOICES, find
from paishan.store.staging import TECHNICIAN
from paishan.table.faults import MAINS_LOST
from paishan.table.interlocks import Interlocks
from paishan.table.side import Side
from paishan_sim import wiring as w
from paishan_sim.campaign import fault
from paishan_sim.faults import SCENARIOS, parse
from paishan_sim.lane import open_lane
from paishan_sim.plant import Plant
from paishan_sim.run import Run, RunConfig

EXAMPLES = int(os.environ.get("PAISHAN_EXAMPLES", "100"))
AT_ONCE = st.sampled_from([0, 1, 1, 2])  # faults, in any strength
PATIENCE_MS = st.sampled_from([20_000, 35_000, 70_000])
LEAST_BUILDS = 50
LEAST_SCANS = 1_000_000  # of a usual test run
STEPS = 50  # of an example, at most
KEYS = (("KEY_A",), ("KEY_B",), ("KEY_A", "KEY_B"), ("DICE_E",))
# A machine with one of these may collide whatever a controller does: people see to it first.
HARMLESS = [one for one in SCENARIOS if not one.harms and one.name != "scan-fails"]
HOLDS_MS = st.integers(20, 1_500) | st.integers(2_500, 12_000)  # a press; a long one; a stuck key
# What people change about a table that plays: nothing that says how the machine is made.
CHANGED = (
    "key_filter_ms", "language", "both_keys_ms", "long_press_ms", "key_stuck_ms",
    "display_page_ms", "selector_sample_ms", "head_hold_percent", "jam_retries",
    "travel_margin_ms", "lift_dwell_ms", "dice_ms", "electronic_dice", "guide_ms", "turn_clock",
    "blind_ms", "return_gap_ms", "mix_ms", "gap_ms", "gap_again_ms", "agitations",
    "build_warn_ms", "build_limit_ms", "verify_ms", "surplus_watch_ms", "starts_per_scan",
    "clean_cycles",
)  # fmt: skip


def values_of(name):
    """(name, any value that the setting can have)."""
    _, kind, _, default, lowest, highest, _ = find(name)
    if kind == CHOICE:
        return st.tuples(st.just(name), st.sampled_from(CHOICES[name]))
    values = st.booleans() if kind == BOOL else st.integers(lowest, highest)
    return st.tuples(st.just(name), st.just(default) | values)


GEARS = st.sampled_from([("decade-dial", 1), ("decade-dial", 2), ("dip", 2), ("thumbwheel", 8)])


class AnyPerson(RuleBasedStateMachine):
    """One table with somebody at it who knows nothing. `scans`, `changes`, `builds`: of all of
    them."""

    scans = 0
    changes = 0
    builds = 0

    @initialize(gear=GEARS, seed=st.integers(0, 1 << 20), at_once=AT_ONCE)
    def power_on(self, gear, seed, at_once):
        self.at_once = at_once
        self.meant_ms = 0
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

    @rule(ms=st.integers(50, 12_000) | PATIENCE_MS)
    def time_passes(self, ms):
        self.wait(ms)

    @rule(keys=st.sampled_from(KEYS), hold_ms=HOLDS_MS, ms=st.integers(100, 9_000))
    def somebody_presses(self, keys, hold_ms, ms):
        self.plant.press(keys, hold_ms)
        self.meant_ms = self.plant.now_ms + hold_ms + 500  # until then the table knows what
        self.wait(ms)

    @precondition(lambda self: self.run.player.ready_lamp)
    @rule(ms=st.integers(50, 9_000) | PATIENCE_MS)
    def somebody_plays_as_they_should(self, ms):
        self.plant.press("KEY_B", 150)
        self.wait(4_500)
        if self.plant.dome_open():
            self.somebody_drops_a_set(0)
            self.wait(ms)

    @precondition(lambda self: self.run.player.ready_lamp)
    @rule()
    def somebody_plays_to_the_end(self):
        self.somebody_plays_as_they_should(45_000)

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

    @rule(change=st.sampled_from(CHANGED).flatmap(values_of), ms=st.integers(50, 4_000))
    def somebody_changes_a_setting(self, change, ms):
        app, plant = self.lane.app, self.plant
        if not self.injector.dead:
            shown, quiet = self.lane.status()["fault"], plant.now_ms > self.meant_ms
            # it may be refused: something moves, or it contradicts another one
            with suppress(StagingError):
                app.staging().set(*change, app.now, "link", TECHNICIAN)
                type(self).changes += 1
            self.wait(500)
            wet = any(one["fault"].startswith("liquid") for one in self.injector.report())
            # what lasts as long as the mains are off goes by itself
            if quiet and not wet and shown not in (0, MAINS_LOST):
                assert self.lane.status()["fault"], f"{change} clears {shown}"
        self.wait(ms)

    @rule(scenario=st.sampled_from(HARMLESS), how=st.integers(0, 1 << 20))
    def something_breaks(self, scenario, how):
        lasting = [one for one in self.injector.report() if one["mended_ms"] is None]
        if len(lasting) <= self.at_once:  # one of them is the one that does nothing
            self.injector.add(parse(fault(Random(how), scenario)), self.plant.now_ms)
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
            type(self).builds += self.lane.app.store.counts.of("builds")
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
    print(
        f"{AnyPerson.scans} scans of {EXAMPLES} people, {AnyPerson.builds} builds, "
        f"{AnyPerson.changes} changes of settings"
    )
    assert AnyPerson.scans >= min(LEAST_SCANS, LEAST_SCANS * EXAMPLES // 100)
    assert AnyPerson.changes or EXAMPLES < 100
    assert AnyPerson.builds >= LEAST_BUILDS or EXAMPLES < 100  # what READY says is worth something


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
