import json

import pytest


def test_get_shows_value_unit_default_and_meaning(paishan, ready):
    paishan("set", "dice_ms=3500")
    out = paishan("get", "dice_ms").out
    assert out.splitlines()[1].split(maxsplit=4) == [
        "dice_ms", "3500", "ms", "4000", "the dice rattle this long"
    ]  # fmt: skip
    assert len(paishan("get").out.splitlines()) > 60
    assert json.loads(paishan("get", "dice_ms", "--json").out) == {"dice_ms": 3500}


def test_set_takes_all_or_none(paishan, ready):
    ended = paishan("set", "dice_ms=3500", "language=zh", "side_inverted=0x03", "link_bus=false")
    assert (ended.code, ended.out.splitlines()[-1]) == (0, "3 changed")
    ended = paishan("set", "gap_ms=2000", "return_gap_ms=5000")
    assert ended.code == 7
    assert ended.err == (
        "paishan: gap_ms: return_gap_ms (5000) must stay below gap_ms (2000): nothing was "
        "changed\n"
    )
    assert json.loads(paishan("set", "dice_ms=3600", "--json").out)["changed"] == 1


def test_a_table_on_a_bus_is_asked_by_its_address_from_now_on(paishan, ready):
    ended = paishan("set", "link_bus=true")
    assert (ended.code, ended.out) == (
        0,
        "link_bus = true\n1 changed\nfrom now on: `paishan --address 1`\n",
    )
    assert paishan("--address", 1, "get", "link_bus", "--json").out == '{"link_bus": true}\n'
    ended = paishan("--address", 1, "set", "link_address=9")
    assert ended.out.endswith("from now on: `paishan --address 9`\n")
    assert paishan("--address", 9, "reset", "--yes").out == "2 changed\n"


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        ("dice_ms=1", "dice_ms: 1 ms: the range is 3000 to 5000"),
        ("dice_ms=soon", 'dice_ms: a whole number is wanted, not "soon"'),
        ("link_bus=5", "link_bus: true or false is wanted, not 5"),
        ("language=fr", 'language: "fr" is none of en, zh'),
        ("dise_ms=1", "there is no setting dise_ms: did you mean dice_ms?"),
        ("zzz=1", "there is no setting zzz: `paishan get` lists them"),
        ("dice_ms", "dice_ms: write NAME=VALUE, such as dice_ms=3500"),
    ],
)
def test_a_wrong_value_is_told_before_anything_is_sent(paishan, ready, pair, said):
    before = len(ready.sent)
    ended = paishan("set", pair)
    assert (ended.code, ended.err) == (2, f"paishan: {said}\n")
    assert len(ready.sent) == before


def test_a_setting_that_is_given_twice_is_not_guessed(paishan, ready):
    before = len(ready.sent)
    ended = paishan("set", "dice_ms=3500", "gap_ms=2500", "dice_ms=3600")
    assert (ended.code, ended.err) == (2, "paishan: dice_ms is given twice: give it once\n")
    assert len(ready.sent) == before


def test_nobody_at_the_table_may_not_set(paishan, ready):
    ready.run.plant.set_service(False)
    ready.scan(200)
    ended = paishan("set", "dice_ms=3500")
    assert ended.code == 7
    assert ended.err.startswith("paishan: only a technician may: hold both lift keys")


def test_diff_names_what_is_not_the_default(paishan, ready):
    paishan("set", "dice_ms=3500")
    ended = paishan("diff")
    assert ended.code == 1
    assert "dice_ms: 3500 (default 4000)" in ended.out
    assert json.loads(paishan("diff", "--json").out)["changes"]["dice_ms"] == {
        "old": 3500, "new": 4000
    }  # fmt: skip


def test_diff_against_a_file(paishan, ready, tmp_path):
    saved = tmp_path / "saved.toml"
    paishan("export", saved)
    assert (paishan("diff", saved).code, paishan("diff", saved).out) == (0, "no difference\n")
    paishan("set", "dice_ms=3500")
    ended = paishan("diff", saved)
    assert (ended.code, ended.out) == (1, "dice_ms: 3500 (file 4000)\n")
