"""Each fault shows at the place where it acts; what it means for a controller is another table."""

import pytest

from paishan_sim import wiring as w
from paishan_sim.faults import SCENARIOS, parse
from paishan_sim.figures import NORMAL
from paishan_sim.inject.injector import FaultyPlant, Injector
from paishan_sim.lane import Lane
from paishan_sim.player import Player
from paishan_sim.tiles import tile_set

from ..ideal import Ideal

STACKS = (17, 17, 17, 17)


class Hands(Lane):
    """No firmware: opens the dome, drops a set, closes it and builds like the ideal one."""

    name = "hands"

    def __init__(self) -> None:
        self.starts = 0
        self.times: list[int] = []
        self.ideal = Ideal(STACKS, NORMAL.head_turn_ms)
        self.error: Exception | None = None
        self.centre = w.DOME_RAISE

    def scan(self, now_ms, inputs):
        self.times.append(now_ms)
        if self.error:
            error, self.error = self.error, None
            raise error
        if self.centre == w.DOME_RAISE and inputs[w.CENTRE] & w.DOME_UP:
            self.centre = w.DOME_LOWER
        elif self.centre == w.DOME_LOWER and inputs[w.CENTRE] & w.DOME_DOWN:
            self.centre = 0
        if self.centre:
            return bytes(4) + bytes([self.centre, 0, 0])
        return bytes(self.ideal.step(now_ms, inputs))

    def status(self):
        return {}

    def restart(self):
        self.starts += 1

    def fail_scan(self, error):
        self.error = error

    def close(self):
        pass


class Stage:
    """A machine with faults, run by hands."""

    def __init__(self, *texts: str, seed: int = 1) -> None:
        self.lane = Hands()
        self.injector = Injector([parse(text) for text in texts], seed)
        self.plant = FaultyPlant(NORMAL, seed=seed, selector=3, injector=self.injector)
        self.player = Player(self.plant, (), 136)
        self.injector.place(self.plant, self.player, self.lane, lambda to: to)
        self.outputs: bytes | bytearray = bytes(7)
        self.dropped = False

    def run(self, ms: int) -> "Stage":
        for _ in range(0, ms, w.SCAN_MS):
            self.outputs = self.injector.scan(self.plant.now_ms, self.plant.inputs)
            if self.plant.dome_open() and not self.dropped:
                self.dropped = True
                self.plant.drop(self.player.pick_up("A", 136))
            self.plant.step(self.outputs)
        return self

    def until(self, seen, limit_ms: int = 60_000) -> "Stage":
        end = self.plant.now_ms + limit_ms
        while not seen(self.plant):
            assert self.plant.now_ms < end, "it was never seen"
            self.run(w.SCAN_MS)
        return self


@pytest.mark.parametrize("name", [scenario.name for scenario in SCENARIOS])
def test_tiles_are_conserved_under_every_fault(name):
    stage = Stage(name).run(15_000)
    stage.plant.check_tiles()
    stage.injector.mend(stage.plant.now_ms)
    stage.run(5_000).plant.check_tiles()


@pytest.mark.parametrize("name", [scenario.name for scenario in SCENARIOS])
def test_equal_seeds_give_equal_faults(name):
    def trace() -> bytes:
        stage = Stage(name, "eyes-dazzled:at=0s", seed=4)
        seen = bytearray()
        for _ in range(40):
            seen += stage.run(250).plant.inputs
        return bytes(seen)

    assert trace() == trace()


def test_a_fault_comes_at_its_moment_and_goes_after_its_time():
    stage = Stage("cover-open:at=open+500ms,for=1s")
    stage.run(500)
    assert stage.plant.inputs[w.CENTRE] & w.COVER_CLOSED
    stage.run(20)
    assert not stage.plant.inputs[w.CENTRE] & w.COVER_CLOSED
    stage.run(1_000)
    assert stage.plant.inputs[w.CENTRE] & w.COVER_CLOSED
    one = stage.injector.report()[0]
    assert (one["began_ms"], one["mended_ms"]) == (500, 1_500)


def test_a_moment_that_does_not_come_is_said():
    assert Stage("tray-stuck:at=raise2").run(2_000).injector.report()[0]["began_ms"] is None


def test_two_faults_act_together():
    stage = Stage("cover-open:at=0s,for=always", "sensors-dark:at=0s,station=west").run(100)
    assert stage.plant.inputs[2] == 0
    assert not stage.plant.inputs[w.CENTRE] & w.COVER_CLOSED


