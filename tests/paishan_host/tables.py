"""Tables to talk to: the simulated one within this process in virtual time, and a scripted one."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from paishan_host import codec
from paishan_host.client import Table
from paishan_host.trouble import Unplugged
from paishan_sim.run import Run, RunConfig
from paishan_sim.serve import open_table

READY_MS = 8000


class LaneTransport:
    """The laptop's end of a lane; reading is what lets the table's time pass.

    `lose` and `late`: how many of the next lines from the table to drop, or to hold back until
    the line after them. `unplugged`: every call fails.
    """

    url = "lane://"

    def __init__(self, run: Run) -> None:
        assert run.lane.serial is not None
        self.run = run
        self.line = run.lane.serial
        self.sent: list[bytes] = []
        self.unplugged = False
        self.on_write: Callable[[bytes], bytes] = lambda data: data
        self.on_read: Callable[[bytes], bytes] = lambda data: data
        self.speeds: tuple[int, ...] = ()
        self.speed = 0
        self.tried: list[int] = []

    def scan(self, ms: int = 5) -> None:
        run = self.run
        for _ in range(max(1, ms // 5)):
            outputs = run.lane.scan(run.plant.now_ms, run.plant.inputs)
            run.outputs = outputs
            run.monitor.watch(run.plant.now_ms, run.plant.inputs, outputs)
            run.plant.step(outputs)

    def read(self, wait_s: float) -> bytes:
        if self.unplugged:
            raise Unplugged("lane:// went away: plug the table in again, then repeat the command")
        until_ms = self.run.plant.now_ms + 1000 * wait_s
        while True:
            data = self.on_read(self.line.receive())
            if data or self.run.plant.now_ms >= until_ms:
                return data
            self.scan()

    def write(self, data: bytes) -> None:
        if self.unplugged:
            raise Unplugged("lane:// went away: plug the table in again, then repeat the command")
        self.sent.append(data)
        self.line.send(self.on_write(data))

    def clock(self) -> float:
        return float(self.run.plant.now_ms) / 1000

    def reopen(self, wait_s: float) -> None:
        self.unplugged = False

    def set_speed(self, speed: int) -> None:
        self.speed = speed
        self.tried.append(speed)

    def keep(self) -> None:
        """Remembers nothing."""

    def close(self) -> None:
        """Nothing to let go of."""

    def until(self, state: str, ms: int = READY_MS) -> None:
        """Lets time pass until the table is in that state."""
        for _ in range(ms // 5):
            if self.run.lane.status()["state"] == state:
                return
            self.scan()
        raise AssertionError(f"the table is {self.run.lane.status()['state']}, not {state}")


@contextmanager
def lane(service: bool = True, folder: str | None = None, **config) -> Iterator[LaneTransport]:
    """A table that is READY, with the service jumper on."""
    chosen = RunConfig(**{"chart": "dip", "selector": 2, **config})
    with open_lane_with(chosen, folder) as run:
        run.plant.set_service(service)
        transport = LaneTransport(run)
        transport.until("READY")
        transport.scan(500)
        yield transport


@contextmanager
def open_lane_with(config: RunConfig, folder: str | None) -> Iterator[Run]:
    if folder is None:
        with open_table(config) as run:
            yield run
        return
    from paishan_sim.lane import open_lane

    with open_lane(config.lane, {**config.profile(), "serial": True, "folder": folder}) as one:
        yield Run(config, one)


class Scripted:
    """A transport that answers as it is told: `answers(request line) -> bytes`."""

    url = "script://"
    speeds = ()

    def __init__(self, answers: Callable[[int, str], str | list[str] | None]) -> None:
        self.answers = answers
        self.now = 0.0
        self.sent: list[str] = []
        self.coming = b""

    def read(self, wait_s: float) -> bytes:
        data, self.coming = self.coming, b""
        if not data:
            self.now += wait_s
        return data

    def write(self, data: bytes) -> None:
        line = data.decode().strip()
        if not line:
            return
        number, _, text = line[1:-9].strip().partition(" ")
        self.sent.append(f"{number} {text}")
        said = self.answers(int(number), text)
        for one in [said] if isinstance(said, str) else said or []:
            whole = one[:1] not in "#!" or one[-9:-8] == "*"
            self.coming += one.encode() + b"\n" if whole else codec.sealed(one)

    def clock(self) -> float:
        return self.now

    def reopen(self, wait_s: float) -> None:
        """It never goes away."""

    def set_speed(self, speed: int) -> None:
        """It has none."""

    def keep(self) -> None:
        """Remembers nothing."""

    def close(self) -> None:
        """Nothing to let go of."""


def with_speed(lane: LaneTransport, speed: int, answers: bool = True) -> LaneTransport:
    """The lane as a UART, the laptop's end at `speed`: bytes at another than the table's are
    lost, and an LF with them. `answers`: whether any is the right one."""
    from paishan_host.speeds import likeliest

    line: Any = lane.line
    firmware: Any = lane.run.lane
    device = line.device
    device.speed = firmware.app.settings.link_speed
    lane.speeds = likeliest(speed)
    lane.speed = speed

    def heard() -> bool:
        return answers and lane.speed == device.speed

    lane.on_read = lambda data: data if heard() else b""
    lane.on_write = lambda data: data if heard() else b"\xa5" * len(data)
    return lane


def table(transport: LaneTransport) -> Table:
    return Table(transport)
