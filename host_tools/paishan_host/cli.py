"""The `paishan` command: what it offers, and how it ends."""

from __future__ import annotations

import click

from paishan_host import __version__


@click.group()
@click.version_option(__version__, prog_name="paishan", message="%(prog)s %(version)s")
def main() -> None:
    """Paishan: firmware for automatic mahjong tables, its simulator and its tool."""
