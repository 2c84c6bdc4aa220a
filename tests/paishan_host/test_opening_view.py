from paishan.table import rules
from paishan.table.opening import Opening
from paishan_host.opening_view import as_dict, of_reply, picture, place_lines


def opened(game="taiwan-16", walls=(18, 18, 18, 18), total=9):
    opening = Opening()
    opening.begin(rules.find(game), walls)
    opening.throw(0, total, 2)
    return opening


def reply(opening):
    """As the table answers `open`."""
    said = as_dict(opening)
    for name in ("first", "replacement", "kept", "turned"):
        place = said[name]
        said[name] = place and f"{place['side']}{place['stack']}"
    return {**said, "game": said.pop("rule"), "again": False}


def test_what_the_table_answers_is_drawn_as_it_was_reckoned():
    opening = opened()
    again = of_reply(reply(opening))
    assert as_dict(again) == as_dict(opening)
    assert picture(again).plain == picture(opening).plain


def test_the_places_are_said_in_words():
    lines = place_lines(of_reply(reply(opened())))
    assert lines[0] == "count 9 stacks from its right end; 9 are left of it"
    assert lines[1] == "the deal begins with stack 10 of east, on clockwise"


def test_a_game_of_the_owners_own_or_half_a_throw_is_not_drawn():
    answer = reply(opened())
    assert of_reply({**answer, "game": "house"}) is None
    assert of_reply({**answer, "first": None}) is None
