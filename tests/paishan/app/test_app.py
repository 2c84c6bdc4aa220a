import pytest
from tests.paishan.app.wires import Wires

from paishan.app import App
from paishan.app.compose import PERSISTENCE
from paishan.io import image as io
from paishan.store.schema import SETTINGS
from paishan.table.charts import PRESETS
from paishan.table.faults import LATE_SCANS, WATCHDOG


def test_a_scan_reads_once_and_writes_once():
    wires = Wires()
    app = App(wires, {})
    for now in range(0, 50, 5):
        app.scan(now)
    assert wires.calls[::2] == ["read"] * 10
    assert all(len(outputs) == io.OUTPUT_BYTES for outputs in wires.calls[1::2])


def test_the_first_scan_moves_nothing_whatever_the_inputs():
    for level in (0x00, 0xFF):
        wires = Wires(bytes([level] * 8))
        App(wires, {}).scan(0)
        assert not io.motors_run(wires.calls[-1])


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_a_preset_brings_its_switch(name):
    assert App(Wires(), {"chart": name}).table.selector._kind == PRESETS[name][1][0]


def test_without_a_profile_it_is_the_dial():
    app = App(Wires(), {})
    assert app.table.chart.gears[1].tiles == 136


@pytest.mark.parametrize(
    ("profile", "complaint"),
    [
        ({"chart": "dile"}, "chart.*one of decade-dial, dip, thumbwheel"),
        ({"chart": [(1, 16, (2, 2, 2, 2), "")]}, "a chart of one's own needs a selector"),
        ({"chart": [], "selector": ("dip", 5, True, True, 0)}, "chart = own, but no rows"),
        ({"selector": ("dip", 3, True, True, 0)}, "4 to 8"),
        ({"settings": {"dice_ms": 1}}, "dice_ms.* 1 ms: the range is 3000 to 5000"),
    ],
)
def test_a_profile_that_cannot_be_used_says_why(profile, complaint):
    with pytest.raises(ValueError, match=complaint):
        App(Wires(), profile)


def test_a_19_stack_tray_is_a_setting_of_the_machine():
    app = App(Wires(), {"chart": "dip", "settings": {"tray_capacity": 19}})
    assert app.table.chart.gears[18].tiles == 146
    assert app.table.chart.gears[12].tiles == 152
    assert set(app.table.chart.refused) == {19}


def test_run_switches_everything_off_whatever_ends_it():
    wires = Wires()
    app = App(wires, {})
    times = iter(range(0, 100, 5))

    def wait():
        now = next(times, None)
        if now is None:
            raise KeyboardInterrupt
        return now

    app.interlocks.outputs[io.CENTRE] = io.READY_LAMP
    with pytest.raises(KeyboardInterrupt):
        app.run(wait)
    assert wires.calls[-1] == bytes(io.OUTPUT_BYTES)


def test_every_input_has_a_filter():
    fitted = [0] * io.INPUT_BYTES
    for stations, mask, _setting in PERSISTENCE:
        for station in range(io.INPUT_BYTES):
            fitted[station] |= mask if stations >> station & 1 else 0
    assert fitted == [0xFF] * io.INPUT_BYTES


# (input, how long it must agree by default); tiles pass quickly, hands and ends do not
FILTERS = [
    (0, io.TILE, 10),
    (2, io.HEAD_HOME, 10),
    (3, io.PUSHER_OUT, 10),
    (1, io.LIFT_UP, 20),
    (1, io.TRAY_TILE, 20),
    (io.CENTRE, io.DOME_UP, 20),
    (io.CENTRE, io.DRUM_TURN, 10),
    (io.CENTRE, io.COVER_CLOSED, 15),
    (io.CENTRE, io.MAINS_OK, 15),
    (io.PANEL, io.KEY_B, 30),
    (io.CHAIN, 0x80, 15),
]


