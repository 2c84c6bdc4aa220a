"""Five rooms, imports only downward; nothing that a board does not have."""

import ast
from pathlib import Path

import pytest

import paishan

PACKAGE = Path(paishan.__file__).parent
FIRMWARE = PACKAGE.parent
FILES = sorted(path.relative_to(FIRMWARE).as_posix() for path in PACKAGE.rglob("*.py"))
RESCUE = sorted(
    path.relative_to(FIRMWARE).as_posix() for path in (FIRMWARE / "rescue").rglob("*.py")
)
ROOMS = ("io", "store", "motion", "table", "link", "app")  # from the ground up
FOR_ALL = {"paishan.io.image", "paishan.io.ticks"}
ON_A_BOARD = {
    "micropython",
    "time",
    "array",
    "binascii",
    "errno",
    "gc",
    "hashlib",
    "io",
    "json",
    "os",
    "struct",
    "sys",
}
ONLY_IN_IO = {"machine"}
WHERE_A_BOARD_HAS_ITS_OWN = {"paishan/io/errors.py": {"traceback"}}  # behind a hasattr
RESCUE_MAY = {
    ("rescue/start.py", "paishan.app"),
    ("rescue/console.py", "select"),
    ("rescue/controller.py", "board"),
    ("rescue/controller.py", "machine"),
    ("rescue/controller.py", "paishan.io"),
    ("rescue/controller.py", "paishan.io.lines"),
    ("rescue/controller.py", "paishan.io.pace"),
}
STAND_IN = "paishan/cpython.py"  # for CPython alone

every_file = pytest.mark.parametrize("file", FILES + RESCUE)
MAY_ASK_RESCUE = ("paishan/link/commands/updating.py",)


def room(file):
    return Path(file).parts[1].removesuffix(".py")


def imports(file):
    """The modules that a file names in its imports."""
    names = set()
    for node in ast.walk(ast.parse((FIRMWARE / file).read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "a relative import hides which room is meant"
            names.add(node.module or "")
    return names


ROOM_FILES = [file for file in FILES if room(file) in ROOMS]


def test_every_file_is_in_a_room():
    assert set(FILES) - set(ROOM_FILES) == {"paishan/__init__.py", STAND_IN}


@pytest.mark.parametrize("file", ROOM_FILES)
def test_imports_go_downward_only(file):
    below = ROOMS[: ROOMS.index(room(file)) + 1]
    for name in imports(file):
        parts = name.split(".")
        if parts[0] == "paishan" and len(parts) > 1:  # the package itself is its version
            assert name in FOR_ALL or parts[1] in below, name


@pytest.mark.parametrize(
    "file", [file for file in ROOM_FILES if room(file) in ("motion", "store")]
)
def test_motions_and_records_know_only_bits_and_time_of_the_ground_floor(file):
    ground = {name for name in imports(file) if name.startswith("paishan.io")}
    assert ground <= FOR_ALL


@pytest.mark.parametrize("file", ROOM_FILES)
def test_a_file_imports_only_what_a_board_has(file):
    allowed = ON_A_BOARD | (ONLY_IN_IO if room(file) == "io" else set())
    foreign = {name for name in imports(file) if not name.startswith("paishan")}
    if file in MAY_ASK_RESCUE:
        foreign = {name for name in foreign if not name.startswith("rescue.")}
    assert foreign <= allowed | WHERE_A_BOARD_HAS_ITS_OWN.get(file, set())


@pytest.mark.parametrize("file", RESCUE)
def test_what_rescues_needs_nothing_of_the_application_but_to_start_it(file):
    for name in imports(file):
        top = name.split(".")[0]
        assert top in ON_A_BOARD | {"rescue"} or (file, name) in RESCUE_MAY, name
    for one in ast.parse((FIRMWARE / file).read_text("utf-8")).body:
        if isinstance(one, ast.Import | ast.ImportFrom):
            assert "paishan" not in ast.unparse(one), "not before the application is asked for"


@every_file
def test_no_class_and_no_syntax_that_micropython_lacks(file):
    for node in ast.walk(ast.parse((FIRMWARE / file).read_text("utf-8"))):
        assert not isinstance(node, ast.Match | ast.TryStar | ast.AsyncFunctionDef)
        if isinstance(node, ast.arguments):
            assert not node.posonlyargs
        if isinstance(node, ast.List | ast.Tuple) and isinstance(node.ctx, ast.Load):
            assert not any(isinstance(item, ast.Starred) for item in node.elts)


@every_file
def test_a_const_is_defined_at_the_top_and_once(file):
    tree = ast.parse((FIRMWARE / file).read_text("utf-8"))

    def is_const(node):
        return (
            isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Call)
            and getattr(node.value.func, "id", "") == "const"
        )

    everywhere = [node for node in ast.walk(tree) if is_const(node)]
    names = [target.id for node in everywhere for target in node.targets]
    assert all(node in tree.body for node in everywhere)
    assert len(set(names)) == len(names)


@every_file
def test_a_file_says_what_it_is_and_stays_short(file):
    text = (FIRMWARE / file).read_text("utf-8")
    first = (ast.get_docstring(ast.parse(text)) or "").split("\n")[0]
    assert len(first) > 15
    assert len(text.splitlines()) < 400
