"""Where the firmware and the boards lie: beside the sources in a checkout, bundled in a wheel."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).resolve().parent
_BUNDLE = _HERE / "_bundle"  # filled by host_tools/hatch_build.py
_CHECKOUT = _HERE.parent.parent


def _folder(name: str, landmark: str) -> Path:
    for root in (_BUNDLE, _CHECKOUT):
        if (root / name / landmark).exists():
            return root / name
    raise FileNotFoundError(f"{name}/{landmark} is missing from this installation")


def firmware_dir() -> Path:
    """The folder with boot.py, main.py and the package, as it is copied on to a controller."""
    return _folder("firmware", "main.py")


def boards_dir() -> Path:
    """The folder with one folder a board."""
    return _folder("boards", "bench/board.py")
