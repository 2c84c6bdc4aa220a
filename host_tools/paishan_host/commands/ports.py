"""`paishan ports`: the serial ports of this computer, and which one would be opened."""

from __future__ import annotations

from paishan_host import ending, ports
from paishan_host.commands import form
from paishan_host.language import tr


@form.command("ports")
def ports_(as_json: bool) -> int:
    """List the serial ports of this computer. None is opened.

    Exit code 1 if there is none.

    Example: paishan ports
    """
    found = ports.found()
    if as_json:
        form.print_json([port.as_dict() for port in found])
    elif not found:
        ending.complain(tr("no serial port on this computer: plug the table in, then look again"))
    else:
        form.columns(
            [
                (
                    port.device,
                    port.description,
                    port.usb_serial,
                    tr("the last table") if port.remembered else port.board,
                )
                for port in found
            ],
            ("port", "description", "serial number", "known as"),
        )
    return ending.OK if found else ending.NOT_AS_ASKED
