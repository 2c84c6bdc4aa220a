"""Every text of the tool that a person reads and that is looked up in the catalogue."""

import ast
from pathlib import Path
from typing import Final

import click

import paishan_host
from paishan_host import cli, ending, exchange, spoken, wear
from paishan_host.boards import agreement, shape
from paishan_host.commands import look, move

SOURCES = Path(paishan_host.__file__).parent
CLICK_SOURCES = Path(click.__file__).parent


def from_sources():
    """Texts within `tr()`, headings of `form.columns` and names of `form.lines`."""
    found = set()
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.AnnAssign) and node.value and _is_rows(node.target):
                found |= _names(node.value)
            if not isinstance(node, ast.Call):
                continue
            called = ast.unparse(node.func)
            if called == "tr":
                found |= _texts(node.args[:1])
            elif called in ("form.columns", "columns") and len(node.args) > 1:
                found |= _texts(node.args[1:])
            elif called in ("form.lines", "rows.append"):
                found |= _names(node.args[0])
    return found - {""}


def _is_rows(target):
    return isinstance(target, ast.Name) and target.id == "rows"


def _names(node):
    """The first ones of the pairs in a list."""
    pairs = [part for part in ast.walk(node) if isinstance(part, ast.Tuple)]
    return {text for pair in pairs if len(pair.elts) == 2 for text in _texts(pair.elts[:1])}


def _texts(nodes):
    if not all(isinstance(node, ast.Constant | ast.Tuple | ast.IfExp) for node in nodes):
        return set()
    parts = [part for node in nodes for part in ast.walk(node) if isinstance(part, ast.Constant)]
    return {part.value for part in parts if isinstance(part.value, str)}


def from_help():
    """Help of the commands that speak the reader's language, and of the program itself."""
    found = {line for rows in cli.SECTIONS.values() for _, line in rows.values()}
    found |= set(cli.SECTIONS)
    context = click.Context(cli.paishan)
    commands = [cli.paishan, *(cli.paishan.get_command(context, name) for name in cli.COMMANDS)]
    for command in commands:
        found |= _of(command)
    found |= {line.strip() for line in ending.EXIT_CODES.splitlines()} - {"\b", ""}
    return {text for text in found if text and not text.startswith("Example:")}


def _of(command):
    if not isinstance(command, spoken.Command | spoken.Group):
        return set()
    found = {" ".join(part.split()) for part in (command.help or "").split("\n\n")}
    found |= {one.help or "" for one in command.params if isinstance(one, spoken.Option)}
    for below in getattr(command, "commands", {}).values():
        found |= _of(below)
    return found


# Click's modules that talk to people, and what else of it they see.
CLICK: Final = ("exceptions", "formatting", "parser", "types")
ALSO_CLICK: Final = {
    "Commands", "Options", "Missing command.", "(dynamic)", "default: {default}",
    "Got unexpected extra argument ({args})", "Takes {nargs} values but 1 was given.",
    "Show this message and exit.", "Error: invalid input",
}  # fmt: skip


def from_click():
    """What click looks up in the catalogue, one text of each plural."""
    found = set().union(*(_of_click(name) for name in CLICK))
    everywhere = set().union(*(_of_click(path.stem) for path in CLICK_SOURCES.glob("*.py")))
    assert everywhere >= ALSO_CLICK, "click says this no more"
    return found | ALSO_CLICK


def _of_click(module):
    tree = ast.parse((CLICK_SOURCES / f"{module}.py").read_text("utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return {
        text
        for call in calls
        if ast.unparse(call.func) in ("_", "ngettext")
        for text in _texts(call.args[:1])
    }


def from_tables():
    """What errors and events mean, and the words of other tables."""
    from paishan.link.errors import ERRORS
    from paishan.table.events import EVENTS
    from paishan.table.faults import SEVERITIES
    from paishan.table.selftest import TESTS, VERDICTS

    found = {row[2] for row in (*ERRORS, *EVENTS)}
    found |= {*VERDICTS, *move.WAYS, *move.TURNED, *move.ASKED.values()}
    found |= {does for _name, _kind, _bits, does in TESTS} | {
        *look.NO_POSITION.values(),
        *look.WAITS.values(),
        look.OTHER_WAIT,
    }
    found |= {*agreement.STEPS.values(), *shape.KINDS.values(), *wear.TEXTS} - {"", *"ESWN"}
    return found | {*SEVERITIES, exchange.RENAMED, exchange.CLAMPED, exchange.SKIPPED,
                    "fault", "advice", "inputs", "outputs", "board", "serial number"}  # fmt: skip


def all_messages():
    return from_sources() | from_help() | from_click() | from_tables()
