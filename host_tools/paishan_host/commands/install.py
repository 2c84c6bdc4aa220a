"""`paishan install`: the firmware on a controller that has MicroPython, or as one UF2 for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from paishan_host import ending, exchange, ports
from paishan_host.commands import form
from paishan_host.language import tr
from paishan_host.trouble import LinkTrouble, NoAnswer

if TYPE_CHECKING:
    from paishan_host.client import Table

_FOUND: Final = 3  # digits of the number behind an export's name


@form.command()
@form.option("--board", required=True, help="Which board: rpi_pico, …")
@form.option(
    "--uf2", type=click.Path(path_type=Path), help="MicroPython's UF2, to make one file of both."
)
@form.option("--image", type=click.Path(path_type=Path), help="Where that file goes.")
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
    file system, records and all.

    Example: paishan --port /dev/ttyACM0 install --board rpi_pico --key maker.pem.pub
    """
    if (uf2 is None) != (image is None):
        raise click.UsageError(tr("--uf2 and --image belong together"))
    arguments = _arguments(profile, keys, sign)
    if uf2 is not None and image is not None:
        return _make(board, uf2, image, arguments, as_json)
    return _install(board, arguments, yes, as_json)


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

    try:
        found = json.loads(path.read_text("utf-8"))
        App(None, found)
    except OSError as error:
        raise ending.Problem(
            tr("{file}: {error}: check the file's name", file=path, error=error.strerror),
            ending.BAD_FILE,
        ) from error
    except Exception as error:  # whatever a table makes of what is no profile
        raise ending.Problem(
            tr("{file}: no profile of a machine ({error}): mend it", file=path, error=error),
            ending.BAD_FILE,
        ) from error
    assert isinstance(found, dict)
    return found


def _make(
    board: str, runtime: Path, target: Path, arguments: dict[str, Any], as_json: bool
) -> int:
    from paishan_host.install import image, installer

    try:
        data = runtime.read_bytes()
    except OSError as error:
        raise ending.Problem(
            tr("{file}: {error}: check the file's name", file=runtime, error=error.strerror),
            ending.BAD_FILE,
        ) from error
    made = image.build(board, uf2=data, **arguments)
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
    form.agree(tr("Put build {build} on the controller at {url}?", build=build, url=url), yes)
    saved = _leave_table(url)
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


def _leave_table(url: str) -> Path | None:
    """Where a table answers already: saves its settings, then asks for MicroPython's prompt."""
    from paishan_host.client import Table

    try:
        table = Table.open(url, form.chosen().address)
    except NoAnswer:
        return None  # the prompt, or nothing that this tool knows
    with table:
        saved = None
        if table.about.mode == "application":
            saved = _saved(table)
            table.login()
        table.session.read_only = ""  # a table of any version is left this way
        table.request("repl")
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
    ending.complain(tr("its settings are saved in {file}", file=path))
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
