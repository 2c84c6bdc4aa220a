from collections.abc import Callable
from dataclasses import dataclass

import pytest
from tests.paishan_host import tables

from paishan_host import cli, language, transport


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def surroundings(monkeypatch, tmp_path):
    """The tool remembers nothing of this computer and speaks English."""
    monkeypatch.setenv("PAISHAN_LANG", "en")
    monkeypatch.setenv("PAISHAN_CONFIG", str(tmp_path / "config"))
    monkeypatch.delenv("PAISHAN_PORT", raising=False)
    monkeypatch.delenv("PAISHAN_KEY", raising=False)
    yield
    language.choose("en")


@pytest.fixture
def paishan(capsys) -> Callable[..., Ended]:
    """Runs a command in this process."""

    def run(*args: object) -> Ended:
        with pytest.raises(SystemExit) as end:
            cli.main([str(arg) for arg in args])
        said = capsys.readouterr()
        assert isinstance(end.value.code, int)
        return Ended(end.value.code, said.out, said.err)

    return run


@pytest.fixture
def at_lane(monkeypatch):
    """Lets every command that opens a port talk to a table within this process."""

    def at(lane):
        monkeypatch.setenv("PAISHAN_PORT", lane.url)
        monkeypatch.setattr(transport, "SerialTransport", lambda url: lane)

    return at


@pytest.fixture
def ready(at_lane):
    """A table in SERVICE's reach: READY, the jumper on."""
    with tables.lane() as lane:
        at_lane(lane)
        yield lane
