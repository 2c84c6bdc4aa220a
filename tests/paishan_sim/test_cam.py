from math import inf

from paishan_sim.agenda import Agenda
from paishan_sim.cam import Cam
from paishan_sim.motor import Motor


def cam_with_log(span: float = 1.0) -> tuple[Agenda, Cam, list[tuple[int, int]]]:
    agenda, met = Agenda(), []
    motor = Motor(0.001, 40, 25)  # a revolution a second

    def passed(now: float, point: int, direction: int) -> None:
        met.append((point, direction))

    return agenda, Cam(agenda, motor, (0.1, 0.5, 0.9), span, passed), met


def test_points_are_passed_in_order_through_all_revolutions():
    agenda, cam, met = cam_with_log()
    cam.drive(0, 1)
    agenda.run(2040)
    assert met == [(0, 1), (1, 1), (2, 1)] * 2


def test_backward_the_same_points_come_in_reverse():
    agenda, cam, met = cam_with_log()
    cam.drive(0, 1)
    agenda.run(700)
    cam.drive(700, -1)
    agenda.run(1700)
    assert met == [(0, 1), (1, 1), (1, -1), (0, -1), (2, -1)]


def test_a_point_is_reached_by_coasting_or_not_at_all():
    agenda, cam, met = cam_with_log()
    cam.drive(0, 1)
    agenda.run(130)  # stands at about 0.09
    cam.drive(130, 0)
    agenda.run(1000)
    assert met == [(0, 1)], "25 ms of coasting carry it over"
    cam.drive(1000, 1)
    agenda.run(1300)
    cam.drive(1300, 0)
    agenda.run(5000)
    assert met == [(0, 1)]


def test_a_travel_does_not_repeat():
    agenda, cam, met = cam_with_log(span=inf)
    cam.drive(0, 1)
    agenda.run(5000)
    cam.drive(5000, -1)
    agenda.run(20000)
    assert met == [(0, 1), (1, 1), (2, 1), (2, -1), (1, -1), (0, -1)]
