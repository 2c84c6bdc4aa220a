"""A capture of a table as a recording of the simulator.

The table keeps the changes of its inputs; the host fetches them, lays out every scan, and lets
this tool's own firmware answer them. What the table's outputs were at the moments at which the
host looked must be what that firmware says: then the recording replays bit for bit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from paishan_host.codec import Fields
from paishan_sim.lane import INPUT_BYTES, Profile, open_lane
from paishan_sim.record import Header

if TYPE_CHECKING:
    from paishan_host.client import Table

ENTRY_BYTES: Final = 4
_TICKS: Final = 1 << 30

Entry = tuple[int, int, int]  # scans since the entry before, station, value


def header_of(lines: list[Fields]) -> Fields:
    """What a replay needs, of the lines of `capture header`."""
    header: Fields = {"settings": {}, "calibration": {}, "rows": None}
    for line in lines:
        key, name, value = line["key"], line.get("name"), line["value"]
        if name is None:
            header[key] = value
        elif isinstance(name, int):
            header[key] = [*(header[key] or []), value]
        else:
            header[key][name] = value
    return header


def profile_of(header: Fields) -> Profile:
    """The machine of a header, as a lane takes it."""
    settings = header["settings"]
    profile: Profile = {"settings": settings, "calibration": header["calibration"]}
    if "progress" in header:
        names = ("progress", "set_below", "gear", "heat")
        profile["state"] = {name: header[name] for name in names if name in header}
    if settings["chart"] != "own":
        return {**profile, "chart": settings["chart"]}
    switch = ("kind", "bits", "lowest_first", "active_high", "first")
    return {
        **profile,
        "chart": [[row[0], row[1], row[2], *row[3:]] for row in header["rows"]],
        "selector": [settings[f"selector_{name}"] for name in switch],
    }


def entries_of(line: Fields) -> Iterator[Entry]:
    """The entries of a line of `capture read`."""
    data = bytes.fromhex(line["hex"])
    for at in range(0, len(data), ENTRY_BYTES):
        low, high, station, value = data[at : at + ENTRY_BYTES]
        yield low | high << 8, station, value


def laid_out(entries: list[Entry], scans: int) -> Iterator[bytes]:
    """The inputs of each of `scans` scans."""
    inputs = bytearray(INPUT_BYTES)
    scan = 0
    at = 0
    for gap, station, value in entries:
        at += gap
        while scan < min(at, scans):
            yield bytes(inputs)
            scan += 1
        inputs[station] = value
    while scan < scans:
        yield bytes(inputs)
        scan += 1


@dataclass
class Fetched:
    """A capture as far as it was fetched. `lost`: entries that were gone before they were."""

    table: Table
    entries: list[Entry] = field(default_factory=list)
    samples: dict[int, bytes] = field(default_factory=dict)  # time: outputs of the scan before
    scans: int = 0
    lost: int = 0

    def start(self) -> None:
        """Begins; the table homes anew."""
        self.table.capture("start")

    def look(self) -> Fields:
        """Fetches what is new and notes the outputs; returns what `watch` said."""
        seen = self.table.watch()
        self.samples[seen["time"]] = bytes.fromhex(seen["out"])
        for line in self.table.captured(len(self.entries)):
            if line["entry"] > len(self.entries):
                self.lost += line["entry"] - len(self.entries)
            if self.lost:
                break
            self.entries += entries_of(line)
        return seen

    def stop(self) -> None:
        """Ends, and fetches the rest."""
        self.scans = self.table.capture("stop")["scans"]
        self.look()

    def recorded(self) -> Recorded:
        """The recording, with the outputs that this tool's firmware gives."""
        header = header_of(self.table.request("capture", "header").lines)
        if self.lost:  # nothing is known from the first gap on
            self.scans = min(self.scans, sum(gap for gap, _, _ in self.entries))
        return Recorded.of(header, self.entries, self.scans, self.samples)


@dataclass(frozen=True)
class Recorded:
    """A capture as scans. `differing`: times at which the table's outputs were others."""

    header: Header
    scans: list[tuple[bytes, bytes]]
    compared: int
    differing: list[int]

    @classmethod
    def of(
        cls, header: Fields, entries: list[Entry], scans: int, samples: dict[int, bytes]
    ) -> Recorded:
        """Lays it out and answers it in lane 1."""
        scan_ms, start_ms = header["settings"]["scan_ms"], header["start_ms"]
        about = {"source": "captured on a table", "scans": scans, "changes": len(entries)}
        found = Header(profile_of(header), scan_ms, start_ms, about)
        done: list[tuple[bytes, bytes]] = []
        with open_lane("cpython", found.profile) as lane:
            for number, inputs in enumerate(laid_out(entries, scans)):
                done.append((inputs, bytes(lane.scan(start_ms + number * scan_ms, inputs))))
        compared, differing = 0, []
        for time, outputs in sorted(samples.items()):
            number = (time - start_ms) % _TICKS // scan_ms - 1
            if 0 <= number < len(done):
                compared += 1
                if done[number][1] != outputs:
                    differing.append(time)
        return cls(found, done, compared, differing)

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "scans": len(self.scans),
            "seconds": len(self.scans) * self.header.scan_ms / 1000,
            "changes": (self.header.run or {}).get("changes"),
            "compared": self.compared,
            "differing": self.differing,
        }
