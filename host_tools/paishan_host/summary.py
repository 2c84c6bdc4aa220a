"""A run's result as a few lines for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from paishan_sim.run import RunResult


LABEL: Final = 10  # cells of what a line is about


def lines(result: RunResult) -> list[str]:
    """What was built, how fast against the least possible, what went wrong, the verdict."""
    walls = "/".join(map(str, result.walls))
    said = [
        f"{result.chart}, gear {result.selector}, {result.tiles} tiles, seed {result.seed}, "
        f"{result.machine} machine, {result.lane}",
        f"walls     {walls} stacks (E/S/W/N), state {result.state}, display {result.display!r}",
    ]
    for number, build in enumerate(result.builds, 1):
        over = 100 * (build.build_ms / build.bound_ms - 1) if build.bound_ms else 0.0
        said.append(
            f"build {number:<3} {build.build_ms / 1000:.1f} s; no controller needs less than "
            f"{build.bound_ms / 1000:.1f} s (+{over:.1f} %)"
        )
    if result.cycle_ms is not None:
        said.append(f"cycle     {result.cycle_ms / 1000:.1f} s from the first key to the walls")
    for one in result.injected:
        said.append(f"injected  {_injected(one)}")
    for act in result.acts:
        said.append(f"person    {act['now_ms'] / 1000:.1f} s [{act['code']}] {act['remedy']}")
    for code in result.faults:
        said.append(f"fault     {fault_text(code)}")
    for told_ms, code in result.advices:
        said.append(f"advice    {told_ms / 1000:.0f} s {fault_text(code)}")
    if not result.finished:
        said.append("stopped   the table waits; the player's script did not come to its end")
    said += [f"violation {violation}" for violation in result.violation_list]
    said += [f"audit     {finding}" for finding in result.audit]
    said.append(
        f"safety    {result.verdict}; {result.real_time_factor:.0f} times as fast as the machine"
    )
    return said


def _injected(one: dict[str, Any]) -> str:
    if one["began_ms"] is None:
        return f"{one['fault']}: its moment did not come"
    said = f"{one['fault']} at {one['began_ms'] / 1000:.2f} s"
    if one["off_ms"] is not None:
        said += f", motors off {(one['off_ms'] - one['began_ms']) / 1000:.2f} s later"
    if one["mended_ms"] is not None:
        said += f", gone at {one['mended_ms'] / 1000:.1f} s"
    return said


def fault_text(code: int) -> str:
    """A code of the firmware's catalogue, with what happened and what to do."""
    from paishan.table.fault_texts import explain

    text = explain(code)
    return f"{code:02} {text[0]} {text[2]}" if text else f"{code:02}"
