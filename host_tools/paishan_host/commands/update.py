"""`paishan update`: a new version on a table, its trial, and the way back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from paishan_host import ending
from paishan_host.commands import form
from paishan_host.language import tr

if TYPE_CHECKING:
    from paishan_host.client import Table
    from paishan_host.install.bundle import Bundle

STEPS: Final = ("status", "why", "confirm", "rollback")
RECONNECTS: Final = 5


@form.command()
@click.argument("what", metavar="WHAT")
@form.yes
def update(what: str, yes: bool, as_json: bool) -> int:
    """Put a new version on a table, or look after one that is on trial.

    WHAT is a bundle's file, status, why, confirm or rollback. The table keeps the version that
    works: a new one that fails twice is put aside without a laptop. Settings stay as they are.
    Where the line breaks, the same command goes on.

    Example: paishan update paishan-0.2.0-rpi_pico.zip
    """
    from paishan_host.install import bundle

    if what not in STEPS and not Path(what).exists():
        form.mistyped(what, STEPS)
    new = None if what in STEPS else bundle.load(Path(what))
    with _open_table() as table:
        if new is not None:
            return _update(table, new, yes, as_json)
        if what in ("status", "why"):
            return _look(table, what, as_json)
        form.agree(
            tr("Restart the table with the version in its other slot?"), yes or what != "rollback"
        )
        return _step(table, what, as_json)


def _open_table() -> Table:
    """Also one in its recovery shell, or of another version: this is the way out of both."""
    from paishan_host.client import Table

    options = form.chosen()
    return Table.open(options.port, options.address)


def _look(table: Table, what: str, as_json: bool) -> int:
    found: Any = (
        {**table.update(), "mode": table.about.mode}
        if what == "status"
        else [line["line"] for line in table.update_lines("why")]
    )
    if as_json:
        form.print_json(found)
    elif what == "why":
        click.echo("\n".join(found) or tr("no version has failed"))
    else:
        _print_status(found)
    return ending.OK


def _print_status(found: dict[str, Any]) -> None:
    for slot in ("a", "b"):
        version = found[slot]
        words = tr("empty") if version is None else f"{version} ({found[f'build_{slot}']})"
        marks = [tr("runs")] if found["running"] == slot else []
        marks += [tr("on trial")] if found["trial"] == slot else []
        click.echo(f"{slot}  {words}" + (f"  {', '.join(marks)}" if marks else ""))
    if found["mode"] == "recovery":
        click.echo(tr("recovery shell: no application runs"))
    if found.get("receiving"):  # which the recovery shell alone knows
        click.echo(tr("partly sent: {build}", build=found["receiving"]))
    if found["floor"]:
        click.echo(tr("none older than {version} is taken", version=found["floor"]))


def _step(table: Table, what: str, as_json: bool) -> int:
    from paishan_host.install import upload

    _login(table)
    answer = upload.patiently(table, lambda: table.update(what))
    if what == "rollback":
        upload.wait_for_restart(table)
    if as_json:
        form.print_json({"what": what, **answer, "build": table.about.build})
    elif what == "rollback":
        click.echo(tr("version {version} runs", version=answer["version"]))
    else:
        click.echo(tr("done"))
    return ending.OK


def _login(table: Table) -> None:
    if table.about.mode == "application":
        table.login()


def _update(table: Table, new: Bundle, yes: bool, as_json: bool) -> int:
    from paishan_host.install import upload

    about = new.about
    if table.about.build == about.build:
        return _said(table, new, 0, as_json, tr("the table already runs this build"))
    form.agree(
        tr(
            "Put version {version} ({build}) on the table, which has {now}?",
            version=about.version,
            build=about.build,
            now=table.about.version or tr("none that runs"),
        ),
        yes,
    )
    before = table.about.version
    with form.bar(tr("sending"), sum(len(data) for data in new.files.values())) as told:
        sending = upload.Upload(table, new, told)
        try:
            _send(sending)
            sending.apply()
        except BaseException:
            sending.leave()
            raise
    upload.wait_for_restart(table)
    if not upload.settled(table, about.build):
        why = "; ".join(str(line["line"]) for line in table.update_lines("why"))
        raise ending.Problem(
            tr(
                "version {version} did not prove itself, the table runs {now} again: {why}",
                version=about.version,
                now=table.about.version or before or tr("its recovery shell"),
                why=why,
            ),
            ending.NOT_AS_ASKED,
        )
    return _said(
        table, new, sending.sent, as_json,
        tr("version {version} runs and is confirmed", version=about.version),
    )  # fmt: skip


def _send(sending: Any) -> None:
    """Goes on where the line broke."""
    from paishan_host.trouble import Unplugged

    for attempt in range(RECONNECTS):
        try:
            _login(sending.table)
            sending.enter()
            sending.send()
        except Unplugged:
            if attempt == RECONNECTS - 1:
                raise
            sending.table.reconnect()
        else:
            return


def _said(table: Table, new: Bundle, sent: int, as_json: bool, sentence: str) -> int:
    if as_json:
        about = new.about
        form.print_json(
            {"version": about.version, "build": about.build, "sent": sent,
             "runs": table.about.build == about.build}
        )  # fmt: skip
    else:
        click.echo(sentence)
    return ending.OK
