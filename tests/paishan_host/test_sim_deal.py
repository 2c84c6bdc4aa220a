import json

import pytest


def test_the_walls_are_drawn_and_the_deal_is_said(paishan):
    ended = paishan("sim", "deal", "--chart", "dip", "--selector", 20, "--dice", "6,5,4")
    assert ended.code == 0
    assert "east throws 6+5+4 = 15: west's wall is opened (opposite)" in ended.out
    assert "count 15 stacks from its right end; 3 are left of it" in ended.out
    assert "16 tiles are kept back, up to stack 8 of west" in ended.out
    top = ended.out.splitlines()[1].strip()
    assert top == "▆▆" * 7 + "▒▒" * 7 + "RR◆◆" + "··" * 2
    hands = [line.split(":")[0] for line in ended.out.splitlines() if ":" in line[:5]]
    assert hands == ["E 17", "S 16", "W 16", "N 16"]
    assert "79 tiles left in the walls" in ended.out


def test_as_json_it_has_places_from_one_and_hands(paishan):
    ended = paishan("sim", "deal", "--chart", "dip", "--selector", 22, "--dice", "5,4", "--json")
    found = json.loads(ended.out)
    assert found["rule"] == "riichi-4"
    assert found["turned"] == {"side": "E", "stack": 7}
    assert [len(hand) for hand in found["hands"].values()] == [14, 13, 13, 13]
    assert found["problems"] == []


def test_another_game_for_the_same_set(paishan):
    ended = paishan(
        "sim", "deal", "--rule", "riichi-4", "--dealer", "S", "--dice", "1,1", "--json"
    )
    found = json.loads(ended.out)
    assert (found["rule"], found["wall"], found["count"]) == ("riichi-4", "W", 2)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--rule", "chess"], "there is no game 'chess': one of taiwan-16"),
        (["--rule", "xiamen"], "xiamen is played with 144 tiles and gear 1 builds 136"),
        (["--dice", "3"], "guangdong throws 2 dice: give --dice once for each throw"),
        (["--dice", "7,1"], "faces from 1 to 6 with commas"),
        (["--dice", "a"], "faces from 1 to 6 with commas"),
        (["--selector", "0"], "gear 0 is the self-test: choose one that builds walls"),
    ],
)
def test_what_cannot_be_dealt_is_said_with_the_remedy(paishan, options, said):
    ended = paishan("sim", "deal", *options)
    assert ended.code == 2
    assert said in ended.err
