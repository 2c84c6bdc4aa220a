import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paishan_host import charts
from paishan_host.ending import Problem

GOOD = """\
name = "parlour"
capacity = 17
[selector]
kind = "dip"
bits = 6
order = "highest-first"
polarity = "active-low"
first = 1

[[gear]]
position = 1
tiles = 136
stacks = [17, 17, 17, 17]
name = "no flowers"
rule = "guangdong"

[[gear]]
position = 2
tiles = 144
stacks = [18, 18, 18, 18]
"""


@pytest.fixture
def read(tmp_path):
    def read(text):
        path = tmp_path / "parlour.toml"
        path.write_text(text, encoding="utf-8")
        return charts.read(path)

    return read


def lines_of(findings):
    return [(finding.line, finding.text.split(":")[0]) for finding in findings]


def test_a_file_becomes_the_rows_that_the_firmware_takes(read):
    chart, findings = read(GOOD)
    assert findings == []
    assert chart.name == "parlour"
    assert chart.wiring == ("dip", 6, False, False, 1)
    assert chart.rows == [
        (1, 136, (17, 17, 17, 17), "no flowers", "guangdong"),
        (2, 144, (18, 18, 18, 18), "144", None),
    ]
    assert [chart.rule(row) for row in chart.rows] == ["guangdong", "chinese-official"]


def test_a_set_past_the_tray_is_no_error_but_refused_with_the_reason(read):
    chart, _ = read(GOOD)
    assert chart.refusal(chart.row(1)) is None
    assert "need 18 stacks on the east side and the tray holds 17" in chart.refusal(chart.row(2))


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("tiles = 144", "tiles = 143", 17, "143 tiles: an odd total cannot be stacked"),
        ("[18, 18, 18, 18]", "[18, 18, 18, 17]", 17, "144 tiles, but twice the stacks"),
        ("[18, 18, 18, 18]", "[18, 18, 36]", 20, "stacks are four numbers"),
        ("[18, 18, 18, 18]", "[18, 18, 18.0, 18]", 17, "position, tiles and the four stacks"),
        ("position = 2", "position = 1", 17, "position 1 is taken by row 1"),
        ("position = 2", "position = 256", 17, "position 256: the range is 0 to 255"),
        ("position = 2\n", "", 17, "this gear has no position: add it"),
        ("tiles = 144", "tiles = 144\ntile = 1", 20, "unknown key 'tile'"),
        ("bits = 6", "bits = 9", 5, "bits = 9: a whole number from 4 to 8"),
        ('"active-low"', '"low"', 7, "polarity = 'low': one of active-high, active-low"),
        ("first = 1", "first = true", 8, "first = True: a whole number"),
        ("first = 1", "last = 1", 8, "unknown key 'last' in [selector]"),
        ("capacity = 17", "capacity = 0", 2, "capacity = 0: it is a whole number from 1 to 20"),
        ("capacity = 17", "tray = 17", 2, "unknown key 'tray'"),
        ('"guangdong"', '"canton"', 10, "rule 'canton': no game has that name; one of"),
        ('"guangdong"', '"xiamen"', 10, "xiamen is played with 144 tiles, not 136"),
        ('"guangdong"', "7", 10, "its game: a game is a row"),
        ("tiles = 144", "tiles 144", 19, "Expected '='"),
        ("tiles = 144", "tiles = ", 19, "Invalid value: mend the TOML"),
    ],
)
def test_an_error_names_its_line(read, old, new, line, said):
    _, findings = read(GOOD.replace(old, new))
    assert [finding.line for finding in findings] == [line]
    assert said in findings[0].text


def test_all_errors_are_found_in_one_go(read):
    bad = GOOD.replace("bits = 6", "bits = 3").replace("tiles = 144", "tiles = 142")
    _, findings = read(bad.replace("tiles = 136", "tiles = 137"))
    assert [finding.line for finding in findings] == [5, 10, 17]


@pytest.mark.parametrize("text", ["", "gear = 3", "[gear]\nposition = 1", "selector = 4"])
def test_a_file_without_gears_is_no_chart(read, text):
    _, findings = read(text)
    assert findings


def test_the_end_of_a_cut_file_is_its_last_line(read):
    _, findings = read(GOOD[: GOOD.index("18, 18]")])
    assert findings[0].line == 20


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("parlor", "there is no chart 'parlor': use decade-dial, thumbwheel, dip or a TOML file"),
        ("none.toml", "none.toml: No such file or directory: check the file's name"),
        (".", "Is a directory"),
    ],
)
def test_a_chart_that_is_not_there_is_said_with_the_remedy(tmp_path, monkeypatch, name, said):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Problem, match=said):
        charts.find(name)


def test_a_damaged_file_is_refused_with_its_first_error(tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text(GOOD.replace("144", "145").replace("136", "137"))
    with pytest.raises(Problem, match=r"bad\.toml:10: 137 tiles.*and 1 more"):
        charts.find(str(path))


def test_a_binary_file_is_no_chart(tmp_path):
    path = tmp_path / "bad.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Problem, match="not a text in UTF-8"):
        charts.find(str(path))


KEYS = "position tiles stacks name rule bits kind order polarity first gear selector"
LINES = st.one_of(
    st.sampled_from(["[[gear]]", "[[gear]]", "[selector]", "[gear]", "nonsense", ""]),
    st.builds(
        "{} = {}".format,
        st.sampled_from(KEYS.split()),
        st.sampled_from(["1", "136", "137", "-2", "1e9", "[17, 17, 17, 17]", "[]", '"dip"', "{}"]),
    ),
)


@given(st.lists(LINES, max_size=12).map("\n".join))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_text_is_a_chart_or_has_findings_on_its_lines(read, text):
    chart, findings = read(text)
    assert findings or chart.rows
    for finding in findings:
        assert 0 <= finding.line <= text.count("\n") + 1
        assert "\n" not in finding.text


def test_every_preset_passes_the_check_that_files_do():
    from paishan.table.gears import chart_errors

    for chart in charts.presets().values():
        assert chart_errors(chart.rows) == []


def test_an_unknown_gear_names_the_known_ones():
    with pytest.raises(Problem, match=r"dial has no gear 11: its positions are 0, 1, 2"):
        charts.presets()["decade-dial"].row(11)
