import re
import zlib

import pytest

from paishan_host import chart_sheet, charts, fonts, sheet_svg
from paishan_host.chart_words import GAMES, TAKE_OUT, game, take_out
from paishan_host.ending import Problem
from paishan_host.sheet import Box, Text

PRESETS = ("decade-dial", "thumbwheel", "dip")
every_preset = pytest.mark.parametrize("name", PRESETS)
every_size = pytest.mark.parametrize("size", ["a6", "label"])


@pytest.fixture
def no_fonts(monkeypatch, tmp_path):
    monkeypatch.setattr(fonts, "FOLDERS", (tmp_path,))


@pytest.fixture(scope="module")
def chinese():
    try:
        fonts.find(["档位表"])
    except Problem:
        pytest.skip("no Chinese font on this computer")


def texts(page):
    return [shape for shape in page.shapes if isinstance(shape, Text)]


def overlap(a, b, font):
    """Whether two texts on the same line run into each other."""
    if abs(a.y - b.y) > 0.1:
        return False
    first, second = sorted((a, b), key=lambda text: text.x)
    return first.x + font.width(first.text, first.size) > second.x + 0.01


def fits(page):
    for text in texts(page):
        wide = page.font.width(text.text, text.size)
        assert text.x >= 2, text
        assert text.x + wide <= page.width - 2, text
        assert text.size < text.y < page.height - 2, text
        assert text.size >= 1.2, f"{text.text} is too small to read"
    shown = [text for text in texts(page) if text.text]
    for at, text in enumerate(shown):
        for other in shown[at + 1 :]:
            assert not overlap(text, other, page.font), (text, other)


@every_preset
@every_size
def test_every_text_fits_its_place_in_english(name, size, no_fonts):
    fits(chart_sheet.sheet(charts.find(name), "en", size))


@every_preset
@every_size
def test_every_text_fits_its_place_in_chinese(name, size, chinese):
    fits(chart_sheet.sheet(charts.find(name), "zh", size))


@every_preset
def test_every_gear_that_can_be_built_is_on_it_with_all_that_counts(name, no_fonts):
    chart = charts.find(name)
    said = [text.text for text in texts(chart_sheet.sheet(chart, "en", "a6"))]
    for row in chart.rows:
        position, tiles, stacks = row[:3]
        if chart.refusal(row):
            assert any(line.startswith("Not on this table") and str(position) in line.split()
                       for line in said)  # fmt: skip
        elif tiles:
            at = next(
                k for k in range(len(said)) if said[k : k + 2] == [f"{position}", f"{tiles}"]
            )
            walls = f"{stacks[0]} × 4" if len(set(stacks)) == 1 else "/".join(map(str, stacks))
            assert said[at + 2] == walls
            assert said[at + 3] == game(chart.rule(row), tiles, "en")
            assert said[at + 4] == take_out(chart.rule(row), tiles, "en")
    assert f"check sum {chart.check_sum()}" in said


def test_every_game_and_every_set_of_the_presets_has_words():
    from paishan.table.rules import NAME, RULES

    assert set(GAMES) == {rule[NAME] for rule in RULES}
    sets = {row[1] for name in PRESETS for row in charts.find(name).rows if row[1] <= 152}
    assert sets - {0} <= set(TAKE_OUT)


def test_a_set_of_ones_own_says_how_many_tiles():
    assert take_out("ours", 100, "en") == "44 tiles"
    assert take_out("ours", 160, "en") == "nothing, add 16"
    assert take_out("ours", 100, "zh") == "44张"
    assert game("ours", 100, "zh") == "ours"


def test_an_svg_has_its_size_its_title_and_no_font_needed(paishan, tmp_path, chinese):
    path = tmp_path / "lid.svg"
    ended = paishan("gears", "print", "--chart", "dip", "--lang", "zh", "--output", path)
    assert ended.code == 0
    text = path.read_text("utf-8")
    assert 'width="105mm" height="148mm"' in text
    assert "<title>档位表 dip</title>" in text
    assert "<text" not in text
    used = set(re.findall(r'<use href="#([^"]+)"', text))
    assert used == set(re.findall(r'<path id="([^"]+)"', text))


def test_without_any_font_an_english_svg_is_text_of_the_measured_length(no_fonts):
    page = chart_sheet.sheet(charts.find("dip"), "en", "label")
    text = sheet_svg.svg(page).decode()
    assert text.count("<text") == len(texts(page))
    assert text.count("textLength") == len(texts(page))


