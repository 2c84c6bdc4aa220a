"""Numbers on the command line: a range that nan does not slip through."""

from __future__ import annotations

import math
from typing import Any

import click

from paishan_host.language import tr


class Finite(click.FloatRange):
    """A FloatRange in which nan is no number; every comparison with nan is false."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(tr("{value} is no number", value=value), param, ctx)
        return number
