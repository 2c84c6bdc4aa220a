import subprocess
import sys

import pytest

from paishan_host import __version__, cli


def test_version(paishan):
    ended = paishan("--version")
    assert (ended.code, ended.out) == (0, f"paishan {__version__}\n")


def test_python_knows_it_by_its_packages_name():
    out = subprocess.check_output([sys.executable, "-m", "paishan_host", "--version"], text=True)
    assert out == f"paishan {__version__}\n"


def test_version_loads_neither_simulator_nor_terminal_library():
    script = (
        "import sys\n"
        "from paishan_host.cli import main\n"
        "try:\n main(['--version'])\n"
        "except SystemExit:\n pass\n"
        "print(*sorted({m.split('.')[0] for m in sys.modules} & {'rich','paishan_sim','paishan'}))"
    )
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout
    assert out.splitlines() == [f"paishan {__version__}", ""]


COMMANDS = [
    *((name,) for name in cli.COMMANDS),
    ("docs",),
    ("faults", "explain"),
    ("sim", "run"),
    ("sim", "replay"),
    ("gears", "list"),
    ("gears", "show"),
    ("gears", "check"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_has_help_with_an_example_and_exit_codes(paishan, command):
    ended = paishan(*command, "--help")
    assert ended.code == 0
    assert "Example: paishan " in ended.out
    assert "Exit codes:" in ended.out


def test_without_a_command_the_help_is_shown(paishan):
    ended = paishan()
    assert ended.code == 2
    assert all(name in ended.err for name in cli.COMMANDS)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("karaoke",), "No such command 'karaoke' (see `paishan --help`)"),
        (("verfy",), "No such command 'verfy'. Did you mean 'verify'? (see `paishan --help`)"),
        (("stauts",), "Did you mean one of: 'faults', 'status'?) (see `paishan --help`)"),
        (("gears", "lsit"), "Did you mean 'list'? (see `paishan gears --help`)"),
        (("update", "statsu"), "Did you mean 'status'? (see `paishan update --help`)"),
        (("test", "lmps"), "Did you mean 'lamps'? (see `paishan test --help`)"),
        (("test", "karaoke"), "no self-test karaoke: `paishan test list` shows them"),
        (("gears", "show"), "Missing argument 'CHART' (see `paishan gears show --help`)"),
        (("gears", "list", "--yaml"), "No such option"),
        (("dice", "--verify", "x"), "requires 2 arguments (see `paishan dice --help`)"),
        (("get", "--json=3"), "does not take a value (see `paishan get --help`)"),
    ],
)
def test_a_wrong_word_is_one_line_with_the_remedy(paishan, args, said):
    ended = paishan(*args)
    assert ended.code == 2
    assert ended.err.count("\n") == 1
    assert said in ended.err
