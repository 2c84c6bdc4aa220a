"""pyserial's traps, on a pseudo-terminal, sockets and a port that fails as it is told."""

import contextlib
import errno
import os
import socket
import sys
import threading

import pytest
import serial

from paishan_host import ports, transport
from paishan_host.transport import SerialTransport
from paishan_host.trouble import CannotOpen, Unplugged

needs_pty = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are for POSIX")


@pytest.fixture
def pty():
    """(master, path) of a raw pseudo-terminal."""
    import tty

    master, slave = os.openpty()
    tty.setraw(slave)
    yield master, os.ttyname(slave)
    for end in (master, slave):
        with contextlib.suppress(OSError):
            os.close(end)


@needs_pty
def test_bytes_go_both_ways(pty):
    master, path = pty
    line = SerialTransport(path)
    line.write(b"#1 ping\n")
    assert os.read(master, 100) == b"#1 ping\n"
    os.write(master, b"#1 ok\n" * 100)
    assert line.read(1.0).startswith(b"#1 ok\n")
    line.close()


@needs_pty
def test_a_second_tool_on_the_port_is_told_to_close_the_first(pty):
    line = SerialTransport(pty[1])
    with pytest.raises(CannotOpen) as taken:
        SerialTransport(pty[1])
    assert taken.value.message == (
        f"{pty[1]} is used by another program: close it (another paishan, a terminal, an editor)"
    )
    line.close()
    SerialTransport(pty[1]).close()


def talk(line):
    for _ in range(20):
        line.write(b"\n")
        line.read(0.05)


@needs_pty
def test_unplugged_is_one_sentence_whatever_the_system_says(pty):
    master, path = pty
    line = SerialTransport(path)
    os.close(master)
    with pytest.raises(Unplugged) as gone:
        talk(line)
    assert gone.value.message.startswith(f"{path} went away (")
    assert gone.value.message.endswith("plug the table in again, then repeat the command")
    line.close()


def test_a_socket_is_a_port_too():
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"socket://127.0.0.1:{server.getsockname()[1]}"

        def echo():
            client, _ = server.accept()
            with client:
                client.sendall(client.recv(100))

        thread = threading.Thread(target=echo)
        thread.start()
        line = SerialTransport(url)
        line.write(b"hello\n")
        assert line.read(1.0) == b"hello\n"
        thread.join()
        with pytest.raises(Unplugged):
            line.read(1.0)
        line.close()


def test_loop_is_a_port_too():
    line = SerialTransport("loop://")
    line.write(b"hello\n")
    assert line.read(1.0) == b"hello\n"
    line.close()


@needs_pty
def test_spy_shows_what_goes_over_a_port(pty, capsys):
    line = SerialTransport(f"spy://{pty[1]}")
    line.write(b"hello\n")
    line.close()
    assert "hello" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("/dev/none-of-these", "there is no such port: `paishan ports` lists them"),
        ("socket://127.0.0.1:1",
         "there (Connection refused): start `paishan sim serve`, or check the address"),
        ("bogus://x", "`paishan ports` lists the ports"),
        ("socket://table", "write socket://HOST:PORT, such as socket://127.0.0.1:4321"),
        ("socket://", "write socket://HOST:PORT, such as socket://127.0.0.1:4321"),
        ("socket://table:99999", "write socket://HOST:PORT, such as socket://127.0.0.1:4321"),
        ("rfc2217://table:x", "write rfc2217://HOST:PORT, such as rfc2217://127.0.0.1:4321"),
    ],
)  # fmt: skip
def test_what_does_not_open_says_what_to_do(url, said):
    with pytest.raises(CannotOpen) as refused:
        SerialTransport(url)
    assert refused.value.message.startswith(url)
    assert refused.value.message.endswith(said)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (serial.SerialException(errno.EACCES, "denied"), "no permission: sudo usermod"),
        (OSError(errno.EBUSY, "busy"), "is used by another program"),
        (serial.SerialException("could not open port: PermissionError(13, 'Access is denied.')"),
         "is used by another program"),
        (serial.SerialException("could not open port 'COM9': FileNotFoundError(2, 'x')"),
         "there is no such port"),
        (OSError(errno.EIO, "Input/output error"), "unplug it and plug it in again"),
    ],
)  # fmt: skip
def test_every_systems_words_end_in_a_remedy(error, said):
    assert said in transport._why("COM9", error)


class Recorded:
    """A port that notes what is done to it."""

    def __init__(self, options):
        self.__dict__["done"] = []
        self.options = options

    def __setattr__(self, name, value):
        self.done.append(name)
        self.__dict__[name] = value

    def open(self):
        self.done.append("open()")

    def read(self, size):
        return b""

    def write(self, data):
        raise serial.SerialTimeoutException("Write timeout")

    def close(self):
        self.done.append("close()")

    def __getattr__(self, name):
        raise AssertionError(f"{name} was touched")


def test_dtr_and_rts_are_not_touched_and_the_timeout_is_set_once(monkeypatch):
    made = []
    monkeypatch.setattr(
        serial,
        "serial_for_url",
        lambda url, **options: made.append(Recorded(options)) or made[-1],
    )
    line = SerialTransport("COM9")
    line.read(0.02)
    with pytest.raises(Unplugged) as stuck:
        line.write(b"x")
    assert stuck.value.message == (
        "COM9 takes no bytes: check the cable, and that the table is switched on"
    )
    line.close()
    port = made[0]
    assert port.done == ["options", "open()", "close()"]
    assert port.options["timeout"] == 0
    assert port.options["write_timeout"] > 0
    assert port.options["exclusive"] is True


def test_a_port_is_found_again_by_its_usb_serial_number_under_another_name(monkeypatch):
    now = [ports.Port("loop://", "", "E66")]
    monkeypatch.setattr(ports, "found", lambda: now)
    monkeypatch.setattr(ports, "usb_serial_of", lambda url: "E66")
    line = SerialTransport("loop://")
    now[:] = [ports.Port("loop://?logging=error", "", "E66"), ports.Port("loop://", "", "F77")]
    line.reopen(1.0)
    assert line.url == "loop://?logging=error"
    now.clear()
    with pytest.raises(Unplugged, match="did not come back: plug the table in again"):
        line.reopen(0.2)
