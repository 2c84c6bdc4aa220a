"""Words and key=value after a verb."""

import pytest

from paishan.link.arguments import Arguments, tokens, value
from paishan.link.errors import BAD_ARGUMENT, SYNTAX, Refusal


def refused(code, function, *arguments):
    with pytest.raises(Refusal) as caught:
        function(*arguments)
    assert caught.value.code == code
    return dict(caught.value.details)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("", []),
        ("  get  scan_ms ", ["get", "scan_ms"]),
        ('x name="a b" y', ["x", 'name="a b"', "y"]),
        (r'name="a \" b" z', [r'name="a \" b"', "z"]),
        (r"a\ b", ["a\\", "b"]),
    ],
)
def test_spaces_part_pieces_but_not_within_quotes(text, pieces):
    assert tokens(text) == pieces


def test_an_open_quote_is_named():
    assert refused(SYNTAX, tokens, 'a "b c') == {"detail": "a quote is not closed"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5", 5),
        ("-12", -12),
        ("true", True),
        ("false", False),
        ("null", None),
        ("decade-dial", "decade-dial"),
        ('"decade dial"', "decade dial"),
        ("[1,[2]]", [1, [2]]),
        ('{"a":1}', {"a": 1}),
        (r'"\u9ebb"', "麻"),
    ],
)
def test_values_are_json_and_words_stand_for_themselves(text, expected):
    found = value(text)
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize("text", ["", "1.5", "1e9", "+1", "-", "a=b", "[1", '"a"x', "12345678901"])
def test_anything_else_is_refused(text):
    refused(BAD_ARGUMENT, value, text)


def test_a_pattern_sorts_words_and_pairs():
    found = Arguments("out lease?", ["DRUM", "500"])
    assert (found.get("out"), found.get("lease")) == ("DRUM", 500)
    found = Arguments("out lease?", ["lease=500", "DRUM"])
    assert (found.get("out"), found.get("lease")) == ("DRUM", 500)
    assert Arguments("setting*", ["a", "b"]).words == ["a", "b"]
    assert Arguments("=*", ["a=1", "b=2"]).pairs == [("a", 1), ("b", 2)]
    assert Arguments("verb?", []).get("verb") is None


@pytest.mark.parametrize(
    ("pattern", "pieces", "details"),
    [
        ("", ["x"], {"argument": "x"}),
        ("", ["x=1"], {"argument": "x"}),
        ("out", [], {"missing": "out"}),
        ("out", ["a", "b"], {"argument": "b"}),
        ("out", ["out=1", "out=2"], {"argument": "out"}),
        ("=*", ["a=1", "a=2"], {"argument": "a"}),
        ("=*", ["word"], {"argument": "word"}),
        ("since?", ["last=1"], {"argument": "last"}),
    ],
)
def test_what_the_pattern_does_not_have_is_named(pattern, pieces, details):
    assert refused(BAD_ARGUMENT, Arguments, pattern, pieces) == details


def test_numbers_and_choices_have_their_range():
    found = Arguments("n? w?", ["n=7", "w=up"])
    assert found.number("n", 1, 9) == 7
    assert found.word("w", ("up", "down")) == "up"
    assert refused(BAD_ARGUMENT, found.number, "n", 1, 6)["range"] == [1, 6]
    assert refused(BAD_ARGUMENT, found.word, "w", ("on",))["choices"] == ["on"]
    assert Arguments("n?", []).number("n", 1, 9, 3) == 3
    assert Arguments("w?", []).word("w", ("a",), "a") == "a"
    refused(BAD_ARGUMENT, Arguments("n?", ["n=true"]).number, "n", 0, 9)
