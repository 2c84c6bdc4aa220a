"""The last eight replies."""

from paishan.link.replies import KEPT, KNOWN, NEW, OTHER, STALE, Replies

ONE, TWO = b"11111111", b"22222222"


def kept(count=1):
    replies = Replies()
    for number in range(1, count + 1):
        line = b"#%d ok" % number
        replies.keep(replies.take(number, ONE), line, len(line))
    return replies


def test_a_repeated_request_has_its_reply():
    replies = kept(3)
    assert replies.ask(2, ONE) == KNOWN
    assert bytes(replies.line[: replies.length]) == b"#2 ok"


def test_the_same_number_for_another_request_is_told_apart():
    assert kept().ask(1, TWO) == OTHER


def test_the_next_number_is_new_and_gaps_are_allowed():
    replies = kept()
    assert replies.ask(2, ONE) == NEW
    assert replies.ask(1000, ONE) == NEW


def test_what_was_pushed_out_is_stale():
    replies = kept(KEPT + 1)
    assert replies.ask(1, ONE) == STALE
    assert replies.ask(2, ONE) == KNOWN
    assert replies.ask(KEPT + 2, ONE) == NEW


def test_a_new_session_forgets_all():
    replies = kept(5)
    replies.forget()
    assert replies.ask(1, ONE) == NEW
