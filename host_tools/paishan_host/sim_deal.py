"""`paishan sim deal`: raise the walls of a game, throw the dice, deal, and check the deal."""

from __future__ import annotations

import json
import random
from typing import Any

import click

from paishan_host import charts, choices, ending, spoken
from paishan_host.commands import form

_SIDES = "ESWN"


class Dice(click.ParamType[tuple[int, ...]]):
    """Faces as people read them off: 3,4 or 6,2,5."""

    name = "dice"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[int, ...]:
        if isinstance(value, tuple):
            return value
        try:
            faces = tuple(int(face) for face in str(value).split(","))
        except ValueError:
            faces = ()
        if not 1 <= len(faces) <= 3 or not all(1 <= face <= 6 for face in faces):
            self.fail(f"{value!r}: faces from 1 to 6 with commas, as 3,4", param, ctx)
        return faces


@click.command(cls=spoken.Command, epilog=ending.EXIT_CODES)
@choices.run_options
@form.option("--rule", metavar="NAME", help="Another game for the same set.")
@form.option(
    "--dealer",
    type=click.Choice(list(_SIDES)),
    default="E",
    show_default=True,
    help="Side of the dealer, who throws.",
)
@form.option(
    "--dice",
    type=Dice(),
    multiple=True,
    metavar="FACES",
    help="A throw, as 3,4; once for each throw of the game.  [default: by the seed]",
)
@form.option("--json", "as_json", is_flag=True, help="Print JSON.")
def deal(
    chart: str,
    selector: int | None,
    seed: int,
    machine: str,
    lane: str,
    rule: str | None,
    dealer: str,
    dice: tuple[tuple[int, ...], ...],
    as_json: bool,
) -> int:
    """Raise the walls of a game, open them by the dice, deal, and check every hand.

    Exit code 1 if a hand has a wrong size, a tile came twice, or the guide is mistaken.

    Example: paishan sim deal --chart dip --selector 20 --dice 6,5,4
    """
    from paishan_host import opening_view
    from paishan_sim import deal as dealing
    from paishan_sim.lane import open_lane
    from paishan_sim.run import Run
    from paishan_sim.tiles import face

    config = choices.run_config(chart, selector, seed, machine, lane)
    game = _game(chart, config.selector, rule)
    throws = _throws(game, dice, seed)
    with choices.lanes(), open_lane(config.lane, config.profile()) as running:
        playing = Run(config, running)
        playing.play()
        result = playing.result()
    if not result.good:
        from paishan_host import summary

        ending.complain("the walls did not come up")
        click.echo("\n".join(summary.lines(result)))
        return ending.NOT_AS_ASKED
    walls = [playing.plant.wall_stacks(side) for side in range(4)]
    side = _SIDES.index(dealer)
    found = dealing.deal(walls, game, side, throws)
    opening = dealing.guided(walls, game, side, throws)
    problems = dealing.check(found, walls, game, throws)
    hands = {_SIDES[seat]: [face(tile) for tile in found.hands[seat]] for seat in found.seats}
    if as_json:
        about = opening_view.as_dict(opening)
        click.echo(json.dumps({**about, "dice": throws, "hands": hands, "problems": problems}))
    else:
        from paishan_host.terminal import Output

        Output().print(opening_view.picture(opening))
        click.echo("\n".join(opening_view.lines(opening, side, throws)))
        for seat, hand in hands.items():
            click.echo(f"{seat} {len(hand)}: {' '.join(sorted(hand))}")
        click.echo(f"{len(found.front)} tiles left in the walls")
        for problem in problems:
            ending.complain(problem)
    return ending.NOT_AS_ASKED if problems else ending.OK


def _game(chart: str, position: int, name: str | None) -> charts.Rule:
    from paishan.table import rules
    from paishan.table.gears import rule_of

    row = charts.find(chart).row(position)
    if name is None:
        game: charts.Rule | None = rule_of(row)
    else:
        game = rules.find(name)
        if game is None:
            known = ", ".join(str(rule[rules.NAME]) for rule in rules.RULES)
            raise ending.Problem(f"there is no game {name!r}: one of {known}", ending.USAGE)
        if game[rules.TILES] not in (0, row[1]):
            raise ending.Problem(
                f"{name} is played with {game[rules.TILES]} tiles and gear {position} builds "
                f"{row[1]}: choose another gear",
                ending.USAGE,
            )
    if game is None:
        raise ending.Problem(
            f"gear {position} is the self-test: choose one that builds walls", ending.USAGE
        )
    return game


def _throws(
    game: charts.Rule, given: tuple[tuple[int, ...], ...], seed: int
) -> list[tuple[int, ...]]:
    from paishan.table import rules
    from paishan_sim.deal import throws_needed

    wanted = throws_needed(game)
    if not given:
        chance = random.Random(f"dice {seed}")
        return [tuple(chance.randint(1, 6) for _ in range(dice)) for dice in wanted]
    if [len(faces) for faces in given] != wanted:
        usual = " and ".join(f"{dice} dice" if dice > 1 else "1 die" for dice in wanted)
        raise ending.Problem(
            f"{game[rules.NAME]} throws {usual}: give --dice once for each throw", ending.USAGE
        )
    return list(given)
