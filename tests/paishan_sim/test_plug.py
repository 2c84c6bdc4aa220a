"""Where a laptop plugs in."""

import os
import socket
import time

import pytest

from paishan_sim.plug import LIMIT, OTHER_TOOL, PlugError, PtyPlug, TcpPlug

posix = pytest.mark.skipif(os.name != "posix", reason="no pseudo-terminals here")


def until(what):
    """Sockets of one machine need a moment."""
    end = time.monotonic() + 5
    while not (found := what()):
        assert time.monotonic() < end
        time.sleep(0.001)
    return found


@pytest.fixture
def plug():
    plug = TcpPlug(0)
    yield plug
    plug.close()


def connect(plug):
    client = socket.create_connection(("127.0.0.1", int(plug.url.rpartition(":")[2])), 5)
    client.settimeout(5)
    return client


def test_bytes_both_ways(plug):
    with connect(plug) as laptop:
        laptop.sendall(b"ping\n")
        assert until(plug.read) == b"ping\n"
        plug.write(b"ok\n")
        assert laptop.recv(10) == b"ok\n"


def test_what_comes_while_nobody_is_there_is_dropped(plug):
    plug.write(b"old\n")
    with connect(plug) as laptop:
        until(lambda: plug.read() or plug.used)
        plug.write(b"new\n")
        assert laptop.recv(10) == b"new\n"


def test_laptops_come_and_go(plug):
    for word in (b"one\n", b"two\n"):
        with connect(plug) as laptop:
            laptop.sendall(word)
            assert until(plug.read) == word
        until(lambda: not plug.read() and not plug.used)


def test_a_second_tool_is_told_and_the_first_keeps_the_line(plug):
    with connect(plug) as first:
        until(lambda: plug.read() or plug.used)
        with connect(plug) as second:
            plug.read()
            assert second.recv(100) == OTHER_TOOL
            assert second.recv(100) == b""
        first.sendall(b"still\n")
        assert until(plug.read) == b"still\n"


def test_a_laptop_that_does_not_read_fills_its_plug_and_nothing_else(plug):
    with connect(plug):
        until(lambda: plug.read() or plug.used)
        for _ in range(20_000):
            if not plug.ready:
                break
            plug.write(b"x" * 1000)
        assert not plug.ready
        assert len(plug._waiting) < LIMIT + 1000
    until(lambda: not plug.read() and not plug.used)
    assert not plug._waiting


def test_a_port_that_is_taken_is_named(plug):
    with pytest.raises(PlugError, match="name another one"):
        TcpPlug(int(plug.url.rpartition(":")[2]))


@posix
def test_a_pseudo_terminal_is_raw_and_outlives_its_laptops():
    plug = PtyPlug()
    try:
        for _ in range(2):
            fd = os.open(plug.url, os.O_RDWR | os.O_NOCTTY)
            os.write(fd, b"\x03a\r\n\x00")
            assert until(plug.read) == b"\x03a\r\n\x00"
            plug.write(b"ok\n\x04")
            assert os.read(fd, 10) == b"ok\n\x04"
            os.close(fd)
    finally:
        plug.close()


@posix
def test_a_pseudo_terminal_that_nobody_reads_gets_full_without_waiting():
    plug = PtyPlug()
    try:
        for _ in range(10_000):
            plug.write(b"y" * 1000)
        assert not plug.ready
    finally:
        plug.close()
