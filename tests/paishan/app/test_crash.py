"""An error of the firmware itself, in any room: everything off, told, and a key goes on."""

import pytest
from tests.paishan.app.wires import AT_REST, Line, Wires

from paishan.app import App
from paishan.app import app as app_module
from paishan.io import image as io
from paishan.table.faults import CRASHED, INTERRUPTED


@pytest.fixture
def crashing(building):
    """Makes the next scan of a build raise where the test says."""
    building.until(lambda: sum(building.counts) >= 3)
    building.may_crash = True
    return building


def raising_method(*_arguments):
    raise RuntimeError("not today")


# a room and a step in it, as a scan finds it from the app, that fails with motors on
ROOMS = {
    "io": lambda app: (app, "_read"),
    "io filter": lambda app: (app, "_filter"),
    "motion keys": lambda app: (app.table.keys, "step"),
    "motion turn": lambda app: (app.table.sides[2].feeder, "_belt_step"),
    "motion lamps": lambda app: (app.table.panel, "step"),
    "table": lambda app: (app, "_step"),
    "table state": lambda app: (app.table.building, "run"),
    "table side": lambda app: (app.table.sides[0], "_feeder_step"),
    "table drum": lambda app: (app.table.building, "_drum_step"),
    "table selector": lambda app: (app.table.selector, "step"),
    "table dice": lambda app: (app.table.dice, "step"),
    "table heat": lambda app: (app.table.heat, "step"),
    "interlocks": lambda app: (app, "_interlock"),
}


def unreadable_once(read):
    """Of a port: its next reading fails."""
    reads = []

    def failing(inputs):
        reads.append(inputs)
        if len(reads) == 1:
            raise OSError(5, "the chain did not answer")
        read(inputs)

    return failing


def crash(machine, room):
    part, name = ROOMS[room](machine.app)
    step = unreadable_once(machine.read) if room == "io" else raising_method
    setattr(part, name, step)
    assert machine.motors_run()
    machine.hold("A and dice")  # keys that nobody touches take no part in a scan
    for _ in range(57):  # the heat model looks five times a second, in a scan with time for it
        machine.scan()
        if machine.app.crashes:
            machine.release()
            return
    raise AssertionError("nothing happened")


each_room = pytest.mark.parametrize("room", ROOMS)


@each_room
def test_an_error_in_any_room_switches_everything_off_in_that_very_scan(crashing, room):
    crash(crashing, room)
    assert bytes(crashing.outputs) == bytes(io.OUTPUT_BYTES)
    crashing.scan()
    assert not crashing.motors_run()


@each_room
def test_it_is_shown_kept_in_the_journal_with_its_way_and_counted_once(crashing, room):
    crash(crashing, room)
    crashing.run(2000)
    assert crashing.app.crashes == 1
    assert (crashing.state, crashing.fault) == ("FAULT", CRASHED)
    lines = [line[3] for line in crashing.app.store.journal.tail(12)]
    (told,) = [line for line in lines if line.startswith("crashed in BUILDING")]
    assert "Error: " in told
    assert any(line.startswith("File ") for line in lines[lines.index(told) :])


@each_room
def test_a_key_homes_the_table_and_the_unfinished_walls_are_not_called_ready(crashing, room):
    crash(crashing, room)
    crashing.run(5000)
    assert crashing.state == "FAULT"
    crashing.press()
    crashing.run(2500)
    assert crashing.state != "READY"
    assert crashing.fault == INTERRUPTED
    crashing.press()
    crashing.until("LOADING", 40_000)
    crashing.until(lambda: crashing.dome == 1000)
    crashing.run(600)
    crashing.take_tiles_off_the_table()
    crashing.drum = 16
    crashing.press()
    crashing.until("READY", 30_000)
    assert crashing.trays == [2, 2, 2, 2]


def test_the_journal_keeps_the_error_itself_not_only_where_it_began(crashing):
    crash(crashing, "table side")
    lines = [line[3] for line in crashing.app.store.journal.tail(12)]
    assert any("not today" in line for line in lines)


def test_an_error_at_rest_in_the_care_of_the_flash_is_survived_too(ready):
    ready.may_crash = True
    work = ready.app.store.work

    def fail_once(now=None):
        ready.app.store.work = work
        raise RuntimeError("not today")

    ready.app.store.work = fail_once
    ready.app.store.mark("settings")
    ready.run(1000)
    assert ready.app.crashes == 1
    assert (ready.state, ready.fault) == ("FAULT", CRASHED)
    ready.press()
    ready.until("READY", 3000)


def test_what_was_learned_and_what_lies_below_survives_a_crash(built):
    built.run(10_000)
    built.may_crash = True
    learned = built.table.times.record()
    built.app._step = raising_method
    built.scan()
    built.run(1000)
    assert built.table.times.record() == learned
    built.press()
    built.until("READY", 3000)
    assert built.table.set_below
    assert built.fault == 0


def test_a_key_that_is_down_all_along_does_not_clear_it(crashing):
    crashing.hold("A")
    crashing.run(50)
    crash(crashing, "table drum")
    crashing.hold("A")
    crashing.run(20_000)
    assert (crashing.state, crashing.fault) == ("FAULT", CRASHED)
    crashing.release()
    crashing.run(100)
    crashing.press()
    crashing.run(2500)
    assert crashing.fault == INTERRUPTED


def test_the_line_answers_in_the_very_scan_after_a_crash():
    line = Line()
    wires = Wires(AT_REST)
    app = App(wires, {}, line)
    for now in range(0, 2000, 5):
        app.turn(now)
    app._step = raising_method
    app.turn(2000)
    assert app.crashes == 1
    line.received += b"hello\r\n"
    for now in range(2005, 2200, 5):
        app.turn(now)
    assert b"product paishan" in line.sent
    assert app.table.alarm.code == CRASHED


def test_outputs_go_off_even_when_a_capture_finds_no_room_for_its_table(ready, monkeypatch):
    def no_room(*_whole):
        raise MemoryError("no room")

    ready.may_crash = True
    ready.app.start_capture()
    monkeypatch.setattr(app_module, "compose", no_room)
    with pytest.raises(MemoryError):
        ready.app.run(lambda: ready.now)
    assert not any(ready.outputs)
