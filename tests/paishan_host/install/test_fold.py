import ast

import pytest

from paishan_host.install.fold import folded
from paishan_host.install.mpy import _others
from paishan_sim.places import firmware_dir

BITS = "from micropython import const\n\nTILE = const(0x01)\nFULL = const(0x40)\nNAME = 'S1'\n"


def with_bits(text, others=()):
    return folded({"paishan/io/image.py": BITS, "paishan/table/side.py": text}, others)


def of_a_side(text):
    return with_bits(text)["paishan/table/side.py"]


def test_an_imported_constant_is_a_number_and_its_import_is_gone():
    text = of_a_side(
        "from paishan.io.image import TILE\n\n\ndef seen(bits):\n    return bits & TILE\n"
    )
    assert text == "pass\n\n\ndef seen(bits):\n    return bits & 1\n"


def test_what_is_no_number_is_imported_as_before():
    text = of_a_side(
        "from paishan.io.image import (\n    FULL,\n    NAME,\n)\nprint(NAME, FULL)\n"
    )
    assert text == "from paishan.io.image import NAME\n\n\n\nprint(NAME, 64)\n"


def test_lines_stay_where_they_are():
    source = (
        "from paishan.io.image import (\n    FULL,\n    TILE,\n)\n\nBOTH = FULL | TILE\n\n\n"
        "def seen(bits):\n    return bits & BOTH, 牌 if bits else FULL  # 牌\n"
    )
    text = of_a_side(source)
    assert len(text.split("\n")) == len(source.split("\n"))
    assert text.split("\n")[9] == "    return bits & 65, 牌 if bits else 64  # 牌"


def test_a_constant_by_its_module():
    text = of_a_side("from paishan.io import image\n\nprint(image.TILE)\n")
    assert "print(1)" in text
    assert "import" not in text


def test_a_module_that_is_needed_for_something_else_stays():
    text = of_a_side("from paishan.io import image\n\nprint(image.TILE, image.NAME)\n")
    assert "from paishan.io import image" in text
    assert "print(1, image.NAME)" in text


def test_a_definition_that_nobody_asks_for_is_gone_one_that_a_board_asks_for_stays():
    board = "from paishan.io.image import TILE\n"
    kept = with_bits("", [board])["paishan/io/image.py"]
    assert "TILE = const(0x01)" in kept
    assert "FULL" not in kept


@pytest.mark.parametrize(
    "text",
    [
        "SCANS = 0\n\n\ndef scan():\n    global SCANS\n    SCANS += 1\n    return SCANS\n",
        "LIMIT = 5\nfor LIMIT in range(3):\n    print(LIMIT)\n",
        "def limit(LIMIT):\n    return LIMIT\n\n\nLIMIT = 4\n",
    ],
)
def test_a_name_that_is_bound_twice_is_no_constant(text):
    assert of_a_side(text) == text


def test_a_negative_number_keeps_its_sign():
    assert "print(-(-1))" in of_a_side("UNREAD = -1\nprint(-UNREAD)\n")


def test_what_the_compiler_folds_itself_is_left_to_it_and_needs_no_import():
    text = "from micropython import const\n\n_IDLE = const(0)\nprint(_IDLE)\n"
    assert of_a_side(text) == "pass\n\n_IDLE = const(0)\nprint(_IDLE)\n"


@pytest.mark.parametrize(
    "use", ["print(const(3))", "_CHECK = const", "_IDLE, _BUSY = const(1), 2", "_ONE = const(f())"]
)
def test_const_as_a_function_is_imported(use):
    text = f"from micropython import const\n\n_IDLE = const(0)\n{use}\n"
    assert "from micropython import const\n" in of_a_side(text)


def test_in_the_firmware_no_import_is_left_dangling():
    root = firmware_dir()
    sources = {
        path.relative_to(root).as_posix(): path.read_text("utf-8")
        for path in root.glob("paishan/**/*.py")
    }
    result = folded(sources, _others(root / "paishan"))
    names = {}
    for path, text in result.items():
        tree = ast.parse(text)
        module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        names[module] = {
            node.id if isinstance(node, ast.Name) else getattr(node, "name", None)
            for node in ast.walk(tree)
        } | {
            alias.asname or alias.name
            for node in ast.walk(tree)
            for alias in getattr(node, "names", [])
            if isinstance(alias, ast.alias)
        }
    assert sum(map(len, result.values())) < sum(map(len, sources.values()))
    for path, text in result.items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and node.module in names:
                for alias in node.names:
                    whole = f"{node.module}.{alias.name}"
                    assert alias.name in names[node.module] or whole in names, (path, whole)


def test_what_a_table_says_to_people_alone_is_left_out():
    path = "paishan/link/errors.py"
    source = 'ERRORS = (\n    (101, "SYNTAX", "the line cannot be read"),\n)\n'
    assert folded({path: source})[path] == 'ERRORS = (\n    (101, "SYNTAX", ),\n)\n'


def test_a_table_of_numbers_is_the_bytes_that_it_stands_for():
    source = (
        "from paishan.io.image import FULL, TILE\n\nROWS = bytes(\n    (\n        TILE, 2,\n"
        "        FULL, 4,\n    )\n)  # two\nPRINTED = bytes((TILE, print))\n"
    )
    text = of_a_side(source)
    assert text.split("\n")[2] == "ROWS = b'\\x01\\x02@\\x04'  # two"
    assert len(text.split("\n")) == len(source.split("\n"))
    assert "PRINTED = bytes((1, print))" in text
