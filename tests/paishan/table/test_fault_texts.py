"""Both languages say of every fault what happened, what it means and what to do."""

import re

import pytest

from paishan.table.fault_texts import SIDES, TEXTS, explain
from paishan.table.faults import FAMILIES, codes

LANGUAGES = ("en", "zh")
HAPPENED, TILES, REMEDY, SYMPTOM = range(4)
SENTENCE = {"en": r"[A-Z0-9%`].{9,}[.?!]", "zh": r".{4,}[。？！]"}

each_family = pytest.mark.parametrize("row", FAMILIES, ids=[row[1] for row in FAMILIES])
in_both = pytest.mark.parametrize("language", LANGUAGES)


def test_every_family_has_a_text_and_no_text_lacks_its_family():
    assert all(list(texts) == [row[0] for row in FAMILIES] for texts in TEXTS.values())
    assert tuple(TEXTS) == LANGUAGES


@in_both
@each_family
def test_three_sentences_and_a_symptom(row, language):
    texts = TEXTS[language][row[0]]
    assert len(texts) == 4
    for sentence in texts[:SYMPTOM]:
        assert re.fullmatch(SENTENCE[language], sentence), sentence
    symptom = texts[SYMPTOM]
    assert symptom
    assert symptom[-1] not in ".。"
    assert symptom[0] == symptom[0].lower() or symptom.startswith("S")  # S1, S6 are names


@in_both
@each_family
def test_the_side_is_named_exactly_where_a_family_counts_sides(row, language):
    texts = TEXTS[language][row[0]]
    counts_sides = row[3] == 4
    assert ("%s" in texts[HAPPENED]) is counts_sides
    assert ("%s" in texts[REMEDY]) <= counts_sides
    for text in texts:
        assert text.count("%") == text.count("%s") <= 1


@each_family
def test_chinese_is_chinese_and_english_is_ascii(row):
    english, chinese = TEXTS["en"][row[0]], TEXTS["zh"][row[0]]
    assert all(text.isascii() for text in english)
    assert all(re.search("[\u4e00-\u9fff]", text) for text in chinese)
    for text in chinese:
        text.encode("gbk")  # what a Chinese Windows console can show


@in_both
@pytest.mark.parametrize("code", codes())
def test_a_code_is_explained_with_its_side_in_it(code, language):
    (row,) = [row for row in FAMILIES if row[0] <= code < row[0] + row[3]]
    explained = explain(code, language)
    assert not any("%" in text for text in explained)
    if row[3] == 4:
        side = SIDES[language][code - row[0]]
        assert side in explained[HAPPENED]
        assert not any(other in explained[HAPPENED] for other in SIDES[language] if other != side)


@pytest.mark.parametrize("code", [0, 10, 29, 100])
def test_a_code_that_does_not_exist_has_no_explanation(code):
    assert explain(code) is None


def test_what_a_person_is_told_to_press_is_what_the_table_obeys():
    """Both keys open the dome exactly after faults of the tiles (states/fault.py)."""
    both = [first for first, text in TEXTS["en"].items() if "both keys" in text[REMEDY]]
    assert set(both) >= {5, 6}
    zh = [first for first, text in TEXTS["zh"].items() if "双键" in text[REMEDY]]
    assert both == zh
