"""Folds the firmware's whole-number constants into its code before it is compiled.

MicroPython's compiler folds a constant only inside the module that defines it. The firmware
names its bits, codes and phases once and imports them everywhere; on a controller each such
name would be a string, a place in two dictionaries and a look-up in every scan. So the
constants of all modules are put in as numbers, imports that are left without a name go, that of
the compiler's own `const` with them, and so do the definitions that nobody asks for any more
and what tables say to people alone. Line
numbers stay as they are: a traceback from a table still points into these sources.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from paishan_host.install.edits import Edits

_OPERATIONS: Final[Mapping[type[ast.operator], Callable[[int, int], int]]] = {
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}

# tables whose last column is for the reference pages: (name, place of the column)
MEANINGS: Final = {
    "paishan.link.errors": ("ERRORS", 2),
    "paishan.table.events": ("EVENTS", 2),
}


@dataclass
class _Module:
    """One source: what it defines as a constant, and what its names stand for."""

    name: str
    text: str
    tree: ast.Module
    known: dict[str, int] = field(default_factory=dict)  # constants by local name
    own: dict[str, ast.Assign] = field(default_factory=dict)  # their definitions here
    aliases: dict[str, str] = field(default_factory=dict)  # local name: module


def folded(sources: Mapping[str, str], others: Iterable[str] = ()) -> dict[str, str]:
    """The sources, by path, with their constants folded. `others`: sources that stay as they
    are and may import from these."""
    modules = {
        _name(path): _Module(_name(path), text, ast.parse(text)) for path, text in sources.items()
    }
    while sum(_learn(module, modules) for module in modules.values()):
        pass
    wanted = _wanted(others)
    return {path: _rewritten(modules[_name(path)], modules, wanted) for path in sources}


def _name(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _wanted(others: Iterable[str]) -> set[tuple[str, str]]:
    return {
        (node.module or "", alias.name)
        for text in others
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def _learn(module: _Module, modules: Mapping[str, _Module]) -> bool:
    """Takes up constants that can be told by now; whether there was a new one."""
    before = len(module.known) + len(module.aliases)
    bound = _bound(module.tree)
    for node in module.tree.body:
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                local = alias.asname or alias.name
                if f"{node.module}.{alias.name}" in modules:
                    module.aliases[local] = f"{node.module}.{alias.name}"
                elif node.module in modules and bound[local] == 1:
                    value = modules[node.module].known.get(alias.name)
                    if value is not None:
                        module.known[local] = value
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if len(node.targets) == 1 and name.isupper() and bound[name] == 1:
                value = _value(node.value, module.known)
                if value is not None:
                    module.known[name] = value
                    module.own[name] = node
    return len(module.known) + len(module.aliases) > before


def _bound(tree: ast.Module) -> dict[str, int]:
    """How often each name is bound, anywhere in the module: a name of two is no constant."""
    bound: dict[str, int] = {}

    def bind(name: str) -> None:
        bound[name] = bound.get(name, 0) + 1

    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            bind(node.id)
        elif isinstance(node, ast.arg):
            bind(node.arg)
        elif isinstance(node, ast.alias):
            bind(node.asname or node.name)
    return bound


def _value(node: ast.expr, known: Mapping[str, int]) -> int | None:
    if isinstance(node, ast.Constant):
        return node.value if type(node.value) is int else None
    if isinstance(node, ast.Name):
        return known.get(node.id)
    if isinstance(node, ast.Call):
        is_const = isinstance(node.func, ast.Name) and node.func.id == "const"
        return _value(node.args[0], known) if is_const and len(node.args) == 1 else None
    if isinstance(node, ast.UnaryOp):
        inner = _value(node.operand, known)
        if inner is None:
            return None
        if isinstance(node.op, ast.USub):
            return -inner
        return ~inner if isinstance(node.op, ast.Invert) else None
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
        left, right = _value(node.left, known), _value(node.right, known)
        if left is None or right is None:
            return None
        return _OPERATIONS[type(node.op)](left, right)
    return None


def _rewritten(
    module: _Module, modules: Mapping[str, _Module], wanted: set[tuple[str, str]]
) -> str:
    edits = Edits(module.text)
    aliases_used: set[str] = set()
    inside = {id(node.value) for node in ast.walk(module.tree) if isinstance(node, ast.Attribute)}
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            alias = module.aliases.get(node.value.id)
            value = modules[alias].known.get(node.attr) if alias else None
            if value is not None:
                edits.put(node, _literal(value))
            elif alias:
                aliases_used.add(node.value.id)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            if node.id in module.known and not _is_the_compilers(module, node.id):
                edits.put(node, _literal(module.known[node.id]))
            elif node.id in module.aliases and id(node) not in inside:
                aliases_used.add(node.id)
    for statement in ast.walk(module.tree):
        if isinstance(statement, ast.ImportFrom):
            _trim(statement, module, modules, aliases_used, edits)
    if module.name in MEANINGS:
        _leave_out_meanings(module.tree, *MEANINGS[module.name], edits)
    for statement in module.tree.body:
        _fold_bytes(statement, module, edits)
    for name, node in module.own.items():
        if (module.name, name) not in wanted and not _is_the_compilers(module, name):
            edits.blank(node)
    return edits.text()


def _fold_bytes(node: ast.stmt, module: _Module, edits: Edits) -> None:
    """A table of numbers, NAME = bytes((...)), as the literal that it is."""
    match node:
        case ast.Assign(
            targets=[ast.Name(name)],
            value=ast.Call(func=ast.Name("bytes"), args=[ast.Tuple(elts)], keywords=[]),
        ):
            found = (_value(each, module.known) for each in elts)
            numbers = [number for number in found if number is not None]
            if len(numbers) == len(elts):
                edits.blank(node, f"{name} = {bytes(numbers)!r}")


def _leave_out_meanings(tree: ast.Module, table: str, column: int, edits: Edits) -> None:
    for node in tree.body:
        if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Tuple):
            continue
        if isinstance(node.targets[0], ast.Name) and node.targets[0].id == table:
            for row in node.value.elts:
                if isinstance(row, ast.Tuple):
                    edits.put(row.elts[column], "")  # the comma before it stays


def _is_the_compilers(module: _Module, name: str) -> bool:
    """Whether MicroPython's compiler folds this one itself: _NAME = const(numbers)."""
    node = module.own.get(name)
    return (
        node is not None
        and name.startswith("_")
        and isinstance(node.value, ast.Call)
        and not any(
            isinstance(part, ast.Name) and part.id != "const" for part in ast.walk(node.value)
        )
    )


