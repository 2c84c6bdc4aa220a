"""Replacements in a Python source that leave its lines where they are."""

from __future__ import annotations

import ast
import re


class Edits:
    """Replacements in a text that leave its lines where they are."""

    def __init__(self, text: str) -> None:
        self._lines = [line.encode() for line in text.split("\n")]
        self._puts: dict[tuple[int, int], tuple[int, bytes]] = {}  # (line, from): (to, new)
        self._blanks: list[tuple[int, int, int, int, bytes]] = []

    def put(self, node: ast.expr, new: str) -> None:
        """A name, on one line, by something else."""
        if node.end_lineno == node.lineno and node.end_col_offset is not None:
            self._puts[node.lineno - 1, node.col_offset] = (node.end_col_offset, new.encode())

    def put_end(self, node: ast.expr, old: str, new: str) -> None:
        """The name that an expression ends with."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        begin = node.end_col_offset - len(old)
        self._puts[node.end_lineno - 1, begin] = (node.end_col_offset, new.encode())

    def put_word(self, line: int, at: int, old: str, new: str) -> None:
        """The first such word from a place in a line on."""
        text = self._lines[line - 1]
        found = re.compile(rb"\b%s\b" % old.encode()).search(text, at)
        assert found
        self._puts[line - 1, found.start()] = (found.end(), new.encode())

    def blank(self, node: ast.stmt, new: str = "") -> None:
        """A whole statement by one on its first line, or by none."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        first, last = node.lineno - 1, node.end_lineno - 1
        self._blanks.append((first, node.col_offset, last, node.end_col_offset, new.encode()))

    def text(self) -> str:
        """The text with all of them."""
        gone = {
            line for first, _at, last, _to, _new in self._blanks for line in range(first, last + 1)
        }
        for (line, at), (to, new) in sorted(self._puts.items(), reverse=True):
            if line not in gone:
                self._lines[line] = self._lines[line][:at] + new + self._lines[line][to:]
        for first, at, last, to, new in self._blanks:
            rest = self._lines[last][to:]
            indented = self._lines[first][:at]
            for line in range(first, last + 1):
                self._lines[line] = b""
            self._lines[first] = indented + (new or b"pass") + rest
        return b"\n".join(self._lines).decode()
