"""What the verbs do, a file for each kind: look, change figures, move, look after.

A handler takes (session, answer, arguments) and puts pairs into the answer. One that is a
generator fills a line before each `yield`. What cannot be done raises Refusal.
"""


def packed(answer, pairs):
    """Lines with as many of the pairs as fit on each."""
    for key, value in pairs:
        if not answer.try_put(key, value):
            yield
            answer.put(key, value)
    if not answer.empty:
        yield
