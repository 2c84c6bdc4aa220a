"""`paishan bundle` and `paishan keys`: what an update is made of, and who signs it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import click

from paishan_host import ending
from paishan_host.commands import form
from paishan_host.language import tr


@form.command()
@form.option(
    "--board", "boards", multiple=True, required=True, help="For which board; repeatable."
)
@form.option("--key", type=click.Path(path_type=Path), help="The private key that signs it.")
@form.option("--version", "version", default="", help="Another version than this tool's.")
@form.option(
    "--floor", default="", help="No table that has run it takes a version older than this."
)
@form.option("--output", "-o", type=click.Path(path_type=Path), help="The bundle's file.")
def bundle(
    boards: tuple[str, ...],
    key: Path | None,
    version: str,
    floor: str,
    output: Path | None,
    as_json: bool,
) -> None:
    """Make a bundle for `paishan update` of the firmware that this tool carries.

    Without a key it is unsigned, and so is its name: a table takes it with its service jumper on
    only. A file of the same name is replaced.

    Example: paishan bundle --board rpi_pico --key maker.pem
    """
    from paishan_host.install import bundle as bundles
    from paishan_host.install import image, keys, mpy

    architectures = {image.architecture_of(board) for board in boards}
    if len(architectures) > 1:
        raise click.UsageError(tr("these boards have different processors: a bundle for each"))
    for text in (version, floor):
        if text and not all(part.isdigit() for part in text.split(".")):
            raise click.UsageError(tr("{text}: a version is numbers, like 0.2.0", text=text))
    signer = keys.Private.load(key) if key else None
    if output is not None:
        form.apart(output, key)
    made = bundles.made(boards, architectures.pop(), signer=signer, version=version, floor=floor)
    name = "-".join(("paishan", made.about.version, *boards, *(() if key else ("unsigned",))))
    path = output or Path(f"{name}.zip")
    data = bundles.packed(made)
    form.write(path, data)
    codes = {board: bundles.code(made.about, board, {}) for board in boards}
    if as_json:
        form.print_json(
            {"file": str(path), "version": made.about.version, "build": made.about.build,
             "key": made.about.key or None, "mpy": mpy.ARCHITECTURES[made.about.mpy >> 10],
             "codes": codes}
        )  # fmt: skip
        return
    click.echo(tr("{file}: {size} KB", file=path, size=round(len(data) / 1024)))
    for board, code in codes.items():
        click.echo(tr("code of {board}: {code}", board=board, code=code))


@form.group
@click.pass_context
def keys(ctx: click.Context, as_json: bool) -> None:
    """Make the key pair that signs updates, or show one.

    Example: paishan keys new maker.pem
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@keys.command("new")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
def new_(file: Path) -> None:
    """A private key in FILE, readable by its owner only, and its public half in FILE.pub."""
    from paishan_host.install import keys as pairs

    made = pairs.made(file)
    click.echo(
        tr(
            "key {name}: keep {file} where nobody else can read it, and a copy; install "
            "{public} on tables with `paishan install --key`",
            name=made.key_id,
            file=file,
            public=pairs.public_path(file),
        )
    )


@keys.command("show")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
def show_(file: Path) -> None:
    """Name and public half of a key, of either of its files."""
    from paishan_host.install import keys as pairs

    is_public = file.suffix == ".pub"
    public = pairs.Public.load(file) if is_public else pairs.Private.load(file).public
    click.echo(f"{public.name}  {public.text.decode().strip()}")
    if not is_public and os.name == "posix" and stat.S_IMODE(file.stat().st_mode) & 0o077:
        ending.complain(tr("others can read {file}: chmod 600 {file}", file=file))
