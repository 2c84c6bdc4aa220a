"""How far the table was with its two sets: what must outlive the power, in one number.

It is written to flash only while nothing moves, and always before the step that it speaks of
can lose its meaning: LOADED before the dome closes on the tiles, IN_BUILD while the raised
walls wait, BUILT before the drum goes on once more.
"""

from micropython import const

BUILT = const(0)  # no tile lies in the machine but in complete walls
LOADED = const(1)  # a set may lie in the drum; complete walls may stand below it
IN_BUILD = const(2)  # a build was begun: trays, heads and belts hold tiles that nobody counted

NAMES = ("built", "loaded", "in_build")
LONGEST_WAIT_MS = const(2000)  # a flash that cannot be written stops nobody from playing
