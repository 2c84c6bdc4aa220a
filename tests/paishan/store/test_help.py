"""Every setting is explained, in both languages, in a line."""

import pytest

from paishan.store.help import HELP
from paishan.store.schema import BOOL, SETTINGS

NAMES = [row[0] for row in SETTINGS]
KINDS = {row[0]: row[1] for row in SETTINGS}


def test_every_setting_has_its_help_and_nothing_else_has():
    assert list(HELP) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_help_is_one_phrase_in_english_and_one_in_chinese(name):
    english, chinese = HELP[name]
    assert english.isascii()
    assert 5 < len(english) <= 70
    assert 4 <= len(chinese) <= 40
    for text in (english, chinese):
        assert "\n" not in text
        assert text == text.strip()
        assert text[-1] not in ".。"
    chinese.encode("gbk")  # what a Chinese Windows console can show


def test_no_two_settings_are_explained_by_the_same_words():
    assert len({english for english, _ in HELP.values()}) == len(HELP)
    assert len({chinese for _, chinese in HELP.values()}) == len(HELP)


def test_a_reminder_says_how_to_switch_it_off():
    for name in NAMES:
        if name.endswith("_cycles"):
            assert "0 = none" in HELP[name][0]
            assert KINDS[name] != BOOL
