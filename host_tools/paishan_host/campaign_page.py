"""A campaign's report: one HTML page with its plots as SVG, without anything loaded from anywhere.

The plots are bars and histograms, a few lines of SVG each; a plotting library would be the largest
dependency of the tool for the least of its pages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from statistics import median
from typing import Final

from paishan_sim.campaign import Outcome, by_fault

BINS: Final = 30
_WIDTH, _HEIGHT, _LEFT, _FOOT = 720, 180, 46, 22
_ROW: Final = 20

_PAGE: Final = """\
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>paishan campaign</title>
<style>
body {{ font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 62em; color: #222; }}
table {{ border-collapse: collapse; }} td, th {{ padding: .2em .7em; text-align: left; }}
tr:nth-child(even) {{ background: #f4f4f2; }} td.n, th.n {{ text-align: right; }}
code {{ font-size: 12px; word-break: break-all; }} .bad {{ color: #b00020; font-weight: bold; }}
svg text {{ font-size: 11px; fill: #444; }} svg rect {{ fill: #39697f; }}
</style></head><body>
<h1>Campaign {seed}</h1>
<p>{summary}</p>
<h2>Findings</h2>
{findings}
<h2>From a fault to motors off</h2>
{reactions}
<h2>What people had to do</h2>
{remedies}
<h2>Undisturbed builds over the least possible time</h2>
{waste}
<h2>By fault</h2>
{faults}
</body></html>
"""


def counted(outcomes: Sequence[Outcome]) -> str:
    """How much was played, in runs, builds and scans."""
    builds, scans = (sum(getattr(one, what) for one in outcomes) for what in ("cycles", "scans"))
    return ", ".join(
        f"{number} {what}{'' if number == 1 else 's'}"
        for number, what in ((len(outcomes), "run"), (builds, "build"), (scans, "scan"))
    )


def page(seed: int, outcomes: Sequence[Outcome]) -> str:
    """The whole page."""
    found = [one for one in outcomes if one.findings]
    scans = sum(one.scans for one in outcomes)
    summary = (
        f"{counted(outcomes)} "
        f"({scans * 5 / 3_600_000:.1f} hours of the machine), "
        f"{sum(len(one.faults) for one in outcomes)} faults injected, "
        f"<span class={'bad' if found else 'good'}>{len(found) or 'none'} with findings</span>."
    )
    reactions = [ms for one in outcomes for ms in one.reactions_ms]
    waste = [100 * share for one in outcomes for share in one.waste]
    remedies = Counter(remedy for one in outcomes for remedy in one.remedies)
    return _PAGE.format(
        seed=seed,
        summary=summary,
        findings=_findings(found),
        reactions=histogram([ms for ms in reactions if ms <= 10_000], "ms"),
        remedies=bars(remedies.most_common()),
        waste=histogram(waste, "%"),
        faults=_faults(outcomes),
    )


def histogram(values: Sequence[float], unit: str) -> str:
    """How often which value, with median and worst."""
    if not values:
        return "<p>none</p>"
    low, high = min(values), max(values)
    width = (high - low) / BINS or 1.0
    counts = [0] * BINS
    for value in values:
        counts[min(int((value - low) / width), BINS - 1)] += 1
    step = (_WIDTH - _LEFT) / BINS
    tall = max(counts)
    drawn = []
    for n, number in enumerate(counts):
        height = (_HEIGHT - _FOOT) * number / tall
        drawn.append(
            f'<rect x="{_LEFT + n * step:.1f}" y="{_HEIGHT - _FOOT - height:.1f}" '
            f'width="{step - 1:.1f}" height="{height:.1f}">'
            f"<title>{number} from {low + n * width:.4g} {unit}</title></rect>"
        )
    said = f"median {median(values):.4g} {unit}, worst {high:.4g} {unit}, {len(values)} values"
    drawn.append(f'<text x="{_LEFT}" y="{_HEIGHT - 6}">{low:.4g} {unit}</text>')
    drawn.append(
        f'<text x="{_WIDTH}" y="{_HEIGHT - 6}" text-anchor="end">{high:.4g} {unit}</text>'
    )
    drawn.append(f'<text x="{_LEFT - 6}" y="11" text-anchor="end">{tall}</text>')
    return f"<p>{said}</p>{_svg(_HEIGHT, drawn)}"


def bars(counts: Iterable[tuple[str, int]]) -> str:
    """One bar a name."""
    rows = list(counts)
    if not rows:
        return "<p>none</p>"
    most = max(number for _, number in rows)
    drawn = []
    for n, (name, number) in enumerate(rows):
        y = n * _ROW
        width = (_WIDTH - 220) * number / most
        drawn.append(f'<text x="150" y="{y + 14}" text-anchor="end">{escape(name)}</text>')
        drawn.append(f'<rect x="158" y="{y + 3}" width="{width:.1f}" height="{_ROW - 6}"/>')
        drawn.append(f'<text x="{164 + width:.1f}" y="{y + 14}">{number}</text>')
    return _svg(_ROW * len(rows), drawn)


def _svg(height: int, drawn: list[str]) -> str:
    inside = "\n".join(drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
        f'width="{_WIDTH}" height="{height}">{inside}</svg>'
    )


def _findings(found: Sequence[Outcome]) -> str:
    if not found:
        return "<p>None: no safety rule violated, no tile lost, READY never lied.</p>"
    rows = []
    for one in found:
        counts = Counter(one.findings)
        sentences = [f"{said} ×{n}" if n > 1 else said for said, n in counts.items()]
        said = "<br>".join(escape(sentence) for sentence in sentences[:5])
        more = len(sentences) - 5
        said += f"<br>and {more} more" if more > 0 else ""
        rows.append(f"<tr><td>{said}<br><code>{escape(one.command)}</code></td></tr>")
    return f"<table>{''.join(rows)}</table>"


def _faults(outcomes: Sequence[Outcome]) -> str:
    rows = []
    for name, those in by_fault(outcomes).items():
        reactions = [ms for one in those for ms in one.reactions_ms]
        codes = Counter(code for one in those for code in one.codes).most_common(5)
        remedies = Counter(remedy for one in those for remedy in one.remedies).most_common(4)
        rows.append(
            f"<tr><td>{escape(name or 'none')}</td><td class=n>{len(those)}</td>"
            f"<td class=n>{sum(bool(one.findings) for one in those)}</td>"
            f"<td class=n>{f'{median(reactions):.0f}' if reactions else ''}</td>"
            f"<td>{' '.join(f'{code:02}×{number}' for code, number in codes)}</td>"
            f"<td>{' '.join(f'{remedy}×{number}' for remedy, number in remedies)}</td></tr>"
        )
    head = "<th>fault</th><th class=n>runs</th><th class=n>with findings</th>"
    head += "<th class=n>motors off, median ms</th><th>codes</th><th>remedies</th>"
    return f"<table><tr>{head}</tr>{''.join(rows)}</table>"
