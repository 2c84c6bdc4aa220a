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
    """What a sheet is set in. `file` None: Helvetica."""

    def __init__(self, file: Path | None = None, number: int = 0) -> None:
        self.file = file
        self.number = number
        self._measure = FPDF(unit="mm")
        self.use_in(self._measure)

    def use_in(self, pdf: FPDF) -> None:
        """Makes it the font of a document."""
        if self.file is None:
            pdf.set_font("helvetica", size=10)
            return
        pdf.add_font("chart", "", self.file, collection_font_number=self.number)
        pdf.set_font("chart", size=10)

    def width(self, text: str, size: float) -> float:
        """Width of a text whose letters are `size` mm high, in mm."""
        self._measure.set_font_size(size * POINTS_A_MM)
        width: float = self._measure.get_string_width(text)
        return width


class Unknown(Font):
    """Measures nothing: for a first layout, which only finds out what there is to write."""

    def width(self, text: str, size: float) -> float:
        return 0.0


def find(texts: Iterable[str], file: Path | None = None) -> Font:
    """A font for these texts: `file`, or one of this computer, or for Latin ones Helvetica.

    Problem with the remedy if there is none, or if it lacks a letter.
    """
    letters = {letter for text in texts for letter in text if not letter.isspace()}
    if file is not None:
        lacks = _lacking(file, 0, letters)
        if lacks:
            raise ending.Problem(
                f"{file}: the font has no {lacks[0]!r}: name another", ending.BAD_FILE
            )
        return Font(file)
    latin = all(ord(letter) < 256 for letter in letters)
    for name, number in (*LATIN, *CHINESE) if latin else CHINESE:
        for folder in FOLDERS:
            for path in sorted(folder.rglob(name)) if folder.is_dir() else ():
                if not _lacking(path, number, letters):
                    return Font(path, number)
    if latin:
        return Font()
    raise ending.Problem(
        "no Chinese font was found on this computer: install one (Debian, Ubuntu: sudo apt "
        "install fonts-noto-cjk), name a file with --font, or print with --lang en",
        ending.BAD_FILE,
    )


def _lacking(file: Path, number: int, letters: set[str]) -> list[str]:
    from fontTools.ttLib import TTFont, TTLibError

    try:
        with file.open("rb") as opened, TTFont(opened, fontNumber=number, lazy=True) as font:
            known = font.getBestCmap() or {}
    except OSError as error:
        raise ending.Problem(
            f"{file}: {error.strerror}: check the file's name", ending.BAD_FILE
        ) from error
    except TTLibError as error:
        raise ending.Problem(
            f"{file}: {error}: name a TrueType or OpenType font", ending.BAD_FILE
        ) from error
    return sorted(letter for letter in letters if ord(letter) not in known)
