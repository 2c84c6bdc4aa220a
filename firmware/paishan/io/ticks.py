"""Time: milliseconds that wrap at 2^30, and the one way to take a difference.

Every `now` in the firmware is such a number; a plain subtraction is wrong once in 12 days.

A difference is good to 6 days. A moment that is not looked at all the time, as that of the last
press or of the last build, may be older on a table that stays switched on: how long ago it was is
`now - then & TICKS_MASK`, never negative. After 12 days that is too short a time, but for moments
only one that is shorter than the seconds that somebody asks for.
"""

from micropython import const

TICKS_MASK = const(0x3FFFFFFF)
_HALF = const(0x20000000)


def _ticks_diff(later, earlier):
    """`later - earlier` in ms, right across the wrap if they are less than 6 days apart."""
    # No intermediate leaves 31 bits, so nothing is allocated on a 32-bit board.
    difference = later - earlier
    if difference >= _HALF:
        return difference - _HALF - _HALF
    if difference < -_HALF:
        return difference + _HALF + _HALF
    return difference


try:
    from time import ticks_diff

    if ticks_diff(0, TICKS_MASK) != 1:  # the PC build of MicroPython wraps at 2^62
        ticks_diff = _ticks_diff
except ImportError:  # CPython
    ticks_diff = _ticks_diff
