"""Every dialogue against lane 1, and against lane 2 over a socket and a pseudo-terminal."""

import os

import pytest
from tests.conformance.dialogue import Dialogue, Step, all_dialogues, play
from tests.conformance.talkers import Inside, Served

from paishan_sim.lane_micropython import available

DIALOGUES = all_dialogues()
every_dialogue = pytest.mark.parametrize("dialogue", DIALOGUES, ids=lambda one: one.name)
needs_micropython = pytest.mark.skipif(
    not available(), reason="MicroPython for a PC has no wheel for this platform"
)
needs_pty = pytest.mark.skipif(os.name != "posix", reason="no pseudo-terminals here")


def converse(dialogue, talker):
    try:
        talker.until_ready()
        play(dialogue, talker)
    finally:
        talker.close()


@every_dialogue
def test_lane_1(dialogue):
    converse(dialogue, Inside(service=dialogue.service))


@needs_micropython
@every_dialogue
def test_lane_2_over_a_socket(dialogue):
    converse(dialogue, Served("--lane", "micropython", service=dialogue.service))


@needs_micropython
@needs_pty
@every_dialogue
def test_lane_2_over_a_pseudo_terminal(dialogue):
    converse(dialogue, Served("--lane", "micropython", pty=True, service=dialogue.service))


def test_a_wrong_answer_is_named_with_its_line():
    wrong = Dialogue("wrong", False, [Step(7, "->", "ping"), Step(8, "<-", "pong")])
    with pytest.raises(AssertionError, match=r"wrong.txt:8: expected pong\n     got ok"):
        converse(wrong, Inside())
