"""A lane: one way to run the unchanged firmware, a scan at a time, under virtual time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Any, Final, Self

from paishan_sim.serial import HostEnd

INPUT_BYTES: Final = 8
OUTPUT_BYTES: Final = 7
TICKS_MASK: Final = (1 << 30) - 1  # a time handed to the firmware wraps like ticks_ms

Profile = dict[str, Any]  # plain data: "chart", "selector", "settings"


class LaneError(Exception):
    """A lane could not start, or the firmware in it ended; says what to do about it."""


class LaneFileError(LaneError):
    """A file that a lane is made of is missing, or is not what it should be."""


class Lane(ABC):
    """The firmware behind its process image. Inputs are 8 bytes, outputs 7, times in ms."""

    name: str
    serial: HostEnd | None = None  # the laptop's end, where the profile has "serial": true

    @abstractmethod
    def scan(self, now_ms: int, inputs: bytes | bytearray) -> bytes | bytearray:
        """Runs one scan. The outputs are valid until the next one."""

    @abstractmethod
    def status(self) -> dict[str, Any]:
        """What the firmware says of itself: state, gear, faults, counts."""

    @abstractmethod
    def restart(self) -> None:
        """The power was cut and is back: the firmware starts anew with the records that it kept.

        Its time starts at 0 again.
        """

    def fail_scan(self, error: Exception) -> None:
        """Lets something in the next scan raise `error`."""
        raise LaneError(f"lane {self.name} cannot make a scan fail: use --lane cpython")

    def hang(self) -> None:
        """The firmware hangs from now on: monostable and watchdog do what hang.py says."""
        raise LaneError(f"lane {self.name} cannot hang: use --lane cpython or micropython")

    @abstractmethod
    def close(self) -> None:
        """Ends the firmware; safe to call twice."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def open_lane(name: str, profile: Profile, keeps: bool = False) -> Lane:
    """The lane called `name`, "cpython" or "micropython", with a machine of that profile.

    `keeps`: its records outlive a restart; those of "micropython", which has a flash, always do.
    """
    if name == "cpython":
        from paishan_sim.lane_cpython import CPythonLane

        return CPythonLane(profile, keeps)
    if name == "micropython":
        from paishan_sim.lane_micropython import MicroPythonLane

        return MicroPythonLane(profile)
    raise LaneError(f"there is no lane {name!r}: use cpython or micropython")
