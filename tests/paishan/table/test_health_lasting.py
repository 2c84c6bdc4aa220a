"""What health counts has room for a whole build."""

from paishan.io import image as io


def test_a_tile_that_stands_on_the_belt_of_a_full_side_for_a_minute_is_only_looked_at(new_machine):
    machine = new_machine(gap_ms=60_000, build_limit_ms=180_000, agitations=10)
    machine.until("READY", 2000)
    machine.run(400)
    machine.open_dome()
    machine.press()
    machine.until("BUILDING")
    machine.drum = 15  # one is missing: the build waits for it
    machine.until(lambda: sum(machine.counts) == 15, 20_000)
    machine.run(1000)
    full = next(side for side in range(io.SIDES) if machine.table.sides[side].is_full())
    machine.on[full] = io.BELT_FULL
    machine.run(56_000)  # of which each side is looked at five times a second
    assert machine.state == "BUILDING"
    assert machine.app.crashes == 0
