"""The charts that ship with Paishan. No maker's real chart is public: these are ours.

What service texts and owners do say is kept: dial 0 self-test and 1 = 136 tiles;
thumbwheel 05 = 120, 50 = 136, 16 = the 16-tile game with 144. The dial is the proposed
table of the domain notes (2.4); the two larger charts hold every known set, and the DIP one
a position for every game.
"""

_SELF_TEST = (0, (0, 0, 0, 0), "self-test")
_72 = (72, (9, 9, 9, 9), "two suits", "sichuan-72")
_72_TWO_SIDES = (72, (18, 18, 0, 0), "two suits, two players", "two-players")
_84 = (84, (11, 10, 11, 10), "84, kawuxing", "common")
_108 = (108, (14, 13, 14, 13), "suits, four sides", "sichuan-108")
_108_ADJACENT = (108, (14, 14, 13, 13), "suits, dealer and next long", "sichuan-108")
_108_THREE_SIDES = (108, (18, 18, 18, 0), "suits, three players", "riichi-3")
_112 = (112, (14, 14, 14, 14), "suits and red dragons", "common")
_116 = (116, (15, 14, 15, 14), "suits and flowers", "common")
_120 = (120, (15, 15, 15, 15), "suits and twelve", "common")
_124 = (124, (16, 15, 16, 15), "124", "common")
_128 = (128, (16, 16, 16, 16), "128", "common")
_132 = (132, (17, 16, 17, 16), "132", "common")
_136 = (136, (17, 17, 17, 17), "no flowers", "guangdong")
_140 = (140, (18, 17, 18, 17), "four flowers", "common")
_144 = (144, (18, 18, 18, 18), "full set", "chinese-official")
_144_TAIWAN = (144, (18, 18, 18, 18), "full set, 16-tile game", "taiwan-16")
_144_XIAMEN = (144, (18, 18, 18, 18), "full set, 16-tile game", "xiamen")
_136_RIICHI = (136, (17, 17, 17, 17), "no flowers, riichi", "riichi-4")
_146 = (146, (19, 18, 18, 18), "full set and two blanks", "common")
_148 = (148, (19, 18, 19, 18), "full set and four animals", "common")
_152 = (152, (19, 19, 19, 19), "American, Shanghai", "american-152")
_160 = (160, (20, 20, 20, 20), "160", "common")

DECADE_DIAL = (
    (0,) + _SELF_TEST,
    (1,) + _136,
    (2,) + _144,
    (3,) + _108,
    (4,) + _112,
    (5,) + _120,
    (6,) + _116,
    (7,) + _124,
    (8,) + _128,
    (9,) + _132,
)

THUMBWHEEL = (
    (0,) + _SELF_TEST,
    (5,) + _120,
    (7,) + _72,
    (8,) + _108,
    (12,) + _112,
    (14,) + _140,
    (16,) + _144_TAIWAN,
    (18,) + _108_THREE_SIDES,
    (19,) + _108_ADJACENT,
    (20,) + _116,
    (24,) + _124,
    (27,) + _72_TWO_SIDES,
    (28,) + _128,
    (32,) + _132,
    (46,) + _146,
    (48,) + _148,
    (50,) + _136,
    (52,) + _152,
    (60,) + _160,
    (84,) + _84,
)

DIP = DECADE_DIAL + (
    (10,) + _140,
    (11,) + _148,
    (12,) + _152,
    (13,) + _84,
    (14,) + _108_THREE_SIDES,
    (15,) + _72,
    (16,) + _108_ADJACENT,
    (17,) + _72_TWO_SIDES,
    (18,) + _146,
    (19,) + _160,
    (20,) + _144_TAIWAN,
    (21,) + _144_XIAMEN,
    (22,) + _136_RIICHI,
)

# name: (rows, selector: kind, bits, lowest switch first, lines active high, first position)
PRESETS = {
    "decade-dial": (DECADE_DIAL, ("dial", 4, True, True, 0)),
    "thumbwheel": (THUMBWHEEL, ("thumbwheel", 8, True, True, 0)),
    "dip": (DIP, ("dip", 5, True, True, 0)),
}
