"""Whatever is wrong while the table rests: a key press is never met by silence.

Nothing moves, so no interlock trips and no deadline runs out. A table that still says READY and
then does nothing is one that looks dead.
"""

import pytest

from paishan_sim import wiring
from paishan_sim.faults import SCENARIOS, parse
from paishan_sim.lane import open_lane
from paishan_sim.player import press, wait, wait_dome_open, wait_ready
from paishan_sim.run import Run, RunConfig

# A controller without power says nothing; a key that hangs cannot be pressed.
SILENT = {"power-cut", "key-stuck"}
ANSWER_MS = 3000


def at_rest():
    yield wait_ready()
    yield wait(4000)
    yield press("KEY_A")
    yield wait(ANSWER_MS)


def dome_open():
    yield wait_ready()
    yield press("KEY_A")
    yield wait_dome_open()
    yield wait(6000)
    yield press("KEY_A")
    yield wait(ANSWER_MS)


class Answer:
    """What the table showed in the last scan before a press, and what it did after it."""

    def __init__(self, moment):
        self.moment = moment  # number of the press
        self.lamp = self.code = self.moved = self.beeped = False

    def look(self, run):
        outputs = run.outputs
        centre = outputs[wiring.CENTRE]
        if len(run.player.presses) < self.moment:
            self.lamp = bool(centre & wiring.READY_LAMP)
            shown = run.player.display.strip()
            if shown:
                self.code = (shown.isdigit() and int(shown) > 10) or shown == "--"
            return
        self.moved |= bool(wiring.motors_on(outputs))
        self.beeped |= bool(centre & wiring.BUZZER)


@pytest.mark.parametrize("name", [one.name for one in SCENARIOS if one.name not in SILENT])
@pytest.mark.parametrize(
    ("script", "moment", "at"), [(at_rest, 1, "ready+2s"), (dome_open, 2, "open+4s")]
)
def test_a_key_press_is_answered_or_a_code_stands_there(name, script, moment, at):
    scenario = next(one for one in SCENARIOS if one.name == name)
    lasting = ",for=always" if "for" in [given.name for given in scenario.arguments] else ""
    config = RunConfig(inject=[parse(f"{name}:at={at}{lasting}")], script=script())
    with open_lane("cpython", config.profile()) as lane:
        run = Run(config, lane)
        answer = Answer(moment)
        run.play(answer.look)
    if not answer.moved and not answer.beeped:
        assert (answer.lamp, answer.code) == (False, True)
