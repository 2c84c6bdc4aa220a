import io
import time

import pytest
from rich.live import Live

from paishan_host import view
from paishan_host.terminal import Output
from paishan_sim.run import RunConfig, run

A_CYCLE = RunConfig(chart="dip", selector=1, seed=3)


def terminal(width: int, height: int) -> Output:
    return Output(file=io.StringIO(), force_terminal=True, width=width, height=height)


@pytest.mark.parametrize(
    ("width", "height", "watcher"),
    [(80, 24, view.Picture), (79, 23, view.Picture), (77, 24, view.PlainLines),
     (80, 22, view.PlainLines)],
)  # fmt: skip
def test_the_watcher_suits_the_terminal(monkeypatch, width, height, watcher):
    monkeypatch.setattr(view, "Output", lambda: terminal(width, height))
    with view.watching(1000) as found:
        assert isinstance(found, watcher)


def test_the_live_picture_is_drawn_to_the_end(monkeypatch):
    monkeypatch.setattr(view, "FRAMES_A_SECOND", 1000)
    output = terminal(80, 24)
    with Live(console=output, auto_refresh=False) as live:
        run(A_CYCLE, view.Picture(live, 1000))
    drawn = output.file.getvalue()
    for state in ("HOMING", "LOADING", "RAISING", "BUILDING"):
        assert state in drawn
    assert "68/68" in drawn[-6000:]


def test_both_sets_have_their_colour_wherever_they_are():
    seen = set()

    def look(playing):
        if playing.plant.now_ms % 1000 == 0:
            scene = view.scene(playing, None)
            if any(scene.snapshot.walls):
                seen.add((scene.drum_set if scene.snapshot.drum else None, scene.wall_sets[0]))

    run(A_CYCLE, look)
    assert seen <= {(1, 0), (None, 0), (1, 1)}
    assert (1, 0) in seen


def test_the_clock_holds_the_pace():
    clock = view.Clock(100)
    began = time.monotonic()
    clock.wait(5000)
    assert 0.04 < time.monotonic() - began < 0.5
    clock.wait(0)  # late: no wait


def test_every_state_of_the_firmware_has_a_note():
    from paishan.table.states import building, closing, fault, homing, loading, raising, ready

    names = {
        state.name
        for room in (building, closing, fault, homing, loading, raising, ready)
        for state in vars(room).values()
        if isinstance(state, type) and getattr(state, "name", "")
    }
    assert names == set(view.NOTES)
