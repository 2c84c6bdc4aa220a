import re

import click
import polib
import pytest
from rich.cells import cell_len
from tests.paishan_host.messages import all_messages

from paishan_host import cli, language
from paishan_host.language import CATALOGUES, tr


@pytest.fixture(scope="module")
def catalogue():
    return polib.pofile(str(CATALOGUES / "zh" / "LC_MESSAGES" / "paishan.po"))


def said(entry):
    """The Chinese of an entry; a noun has one form, whatever the number."""
    return entry.msgstr or entry.msgstr_plural.get(0, "")


def test_every_text_of_the_tool_is_translated_and_nothing_else_is(catalogue):
    translated = {entry.msgid for entry in catalogue if said(entry) and not entry.obsolete}
    assert sorted(all_messages() - translated) == []
    assert sorted(translated - all_messages()) == []


def test_translations_fill_in_the_same_values(catalogue):
    for entry in catalogue:
        # click's plurals have a count that one of a kind does not show
        texts = (entry.msgid_plural or entry.msgid, said(entry))
        wanted, found = (sorted(re.findall(r"\{[^}]*\}", one)) for one in texts)
        assert found == wanted, entry.msgid


def test_translations_keep_to_what_a_chinese_windows_console_can_show(catalogue):
    for entry in catalogue:
        said(entry).encode("gbk")


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


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("test",), "paishan: 缺少参数 'WHAT'（见 `paishan test --help`）"),
        (("set",), "缺少参数 'NAME=VALUE...'"),
        (("stat",), "没有命令 'stat'"),
        (("get", "--yaml"), "没有选项 '--yaml'"),
        (("status", "a", "b"), "多余的参数（a b）"),
        (("jog", "DRUM", "--ms", 1), "'--ms' 的值无效：1 不在范围 50<=x<=60000 内"),
        (("jog", "DRUM", "--ms", "x"), "'x' 不是有效的"),
        (("sim", "run", "--lane", "foo"), "'foo' 不是 'cpython', 'micropython', 'pico' 之一"),
        (("dice", "--verify", "x"), "选项 '--verify' 需要 2 个参数"),
    ],
)
def test_a_wrong_word_is_said_in_the_reader_s_language(paishan, args, said):
    ended = paishan("--lang", "zh", *args)
    assert (ended.code, ended.err.count("\n")) == (2, 1)
    assert said in ended.err
    assert not re.search("[A-Z][a-z]+ [a-z]+ ", ended.err), "a sentence in English"


def test_the_frame_of_the_help_is_in_the_reader_s_language(paishan):
    help_zh = paishan("--lang", "zh", "jog", "--help").out
    for said in ("用法: paishan jog", "选项", "默认：1000", "显示本帮助并退出"):
        assert said in help_zh
    assert "命令" in paishan("--lang", "zh", "update", "--help").out
    help_zh = paishan("--lang", "zh", "--help").out
    assert "显示版本并退出" in help_zh
    assert "显示本帮助并退出" in help_zh
    assert "Usage: paishan jog" in paishan("jog", "--help").out


def commands(group, words=()):
    """The words of every command there is."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        yield (*words, name)
        if isinstance(command, click.Group):
            yield from commands(command, (*words, name))


@pytest.mark.parametrize("words", [*commands(cli.paishan)], ids=" ".join)
def test_every_help_is_in_chinese_and_fits_a_terminal_of_80(paishan, words):
    lines = paishan("--lang", "zh", *words, "--help").out.splitlines()
    assert [line for line in lines if cell_len(line) > 80] == []
    english = [line for line in lines if re.search("[A-Za-z]+ [a-z]+ [a-z]+ [a-z]+", line)]
    assert [line for line in english if "paishan " not in line] == []


def test_names_stay_as_they_are():
    language.choose("zh")
    assert tr("there is no setting {name}: {instead}", name="dice_ms", instead="x").startswith(
        "没有设置 dice_ms"
    )
    assert tr("") == ""
