from dataclasses import replace

from paishan_host.picture import HEIGHT, WIDTH, Scene, draw
from paishan_sim.snapshot import Snapshot

SNAPSHOT = Snapshot(
    now_ms=12_300,
    drum=60,
    drum_face_up=12,
    ring=5,
    belts=(6, 3, 0, 1),
    platforms=(0, 1, 0, 0),
    trays=(9, 8, 10, 7),
    walls=(0, 0, 0, 0),
    hands=0,
    dome=0.0,
    lifts=(0.0, 0.5, 1.0, 0.0),
    motors=(),
    heads=(0.0, 0.0, 0.0, 0.0),
    ready_lamp=False,
    seat_lamps=(False, False, False, False),
    buzzer=False,
    display=" 1",
    collisions=0,
)
SCENE = Scene(
    snapshot=SNAPSHOT,
    outputs=bytes([0x05, 0x01, 0x10, 0x02, 0x05, 0x00, 0x06]),
    keys=("KEY_A",),
    targets=(17, 17, 17, 17),
    headline="Paishan",
    state="BUILDING",
    note="shuffling",
)


def sheet(scene: Scene) -> str:
    return draw(scene).plain


def count(mark: str, scene: Scene) -> int:
    return sheet(scene).count(mark)


def test_it_fits_its_sheet():
    lines = sheet(SCENE).split("\n")
    assert len(lines) == HEIGHT
    assert {len(line) for line in lines} == {WIDTH}


def test_every_stack_below_is_two_or_three_marks():
    assert count("▆", SCENE) == 3 * (9 + 10) + 2 * (8 + 7)


def test_walls_on_the_table_stand_beside_those_below():
    full = replace(SCENE, snapshot=replace(SNAPSHOT, walls=(17, 17, 17, 17)))
    assert count("▆", full) == count("▆", SCENE) + 2 * (3 + 2) * 17


def test_every_tile_of_the_drum_is_drawn_by_its_face():
    assert count("▯", SCENE) == 12
    assert count("▮", SCENE) == 60 - 12


def test_a_full_drum_of_the_largest_set_has_a_place_for_each_tile():
    full = replace(SCENE, snapshot=replace(SNAPSHOT, drum=144, drum_face_up=0))
    assert count("▮", full) == 144


def test_a_turning_drum_moves_its_tiles_and_loses_none():
    later = replace(SCENE, snapshot=replace(SNAPSHOT, now_ms=12_500))
    assert sheet(later) != sheet(SCENE)
    assert count("▮", later) == count("▮", SCENE)


def test_belts_heads_and_the_bar_show_their_counts():
    text = sheet(SCENE)
    assert text.count("▪") == 10
    assert text.count("◉") == 1
    assert "34/68 stacks" in text


def test_an_open_dome_says_how_far():
    assert "open 50%" in sheet(replace(SCENE, snapshot=replace(SNAPSHOT, dome=0.5)))


def test_gears_of_every_size_can_be_drawn():
    for targets in ((0, 0, 0, 0), (18, 18, 18, 0), (20, 20, 20, 20)):
        trays = tuple(targets)
        snapshot = replace(SNAPSHOT, trays=trays, walls=trays, belts=(7, 7, 7, 7))
        assert sheet(replace(SCENE, targets=targets, snapshot=snapshot))
