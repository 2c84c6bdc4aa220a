"""A person with pyserial's miniterm: types, reads, corrects typing, leaves with Ctrl-]."""

import os
import select
import signal
import sys
import time

import pytest
from tests.conformance.dialogue import FOLDER, is_news, load
from tests.conformance.talkers import Served

from paishan_sim.lane_micropython import available

pytestmark = pytest.mark.skipif(os.name != "posix", reason="no pseudo-terminals here")

PATIENCE_S = 10
LEAVE = b"\x1d"


class Person:
    """At a terminal window of their own, in which miniterm runs."""

    def __init__(self, url):
        import pty

        self.seen = ""
        self.child, self.screen = pty.fork()
        if self.child == 0:
            command = [sys.executable, "-m", "serial.tools.miniterm", url, "115200"]
            os.execv(command[0], command)
        self.sees("Quit: Ctrl+]")

    def types(self, text):
        for key in text.encode():
            os.write(self.screen, bytes([key]))

    def sees(self, text):
        """Waits until a text stands on the screen, behind what was seen before."""
        end = time.monotonic() + PATIENCE_S
        while text not in self.seen:
            assert time.monotonic() < end, f"no {text!r} on the screen: {self.seen!r}"
            if select.select([self.screen], [], [], 0.1)[0]:
                self.seen += os.read(self.screen, 4096).decode(errors="replace")
        self.seen = self.seen.partition(text)[2]

    def leaves(self):
        os.write(self.screen, LEAVE)
        end = time.monotonic() + PATIENCE_S
        while os.waitpid(self.child, os.WNOHANG) == (0, 0):
            if select.select([self.screen], [], [], 0.01)[0]:
                try:
                    os.read(self.screen, 4096)
                except OSError:
                    continue
            if time.monotonic() > end:
                os.kill(self.child, signal.SIGKILL)
                os.waitpid(self.child, 0)
                raise AssertionError("miniterm does not end")
        os.close(self.screen)


@pytest.fixture
def table():
    served = Served("--lane", "micropython" if available() else "cpython", pty=True)
    served.until_ready()
    yield served
    served.close()


@pytest.fixture
def person(table):
    table.port.close()
    person = Person(table.urls[-1])
    yield person
    person.leaves()


def typed_and_expected():
    """The bare dialogue as a person types it: one line, and what its replies begin with."""
    cases = []
    for step in load(FOLDER / "bare.txt").steps:
        if step.kind == "->":
            cases.append((step.text.encode().decode("unicode_escape").rstrip("\r"), []))
        elif step.kind == "<-" and not is_news(step.text):
            cases[-1][1].append(step.text.partition("<")[0].strip())
    return cases


def test_a_person_gets_the_replies_of_the_bare_dialogue(person):
    for typed, replies in typed_and_expected():
        person.types(typed + "\n")
        for reply in replies:
            person.sees(reply)


def test_the_next_person_finds_the_table_as_it_was(table, person):
    person.types("ping\n")
    person.sees("ok")
    person.leaves()

    other = Person(table.urls[0])  # over the socket this time
    other.types("get scan_ms\n")
    other.sees("scan_ms 5")
    person.child, person.screen = other.child, other.screen
