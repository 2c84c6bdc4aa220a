from math import inf

from paishan_sim.agenda import Agenda


class Alarm:
    """Writes down when it was called."""

    def __init__(self) -> None:
        self.due_ms = inf
        self.rang: list[float] = []

    def happen(self, now: float) -> None:
        self.rang.append(now)


def test_parts_are_called_in_the_order_of_time_up_to_the_end():
    agenda, order = Agenda(), []

    class Named(Alarm):
        def happen(self, now: float) -> None:
            order.append(now)

    for due in (7.0, 3.0, 12.0):
        agenda.ask(Named(), due)
    agenda.run(10.0)
    assert order == [3.0, 7.0]
    agenda.run(12.0)
    assert order == [3.0, 7.0, 12.0]


def test_asking_again_replaces_the_time():
    agenda, alarm = Agenda(), Alarm()
    agenda.ask(alarm, 5.0)
    agenda.ask(alarm, 8.0)
    agenda.run(20.0)
    assert alarm.rang == [8.0]


def test_asking_for_never_takes_a_part_off():
    agenda, alarm = Agenda(), Alarm()
    agenda.ask(alarm, 5.0)
    agenda.ask(alarm, inf)
    agenda.run(20.0)
    assert alarm.rang == []


def test_going_back_to_an_earlier_time_rings_once():
    agenda, alarm = Agenda(), Alarm()
    for due in (5.0, 9.0, 5.0):
        agenda.ask(alarm, due)
    agenda.run(20.0)
    assert alarm.rang == [5.0]
