"""A table on a serial line as a Python object: the public API of this package.

    from paishan_host.client import Table

    with Table.open() as table:                  # or Table.open("socket://127.0.0.1:7000")
        print(table.status()["state"])
        table.login()                            # hold both lift keys, or have the unit's key
        table.set(dice_ms=3500)

Every method is one verb of the protocol (firmware/docs/protocol.md) and returns plain data. What
goes wrong is one of the exceptions of paishan_host.trouble, with a sentence that ends in what to
do. Not for several threads at once.
"""

from __future__ import annotations

from types import TracebackType
from typing import Any, Final, Self

from paishan_host import ports, transport
from paishan_host.changing import Changing, Counted
from paishan_host.codec import Fields
from paishan_host.hello import Hello
from paishan_host.language import tr
from paishan_host.session import News, Session
from paishan_host.trouble import NOT_OFFERED, Refused

COMEBACK_S: Final = 30.0  # a table that restarts or was plugged in again
DENIED: Final = 207


class Table(Changing):
    """A table. Open it with `Table.open`; close it, or use it in a `with` statement."""

    def __init__(self, line: transport.Transport, address: int | None = None) -> None:
        self.session = Session(line, address)
        try:
            self.about: Hello = self.session.hello()
        except BaseException:
            line.close()
            raise

    @classmethod
    def open(cls, url: str | None = None, address: int | None = None) -> Self:
        """Opens a port and says hello.

        `url`: a port's name or a pyserial URL; None chooses as the command line does. `address`:
        the table's on an RS-485 line.
        """
        found = transport.SerialTransport(ports.chosen(url))
        table = cls(found, address)
        found.keep()
        return table

    def close(self) -> None:
        """Lets go of the port."""
        self.session.transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def reconnect(self, wait_s: float = COMEBACK_S) -> bool:
        """After Unplugged: waits for the port; returns whether the table restarted meanwhile."""
        before = self.about.nonce
        self.session.transport.reopen(wait_s)
        self.about = self.session.hello()
        return self.about.nonce != before

    @property
    def read_only(self) -> str:
        """Why nothing may be changed on this table with this tool; "" when all may."""
        return self.session.read_only

    def listen(self, wait_s: float = 0.0) -> list[News]:
        """Events and log lines that the table sent by itself."""
        return self.session.listen(wait_s)

    # who may do what

    @property
    def level(self) -> str:
        """ "anyone" or "technician"."""
        return self.session.level

    def login(self, key: str | None = None) -> None:
        """Becomes technician: with the unit's key (hex digits), else by presence at the table.

        Without `key` the one in PAISHAN_KEY or keys.toml is used where there is one. By presence
        means: the service jumper is set, or both lift keys are held at this moment.
        """
        if self.level == "technician":
            return
        key = key or ports.key_of(self.about.serial)
        try:
            if key:
                self._login_with(key)
            else:
                self.session.request("auth", "presence")
        except Refused as refused:
            if refused.number not in (DENIED, NOT_OFFERED):
                raise
            raise Refused(
                tr(
                    "only a technician may: hold both lift keys (or set the service jumper) while "
                    "the command starts, or give the unit's key in PAISHAN_KEY ({said})",
                    said=refused.name,
                ),
                refused.number,
                refused.name,
                refused.fields,
            ) from refused
        self.session.level = "technician"

    def _login_with(self, key: str) -> None:
        from paishan.link.access import response

        asked = self.session.request("auth", "challenge").fields
        try:
            mac = response(key, asked["serial"], asked["challenge"])
        except ValueError:
            raise Refused(
                tr("the key is not hex digits: check it"), DENIED, "DENIED", {}
            ) from None
        self.session.request("auth", mac=mac)

    def logout(self) -> None:
        """Back to what anyone may."""
        self.session.request("auth", "logout")
        self.session.level = "anyone"

    # looking

    def ping(self) -> None:
        """Asks for an empty reply."""
        self.request("ping")

    def status(self) -> Fields:
        """How the table stands."""
        return self.request("status").fields

    def watch(self) -> Fields:
        """Everything that moves: state, counts, display, inputs and outputs as hex digits."""
        return self.request("watch").fields

    def inputs(self) -> list[Fields]:
        """The settled inputs, a line a station."""
        return self.request("inputs").lines

    def outputs(self) -> list[Fields]:
        """The outputs, a line a station."""
        return self.request("outputs").lines

    def counters(self) -> Fields:
        """What was counted."""
        return self.request("counters").merged()

    def times(self) -> list[Fields]:
        """Learned times of the motions."""
        return self.request("times").lines

    def events(self, since: int = 0) -> list[Fields]:
        """The events that the table still has, from a number on."""
        return self.request("events", since=since).lines

    def log(self, last: int = 20) -> list[Fields]:
        """The last lines of the journal; only while nothing moves."""
        return self.request("log", last=last).lines

    def faults(self) -> list[Fields]:
        """The fault that is shown, damaged records, the last codes."""
        return self.request("faults").lines

    def gears(self) -> list[Fields]:
        """The gear chart in force, a line a position."""
        return self.request("gears").lines

    def gear(self) -> Fields:
        """The gear in force and the switch."""
        return self.request("gear").fields

    def help(self) -> list[Fields]:
        """The verbs of this firmware."""
        return self.request("help").lines

    def dice(self) -> Fields:
        """The last throw."""
        return self.request("dice").merged()

    def dice_sample(self) -> str:
        """Fresh faces to count, a digit each; none of them is a throw."""
        return str(self.request("dice", "sample").merged()["faces"])

    def opening(self, total: int | None = None, **more: int | str) -> Fields:
        """Where the wall is opened: after the last throw, or for a total; `more`: thrower
        ("E", "S", "W", "N"), smallest die, second total, where the game asks for them."""
        fields = more if total is None else {"total": total, **more}
        return self.request("open", **fields).merged()

    def schema(self, *names: str) -> list[Fields]:
        """Kind, unit, default, range and lock of settings."""
        return self.request("schema", *names).lines

    def export(self, counted: Counted = None) -> list[Fields]:
        """All parts of an export as the table sends them; paishan_host.exchange makes a file."""
        done = 0

        def line(fields: Fields) -> None:
            nonlocal done
            done += len(fields) - 1
            if counted:
                counted(done)

        return self.session.request("export", on_line=line).lines

    # moving; only in SERVICE

    def test(self, what: str) -> Fields:
        """SERVICE: enter, leave, lamps, display, buzzer, off; result of the self-test under
        way, which keeps it going."""
        return self.request("test", what).fields

    def run_test(self, number: int) -> Fields:
        """Starts a numbered self-test in SERVICE; ask for its `result` at least once a second."""
        return self.request("test", "run", number=number).fields

    def jog(self, output: str, lease_ms: int = 500) -> Fields:
        """Runs one motor until the lease ends; the same again renews it."""
        return self.request("jog", output, lease=lease_ms).fields

    def jog_stop(self) -> None:
        """Stops what runs."""
        self.request("jog", "stop")

    # a new version

    def update(self, step: str = "status", **fields: Any) -> Fields:
        """A step of `update` with a reply of one line: status, begin, file, data, end, apply,
        confirm, rollback."""
        return self.request("update", step, **fields).fields

    def update_lines(self, step: str, counted: Counted = None) -> list[Fields]:
        """A step with a reply of many: why, missing, verify. `counted`: of files looked at."""

        def line(fields: Fields) -> None:
            if counted and "seen" in fields:
                counted(int(fields["seen"]))

        lines = self.session.request("update", step, on_line=line).lines
        return [line for line in lines if "seen" not in line]

    # the rest

    def capture(self, step: str = "state") -> Fields:
        """start, stop, or how the capture stands."""
        return self.request("capture", step).fields

    def captured(self, since: int) -> list[Fields]:
        """Entries of the capture from a number on: `entry` and `hex`."""
        return self.request("capture", "read", since=since).lines

    def reboot(self) -> None:
        """Restarts the table; `reconnect` waits for it."""
        self.request("reboot")