@every_size
def test_a_pdf_is_one_page_of_that_size_with_text(paishan, tmp_path, no_fonts, size):
    path = tmp_path / "lid.pdf"
    ended = paishan("gears", "print", "--chart", "dip", "--size", size, "--output", path)
    assert ended.code == 0
    data = path.read_bytes()
    assert data.startswith(b"%PDF-")
    assert data.count(b"/Type /Page\n") == 1
    page = b"".join(
        zlib.decompress(stream)
        for stream in re.findall(rb"stream\n(.*?)\nendstream", data, re.DOTALL)
        if stream[:1] == b"x"
    )
    assert b"(Guangdong) Tj" in page


def test_without_a_chinese_font_the_message_says_what_to_do(paishan, tmp_path, no_fonts):
    path = tmp_path / "lid.pdf"
    ended = paishan("gears", "print", "--chart", "dip", "--lang", "zh", "--output", path)
    assert ended.code == 3
    assert "no Chinese font was found on this computer: install one" in ended.err
    assert "--font" in ended.err
    assert not path.exists()


def test_a_chart_with_chinese_names_needs_the_font_in_english_too(tmp_path, no_fonts):
    path = tmp_path / "p.toml"
    path.write_text(
        'name = "大厅"\n[[gear]]\nposition = 1\ntiles = 136\nstacks = [17, 17, 17, 17]\n', "utf-8"
    )
    with pytest.raises(Problem, match="no Chinese font"):
        chart_sheet.sheet(charts.find(str(path)), "en", "a6")


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (["--output", "lid.png"], 2, "end it with .svg or .pdf"),
        (["--output", "none/lid.svg"], 4, "No such file or directory: name a file that can be"),
        (["--output", "lid.svg", "--font", "none.ttf"], 3, "none.ttf: No such file"),
        (["--output", "lid.svg", "--font", "bad.ttf"], 3, "name a TrueType or OpenType font"),
    ],
)
def test_what_cannot_be_printed_is_said(
    paishan, tmp_path, monkeypatch, no_fonts, options, code, said
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.ttf").write_bytes(b"no font")
    ended = paishan("gears", "print", "--chart", "dip", *options)
    assert ended.code == code
    assert said in ended.err


@pytest.mark.parametrize("data", [b"", b"ttcf" + bytes(8), b"ttcf\0\1\0\0" + b"\xff" * 40])
def test_a_damaged_font_is_named_in_the_tool_s_own_words(paishan, tmp_path, data):
    font = tmp_path / "cut.ttc"
    font.write_bytes(data)
    ended = paishan(
        "gears", "print", "--chart", "dip", "--font", font, "--output", tmp_path / "lid.pdf"
    )
    assert ended.code == 3
    assert ended.err == (
        f"paishan: {font}: no font, or a damaged one: name a TrueType or OpenType font\n"
    )


def test_the_qr_code_is_drawn_within_its_place(no_fonts):
    page = chart_sheet.sheet(charts.find("thumbwheel"), "en", "label")
    dots = [box for box in page.shapes if isinstance(box, Box) and box.fill == "#000000"]
    left, right = min(dot.x for dot in dots), max(dot.x + dot.width for dot in dots)
    assert page.width - 15 < left < right < page.width - 3


def test_a_dip_shows_lever_1_on_the_left_for_either_wiring():
    from paishan_host.chart_switch import levers

    assert levers(("dip", 5, True, True, 0), 1) == [True, False, False, False, False]
    assert levers(("dip", 5, False, True, 0), 1) == [False, False, False, False, True]
    assert levers(("dip", 5, True, False, 0), 6) == [False, True, True, False, False]
    assert levers(("dip", 4, True, True, 1), 1) == [False] * 4


# the check sum on the lid


def test_the_sum_on_the_lid_is_compared_as_typed_or_scanned(paishan):
    ended = paishan("gears", "check", "dip")
    assert ended.code == 0
    code = charts.find("dip").check_sum()
    assert f"check sum {code}" in ended.out
    for printed in (code, code.lower(), f"PAISHAN:{code}"):
        assert paishan("gears", "check", "dip", "--sum", printed).code == 0


def test_another_sum_ends_with_1_and_says_what_to_do(paishan):
    ended = paishan("gears", "check", "dip", "--sum", "00000000")
    assert ended.code == 1
    assert "the lid says 00000000: print the chart anew" in ended.err
