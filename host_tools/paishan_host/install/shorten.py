"""Shortens names that only the firmware itself sees, before it is compiled.

MicroPython keeps every name in RAM, once. Private names that one module alone uses, and names
of parameters that nobody gives by keyword, become one or two letters, the same ones in every
module: on an RP2040 with a stock image that is what makes room for the application. File names
and line numbers stay as they are, so that a traceback still points into these sources.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import count, product
from string import ascii_lowercase

from paishan_host.install.edits import Edits

_KEPT = {"self", "_"}


def shortened(sources: Mapping[str, str], others: Iterable[str] = ()) -> dict[str, str]:
    """The sources, by path, with short names. `others`: sources that stay as they are and use
    these."""
    trees = {path: ast.parse(text) for path, text in sources.items()}
    around = [ast.parse(text) for text in others]
    spoken = _spoken([*trees.values(), *around])
    users: dict[str, set[str]] = defaultdict(set)
    for path, tree in trees.items():
        for name in _names(tree):
            users[name].add(path)
    for number, tree in enumerate(around):
        for name in _names(tree):
            users[name].add(str(number))
    keywords = {
        node.arg
        for tree in [*trees.values(), *around]
        for node in ast.walk(tree)
        if isinstance(node, ast.keyword) and node.arg
    }
    elsewhere = _seen_elsewhere([*trees.values(), *around])
    letters = _sequences(trees)
    result = {}
    for path, tree in trees.items():
        private = {
            name
            for name in _names(tree)
            if _is_private(name) and users[name] == {path} and name not in spoken
        } - _bound_by_import(tree)
        taken = set(_names(tree))
        short = {name: _next(letters[path], taken, "_") for name in sorted(private)}
        edits = Edits(sources[path])
        _rename(tree, short, edits)
        parameters = {
            name
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef)
            for name in _parameters(node)
        } - (keywords | elsewhere | private | _KEPT)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                _rename_parameters(node, parameters, edits)
        result[path] = edits.text()
    return result


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in _KEPT


def _names(tree: ast.AST) -> Iterator[str]:
    """Every name that stands in a source, as often as it does."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.alias):
            yield from (node.asname or node.name).split(".")
            yield from node.name.split(".")
        elif isinstance(node, ast.Global | ast.Nonlocal):
            yield from node.names
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name


def _bound_by_import(tree: ast.AST) -> set[str]:
    return {
        name
        for node in ast.walk(tree)
        for name in (
            [node.asname or node.name]
            if isinstance(node, ast.alias)
            else [node.name]
            if isinstance(node, ast.ExceptHandler) and node.name
            else []
        )
    }


def _spoken(trees: Iterable[ast.AST]) -> set[str]:
    """Words that stand in a string: one may be the name of an attribute."""
    return {
        word
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for word in re.findall(r"\w+", node.value)
    }


def _seen_elsewhere(trees: Iterable[ast.AST]) -> set[str]:
    """Names that are kept anyway, as those of attributes, functions, classes and globals."""
    found = set()
    for tree in trees:
        inside = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                found.add(node.attr)
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                found.add(node.name)
            elif isinstance(node, ast.alias):
                found.add(node.asname or node.name)
            if isinstance(node, ast.FunctionDef | ast.Lambda):
                inside |= {id(part) for part in ast.walk(node)}
        found |= {
            node.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Name) and id(node) not in inside
        }
    return found


def _sequences(trees: Mapping[str, ast.Module]) -> dict[str, Iterator[str]]:
    """Where each module takes its short names from: modules whose classes inherit from each
    other share one, so that no attribute of a class hides one of its base."""
    group = {path: path for path in trees}

    def root(path: str) -> str:
        while group[path] != path:
            path = group[path]
        return path

    modules = {path.removesuffix(".py").replace("/", "."): path for path in trees}
    for path, tree in trees.items():
        origin = {
            alias.asname or alias.name: modules.get(node.module or "")
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                for base in node.bases:
                    other = origin.get(base.id) if isinstance(base, ast.Name) else None
                    if other:
                        group[root(path)] = root(other)
    shared: dict[str, Iterator[str]] = {}
    return {path: shared.setdefault(root(path), _letters()) for path in trees}


def _letters() -> Iterator[str]:
    for length in count(1):
        yield from ("".join(each) for each in product(ascii_lowercase, repeat=length))


def _next(letters: Iterator[str], taken: set[str], prefix: str = "") -> str:
    for each in letters:
        name = prefix + each
        if name not in taken and each not in ("as", "if", "in", "is", "or"):
            return name
    raise AssertionError("letters do not end")


def _parameters(node: ast.FunctionDef) -> list[str]:
    arguments = node.args
    return [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]


def _rename(tree: ast.AST, short: Mapping[str, str], edits: Edits) -> None:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in short:
            edits.put(node, short[node.id])
        elif isinstance(node, ast.Attribute) and node.attr in short:
            edits.put_end(node, node.attr, short[node.attr])
        elif isinstance(node, ast.arg) and node.arg in short:
            edits.put_word(node.lineno, node.col_offset, node.arg, short[node.arg])
        elif isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in short:
            edits.put_word(node.lineno, node.col_offset, node.name, short[node.name])
        elif isinstance(node, ast.Global | ast.Nonlocal):
            for name in node.names:
                if name in short:
                    edits.put_word(node.lineno, node.col_offset, name, short[name])


def _rename_parameters(node: ast.FunctionDef, wanted: set[str], edits: Edits) -> None:
    mine = [name for name in _parameters(node) if name in wanted]
    nested = {
        name
        for part in ast.walk(node)
        if part is not node and isinstance(part, ast.FunctionDef | ast.Lambda)
        for name in (each.arg for each in part.args.args)
    }
    mine = [name for name in mine if name not in nested]
    if not mine:
        return
    taken = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    taken |= set(_parameters(node)) | nested
    letters = _letters()
    short = {name: _next(letters, taken) for name in mine}
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and part.id in short:
            edits.put(part, short[part.id])
        elif isinstance(part, ast.arg) and part.arg in short:
            edits.put_word(part.lineno, part.col_offset, part.arg, short[part.arg])
