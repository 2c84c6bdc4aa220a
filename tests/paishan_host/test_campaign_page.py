from xml.etree import ElementTree

from paishan_host import campaign_page
from paishan_sim.campaign import Outcome


def outcome(**values):
    some = {
        "number": 0,
        "command": "paishan sim run --inject 'a<b'",
        "faults": ["head-jam:side=south"],
        "cycles": 2,
        "scans": 720_000,
        "findings": [],
        "codes": [11],
        "remedies": ["key", "mend"],
        "reactions_ms": [15.0, 900.0],
        "waste": [0.01],
    }
    return Outcome(**{**some, **values})


def test_a_page_says_what_was_played():
    page = campaign_page.page(7, [outcome(), outcome()])
    assert "2 runs, 4 builds, 1440000 scans (2.0 hours of the machine)" in page
    assert "None: no safety rule violated" in page
    assert "<td>head-jam</td>" in page
    assert "http" not in page.replace('xmlns="http://www.w3.org/2000/svg"', "")


def test_findings_come_with_their_command_escaped():
    found = ["head on to the pusher"] * 9 + [f"{n} ms: A & B" for n in range(6)]
    page = campaign_page.page(7, [outcome(findings=found)])
    assert "head on to the pusher ×9<br>0 ms: A &amp; B" in page
    assert "a&lt;b" in page
    assert "and 2 more" in page


def test_a_campaign_of_nothing_has_a_page():
    assert campaign_page.page(1, []).count("<p>none</p>") == 3


def test_plots_are_well_formed():
    for drawn in (
        campaign_page.histogram([1.0, 2.0, 2.0, 9.0], "ms").partition("</p>")[2],
        campaign_page.bars([("key <a>", 3), ("mend", 1)]),
        campaign_page.histogram([5.0], "ms").partition("</p>")[2],
    ):
        assert ElementTree.fromstring(drawn).tag.endswith("svg")


def test_a_histogram_says_median_and_worst():
    assert "median 2 ms, worst 9 ms, 4 values" in campaign_page.histogram(
        [1.0, 2.0, 2.0, 9.0], "ms"
    )