@pytest.mark.parametrize(
    ("text", "station", "mask", "on"),
    [
        ("s1-stuck:at=0s,side=e,reads=on", 0, w.TILE, True),
        ("s6-stuck:at=0s,side=n", 3, w.BELT_FULL, True),
        ("head-home-stuck:at=0s", 1, w.HEAD_HOME, False),
        ("pusher-home-stuck:at=0s", 1, w.PUSHER_HOME, False),
        ("pusher-out-stuck:at=0s,reads=on", 1, w.PUSHER_OUT, True),
        ("tray-eye-stuck", 1, w.TRAY_TILE, True),
        ("lift-limit-stuck:at=0s,end=up,reads=on", 1, w.LIFT_UP, True),
        ("dome-limit-stuck:at=0s", w.CENTRE, w.DOME_DOWN, False),
        ("dome-both-ends:at=0s", w.CENTRE, w.DOME_UP | w.DOME_DOWN, True),
        ("dome-ajar:at=0s", w.CENTRE, w.DOME_DOWN, False),
        ("key-stuck:key=dice_n", w.PANEL, w.DICE_N, True),
        ("enable-off:at=0s", w.PANEL, w.ENABLE, False),
        ("mains-dip:at=0s", w.CENTRE, w.MAINS_OK, False),
        ("brown-out:at=0s,seen=yes", w.CENTRE, w.MAINS_OK, False),
        ("bit-shorted:at=0s,input=LIFT_UP_W", 2, w.LIFT_UP, True),
    ],
)
def test_a_sensor_that_lies_shows_its_level(text, station, mask, on):
    stage = Stage(text)
    stage.lane.centre = 0
    for _ in range(10):
        stage.run(10)
        assert stage.plant.inputs[station] & mask == (mask if on else 0)


def test_a_broken_chain_reads_the_same_from_a_station_to_the_far_end():
    stage = Stage("chain-broken:at=0s,station=centre,reads=on").run(100)
    assert list(stage.plant.inputs[w.CENTRE :]) == [0xFF] * 4
    assert stage.plant.inputs[0] == 0x16


def test_a_slipped_chain_shifts_some_scans():
    stage = Stage("chain-slipped:at=0s,chance=0.5")
    stage.lane.centre = 0
    seen = {stage.run(5).plant.inputs[w.SIGNATURE] for _ in range(100)}
    assert len(seen) == 2
    assert w.CHAIN_SIGNATURE in seen


def test_a_dirty_eye_sees_tiles_late():
    clean, dirty = Stage("s1-dirty:chance=0,at=0s"), Stage("s1-dirty:chance=1,late=1s,at=0s")
    took = [
        stage.until(lambda plant: plant.inputs[1] & w.TILE).plant.now_ms
        for stage in (clean, dirty)
    ]
    assert took[1] - took[0] >= 990


def test_a_drifting_eye_is_blind_in_the_end():
    stage = Stage("s1-drifting:over=2s,at=0s").run(12_000)
    assert stage.plant.sides[1].belt.waiting(stage.plant.now_ms)
    assert not any(stage.run(5).plant.inputs[1] & w.TILE for _ in range(200))


def test_a_jam_is_freed_by_reversing():
    stage = Stage("head-jam:at=build+1s")
    stage.until(lambda plant: plant.sides[1].head.motor.high < 1e9, 10_000).run(3_000)
    head = stage.plant.sides[1].head
    stuck_at = head.motor.at(stage.plant.now_ms)
    assert stuck_at == stage.run(500).plant.sides[1].head.motor.at(stage.plant.now_ms)
    for _ in range(60):
        stage.plant.step(bytes([0, w.HEAD_REV, 0, 0, 0, 0, 0]))
    for _ in range(200):
        stage.plant.step(bytes([0, w.HEAD, 0, 0, 0, 0, 0]))
    assert head.motor.at(stage.plant.now_ms) > stuck_at + 0.5


def test_a_jam_that_only_a_hand_frees_stays_until_somebody_mends_it():
    stage = Stage("head-jam:at=build+1s,frees=hand").run(12_000)
    head = stage.plant.sides[1].head
    for _ in range(60):
        stage.plant.step(bytes([0, w.HEAD_REV, 0, 0, 0, 0, 0]))
    assert head.motor.high < 1e9
    assert stage.injector.mend(stage.plant.now_ms) == ["head-jam"]
    assert head.motor.high > 1e9


def test_a_pusher_that_does_not_return_stands_at_its_phase():
    stage = Stage("pusher-stuck:at=build+1s,phase=0.5").run(20_000)
    assert stage.plant.sides[1].pusher.motor.at(stage.plant.now_ms) % 1 == pytest.approx(0.5)


@pytest.mark.parametrize(("back", "ends"), [("yes", 0.0), ("no", 0.5)])
def test_a_dome_stops_half_way_and_may_come_back(back, ends):
    stage = Stage(f"dome-stuck:place=0.5,back={back},at=0s").run(3_000)
    assert stage.plant.dome.motor.at(stage.plant.now_ms) == pytest.approx(0.5)
    for _ in range(600):
        stage.plant.step(bytes([0, 0, 0, 0, w.DOME_LOWER, 0, 0]))
    assert stage.plant.dome.motor.at(stage.plant.now_ms) == pytest.approx(ends)
    stage.injector.mend(stage.plant.now_ms)
    for _ in range(600):
        stage.plant.step(bytes([0, 0, 0, 0, w.DOME_RAISE, 0, 0]))
    assert stage.plant.dome_open()


