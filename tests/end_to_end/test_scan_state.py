"""No function that a scan calls keeps its locals and operands on the heap.

MicroPython puts them on the C stack where they are at most eleven words, and otherwise asks the
heap for room, on every call: in the heap of a stock Pico, full of code, that search takes a tenth
to a third of a millisecond each time, more or less as the code happens to lie.
"""

import ast
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from tests.mpy_states import words

import paishan
from paishan_host.install import image, mpy
from paishan_sim.lane_cpython import CPythonLane
from paishan_sim.run import Run, RunConfig

MOST = 11  # VM_MAX_STATE_ON_STACK of MicroPython's py/objfun.c
OFTEN = 20  # calls in a game: what comes once a build may take its time
PACKAGE = Path(paishan.__file__).parent
GAME = RunConfig(chart="dip", selector=2)
# once a scan on a controller alone
ON_A_CONTROLLER = {
    ("paishan/io/chain.py", name)
    for name in ("Chain.read", "Chain.write", "Chain.feed", "Chain._exchange", "Chain._struggle")
} | {
    ("paishan/io/gpio.py", "Direct.read"),
    ("paishan/io/gpio.py", "Direct.write"),
    ("paishan/io/gpio.py", "Direct._set"),
    ("paishan/io/gpio.py", "Direct.feed"),
    ("paishan/io/pace.py", "Pace.wait"),
    ("paishan/io/lines.py", "Lines.readinto"),
    ("paishan/io/uart.py", "Uart.readinto"),
    ("paishan/io/uart.py", "Uart.sending"),
}


def called():
    """How often a game calls each function of the firmware: (file, name): calls. What runs only
    at rest, behind the scan, is left out."""
    lane = CPythonLane({**GAME.profile(), "serial": True})
    calls, depth_at_rest = Counter(), [0]

    def watch(frame, event, _argument):
        code = frame.f_code
        if code.co_qualname == "Care.step":
            depth_at_rest[0] += {"call": 1, "return": -1}.get(event, 0)
        elif event == "call" and not depth_at_rest[0]:
            path = Path(code.co_filename)
            if path.is_relative_to(PACKAGE):
                calls[path.relative_to(PACKAGE.parent).as_posix(), code.co_qualname] += 1

    scan = lane.scan

    def watched(now_ms, inputs):
        sys.setprofile(watch)
        try:
            return scan(now_ms, inputs)
        finally:
            sys.setprofile(None)

    lane.scan = watched
    run = Run(GAME, lane)
    run.play(lambda _run: None)
    assert run.player.done
    return calls


def names(tree, within=""):
    """Of all that is compiled apart, in the order of the source."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield within + node.name
            yield from names(node, f"{within}{node.name}.")
        else:
            if isinstance(
                node, ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
            ):
                yield within + "<inside>"
            yield from names(node, within)


@cache
def prepared():
    return mpy.prepared(PACKAGE, image.STAND_IN)


@pytest.fixture
def needed(tmp_path):
    """The words that each function of a file needs."""

    def of(path):
        source = tmp_path / "source.py"
        source.write_text(prepared()[path], "utf-8")
        found = words(mpy.compiled(source, path, "armv6m"))
        whose = ["", *names(ast.parse(prepared()[path]))]
        plain = ["", *names(ast.parse((PACKAGE.parent / path).read_text("utf-8")))]
        assert len(found) == len(whose) == len(plain)
        return dict(zip(plain, found, strict=True))

    return of


def test_no_function_of_a_scan_needs_more_than_the_stack_has_room_for(needed):
    calls = called()
    often = {function for function, count in calls.items() if count >= OFTEN} | ON_A_CONTROLLER
    assert len(often) > 100
    too_large = {}
    for path in sorted({path for path, _name in often} - set(image.STAND_IN)):
        for name, count in needed(path).items():
            if (path, name) in often and count > MOST:
                too_large[f"{path} {name}"] = count
    assert too_large == {}, "words of locals and operands; take a part of each out into another"


def test_words_are_read_as_micropython_counts_them(tmp_path):
    source = tmp_path / "source.py"
    source.write_text(
        "def small(a):\n    return a\n\n\n"
        "def handler(a):\n    try:\n        return a\n    except OSError:\n        pass\n\n\n"
        "def many(a, b, c, d, e, f, g, h, i, j, k, l):\n    return [a, b, c, d, e, f, g, h, i]\n",
        "utf-8",
    )
    module, small, handler, many = words(mpy.compiled(source, "source.py", "armv6m"))
    assert module > 0
    assert small == 2
    assert handler > small + 3
    assert many == 12 + 9
