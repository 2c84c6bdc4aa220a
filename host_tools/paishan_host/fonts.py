"""Fonts for printed charts: how wide a text is, and where a font lies on this computer.

A font's file goes into the PDF, and its outlines into the SVG, so that a chart looks the same
everywhere. Latin text can do without a file: Helvetica is built into every PDF reader, and SVG
viewers put something like it; Chinese text cannot.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from fpdf import FPDF

from paishan_host import ending

POINTS_A_MM: Final = 72 / 25.4
_HOME: Final = Path.home()
FOLDERS: Final = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    _HOME / ".local/share/fonts",
    _HOME / ".fonts",
    Path(os.environ.get("WINDIR", r"C:\Windows")) / "Fonts",
    _HOME / "AppData/Local/Microsoft/Windows/Fonts",
    Path("/System/Library/Fonts"),
    Path("/Library/Fonts"),
    _HOME / "Library/Fonts",
)

# file and number in its collection, best first: Linux, Windows, macOS
LATIN: Final = (
    ("LiberationSans-Regular.ttf", 0),
    ("arial.ttf", 0),
    ("Arial.ttf", 0),
    ("Helvetica.ttc", 0),
    ("NotoSans-Regular.ttf", 0),
    ("DejaVuSans.ttf", 0),
)
CHINESE: Final = (
    ("NotoSansCJK-Regular.ttc", 2),
    ("NotoSansCJKsc-Regular.otf", 0),
    ("NotoSansSC-Regular.otf", 0),
    ("NotoSansSC-Regular.ttf", 0),
    ("SourceHanSansSC-Regular.otf", 0),
    ("SourceHanSansCN-Regular.otf", 0),
    ("wqy-microhei.ttc", 0),
    ("wqy-zenhei.ttc", 0),
    ("msyh.ttc", 0),
    ("simhei.ttf", 0),
    ("simsun.ttc", 0),
    ("Hiragino Sans GB.ttc", 0),
    ("STHeiti Light.ttc", 0),
    ("DroidSansFallbackFull.ttf", 0),
)


class Font:
    """What a sheet is set in. `file` None: Helvetica; else `advances`: widths by letter, in em."""

    def __init__(
        self,
        file: Path | None = None,
        number: int = 0,
        advances: dict[str, float] | None = None,
    ) -> None:
        self.file = file
        self.number = number
        self._advances = advances or {}
        self._helvetica = FPDF(unit="mm")
        self._helvetica.set_font("helvetica", size=10)

    def use_in(self, pdf: FPDF) -> None:
        """Makes it the font of a document."""
        if self.file is None:
            pdf.set_font("helvetica", size=10)
            return
        pdf.add_font("chart", "", self.file, collection_font_number=self.number)
        pdf.set_font("chart", size=10)

    def width(self, text: str, size: float) -> float:
        """Width of a text whose letters are `size` mm high, in mm."""
        if self.file is not None:
            return size * sum(self._advances.get(letter, 1.0) for letter in text)
        self._helvetica.set_font_size(size * POINTS_A_MM)
        width: float = self._helvetica.get_string_width(text)
        return width


class Unknown(Font):
    """Measures nothing: for a first layout, which only finds out what there is to write."""

    def width(self, text: str, size: float) -> float:
        return 0.0


def find(texts: Iterable[str], file: Path | None = None) -> Font:
    """A font for these texts: `file`, or one of this computer, or for Latin ones Helvetica.

    Problem with the remedy if there is none, or if it lacks a letter.
    """
    letters = {letter for text in texts for letter in text}
    if file is not None:
        advances = _advances(file, 0, letters)
        lacks = _lacking(advances, letters)
        if lacks:
            raise ending.Problem(
                f"{file}: the font has no {lacks[0]!r}: name another", ending.BAD_FILE
            )
        return Font(file, 0, advances)
    latin = all(ord(letter) < 256 for letter in letters)
    for name, number in (*LATIN, *CHINESE) if latin else CHINESE:
        for folder in FOLDERS:
            for path in sorted(folder.rglob(name)) if folder.is_dir() else ():
                advances = _advances(path, number, letters)
                if not _lacking(advances, letters):
                    return Font(path, number, advances)
    if latin:
        return Font()
    raise ending.Problem(
        "no Chinese font was found on this computer: install one (Debian, Ubuntu: sudo apt "
        "install fonts-noto-cjk), name a file with --font, or print with --lang en",
        ending.BAD_FILE,
    )


def _lacking(advances: dict[str, float], letters: set[str]) -> list[str]:
    return sorted(letter for letter in letters - advances.keys() if not letter.isspace())


def _advances(file: Path, number: int, letters: set[str]) -> dict[str, float]:
    """Widths in em of those of the letters that a font has."""
    from fontTools.ttLib import TTFont

    try:
        with file.open("rb") as opened, TTFont(opened, fontNumber=number, lazy=True) as font:
            names, metrics = font.getBestCmap() or {}, font["hmtx"]
            em = font["head"].unitsPerEm
            known = {letter: names[ord(letter)] for letter in letters if ord(letter) in names}
            return {letter: metrics[glyph][0] / em for letter, glyph in known.items()}
    except OSError as error:
        raise ending.Problem(
            f"{file}: {ending.said(error)}: check the file's name", ending.BAD_FILE
        ) from error
    except Exception as error:  # fontTools has many for a file that is damaged
        raise ending.Problem(
            f"{file}: no font, or a damaged one: name a TrueType or OpenType font", ending.BAD_FILE
        ) from error