def _calls_const(module: _Module) -> bool:
    """Whether `const` is called when the module runs, and not by the compiler alone."""
    folded_away = {
        id(node.value.func)
        for node in module.tree.body
        if isinstance(node, ast.Assign)
        and len(node.targets) == 1
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Call)
        and _value(node.value, module.known) is not None
    }
    return any(
        isinstance(node, ast.Name) and node.id == "const" and id(node) not in folded_away
        for node in ast.walk(module.tree)
    )


def _literal(value: int) -> str:
    return str(value) if value >= 0 else f"({value})"


def _trim(
    node: ast.ImportFrom,
    module: _Module,
    modules: Mapping[str, _Module],
    aliases_used: set[str],
    edits: Edits,
) -> None:
    """Leaves out of an import what is a number now."""
    kept = []
    for alias in node.names:
        local = alias.asname or alias.name
        is_number = node.module in modules and local in module.known
        is_emptied = local in module.aliases and local not in aliases_used
        is_const = node.module == "micropython" and alias.name == "const"
        is_the_compilers = is_const and not _calls_const(module)
        if not (is_number or is_emptied or is_the_compilers):
            kept.append(alias.name + (f" as {alias.asname}" if alias.asname else ""))
    if len(kept) < len(node.names):
        edits.blank(node, f"from {node.module} import {', '.join(kept)}" if kept else "")
