"""Prints how a table stands and which motions have become slow: python table_report.py [URL].

The whole API: paishan_host.client.Table. Without a URL the table is chosen as the command line
does it (PAISHAN_PORT, the table of the last time, the only board).
"""

from __future__ import annotations

import sys

from paishan_host import words
from paishan_host.client import Table
from paishan_host.trouble import LinkTrouble

RUNS = 20  # fewer say nothing
SLOW = 1.25  # times the mean of its kind


def report(table: Table) -> list[str]:
    """The lines of the report."""
    about, now = table.about, table.status()
    lines = [f"{about.board} {about.serial or 'without serial number'}, firmware {about.version}"]
    lines.append(f"{now['state']}, gear {now['gear']}, counted {now['counts']}")
    if fault := words.fault(now["fault"]):
        lines.append(f"fault {fault.line}")
    times = [row for row in table.times() if row["runs"] >= RUNS]
    for row in times:
        kind = row["name"].split(" ", 1)[1]  # "east head" is compared with all heads
        alike = [one["ms"] for one in times if one["name"].endswith(kind)]
        if row["ms"] > SLOW * sum(alike) / len(alike):
            lines.append(f"{row['name']} takes {row['ms']} ms: slower than the others")
    return lines


def main() -> int:
    """The report, or the sentence that says what to do."""
    try:
        with Table.open(sys.argv[1] if len(sys.argv) > 1 else None) as table:
            print("\n".join(report(table)))
    except LinkTrouble as trouble:
        print(trouble, file=sys.stderr)
        return trouble.code
    return 0


if __name__ == "__main__":
    sys.exit(main())
