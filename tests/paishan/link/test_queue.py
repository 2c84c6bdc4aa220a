"""The ring of bytes that wait to be sent."""

from hypothesis import given
from hypothesis import strategies as st

from paishan.link.queue import Queue


@given(st.lists(st.tuples(st.binary(max_size=40), st.integers(0, 40)), max_size=60))
def test_bytes_come_out_in_their_order_and_none_is_lost(turns):
    queue = Queue(64)
    out = bytearray(16)
    pushed = b""
    taken = b""
    for data, wanted in turns:
        if len(data) <= queue.room:
            queue.push(data, len(data))
            pushed += data
        count = min(queue.peek(out), wanted)
        taken += bytes(out[:count])
        queue.drop(count)
        assert queue.used + queue.room == 64
        assert taken + b"?" * queue.used == pushed[: len(taken)] + b"?" * queue.used
    assert len(taken) + queue.used == len(pushed)


def test_clear_forgets_all():
    queue = Queue(8)
    queue.push(b"abcdef", 6)
    queue.clear()
    assert (queue.used, queue.room, queue.peek(bytearray(8))) == (0, 8, 0)
