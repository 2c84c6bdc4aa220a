"""What each fault means and what to do, in English and Chinese, keyed by code and by symptom.

Apart from the catalogue because a controller never shows them: the host tool, the documents
and `explain` read this page. A text: (what happened, what it means for the tiles, what to
do, the symptom as people tell it); %s is the side.
"""

from paishan.table import fault_texts_en, fault_texts_zh
from paishan.table.faults import family

SIDES = {
    "en": ("east", "south", "west", "north"),
    "zh": ("东", "南", "西", "北"),
}

# language: {first code of the family: text}
TEXTS = {"en": fault_texts_en.TEXTS, "zh": fault_texts_zh.TEXTS}


def explain(code, language="en"):
    """(what happened, what it means for the tiles, what to do, symptom) of a code, with the
    side in it; None for a code that there is not."""
    row = family(code)
    if row is None:
        return None
    texts = TEXTS[language][row[0]]
    if row[3] == 1:
        return texts
    side = SIDES[language][code - row[0]]
    return tuple([text % side if "%s" in text else text for text in texts])
