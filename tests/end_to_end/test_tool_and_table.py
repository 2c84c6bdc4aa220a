"""The tool as a person starts it, against a table that `paishan sim serve` runs."""

import json
import subprocess
import sys

import pytest

TOOL = [sys.executable, "-c", "from paishan_host.cli import main; main()"]
TIMEOUT_S = 20


@pytest.fixture(scope="module")
def served():
    """(process, URLs) of a table with the service jumper on, faster than real time."""
    child = subprocess.Popen(
        [*TOOL, "sim", "serve", "--json", "--service", "--speed", "5",
         *(["--pty"] if sys.platform != "win32" else [])],
        stdout=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    assert child.stdout is not None
    yield child, json.loads(child.stdout.readline())["urls"]
    child.kill()
    child.wait()
    child.stdout.close()


@pytest.fixture
def paishan(monkeypatch, tmp_path):
    monkeypatch.setenv("PAISHAN_LANG", "en")
    monkeypatch.setenv("PAISHAN_CONFIG", str(tmp_path))

    def run(*args):
        return subprocess.run(
            [*TOOL, *args], capture_output=True, text=True, timeout=TIMEOUT_S, encoding="utf-8"
        )

    return run


def test_a_first_hour_over_every_kind_of_port(served, paishan, tmp_path):
    for url in served[1]:
        assert "firmware" in paishan("--port", url, "info").stdout
        saved = tmp_path / "saved.toml"
        assert paishan("--port", url, "export", str(saved)).returncode == 0
        assert paishan("--port", url, "set", "dice_ms=3500").returncode == 0
        assert paishan("--port", url, "import", str(saved), "--yes").returncode == 0
        assert paishan("--port", url, "diff", str(saved)).returncode == 0


def test_two_tools_at_once_and_a_table_that_goes_away(served, paishan):
    child, urls = served
    watching = []
    for url in urls:
        one = subprocess.Popen(
            [*TOOL, "--port", url, "events", "--follow"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert one.stdout is not None
        one.stdout.readline()  # it is there
        watching.append(one)
        second = paishan("--port", url, "status")
        assert second.returncode == 6
        assert second.stderr == (
            f"paishan: {url} is used by another program: close it (another paishan, a terminal, "
            "an editor)\n"
        )
    child.kill()
    child.wait()
    for url, one in zip(urls, watching, strict=True):
        _, said = one.communicate(timeout=TIMEOUT_S)
        assert one.returncode == 6
        assert said.startswith(f"paishan: {url} went away (")
        assert said.endswith("plug the table in again, then repeat the command\n")
        assert said.count("\n") == 1
