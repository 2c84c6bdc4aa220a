import pytest

from paishan_host.folded import fold

SENTENCE = "fault     05 Look for tiles on the table, press both keys, add them."


def test_a_pipe_gets_the_line_whole():
    assert fold(SENTENCE, None) == [SENTENCE]


def test_a_narrow_terminal_gets_whole_words_below_each_other():
    assert fold(SENTENCE, 40, 10) == [
        "fault     05 Look for tiles on the",
        "          table, press both keys, add",
        "          them.",
    ]


def test_chinese_is_folded_anywhere_but_before_its_stops():
    assert fold("83 上盖被打开。关上盖，按一个键。", 14, 3) == [
        "83 上盖被打",
        "   开。关上",
        "   盖，按一个",
        "   键。",
    ]


def test_a_bracket_stays_with_what_is_in_it():
    assert fold("大盘和磁圈（升降）[默认：1]", 12) == ["大盘和磁圈", "  （升降）", "  [默认：1]"]


@pytest.mark.parametrize("cells", [1, 5, 12, 79, 80])
def test_nothing_is_lost_and_a_word_that_is_too_long_stands_alone(cells):
    text = "`paishan update rollback` 或 rfc2217://127.0.0.1:4321，再试 once more"
    assert "".join("".join(fold(text, cells)).split()) == "".join(text.split())
