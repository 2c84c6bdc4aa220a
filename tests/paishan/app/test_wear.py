"""Wear: what motors and sensors went through, moved into the counters at rest."""

import pytest

from paishan.io import image as io
from paishan.motion.travel import DOWN, UP

HEAD_E = 2  # place of HEAD in the east byte
LIFT_LOWER_S = 8 + 6
DRUM = 8 * io.CENTRE


@pytest.fixture
def wear(built):
    """A table that has built its walls, with all counted so far in the counters."""
    built.app.care._wear.digest(built.app)
    return built.app.care._wear


def counts(machine, name):
    return {at: n for at, n in enumerate(machine.app.store.counts.of(name)) if n}


def motors():
    for byte in range(io.CENTRE + 1):
        for bit in range(8):
            if (io.CENTRE_MOTORS if byte == io.CENTRE else io.SIDE_MOTORS) >> bit & 1:
                yield 8 * byte + bit


def test_a_build_starts_motors_and_lets_them_run(built, wear):
    starts = counts(built, "starts")
    assert starts[HEAD_E] == starts[8 + HEAD_E] > 0
    assert starts[DRUM] >= 1
    assert set(starts) <= set(motors())
    assert counts(built, "run_s")[DRUM] >= 1


def test_lamps_and_buzzer_are_no_motors(built, wear):
    built.run(60_000)
    built.app.care._wear.digest(built.app)
    assert set(counts(built, "run_s")) <= set(motors())


def test_a_change_that_a_filter_threw_away_counts_for_its_sensor(built, wear):
    built.on[0] = io.TILE
    built.scan()
    built.on[0] = 0
    built.run(100)
    before = counts(built, "rejected").get(0, 0)
    built.app.care._wear.digest(built.app)
    assert counts(built, "rejected")[0] == before + 1


def test_a_missed_deadline_is_a_stall_of_its_motor(built, wear):
    table = built.table
    table.sides[0].head.jams += 2
    table.lifts.each[1].jams[DOWN] += 1
    table.drum.drum.jams += 1
    wear.digest(built.app)
    assert counts(built, "stalls") == {HEAD_E: 2, LIFT_LOWER_S: 1, DRUM: 1}
    wear.digest(built.app)
    assert counts(built, "stalls") == {HEAD_E: 2, LIFT_LOWER_S: 1, DRUM: 1}


def test_nothing_is_lost_when_the_table_is_put_together_anew(built, wear):
    built.app.interlocks.starts[DRUM] += 7
    built.app.filter.rejected[3] += 9
    starts = counts(built, "starts")[DRUM]
    rejected = counts(built, "rejected").get(3, 0)
    built.app.rebuild()
    assert counts(built, "starts")[DRUM] == starts + 7
    assert counts(built, "rejected")[3] == rejected + 9
    built.app.filter.rejected[3] += 2
    built.app.start_capture()
    built.run(100)
    assert counts(built, "rejected")[3] == rejected + 11


def test_the_new_table_counts_its_stalls_from_0(built, wear):
    built.table.dome.jams[UP] += 1
    built.app.rebuild()
    built.table.dome.jams[UP] += 2
    wear.digest(built.app)
    assert counts(built, "stalls") == {DRUM + 3: 3}


def test_stalls_go_on_when_the_table_is_put_together_anew(built, wear):
    built.table.dome.jams[UP] += 3
    wear.digest(built.app)
    built.app.rebuild()
    built.table.dome.jams[UP] += 1
    wear.digest(built.app)
    assert counts(built, "stalls") == {DRUM + 3: 4}


def test_stalls_go_on_after_an_error_of_the_firmware(built, wear):
    def fails(*_whole):
        raise RuntimeError("not today")

    built.table.dome.jams[UP] += 3
    wear.digest(built.app)
    built.may_crash = True
    built.app._step = fails
    built.scan()
    assert built.app.crashes == 1
    built.table.dome.jams[UP] += 4
    wear.digest(built.app)
    assert counts(built, "stalls") == {DRUM + 3: 7}
