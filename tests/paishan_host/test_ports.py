from types import SimpleNamespace

import pytest
from serial.tools import list_ports

from paishan_host import ports
from paishan_host.trouble import NoTable


def port(device, vid=None, pid=None, serial=None, product=None):
    return SimpleNamespace(device=device, description="n/a", vid=vid, pid=pid,
                           serial_number=serial, product=product, manufacturer=None)  # fmt: skip


PICO = port("/dev/ttyACM0", 0x2E8A, 0x0005, "E66")
OTHER_PICO = port("/dev/ttyACM1", 0x2E8A, 0x0005, "E77")
ADAPTER = port("/dev/ttyUSB0", 0x1A86, 0x7523)


@pytest.fixture
def computer(monkeypatch):
    """Sets which ports this computer has."""
    return lambda *found: monkeypatch.setattr(list_ports, "comports", lambda: found)


def test_the_option_comes_first_then_the_environment(computer, monkeypatch):
    computer(PICO)
    monkeypatch.setenv("PAISHAN_PORT", "COM4")
    assert ports.chosen("COM3") == "COM3"
    assert ports.chosen(None) == "COM4"


def test_then_the_table_of_the_last_time(computer):
    computer(PICO, OTHER_PICO)
    ports.remember("E77")
    assert ports.chosen(None) == "/dev/ttyACM1"
    assert [one.device for one in ports.found()] == ["/dev/ttyACM1", "/dev/ttyACM0"]


def test_then_the_only_board(computer):
    computer(ADAPTER, PICO)
    assert ports.chosen(None) == "/dev/ttyACM0"


def test_a_board_that_says_paishan_is_known_whatever_its_numbers(computer):
    computer(ADAPTER, port("COM7", 1, 2, "P1", "Paishan controller"))
    assert ports.chosen(None) == "COM7"


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ((), "no serial port on this computer: plug the table in, or start `paishan sim serve` "
             "and use --port"),
        ((ADAPTER,), "no port is known to be a table (/dev/ttyUSB0; not tried, they may be "
                     "anything): name one with --port"),
        ((PICO, OTHER_PICO), "several boards (/dev/ttyACM0, /dev/ttyACM1): name one with --port"),
    ],
)  # fmt: skip
def test_nothing_is_guessed_and_no_unknown_port_is_opened(computer, found, said):
    computer(*found)
    with pytest.raises(NoTable) as none:
        ports.chosen(None)
    assert none.value.message == said


def test_a_folder_that_cannot_be_written_is_no_reason_to_fail(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PAISHAN_CONFIG", str(tmp_path / "file"))
    ports.remember("E66")
    assert ports.remembered() == ""


def test_keys_are_found_by_serial_number(monkeypatch, tmp_path):
    monkeypatch.setenv("PAISHAN_CONFIG", str(tmp_path))
    (tmp_path / "keys.toml").write_text('PS-7 = "0011"\n')
    assert ports.key_of("PS-7") == "0011"
    assert ports.key_of("PS-8") == ""
    monkeypatch.setenv("PAISHAN_KEY", "22")
    assert ports.key_of("PS-8") == "22"
