"""The table of errors."""

import re

from paishan.link import errors
from paishan.link.errors import ERRORS, name_of

GROUPS = (1, 2, 3, 4)


def test_codes_and_names_are_unique_and_in_their_groups():
    assert len({code for code, _, _ in ERRORS}) == len(ERRORS)
    assert len({name for _, name, _ in ERRORS}) == len(ERRORS)
    assert [code for code, _, _ in ERRORS] == sorted(code for code, _, _ in ERRORS)
    assert all(code // 100 in GROUPS for code, _, _ in ERRORS)


def test_every_error_has_its_constant_and_a_word_on_what_to_do():
    for code, name, means in ERRORS:
        assert getattr(errors, name) == code
        assert name_of(code) == name
        assert re.fullmatch("[A-Z_]+", name)
        assert len(means) > 20
