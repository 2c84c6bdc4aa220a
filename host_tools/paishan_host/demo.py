"""`paishan demo`: a whole cycle as a person would play it, drawn as it goes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from paishan_host import choices, ending, spoken
from paishan_host.commands import form
from paishan_host.ranges import Finite

if TYPE_CHECKING:
    from paishan_sim.run import Run, RunConfig

PICTURE_TILES: Final = 0.4  # the exported picture: this share of the last build is stacked

# rich's own SVG form without its web fonts: nothing is loaded from anywhere
_SVG: Final = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace;
font-size: {char_height}px; line-height: {line_height}px; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


@click.command(cls=spoken.Command, epilog=ending.EXIT_CODES)
@choices.run_options
@form.option(
    "--speed",
    type=Finite(0.1, 1000),
    default=4,
    show_default=True,
    help="Simulated seconds a second.",
)
@form.option(
    "--svg",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Save a picture of the second build instead of showing the run.",
)
@form.option("--json", "as_json", is_flag=True, help="Print the result as JSON, no picture.")
def demo(
    chart: str,
    selector: int | None,
    seed: int,
    machine: str,
    lane: str,
    speed: float,
    svg: Path | None,
    as_json: bool,
) -> int:
    """Watch the firmware shuffle, build four walls and raise them, then build the second set.

    Without a terminal of 78 x 23 characters it prints plain lines.

    Example: paishan demo --chart dip --selector 2 --speed 8
    """
    config = choices.run_config(chart, selector, seed, machine, lane)
    if svg is not None:
        _export(config, svg)
        return ending.OK
    if as_json:
        result = choices.played(config)
        click.echo(json.dumps(result.as_dict()))
    else:
        from paishan_host import summary, view

        with view.watching(speed) as watch:
            result = choices.played(config, watch)
        click.echo("\n".join(summary.lines(result)))
    return ending.OK if result.good else ending.NOT_AS_ASKED


def _building(run: Run) -> bool:
    from paishan_sim import wiring

    return bool(run.outputs[wiring.CENTRE] & wiring.DRUM)


def _export(config: RunConfig, path: Path) -> None:
    """Writes the picture of the moment at which part of the last build is stacked."""
    import io

    from paishan_host import picture, view
    from paishan_host.terminal import Output

    output = Output(file=io.StringIO(), record=True, width=picture.WIDTH, force_terminal=True)
    wanted = PICTURE_TILES * sum(config.stacks())

    def look(run: Run) -> None:
        plant = run.plant
        if not drawn and any(plant.walls()) and sum(plant.trays()) >= wanted and _building(run):
            output.print(picture.draw(view.scene(run, None)))
            drawn.append(True)

    drawn: list[bool] = []
    choices.played(config, look)
    if not drawn:
        raise ending.Problem(
            f"gear {config.selector} builds no walls to draw: choose another", ending.NOT_AS_ASKED
        )
    svg = output.export_svg(title="paishan demo", code_format=_SVG, unique_id="paishan")
    form.write(path, svg.encode())
