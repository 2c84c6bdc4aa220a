import ast

import pytest

from paishan_host.install import mpy, shorten
from paishan_sim.places import firmware_dir


def shortened(text, *others):
    return shorten.shortened({"paishan/table/side.py": text}, others)["paishan/table/side.py"]


def test_a_private_name_of_one_module_is_a_letter_wherever_it_stands():
    text = shortened(
        "class Side:\n    def __init__(self):\n        self._count = 0\n\n"
        "    def _turn(self, side):\n        side._count += self._count\n"
        "        self._turn(side)\n"
    )
    assert "_count" not in text
    assert "_turn" not in text
    assert text.count("._a") == 3  # _count, first in the alphabet
    assert "def _b(self, a)" in text


def test_what_another_module_uses_keeps_its_name():
    source = "class Side:\n    def __init__(self):\n        self._count = 0\n"
    assert shortened(source, "print(side._count)\n") == source


def test_what_stands_in_a_string_keeps_its_name():
    source = "def find(side):\n    return getattr(side, '_count'), side._count\n"
    assert "side._count" in shortened(source) or "a._count" in shortened(source)


def test_a_parameter_given_by_name_keeps_it():
    source = "def turn(side, backwards):\n    return side, backwards\n\n\nturn(1, backwards=2)\n"
    assert shortened(source).startswith("def turn(a, backwards):\n    return a, backwards\n")


def test_a_parameter_takes_no_letter_that_its_function_uses():
    text = shortened("def add(left, right):\n    a = left\n    return a + right\n")
    assert text == "def add(b, c):\n    a = b\n    return a + c\n"


def test_a_parameter_that_an_inner_function_has_too_stays():
    source = "def outer(side):\n    def inner(side):\n        return side\n\n    return inner\n"
    assert ast.unparse(ast.parse(shortened(source))).startswith("def outer(side):")


def test_a_class_and_its_base_elsewhere_share_no_letter():
    sources = {
        "paishan/table/states/state.py": (
            "class State:\n    def __init__(self):\n        self._since = 0\n"
        ),
        "paishan/table/states/ready.py": (
            "from paishan.table.states.state import State\n\n\n"
            "class Ready(State):\n    def enter(self):\n        self._shown = 0\n"
        ),
    }
    result = shorten.shortened(sources)
    letters = [text.split("self._")[1].split(" ")[0] for text in result.values()]
    assert len(set(letters)) == 2


@pytest.fixture(scope="module")
def firmware():
    root = firmware_dir()
    paths = [path for path in root.glob("paishan/**/*.py") if path.name != "cpython.py"]
    sources = {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in paths}
    return sources, shorten.shortened(sources, mpy._others(root / "paishan"))


def test_lines_of_the_firmware_stay_where_they_are(firmware):
    sources, result = firmware
    for path, text in result.items():
        before = [
            (type(node), node.lineno)
            for node in ast.walk(ast.parse(sources[path]))
            if isinstance(node, ast.stmt)
        ]
        after = [
            (type(node), node.lineno)
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.stmt)
        ]
        assert before == after, path


def test_it_is_worth_while(firmware):
    def private(texts):
        return {
            name
            for text in texts
            for name in shorten._names(ast.parse(text))
            if name.startswith("_") and not name.startswith("__")
        }

    sources, result = firmware
    assert len(private(result.values())) < len(private(sources.values())) // 2
