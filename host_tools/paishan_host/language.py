"""The language of what people read: English as it stands in the sources, Chinese by gettext.

The catalogue is loaded from its .po file when Chinese is first asked for: no build step, no
second file to go stale, some 30 ms. Names, JSON and exit codes are never translated.
"""

from __future__ import annotations

import gettext
import io
import locale
import os
from pathlib import Path
from typing import Any, Final

LANGUAGES: Final = ("en", "zh")
VARIABLES: Final = ("PAISHAN_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
CATALOGUES: Final = Path(__file__).with_name("locale")

_translations: gettext.NullTranslations = gettext.NullTranslations()
_language = "en"


def language() -> str:
    """The one in force."""
    return _language


def choose(wanted: str | None = None) -> str:
    """Puts `wanted` in force, else what environment and system say; returns it."""
    global _language, _translations
    _language = wanted if wanted in LANGUAGES else _surroundings()
    _translations = _loaded(_language)
    return _language


def _surroundings() -> str:
    for variable in VARIABLES:
        value = os.environ.get(variable, "")
        if value:
            return "zh" if value.lower().startswith("zh") else "en"
    system = (locale.getlocale()[0] or "").lower()  # Windows: "Chinese (Simplified)_China"
    return "zh" if system.startswith(("zh", "chinese")) else "en"


def _loaded(name: str) -> gettext.NullTranslations:
    if name == "en":
        return gettext.NullTranslations()
    import polib

    catalogue = polib.pofile(str(CATALOGUES / name / "LC_MESSAGES" / "paishan.po"))
    return gettext.GNUTranslations(io.BytesIO(catalogue.to_binary()))


def speak_for_click() -> None:
    """Click asks the standard library for its words, which takes catalogues only as .mo files; for
    this process it takes them from ours."""
    gettext.dgettext = lambda domain, message: _translations.gettext(message)
    gettext.dngettext = lambda domain, msgid1, msgid2, n: _translations.ngettext(msgid1, msgid2, n)


def tr(text: str, /, **values: Any) -> str:
    """The text in the language in force, with `{name}` filled in where values are given."""
    said = _translations.gettext(text) if text else text
    return said.format(**values) if values else said
