"""One side of the table: belt, head, platform, pusher, tray and lift, switched by one byte."""

from collections.abc import Callable, Iterator

from paishan_sim import wiring
from paishan_sim.agenda import Agenda
from paishan_sim.belt import Belt
from paishan_sim.figures import Figures
from paishan_sim.head import Head
from paishan_sim.lift import TrayLift
from paishan_sim.motor import Motor
from paishan_sim.platform import Platform
from paishan_sim.pusher import Pusher
from paishan_sim.sensors import Sensors
from paishan_sim.tray import Tray


def way(byte: int, forward: int, backward: int) -> int:
    """Direction of a motor with two switches; both at once are a short circuit: it stands."""
    return bool(byte & forward) - bool(byte & backward)


class Side:
    """The mechanisms of side `number`; `tiles()` names what it holds."""

    def __init__(
        self,
        agenda: Agenda,
        sensors: Sensors,
        figures: Figures,
        number: int,
        make_motor: Callable[[str, float], Motor],
        collisions: list[str],
        give_back: Callable[[float, int], None],
        came_home: Callable[[float], None],
    ) -> None:
        name = wiring.SIDES[number]
        self.tray = Tray(sensors, number, figures.tray_stacks)
        self.platform = Platform(collisions, name)
        belt_motor = make_motor(f"belt {name}", figures.belt_mm_s / 1000.0)
        self.belt = Belt(agenda, sensors, number, figures, belt_motor, give_back)
        head_motor = make_motor(f"head {name}", 1.0 / figures.head_turn_ms)
        self.head = Head(agenda, sensors, number, figures, head_motor, self.belt, self.platform)
        self.lift = TrayLift(
            agenda,
            sensors,
            figures,
            make_motor(f"lift {name}", 1.0 / figures.lift_ms),
            number,
            wiring.LIFT_DOWN,
            wiring.LIFT_UP,
            self.tray.draw_on_to_table,
        )
        self.pusher = Pusher(
            agenda,
            sensors,
            number,
            figures,
            make_motor(f"pusher {name}", 1.0 / figures.pusher_rev_ms),
            self.platform,
            self.tray,
            self.lift,
            collisions,
            came_home,
        )

    def switch(self, now: float, byte: int, changed: int) -> None:
        """Let the changed output bits take effect."""
        if changed & (wiring.BELT | wiring.BELT_REV):
            self.belt.drive(now, way(byte, wiring.BELT, wiring.BELT_REV))
        if changed & (wiring.HEAD | wiring.HEAD_REV):
            self.head.drive(now, way(byte, wiring.HEAD, wiring.HEAD_REV))
        if changed & wiring.PUSHER:
            self.pusher.drive(now, way(byte, wiring.PUSHER, 0))
        if changed & (wiring.LIFT_RAISE | wiring.LIFT_LOWER):
            self.lift.drive(now, way(byte, wiring.LIFT_RAISE, wiring.LIFT_LOWER))

    def take_out(self, now: float) -> list[int]:
        """Hands take every tile out, except the wall on the table."""
        taken = self.belt.take_out(now)
        if self.head.held is not None:
            taken.append(self.head.held)
            self.head.held = None
        taken += self.platform.tiles
        self.platform.tiles.clear()
        return taken + self.tray.take_out()

    def count(self) -> int:
        """How many tiles are here, below and on the table."""
        held = self.head.held is not None
        return len(self.belt.tiles) + held + len(self.platform.tiles) + self.tray.tiles

    def tiles(self) -> Iterator[int]:
        """Identities of all tiles of this side."""
        yield from self.belt.tiles
        if self.head.held is not None:
            yield self.head.held
        yield from self.platform.tiles
        for stack in self.tray.stacks:
            yield from stack
        for stack in self.tray.wall:
            yield from stack