@pytest.mark.parametrize(("station", "mask", "filter_ms"), FILTERS)
def test_an_input_is_believed_after_its_time(station, mask, filter_ms):
    inputs = bytearray(8)
    wires = Wires(inputs)
    app = App(wires, {})
    app.scan(0)
    inputs[io.CHAIN] = io.CHAIN_SIGNATURE
    inputs[station] = mask
    for scan in range(1, filter_ms // 5):
        app.scan(5 * scan)
        assert not app.filter.stable[station] & mask
    app.scan(filter_ms)
    assert app.filter.stable[station] & mask


# one input that follows each of the settings
FOLLOWS = {
    "tile_filter_ms": (0, io.TILE),
    "home_filter_ms": (0, io.HEAD_HOME),
    "end_filter_ms": (0, io.LIFT_UP),
    "full_filter_ms": (0, io.BELT_FULL),
    "safety_filter_ms": (io.CENTRE, io.MAINS_OK),
    "key_filter_ms": (io.PANEL, io.KEY_A),
}
LONGEST_MS = {row[0]: row[5] for row in SETTINGS if row[0] in FOLLOWS}


@pytest.mark.parametrize("setting", FOLLOWS)
def test_the_longest_filter_time_that_may_be_set_is_kept(setting):
    inputs = bytearray(8)
    longest_ms = LONGEST_MS[setting]
    app = App(Wires(inputs), {"settings": {setting: longest_ms, "scan_ms": 10}})
    station, mask = FOLLOWS[setting]
    app.scan(0)
    inputs[station] = mask
    for now in range(10, longest_ms, 10):
        app.scan(now)
        assert not app.filter.stable[station] & mask


@pytest.mark.parametrize(
    "start_ms", [0, 1000, (1 << 29) - 1000, (1 << 29) + 5000, (1 << 30) - 5000, (1 << 30) - 20]
)
def test_a_cycle_is_the_same_wherever_the_clock_stands(new_machine, start_ms):
    machine = new_machine(start_ms)
    machine.until("READY", 1100)
    machine.run(400)
    assert machine.display == " 1"
    machine.press()
    machine.until(lambda: machine.dome == 1000)
    machine.drum = 16
    machine.run(1000)
    machine.press()
    machine.until("BUILDING")
    machine.until("READY", 20_000)
    assert machine.trays == [2, 2, 2, 2]
    assert machine.fault == 0


@pytest.mark.parametrize("keys", ["A", "B", "both", "dice"])
def test_a_key_that_is_stuck_at_power_on_moves_neither_dome_nor_lifts(machine, keys):
    machine.hold(keys)
    machine.run(20_000)
    assert machine.dome == 0
    assert machine.lifts == [0, 0, 0, 0]


@pytest.mark.parametrize("scan_ms", [5, 10])
def test_status_is_plain_data(scan_ms):
    app = App(Wires(), {"settings": {"scan_ms": scan_ms}})
    app.scan(0)
    status = app.status()
    assert status["state"] == "HOMING"
    assert status["display"] == "--"
    assert status["counts"] == [0, 0, 0, 0]
    assert status["faults"] == []
    assert status["gear"] is None


def test_status_tells_of_a_build(building):
    building.until(lambda: sum(building.counts) > 3)
    status = building.app.status()
    assert (status["state"], status["gear"], status["tiles"]) == ("BUILDING", 1, 16)
    assert status["targets"] == [4, 4, 4, 4]
    assert sum(status["counts"]) > 3


def late(machine, ms):
    machine.run(20)
    machine.now += ms
    machine.run(20)
    return machine.app.late_scans


def test_a_scan_that_comes_late_while_a_motor_runs_is_an_advice_and_no_stop(building):
    assert late(building, 15) == 0
    assert late(building, 30) == 1
    assert building.table.advice.latest == LATE_SCANS
    assert building.state == "BUILDING"
    assert building.app.status()["late_scans"] == 1


def test_at_rest_a_late_scan_is_nothing(ready):
    assert late(ready, 1000) == 0
    assert ready.table.advice.latest == 0


def test_the_wrap_of_the_clock_is_no_late_scan(new_machine):
    machine = new_machine((1 << 30) - 3000)
    machine.until("READY", 2000)
    machine.press("dice")
    machine.run(3000)
    assert machine.app.late_scans == 0


def test_asked_to_leave_it_ends_after_the_scan_with_everything_off_and_written(
    new_machine, tmp_path
):
    machine = new_machine(folder=str(tmp_path))
    machine.until("READY", 2000)
    machine.press("dice")
    machine.app.store.mark("settings")
    fed = []

    def wait():
        machine.now += 5
        if len(fed) == 10:
            machine.app.leave("reboot")
        return machine.now

    assert machine.app.run(wait, lambda: fed.append(1)) == "reboot"
    assert bytes(machine.outputs) == bytes(io.OUTPUT_BYTES)
    assert len(fed) == 11
    assert not any(record.dirty for record in machine.app.store._records)


def test_the_watchdog_is_fed_after_complete_scans_only():
    wires = Wires()
    app = App(wires, {})
    log = []

    def wait():
        log.append("wait")
        if len(log) > 8:
            raise KeyboardInterrupt
        return 5 * len(log)

    with pytest.raises(KeyboardInterrupt):
        app.run(wait, lambda: log.append("fed"))
    assert log == ["wait", "fed"] * 4 + ["wait"]


def test_a_watchdog_restart_is_told_and_stops_nothing(machine):
    machine.power_on(reset_cause="watchdog")
    machine.until("READY", 1200)
    assert machine.table.advice.latest == WATCHDOG
