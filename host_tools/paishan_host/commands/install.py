"""`paishan install`: the firmware on a controller that has MicroPython, or as one UF2 for it."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from paishan_host import ending, exchange, ports, reading
from paishan_host.commands import form
from paishan_host.language import tr
from paishan_host.trouble import NOT_OFFERED, LinkTrouble, NoAnswer, Refused

if TYPE_CHECKING:
    from paishan_host.client import Table

_FOUND: Final = 3  # digits of the number behind an export's name


@form.command()
@form.option("--board", required=True, help="Which board: rpi_pico, …")
@form.option(
    "--uf2", type=click.Path(path_type=Path), help="MicroPython's UF2, to make one file of both."
)
@form.option("--image", type=click.Path(path_type=Path), help="Where that file goes.")
@form.option(
    "--freeze",
    type=click.Path(path_type=Path),
    help="Instead: a new folder for the sources that a MicroPython is built with.",
)
@form.option("--profile", type=click.Path(path_type=Path), help="The machine, as JSON.")
@form.option(
    "--key",
    "keys",
    type=click.Path(path_type=Path),
    multiple=True,
    help="A public key (.pub) whose updates the table takes; repeatable.",
)
@form.option(
    "--sign", type=click.Path(path_type=Path), help="The private key that signs what is installed."
)
@form.yes
def install(
    board: str,
    uf2: Path | None,
    image: Path | None,
    freeze: Path | None,
    profile: Path | None,
    keys: tuple[Path, ...],
    sign: Path | None,
    yes: bool,
    as_json: bool,
) -> int:
    """Put the firmware on a controller that has MicroPython, over its port.

    A table's settings are saved first and stay where they are. Done is done when the table
    answers as the build that was installed. With --uf2 and --image nothing is connected: one
    file is made for the controller's boot drive; it is for new controllers, since it empties the
    file system, records and all. --freeze is for boards whose firmware is part of their
    MicroPython; profile and keys are files there, too, and not in it.

    Example: paishan --port /dev/ttyACM0 install --board rpi_pico --key maker.pem.pub
    """
    if freeze is not None:
        if uf2 or image or profile or keys or sign:
            raise click.UsageError(tr("--freeze goes with --board alone"))
        return _freeze(board, freeze, as_json)
    if (uf2 is None) != (image is None):
        raise click.UsageError(tr("--uf2 and --image belong together"))
    arguments = _arguments(profile, keys, sign)
    if uf2 is not None and image is not None:
        form.apart(image, uf2, profile, sign, *keys)
        return _make(board, uf2, image, arguments, as_json)
    return _install(board, arguments, yes, as_json)


def _freeze(board: str, folder: Path, as_json: bool) -> int:
    from paishan_host.install import frozen

    files = frozen.write(board, folder)
    manifest = folder.absolute() / frozen.MANIFEST
    if as_json:
        form.print_json({"folder": str(folder), "files": files})
    else:
        click.echo(
            tr(
                "{files} sources: build MicroPython with `make FROZEN_MANIFEST={file}`",
                files=files,
                file=manifest,
            )
        )
    return ending.OK


def _arguments(profile: Path | None, keys: tuple[Path, ...], sign: Path | None) -> dict[str, Any]:
    from paishan_host.install.keys import Private, Public

    public = [Public.load(path) for path in keys]
    signer = Private.load(sign) if sign else None
    if signer is not None:
        public.append(signer.public)
    return {
        "profile": _profile(profile) if profile else None,
        "keys": {key.name: key.text for key in public},
        "signer": signer,
    }


def _profile(path: Path) -> dict[str, Any]:
    """Read, and tried on a table in this process."""
    from paishan.app import App
    from paishan.store.settings import SettingError

    text = reading.text(path)
    why = tr("chart, selector, settings as JSON")
    try:
        found = json.loads(text)
        if isinstance(found, dict):
            App(None, found)
            return found
    except json.JSONDecodeError as error:
        why = tr("no JSON from line {line} on", line=error.lineno)
    except SettingError as error:
        why = str(error)
    except Exception:  # whatever a table makes of what is no profile
        pass
    raise ending.Problem(
        tr("{file}: no profile of a machine ({error}): mend it", file=path, error=why),
        ending.BAD_FILE,
    )


def _make(
    board: str, runtime: Path, target: Path, arguments: dict[str, Any], as_json: bool
) -> int:
    from paishan_host.install import image, installer

    image.architecture_of(board)  # before anything is said of the file
    image.flash_of(board, uf2=True)
    parts = image.runtime(board, reading.data(runtime), str(runtime))
    made = image.build(board, micropython=parts, **arguments)
    assert made.uf2 is not None
    form.write(target, made.uf2)
    build = installer.build_of(made.files)
    if as_json:
        form.print_json({"file": str(target), "bytes": len(made.uf2), "build": build})
    else:
        click.echo(
            tr(
                "{file}: build {build}; hold BOOTSEL while you plug the controller in, and copy "
                "it to the drive that appears",
                file=target,
                build=build,
            )
        )
    return ending.OK


def _install(board: str, arguments: dict[str, Any], yes: bool, as_json: bool) -> int:
    from paishan_host.client import Table
    from paishan_host.install import image, installer
    from paishan_host.install.prompt import Prompt

    options = form.chosen()
    url = ports.chosen(options.port)
    files = image.files(board, image.architecture_of(board), **arguments)
    build = installer.build_of(files)
    table = _table_at(url)
    with table or contextlib.nullcontext():
        if table is not None:
            _fits(table, board)
        form.agree(tr("Put build {build} on the controller at {url}?", build=build, url=url), yes)
        saved = _left(table) if table is not None else None
    with Prompt(url) as prompt:
        with form.bar(tr("writing"), sum(map(len, files.values()))) as told:
            written = installer.install(prompt, board, files, told)
        prompt.restart()
    with installer.answered(lambda: Table.open(url, options.address), build) as table:
        version = table.about.version
    if as_json:
        form.print_json(
            {"build": build, "version": version, "written": written,
             "saved": str(saved) if saved else None}
        )  # fmt: skip
    else:
        click.echo(tr("the table answers: version {version}, build {build}",
                      version=version, build=build))  # fmt: skip
        if not arguments["keys"]:
            click.echo(
                tr("no key: updates are taken with the service jumper on only (--key FILE.pub)")
            )
    return ending.OK


def _table_at(url: str) -> Table | None:
    """The table that answers already. None: the prompt, or nothing that this tool knows."""
    from paishan_host.client import Table

    try:
        return Table.open(url, form.chosen().address)
    except NoAnswer:
        return None


def _fits(table: Table, board: str) -> None:
    """Before anything is stopped: whether the table says that it is another board."""
    from paishan_sim.places import boards_dir

    is_ours = (boards_dir() / table.about.board / "board.toml").is_file()
    if is_ours and table.about.board != board:
        raise ending.Problem(
            tr(
                "the table is on the board {theirs}, not on {board}: name the right --board",
                theirs=table.about.board,
                board=board,
            ),
            ending.REFUSED,
        )


def _left(table: Table) -> Path | None:
    """Saves the settings of a table, then asks it for MicroPython's prompt."""
    saved = None
    if table.about.mode == "application":
        table.login()
        saved = _saved(table)
    table.session.read_only = ""  # a table of any version is left this way
    try:
        table.request("repl")
    except Refused as refused:
        if refused.number != NOT_OFFERED:
            raise
        if saved is not None:
            saved.unlink()
        raise ending.Problem(
            tr(
                "the table at {url} has no MicroPython to install on, it is simulated: name the "
                "port of a controller, or one of `paishan emulate`",
                url=table.session.transport.url,
            ),
            ending.REFUSED,
        ) from refused
    if saved is not None:
        ending.complain(tr("its settings are saved in {file}", file=saved))
    _until_gone(table)
    return saved


def _saved(table: Table) -> Path:
    """The settings in a file of their own beside the tool's other ones."""
    document = exchange.of_table(table.export())
    folder = ports.folder() / "saved"
    folder.mkdir(parents=True, exist_ok=True)
    name = table.about.serial or table.about.board or "table"
    number = 1
    while (path := folder / f"{name}-{number:0{_FOUND}}.toml").exists():
        number += 1
    form.write(path, exchange.to_toml(document).encode())
    return path


def _until_gone(table: Table) -> None:
    """Hears out the restart that the prompt needs."""
    transport = table.session.transport
    until = transport.clock() + 3.0
    try:
        while transport.clock() < until:
            transport.read(0.1)
    except LinkTrouble:
        transport.reopen(30.0)
