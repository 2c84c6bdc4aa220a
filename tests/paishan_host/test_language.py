import re

import polib
import pytest
from tests.paishan_host.messages import all_messages

from paishan_host import language
from paishan_host.language import CATALOGUES, tr


@pytest.fixture(scope="module")
def catalogue():
    return polib.pofile(str(CATALOGUES / "zh" / "LC_MESSAGES" / "paishan.po"))


def test_every_text_of_the_tool_is_translated_and_nothing_else_is(catalogue):
    translated = {entry.msgid for entry in catalogue if entry.msgstr and not entry.obsolete}
    assert sorted(all_messages() - translated) == []
    assert sorted(translated - all_messages()) == []


def test_translations_fill_in_the_same_values(catalogue):
    for entry in catalogue:
        wanted, found = (
            sorted(re.findall(r"\{[^}]*\}", one)) for one in (entry.msgid, entry.msgstr)
        )
        assert found == wanted, entry.msgid


def test_translations_keep_to_what_a_chinese_windows_console_can_show(catalogue):
    for entry in catalogue:
        entry.msgstr.encode("gbk")


@pytest.mark.parametrize(
    ("surroundings", "chosen"),
    [
        ({"PAISHAN_LANG": "zh"}, "zh"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"PAISHAN_LANG": "en", "LANG": "zh_CN.UTF-8"}, "en"),
        ({"LC_ALL": "C", "LANG": "zh_CN.UTF-8"}, "en"),
    ],
)
def test_the_surroundings_choose_the_language(monkeypatch, surroundings, chosen):
    for variable in language.VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    for variable, value in surroundings.items():
        monkeypatch.setenv(variable, value)
    assert language.choose() == chosen


def test_windows_names_its_language_in_its_own_way(monkeypatch):
    for variable in language.VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(
        language.locale, "getlocale", lambda: ("Chinese (Simplified)_China", "936")
    )
    assert language.choose() == "zh"


def test_the_option_comes_before_the_surroundings(paishan):
    assert "串口" in paishan("--lang", "zh", "--help").out
    assert "串口" not in paishan("--help").out


def test_names_stay_as_they_are():
    language.choose("zh")
    assert tr("there is no setting {name}: {instead}", name="dice_ms", instead="x").startswith(
        "没有设置 dice_ms"
    )
    assert tr("") == ""
