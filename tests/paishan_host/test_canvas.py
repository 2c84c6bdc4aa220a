from paishan_host.canvas import Canvas


def test_what_is_put_outside_is_dropped():
    canvas = Canvas(4, 2)
    canvas.put(-1, 0, "x")
    canvas.put(2, 0, "x")
    canvas.put(1, 2, "abc")
    canvas.put(0, -1, "yz")
    assert canvas.text().plain == "z   \n  ab"


def test_a_digit_shows_lit_and_unlit_segments():
    canvas = Canvas(6, 5)
    canvas.digit(0, 0, 0x06, "red", "grey")
    text = canvas.text()
    assert text.plain.splitlines()[1] == "┃   ┃ "
    lit = [text.plain[span.start : span.end] for span in text.spans if span.style == "red"]
    assert lit == ["┃", "┃"]


def test_only_a_lit_point_is_drawn():
    for segments, shown in ((0x00, False), (0x80, True)):
        canvas = Canvas(6, 5)
        canvas.digit(0, 0, segments, "red", "grey")
        assert ("●" in canvas.text().plain) == shown
