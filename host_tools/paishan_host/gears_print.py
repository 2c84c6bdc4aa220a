"""`paishan gears print`: the chart for the lid as SVG or PDF."""

from __future__ import annotations

from pathlib import Path

import click

from paishan_host import charts, ending, spoken
from paishan_host.commands import form


@click.command("print", cls=spoken.Command, epilog=ending.EXIT_CODES)
@form.option(
    "--chart",
    required=True,
    metavar="CHART",
    help="Gear chart: decade-dial, thumbwheel, dip, or a TOML file.",
)
@form.option(
    "--lang",
    type=click.Choice(["en", "zh"]),
    default="en",
    show_default=True,
    help="Language of the chart; Chinese needs a Chinese font on this computer.",
)
@form.option(
    "--size",
    type=click.Choice(["a6", "label"]),
    default="a6",
    show_default=True,
    help="a6: 105 x 148 mm; label: 99 x 68 mm, eight on a sheet of A4.",
)
@form.option(
    "--output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="What to write: FILE.svg or FILE.pdf.",
)
@form.option(
    "--font",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Another font, as a TrueType or OpenType file.",
)
def print_(chart: str, lang: str, size: str, output: Path, font: Path | None) -> None:
    """Write the chart to stick under the table's lid.

    Each gear with its switch drawn as it looks, tiles, stacks, game and what to take out; gears
    that the trays cannot hold are left out. The QR code is the check sum, which
    `paishan gears check CHART --sum` compares.

    Example: paishan gears print --chart dip --lang zh --output lid.pdf
    """
    if output.suffix.lower() not in (".svg", ".pdf"):
        raise ending.Problem(
            f"{output}: the name says what is written: end it with .svg or .pdf", ending.USAGE
        )
    from paishan_host import chart_sheet, sheet_pdf, sheet_svg

    found = charts.find(chart)
    page = chart_sheet.sheet(found, lang, size, font)
    written = sheet_svg.svg(page) if output.suffix.lower() == ".svg" else sheet_pdf.pdf(page)
    form.write(output, written)
    click.echo(f"{output}: {found.name}, check sum {found.check_sum()}")
