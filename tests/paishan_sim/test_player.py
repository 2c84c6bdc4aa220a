import pytest

from paishan_sim import wiring as w
from paishan_sim.figures import NORMAL
from paishan_sim.plant import Plant
from paishan_sim.player import (
    DROP_MS,
    Player,
    Step,
    cycle_script,
    drop,
    drop_forgotten,
    load,
    press,
    take_out,
    turn_selector,
    until,
    wait,
    wait_dome_open,
    wait_ready,
)

from .bench import open_dome
from .ideal import Ideal

REST = bytes(w.OUTPUT_BYTES)
READY = bytes([0, 0, 0, 0, w.READY_LAMP, w.DIGITS[0], w.DIGITS[1]])


def play(plant: Plant, player: Player, outputs: bytes = REST, limit_ms: int = 60_000) -> None:
    """Let the player act on a table that shows the same outputs all the time."""
    end_ms = plant.now_ms + limit_ms
    while not player.done and plant.now_ms < end_ms:
        player.step(plant.now_ms, outputs)
        plant.step(outputs)


def player_of(*script: Step, tiles: int = 136) -> tuple[Plant, Player]:
    plant = Plant(NORMAL, seed=1)
    return plant, Player(plant, script, tiles)


def test_an_empty_script_is_done_at_once():
    plant, player = player_of()
    play(plant, player)
    assert player.done
    assert player.first_key_ms is None


def test_a_press_reaches_the_panel_and_is_written_down():
    plant, player = player_of(wait(500), press("KEY_A", hold_ms=200))
    play(plant, player, limit_ms=600)
    assert plant.inputs[w.PANEL] & w.KEY_A
    play(plant, player)
    assert not plant.inputs[w.PANEL] & w.KEY_A
    assert player.presses == [(500, ("KEY_A",))]
    assert player.first_key_ms == 500


def test_a_dark_lamp_is_waited_for():
    plant, player = player_of(wait_ready())
    play(plant, player, limit_ms=5_000)
    assert not player.done
    play(plant, player, READY)
    assert player.done


def test_a_blinking_lamp_is_not_a_ready_lamp():
    plant, player = player_of(wait_ready())
    for n in range(2000):
        player.step(plant.now_ms, READY if n // 20 % 2 else REST)
        plant.step(REST)
    assert not player.done


def test_the_display_is_read():
    plant, player = player_of(until(lambda player: player.display == "01"))
    play(plant, player, READY)
    assert player.done


def test_a_set_goes_in_by_handfuls_within_about_a_second():
    plant, player = player_of(drop("A"))
    open_dome(plant)
    begin = plant.now_ms
    play(plant, player, limit_ms=100)
    assert 0 < plant.snapshot().drum < 136
    play(plant, player)
    assert plant.snapshot().drum == 136
    assert DROP_MS <= plant.now_ms - begin <= 2 * DROP_MS


def test_forgotten_tiles_stay_in_hand_and_can_follow():
    plant, player = player_of(drop("A", forget=2), wait(100), drop_forgotten("A"))
    open_dome(plant)
    play(plant, player, limit_ms=1300)
    assert (plant.snapshot().drum, plant.snapshot().hands) == (134, 2)
    play(plant, player)
    assert plant.snapshot().drum == 136


def test_an_extra_tile_comes_from_the_other_set():
    plant, player = player_of(drop("A", extra=1))
    open_dome(plant)
    play(plant, player)
    assert plant.snapshot().drum == 137
    assert max(plant.drum.passes) == 1000


def test_tiles_can_be_taken_out_again():
    plant, player = player_of(drop("A"), take_out(3))
    open_dome(plant)
    play(plant, player)
    assert plant.snapshot().drum == 133


def test_the_switch_can_be_turned():
    plant, player = player_of(turn_selector(0x42))
    play(plant, player)
    assert plant.inputs[w.SELECTOR] == 0x42


def test_nobody_drops_into_a_shut_dome():
    plant, player = player_of(wait_dome_open(), drop("A"))
    play(plant, player, limit_ms=5_000)
    assert plant.snapshot().drum == 0


class Table:
    """A table that does what its keys ask and nothing else, for the proper script."""

    def __init__(self, plant: Plant, stacks: tuple[int, ...]) -> None:
        self.plant = plant
        self.stacks = stacks
        self.ideal = Ideal(stacks, NORMAL.head_turn_ms)
        self.outputs = bytearray(w.OUTPUT_BYTES)
        self._work = self._run()
        self._key = False

    def step(self) -> bytearray:
        key = bool(self.plant.inputs[w.PANEL] & (w.KEY_A | w.KEY_B))
        self.pressed = key and not self._key
        self._key = key
        next(self._work)
        return self.outputs

    def _until(self, seen):
        while not seen():
            yield

    def _centre(self, mask: int) -> bool:
        return bool(self.plant.inputs[w.CENTRE] & mask)

    def _sides(self, mask: int) -> bool:
        return all(byte & mask for byte in self.plant.inputs[:4])

    def _run(self):
        built = False
        while True:
            self.outputs[w.CENTRE] = w.READY_LAMP
            yield from self._until(lambda: self.pressed)
            self.outputs[w.CENTRE] = w.DOME_RAISE
            yield from self._until(lambda: self._centre(w.DOME_UP))
            self.outputs[w.CENTRE] = 0
            yield from wait_scans(60)
            yield from self._until(lambda: self.pressed)
            self.outputs[w.CENTRE] = w.DOME_LOWER
            yield from self._until(lambda: self._centre(w.DOME_DOWN))
            self.outputs[w.CENTRE] = 0
            yield from wait_scans(60)
            if built:
                for switch, end in ((w.LIFT_RAISE, w.LIFT_UP), (w.LIFT_LOWER, w.LIFT_DOWN)):
                    self.outputs[:4] = [switch] * 4
                    yield from self._until(lambda end=end: self._sides(end))
                    self.outputs[:4] = [0] * 4
                    yield from wait_scans(200)
            ideal = Ideal(self.stacks, NORMAL.head_turn_ms)
            while not ideal.done:
                self.outputs[:] = ideal.step(self.plant.now_ms, self.plant.inputs)
                yield
            built = True


def wait_scans(scans: int):
    for _ in range(scans):
        yield


@pytest.mark.parametrize("cycles", [1, 3])
def test_the_proper_script_raises_one_set_and_builds_the_other_in_turn(cycles):
    plant = Plant(NORMAL, seed=1)
    player = Player(plant, cycle_script(cycles), tiles=72)
    table = Table(plant, (9, 9, 9, 9))
    while not player.done:
        outputs = table.step()
        player.step(plant.now_ms, outputs)
        plant.step(outputs)
        assert plant.now_ms < 400_000
    assert plant.walls() == plant.trays() == (9, 9, 9, 9)
    on_table = {tile // 1000 for side in range(4) for tile in plant.wall_tiles(side)}
    assert on_table == {(cycles - 1) % 2}
    assert len(plant.builds) == cycles + 1
    assert player.walls_up_ms is not None
    assert player.first_key_ms < player.walls_up_ms < plant.now_ms
    assert plant.collisions == []
    plant.check_tiles()


def test_loading_is_a_list_of_steps_that_can_be_changed():
    steps = load("A", forget=2, key="KEY_B")
    assert len(steps) == 6
    plant, player = player_of(*steps)
    play(plant, player, READY, limit_ms=2_000)
    assert player.presses[0][1] == ("KEY_B",)