def test_a_slow_dome_needs_longer():
    fast, slow = Stage(), Stage("dome-slow:speed=0.5,at=0s")
    took = [stage.until(lambda plant: plant.dome_open()).plant.now_ms for stage in (fast, slow)]
    assert took[1] / took[0] == pytest.approx(2, abs=0.1)


@pytest.mark.parametrize("of", ["drum", "ring"])
def test_what_stalls_gives_no_pulses(of):
    stage = Stage(f"turn-stalled:of={of},at=build+2s").run(8_000)
    mask = w.DRUM_TURN if of == "drum" else w.RING_TURN
    assert len({stage.run(5).plant.inputs[w.CENTRE] & mask for _ in range(400)}) == 1
    stage.injector.mend(stage.plant.now_ms)
    assert len({stage.run(5).plant.inputs[w.CENTRE] & mask for _ in range(400)}) == 2


def test_pulses_may_be_silent_while_tiles_come():
    stage = Stage("no-pulses:of=drum,at=0s").run(10_000)
    assert sum(stage.plant.trays()) > 0
    assert not stage.plant.inputs[w.CENTRE] & w.DRUM_TURN


def test_drum_and_ring_may_turn_and_bring_nothing():
    stage = Stage("no-pick-up:chance=0,at=0s").run(15_000)
    assert stage.plant.trays() == (0, 0, 0, 0)
    assert len(stage.plant.drum.passes) == 136


@pytest.mark.parametrize("name", ["dead-tile:tiles=3", "weak-tile:tiles=3,chance=0"])
def test_tiles_without_magnet_stay_in_the_drum(name):
    stage = Stage(name).until(lambda plant: len(plant.drum.passes) == 3, 120_000).run(10_000)
    assert len(stage.plant.drum.passes) == 3


def test_a_short_set_leaves_tiles_in_hand_once():
    stage = Stage("short:tiles=3").run(3_000)
    assert len(stage.plant.hands) == 3
    assert stage.player.in_hand == []


def test_strange_tiles_make_a_set_too_large():
    stage = Stage("surplus:tiles=2").run(3_000)
    assert len(stage.plant.drum.passes) == 138


def test_two_who_drop_strange_tiles_drop_different_ones():
    stage = Stage("surplus:tiles=2", "surplus:tiles=3").run(3_000)
    assert len(stage.plant.drum.passes) == 141


def test_mixed_sets_have_the_right_counts_and_the_wrong_backs():
    stage = Stage("mixed-sets:tiles=4").run(3_000)
    in_drum = set(stage.plant.drum.passes)
    assert len(in_drum) == 136
    assert len(in_drum - set(tile_set(136, "A"))) == 4
    assert stage.player.own["A"] == in_drum


def test_an_output_that_broke_down_moves_its_motor():
    stage = Stage("output-stuck:output=PUSHER_W,at=0s").run(1_000)
    assert stage.outputs[2] == 0
    assert stage.plant.sides[2].pusher.motor.at(1_000) > 1


def test_a_dead_output_moves_nothing():
    stage = Stage("output-dead:output=DOME_RAISE,at=0s").run(3_000)
    assert stage.plant.dome.motor.at(3_000) == 0


def test_an_overloaded_supply_shuts_down_and_says_so():
    stage = Stage("supply-overloaded:limit=1000,at=0s").run(50)
    assert not stage.plant.inputs[w.CENTRE] & w.MAINS_OK
    assert stage.plant.dome.motor.speed(stage.plant.now_ms) < stage.plant.dome.motor.full / 2


def test_a_cut_controller_has_no_outputs_and_starts_anew_at_time_0():
    stage = Stage("power-cut:at=500ms,for=1s").run(600)
    assert stage.outputs == bytes(7)
    assert stage.lane.times[-1] == 500
    stage.run(1_000)
    assert (stage.lane.starts, stage.lane.times[-1]) == (1, 95)
    assert not stage.injector.replayable


def test_late_scans_make_the_time_jump_and_keep_the_outputs():
    stage = Stage("scan-late:by=100ms,every=1s,at=0s,for=10s").run(3_000)
    gaps = [b - a for a, b in zip(stage.lane.times, stage.lane.times[1:], strict=False)]
    assert set(gaps) == {5, 100}


def test_a_scan_that_fails_for_good_is_ended_by_the_watchdog():
    stage = Stage("scan-fails:at=500ms").run(600)
    assert stage.outputs == bytes(7)
    stage.run(1_000)
    assert stage.lane.starts == 1


def test_somebody_turns_the_switch():
    stage = Stage("selector-turned:to=5,at=0s").run(50)
    assert stage.plant.inputs[w.SELECTOR] == 5
    stage.injector.mend(stage.plant.now_ms)
    assert stage.plant.inputs[w.SELECTOR] == 3 or stage.run(5).plant.inputs[w.SELECTOR] == 3


def test_liquid_presses_keys_by_chance():
    stage = Stage("liquid:rate=20,at=0s")
    assert len({stage.run(5).plant.inputs[w.PANEL] for _ in range(1_000)}) > 3
