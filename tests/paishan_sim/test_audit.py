from paishan_sim import wiring as w
from paishan_sim.audit import WallAudit
from paishan_sim.plant import Plant

LIT = bytes([0, 0, 0, 0, w.READY_LAMP, 0, 0])
DARK = bytes(7)


def audited(stacks, lamp=LIT, ms=1_000):
    plant = Plant(seed=1)
    plant.bring(range(200))
    for side, count in zip(plant.sides, stacks, strict=True):
        for _ in range(count):
            tiles = (plant.hands.pop(), plant.hands.pop())
            side.tray.receive(tiles)
    audit = WallAudit(plant, [(2, 2, 2, 2), (3, 3, 3, 0)])
    for now in range(0, ms, 5):
        audit.look(now, lamp)
    return plant, audit


def test_whole_walls_of_a_gear_are_right():
    assert audited((2, 2, 2, 2))[1].findings == []
    assert audited((3, 3, 3, 0))[1].findings == []


def test_empty_trays_are_right():
    assert audited((0, 0, 0, 0))[1].findings == []


def test_walls_of_no_gear_are_a_lie_once():
    findings = audited((2, 2, 1, 2), ms=5_000)[1].findings
    assert findings == [
        "200 ms: READY is shown with 2/2/1/2 stacks in the trays, which is no gear"
    ]


def test_a_dark_lamp_says_nothing():
    assert audited((2, 2, 1, 2), DARK)[1].findings == []


def test_all_lamps_together_are_a_lamp_test():
    every = bytes([w.SEAT_LAMP] * 4 + [w.READY_LAMP, 0xFF, 0xFF])
    assert audited((2, 2, 1, 2), every)[1].findings == []
    one_seat = bytes([w.SEAT_LAMP, 0, 0, 0, w.READY_LAMP, 0, 0])
    assert audited((2, 2, 1, 2), one_seat)[1].findings


def test_a_lamp_that_blinks_says_nothing():
    _, audit = audited((2, 2, 1, 2), DARK)
    for now in range(1_000, 5_000, 5):
        audit.look(now, LIT if now // 150 % 2 else DARK)
    assert audit.findings == []


def test_half_a_stack_is_found():
    plant, audit = audited((2, 2, 2, 2), DARK)
    plant.sides[2].tray.stacks[1] = plant.sides[2].tray.stacks[1][:1]
    plant.sides[2].tray.tiles -= 1
    plant.hands.append(7777)
    for now in range(0, 1_000, 5):
        audit.look(now, LIT)
    assert audit.findings == ["200 ms: READY is shown with a stack of one tile in a tray"]


def test_a_tile_on_its_way_is_found():
    plant, audit = audited((2, 2, 2, 2), DARK)
    plant.sides[3].platform.tiles.append(plant.hands.pop())
    for now in range(0, 1_000, 5):
        audit.look(now, LIT)
    assert audit.findings == ["200 ms: READY is shown with a tile between head and tray of side N"]


def test_shuffling_below_an_open_dome_is_found_once():
    plant, audit = audited((0, 0, 0, 0), DARK)
    raising = bytes([0, 0, 0, 0, w.DOME_RAISE, 0, 0])
    for _ in range(200):
        plant.step(raising)
    for outputs in (bytes([0, 0, 0, 0, w.DRUM, 0, 0]), bytes([w.BELT, 0, 0, 0, 0, 0, 0])):
        for _ in range(200):
            audit.look_inside(plant.now_ms, outputs)
            plant.step(DARK)
        audit.look_inside(plant.now_ms, DARK)
    assert [finding.split(": ")[1] for finding in audit.findings] == [
        "it shuffles below an open dome"
    ] * 2
