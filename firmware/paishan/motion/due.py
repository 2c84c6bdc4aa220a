"""Which stations a scan steps: those where something happened, and those whose time has come."""

import micropython


@micropython.viper
def stirred(edge_image, wait_image, due_times, now: int) -> int:
    """Which stations are to be stepped in this scan, bit k = station k: an input of it changed,
    the interlocks hold one of its outputs back, or, with a side, it is due."""
    edges = ptr8(edge_image)  # noqa: F821
    waits = ptr8(wait_image)  # noqa: F821
    dues = ptr32(due_times)  # noqa: F821
    stations = 0
    i = 0
    while i < 5:
        wanted = edges[i] | edges[8 + i] | waits[i]
        if wanted == 0 and i < 4:
            wanted = (now - dues[i] + 0x20000000) & 0x20000000  # 0 until then
        if wanted:
            stations |= 1 << i
        i += 1
    return stations
