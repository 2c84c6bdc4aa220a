"""Whether an emulated Pico can be had here, and where the tests that need one say why not."""

import pytest

from paishan_sim.lane import LaneError
from paishan_sim.pico import supplies


def why_not() -> str:
    """What is missing; empty when nothing is."""
    if supplies.named_image() is None:
        return "PAISHAN_UF2 names no MicroPython image for the Pico"
    try:
        supplies.node()
        supplies.package()
        supplies.rom()
    except LaneError as error:
        return str(error)
    return ""


needs_pico = pytest.mark.skipif(bool(why_not()), reason=f"no emulated Pico: {why_not()}")
