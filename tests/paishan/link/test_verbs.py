"""The table of verbs: all of the protocol's, each with what a tool has to know."""

import sys

import pytest

from paishan.link.access import ANYONE, TECHNICIAN
from paishan.link.verbs import HARMLESS, IDEMPOTENT, ONCE, QUICK, SAFE, VERBS, handler, unload
from paishan.link.verbs_help import HELP

PROTOCOL = """
    hello status watch ping get set stage check commit confirm rollback schema export reset
    gears gear events log faults ack counters times inputs outputs jog test start pause resume
    open dice capture auth repl bootloader reboot help update
"""
NAMES = [row[0] for row in VERBS]


def test_the_verbs_are_those_of_the_protocol():
    assert sorted(NAMES) == sorted(PROTOCOL.split())


@pytest.mark.parametrize("row", VERBS, ids=NAMES)
def test_a_row_is_complete(row):
    name, level, tag, pattern, _handler = row
    means = HELP[name]
    assert name.islower()
    assert level in (ANYONE, TECHNICIAN)
    assert tag in (SAFE, IDEMPOTENT, ONCE)
    assert callable(handler(row))
    assert len(f"{name} {pattern} - {means}") < 90
    assert all(name[-1] in "?*" or name.isalpha() for name in pattern.split())


def test_nothing_that_only_reads_wants_a_technician():
    assert not [row[0] for row in VERBS if row[2] == SAFE and row[1] == TECHNICIAN]


def test_the_special_lists_name_verbs():
    assert set(HARMLESS) | set(QUICK) <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("level", ["anyone", "technician"])
def test_every_verb_has_exactly_one_final_reply_and_finds_no_flaw(new_wire, name, level):
    wire = new_wire(identity={"leave": ()})
    if level == "technician":
        wire.technician()
    lines = wire.replies(name)
    assert [line.split()[0] in ("ok", "err") for line in lines].count(True) == 1
    assert lines[-1].split()[0] in ("ok", "err")
    assert "INTERNAL" not in lines[-1]
    assert wire.ask("ping") == "ok"


@pytest.mark.parametrize("name", NAMES)
def test_a_person_gets_an_answer_to_every_verb(new_wire, name):
    wire = new_wire(identity={"leave": ()})
    replies = [line for line in wire.type(name) if not line.startswith(("!", "~"))]
    assert replies
    assert not replies[0].startswith("#")


def test_code_that_was_unloaded_is_loaded_again_by_whoever_asks(wire):
    assert wire.ask("status").startswith("ok ")
    unload()
    assert "paishan.link.commands.looking" not in sys.modules
    assert "paishan.link.commands.quick" in sys.modules
    assert wire.ask("ping") == "ok"
    assert wire.ask("status").startswith("ok ")
