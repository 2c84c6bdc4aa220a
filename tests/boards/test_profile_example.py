"""The profile in the README of the boards is one that a table takes."""

import json
import re

from paishan.app import App
from paishan_sim.places import boards_dir


def test_the_example_is_taken():
    text = (boards_dir() / "README.md").read_text("utf-8")
    profile = json.loads(re.search(r"```json\n(.*?)```", text, re.DOTALL).group(1))
    app = App(None, profile)
    assert app.settings.chart == "dip"
    assert (app.settings.side_inverted, app.settings.supply_ma) == (1, 6000)
    assert not app.store.bad
