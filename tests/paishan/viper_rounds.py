"""Random images through every viper function; prints one line of bytes a round.

Run by test_viper.py in CPython and in MicroPython: the lines must be the same. Uses what both
have, and a random generator of its own, since theirs differ.
"""

import binascii
from array import array

from paishan.io.image import copy
from paishan.motion.due import stirred
from paishan.motion.filters import Debouncer, debounce
from paishan.table.interlocks import (
    PAIRS,
    all_rows,
    apply,
    concerns,
    gather,
    put_out,
    rest,
    start_few,
)
from paishan.table.stations import uniform

ROUNDS = 1500
PLANES = len(Debouncer()._planes)
_state = 12345


def _bytes(count):
    global _state
    made = bytearray(count)
    for at in range(count):
        _state = (_state * 1103515245 + 12345) & 0x7FFFFFFF
        made[at] = _state >> 16 & 0xFF
    return made


def _hex(*images):
    return " ".join([binascii.hexlify(image).decode() for image in images])


def _filter_rounds():
    # the same planes over many scans, a few bits changing, so that counters run full
    for _ in range(ROUNDS // 50):
        raw, stable, edges, planes = _bytes(8), _bytes(8), bytearray(24), _bytes(PLANES)
        planes[:32] = bytes(32)
        for scan in range(50):
            flip = _bytes(2)
            if scan < 25:  # then nothing bounces any more
                raw[flip[0] & 7] ^= flip[1]
            active = debounce(raw, stable, edges, planes)
            yield f"debounce {active} {_hex(stable, edges, planes)}"
    for _ in range(ROUNDS):
        raw, stable, edges, planes = _bytes(8), _bytes(8), _bytes(24), _bytes(PLANES)
        active = debounce(raw, stable, edges, planes)
        yield f"debounce {active} {_hex(stable, edges, planes)}"


def _interlock_rounds():
    rows = all_rows()
    packed = bytes([number for row in rows for number in row])
    for _ in range(ROUNDS):
        image, inputs, wish, last = _bytes(17), _bytes(8), _bytes(7), _bytes(7)
        gather(image, inputs, wish, last)
        yield f"gather {_hex(image, last)}"
        fault = apply(image, packed, len(rows))
        yield f"apply {fault} {_hex(image)}"
    for _ in range(ROUNDS):
        # rows that nobody would write, one at a time
        image, row = _bytes(17), _bytes(6)
        row[0] %= 17
        row[2] &= 3
        row[3] %= 7
        fault = apply(image, row, 1)
        yield f"apply {fault} {_hex(image)}"


def _output_rounds():
    for _ in range(ROUNDS):
        image, outputs, wish, waits = _bytes(17), _bytes(7), _bytes(7), _bytes(7)
        inputs, relevant = _bytes(8), _bytes(8)
        inputs[:6] = image[:6]
        yield f"concerns {concerns(inputs, image, relevant)}"
        some = put_out(image, outputs, wish, waits)
        yield f"put_out {some} {_hex(outputs, waits)}"


def _motor_rounds():
    # the same motors over many scans, most of them as they were
    for _ in range(ROUNDS // 50):
        outputs, resting, locked, limits = bytearray(7), bytearray(7), bytearray(7), _bytes(4)
        currents = bytes([byte & 127 for byte in _bytes(40)])
        load = array("i", [limits[0] % 4, 40 * limits[1], 0, 5, 10, 0, 0, 0, 0, 0])
        counts = array("i", [0] * 40)
        for _scan in range(50):
            image, flip = bytearray(8) + outputs + bytearray(2), _bytes(2)
            image[8 + flip[0] % 5] ^= flip[1] if flip[0] < 100 else 0
            some = rest(image, outputs, resting, locked, PAIRS, limits[2] % 5)
            yield f"rest {some} {_hex(image, resting, locked)}"
            open_yet = start_few(image, outputs, currents, load, counts)
            yield f"start_few {open_yet} {_hex(image)} {list(load)} {list(counts)}"
            outputs = image[8:15]


def _due_rounds():
    # times all around the wrap, some of them within a few ms of each other
    for _ in range(ROUNDS):
        edges, waits, chance = bytearray(24), bytearray(7), _bytes(24)
        edges[chance[0] % 16] = chance[1] & 1
        waits[chance[2] % 7] = chance[3] & 1
        now = int.from_bytes(chance[4:8], "little") & 0x3FFFFFFF
        dues = array("i", [0] * 4)
        for side in range(4):
            far = int.from_bytes(chance[8 + 4 * side : 12 + 4 * side], "little")
            dues[side] = (now + (far & 7) - 3 if far & 8 else far) & 0x3FFFFFFF
        yield f"stirred {stirred(edges, waits, dues, now)}"


def _copy_rounds():
    for _ in range(ROUNDS):
        target, source = _bytes(8), _bytes(9)
        copy(target, source, source[8] % 9)
        yield f"copy {_hex(target)}"


def _uniform_rounds():
    for _ in range(ROUNDS):
        image, alike = _bytes(8), _bytes(2)
        for side in range(4):
            if alike[0] >> side & 1:
                image[side] = 255 if alike[1] >> side & 1 else 0
        yield f"uniform {uniform(image)} {_hex(image)}"


def lines():
    """All rounds in turn."""
    for rounds in (
        _filter_rounds,
        _interlock_rounds,
        _output_rounds,
        _motor_rounds,
        _due_rounds,
        _copy_rounds,
        _uniform_rounds,
    ):
        yield from rounds()


if __name__ == "__main__":
    for line in lines():
        print(line)
