"""The simulated table: everything mechanical and electrical behind the byte image.

One scan: the controller reads `inputs`, decides, and `step(outputs)` lets its outputs act for one
scan period and refreshes `inputs`. Hands act between scans. Tiles never appear or vanish except
through `bring` and `carry_away`; that is checked in every step in which anything happens.
"""

from collections.abc import Iterable, Sequence

from paishan_sim import wiring
from paishan_sim.agenda import Agenda
from paishan_sim.bound import Build, SideSpeed
from paishan_sim.chance import stream
from paishan_sim.drum import Drum
from paishan_sim.figures import NORMAL, Figures
from paishan_sim.lift import Lift
from paishan_sim.motor import Motor
from paishan_sim.panel import Panel
from paishan_sim.ring import LEAST_TRAVEL, Ring
from paishan_sim.sensors import Sensors
from paishan_sim.side import Side, way
from paishan_sim.snapshot import Snapshot

_RESTING = bytes(wiring.OUTPUT_BYTES)
_DRUM_BITS = wiring.DRUM | wiring.DRUM_REV
_DOME_BITS = wiring.DOME_RAISE | wiring.DOME_LOWER


class PlantError(Exception):
    """Hands tried something that the machine does not allow, such as reaching into a shut dome."""


class Plant:
    """A table of the given figures; equal seeds and equal inputs give equal runs."""

    def __init__(
        self,
        figures: Figures = NORMAL,
        *,
        seed: int,
        selector: int = 0,
        scan_ms: int = wiring.SCAN_MS,
    ) -> None:
        self.figures = figures
        self.seed = seed
        self.now_ms = 0
        self.collisions: list[str] = []
        self.builds: list[Build] = []
        self.hands: list[int] = []  # tiles that players hold, or their box
        self._tiles = 0
        self._scan_ms = scan_ms
        self._outputs = _RESTING
        self._loaded = True  # the dome has been open, or nothing was built yet
        self._agenda = agenda = Agenda()
        self._heap = agenda.heap
        self._sensors = sensors = Sensors(agenda, figures, seed)
        self._restless = sensors.restless
        self.inputs = sensors.inputs
        self._panel = Panel(agenda, sensors, figures, seed)
        self._reach = stream(seed, "hands")
        self.sides = tuple(
            Side(
                agenda,
                sensors,
                figures,
                number,
                self._make_motor,
                self.collisions,
                self._give_back,
                self._pusher_home,
            )
            for number in range(4)
        )
        ring_motor = self._make_motor("ring", 1.0 / figures.ring_rev_ms)
        belts = [side.belt for side in self.sides]
        self.ring = Ring(agenda, sensors, figures, ring_motor, belts)
        drum_motor = self._make_motor("drum", 1.0 / figures.drum_rev_ms)
        self.drum = Drum(agenda, sensors, figures, drum_motor, self.ring, seed)
        self.dome = Lift(
            agenda,
            sensors,
            figures,
            self._make_motor("dome", 1.0 / figures.dome_ms),
            wiring.CENTRE,
            wiring.DOME_DOWN,
            wiring.DOME_UP,
        )
        sensors.put_clean(wiring.CENTRE, wiring.COVER_CLOSED | wiring.MAINS_OK, True)
        sensors.put_clean(wiring.SELECTOR, selector, True)
        sensors.put_clean(wiring.SIGNATURE, wiring.CHAIN_SIGNATURE, True)
        sensors.start()

    # The machine

    def step(self, outputs: bytes | bytearray) -> None:
        """Let `outputs` act for one scan period, then sample the inputs."""
        if outputs != self._outputs:
            self._switch(outputs)
        self.now_ms = now = self.now_ms + self._scan_ms
        if self._heap[0][0] <= now:
            self._agenda.run(now)
            self._check_count()
        if self._restless:
            self._sensors.sample()

    def _switch(self, outputs: bytes | bytearray) -> None:
        now, before = self.now_ms, self._outputs
        self._outputs = bytes(outputs)
        for side, byte, was in zip(self.sides, outputs, before, strict=False):
            if byte != was:
                side.switch(now, byte, byte ^ was)
        byte = outputs[wiring.CENTRE]
        changed = byte ^ before[wiring.CENTRE]
        if changed & wiring.RING:
            self.ring.drive(now, way(byte, wiring.RING, 0))
        if changed & _DRUM_BITS:
            self.drum.drive(now, way(byte, wiring.DRUM, wiring.DRUM_REV))
            if self._loaded and byte & wiring.DRUM:
                self._begin_build()
        if changed & _DOME_BITS:
            self.dome.drive(now, way(byte, wiring.DOME_RAISE, wiring.DOME_LOWER))
            self._loaded = True

    def _make_motor(self, name: str, full: float) -> Motor:
        figures = self.figures
        spread = stream(self.seed, f"motor {name}").uniform(-1.0, 1.0) * figures.speed_spread
        return Motor(full * (1.0 + spread), figures.start_ms, figures.coast_ms)

    def _give_back(self, now: float, tile: int) -> None:
        self.drum.drop(now, tile, 1.0 - self.figures.give_back_up)

    # Builds

    @property
    def bound_ms(self) -> float:
        """Lower bound of the latest build as far as it has come; 0 before the first."""
        return self.builds[-1].bound_ms if self.builds else 0.0

    def _begin_build(self) -> None:
        """The drum goes on after the dome was open: a build, unless one was only interrupted."""
        self._loaded = False
        if any(side.tray.stacks or side.platform.tiles for side in self.sides):
            return
        figures = self.figures
        speeds = [
            SideSpeed(
                (figures.belt_mm - figures.tile_mm - figures.tile_seen_mm) / side.belt.motor.full,
                1.0 / side.head.motor.full,
                1.0 - figures.head_home - figures.head_takes,
                (1.0 - 2.0 * figures.pusher_home) / side.pusher.motor.full,
            )
            for side in self.sides
        ]
        ring_ms = LEAST_TRAVEL / self.ring.motor.full
        self.builds.append(Build(self.now_ms, self.drum.earliest_picks(), ring_ms, speeds))

    def _pusher_home(self, now: float) -> None:
        if self.builds:
            build = self.builds[-1]
            build.done_ms = now
            build.tiles = tuple(
                sum(len(stack) for stack in side.tray.stacks) for side in self.sides
            )

    # Tiles

    def check_tiles(self) -> None:
        """Assert that every tile is in exactly one place."""
        found = [tile for side in self.sides for tile in side.tiles()]
        found += self.drum.passes
        found += [tile for tile in self.ring.places if tile is not None]
        found += self.hands
        assert len(found) == len(set(found)) == self._tiles, "tiles are not conserved"

    def _check_count(self) -> None:
        here = len(self.drum.passes) + self.ring.tiles + len(self.hands)
        for side in self.sides:
            here += side.count()
        assert here == self._tiles, f"{here} tiles, must be {self._tiles}"

    # Hands

    def bring(self, tiles: Iterable[int]) -> None:
        """Players bring tiles to the table (a box with a set)."""
        new = list(tiles)
        self.hands += new
        self._tiles += len(new)
        self.check_tiles()

    def carry_away(self, tiles: Iterable[int]) -> None:
        """Players take tiles out of their hands and off the scene."""
        for tile in tiles:
            self.hands.remove(tile)
            self._tiles -= 1

    def drop(self, tiles: Iterable[int]) -> None:
        """Drop tiles from the hands into the open drum."""
        if not self.dome.up(self.now_ms):
            raise PlantError("the dome is not open: no tile can be dropped")
        for tile in tiles:
            if tile not in self.hands:
                raise PlantError(f"tile {tile} is not in anybody's hands")
            self.hands.remove(tile)
            self.drum.drop(self.now_ms, tile, self.figures.face_up_share)
        self._check_count()

    def take_from_drum(self, count: int) -> list[int]:
        """Take `count` tiles out of the open drum into the hands."""
        if not self.dome.up(self.now_ms):
            raise PlantError("the dome is not open: nobody can reach into the drum")
        if count > len(self.drum.passes):
            raise PlantError(f"only {len(self.drum.passes)} tiles lie in the drum")
        taken = self._reach.sample(sorted(self.drum.passes), count)
        for tile in taken:
            self.drum.take_out(tile)
        self.hands += taken
        self._check_count()
        return taken

    def sweep_table(self) -> list[int]:
        """Take all walls off the table into the hands."""
        swept = [tile for side in self.sides for tile in side.tray.sweep()]
        self.hands += swept
        for side in self.sides:
            side.lift.look_again(self.now_ms)
        self._check_count()
        return swept

    def take_everything_out(self) -> list[int]:
        """Somebody opens the cover and takes every tile out of the machine, trays and all."""
        taken = [tile for tile in self.ring.places if tile is not None]
        self.ring.places = [None] * len(self.ring.places)
        self.ring.tiles = 0
        for tile in sorted(self.drum.passes):
            self.drum.take_out(tile)
            taken.append(tile)
        for side in self.sides:
            taken += side.take_out(self.now_ms)
        self.hands += taken
        self._check_count()
        return taken

    def press(self, keys: str | Sequence[str], hold_ms: float, apart_ms: float = 0.0) -> None:
        """Press a key, or several `apart_ms` apart, for `hold_ms` from now on."""
        names = (keys,) if isinstance(keys, str) else keys
        self._panel.press(self.now_ms, names, hold_ms, apart_ms)

    def set_selector(self, raw: int) -> None:
        """Turn the gear switch: the raw lines of station 6."""
        self._sensors.put_clean(wiring.SELECTOR, 0xFF, False)
        self._sensors.put_clean(wiring.SELECTOR, raw, True)

    def set_cover(self, closed: bool) -> None:
        """Open or close the cover."""
        self._sensors.put_clean(wiring.CENTRE, wiring.COVER_CLOSED, closed)

    def set_enable(self, on: bool) -> None:
        """Switch the time-charge relay."""
        self._sensors.put_clean(wiring.PANEL, wiring.ENABLE, on)

    def set_service(self, on: bool) -> None:
        """Set or pull the service jumper."""
        self._sensors.put_clean(wiring.PANEL, wiring.SERVICE, on)

    # Views

    def walls(self) -> tuple[int, ...]:
        """Stacks of the walls on the table."""
        return tuple(len(side.tray.wall) for side in self.sides)

    def trays(self) -> tuple[int, ...]:
        """Stacks in the trays below."""
        return tuple(len(side.tray.stacks) for side in self.sides)

    def wall_tiles(self, side: int) -> list[int]:
        """Identities of a wall's tiles, in the order in which they were stacked."""
        return [tile for stack in self.sides[side].tray.wall for tile in stack]

    def wall_stacks(self, side: int) -> list[tuple[int, ...]]:
        """A wall's stacks, lower tile first, from the right end of the player behind it."""
        return list(self.sides[side].tray.wall)

    def dome_open(self) -> bool:
        """True while hands can reach into the drum."""
        return self.dome.up(self.now_ms)

    def snapshot(self) -> Snapshot:
        """The machine at this moment."""
        now, out, sides = self.now_ms, self._outputs, self.sides
        return Snapshot(
            now_ms=now,
            drum=len(self.drum.passes),
            drum_face_up=sum(passes > 0 for passes in self.drum.passes.values()),
            ring=self.ring.tiles,
            belts=tuple(len(side.belt.tiles) for side in sides),
            platforms=tuple(
                len(side.platform.tiles) + (side.head.held is not None) for side in sides
            ),
            trays=self.trays(),
            walls=self.walls(),
            hands=len(self.hands),
            dome=self.dome.motor.at(now),
            lifts=tuple(side.lift.motor.at(now) for side in sides),
            motors=wiring.motors_on(out),
            heads=tuple(side.head.motor.at(now) % 1.0 for side in sides),
            ready_lamp=bool(out[wiring.CENTRE] & wiring.READY_LAMP),
            seat_lamps=tuple(bool(out[side] & wiring.SEAT_LAMP) for side in range(4)),
            buzzer=bool(out[wiring.CENTRE] & wiring.BUZZER),
            display=wiring.digit_text(out[wiring.DIGIT_TENS])
            + wiring.digit_text(out[wiring.DIGIT_UNITS]),
            collisions=len(self.collisions),
        )
