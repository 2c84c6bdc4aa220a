"""Files that a person names: read whole, or one line with the file, what is wrong, the remedy."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from paishan_host import ending
from paishan_host.language import tr


def data(path: Path) -> bytes:
    """The bytes; Problem where there is no such file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise ending.Problem(
            tr("{file}: {error}: check the file's name", file=path, error=ending.said(error)),
            ending.BAD_FILE,
        ) from error


def text(path: Path) -> str:
    """The text; editors on Windows may put a mark in front."""
    try:
        return data(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ending.Problem(
            tr("{file}: not a text in UTF-8: save it as one", file=path), ending.BAD_FILE
        ) from error


def toml(path: Path, said: str) -> dict[str, Any]:
    """What the text of a TOML file says, with its dates as text: we have none."""
    try:
        found: dict[str, Any] = json.loads(json.dumps(tomllib.loads(said), default=str))
        return found
    except RecursionError as error:
        raise ending.Problem(
            tr("{file}: {error}: mend the TOML", file=path, error=tr("nested too deeply")),
            ending.BAD_FILE,
        ) from error
    except ValueError as error:
        raise ending.Problem(
            tr("{file}: {error}: mend the TOML", file=path, error=error), ending.BAD_FILE
        ) from error
