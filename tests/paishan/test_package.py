"""What freezing and `mip` take along: all modules, and nothing that is not there."""

import json
import runpy
from pathlib import Path

import pytest

import paishan

PACKAGE = Path(paishan.__file__).parent
FIRMWARE = PACKAGE.parent
TOPS = ("boot.py", "main.py")
MODULES = {
    path.relative_to(FIRMWARE).as_posix()
    for folder in (PACKAGE, FIRMWARE / "rescue")
    for path in folder.rglob("*.py")
} | set(TOPS)
STAND_IN = "paishan/cpython.py"  # for CPython alone


@pytest.fixture
def package():
    return json.loads((FIRMWARE / "package.json").read_text("utf-8"))


def test_mip_fetches_every_module_a_board_needs(package):
    listed = [target for target, _source in package["urls"]]
    assert len(set(listed)) == len(listed)
    assert set(listed) | {STAND_IN} == MODULES


def test_mip_puts_each_file_where_it_lies_here(package):
    for target, source in package["urls"]:
        assert target == source


def test_the_version_is_the_same_everywhere(package):
    assert package["version"] == paishan.__version__


def test_the_manifest_freezes_the_whole_firmware():
    frozen = []

    def take(name, base_path, opt, **options):
        assert not options  # all of it
        assert opt == 2  # line numbers stay
        frozen.append(name)
        assert (FIRMWARE / base_path / name).exists()

    runpy.run_path(str(FIRMWARE / "manifest.py"), {"package": take, "module": take})
    assert sorted(frozen) == ["boot.py", "main.py", "paishan", "rescue"]


def test_a_board_boots_with_its_outputs_off_before_anything_else():
    statements = [
        line
        for line in (FIRMWARE / "boot.py").read_text("utf-8").splitlines()
        if line and not line.startswith('"""')
    ]
    assert statements == ['__import__("board").outputs_off()']
