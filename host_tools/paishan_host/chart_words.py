"""The words on a printed gear chart, English and Chinese; whoever prints it chooses which.

Sets are described by what to take out of a whole one of 144; a chart of one's own may have others.
"""

from __future__ import annotations

from typing import Final

LANGUAGES: Final = ("en", "zh")
WHOLE: Final = 144

# what stands on every chart: (English, Chinese)
WORDS: Final = {
    "title": ("Gear chart", "档位表"),
    "switch": ("switch", "开关"),
    "gear": ("gear", "档位"),
    "tiles": ("tiles", "张数"),
    "stacks": ("stacks E/S/W/N", "墩数 东/南/西/北"),
    "game": ("game", "玩法"),
    "take out": ("take out of 144", "从144张中取出"),
    "self-test": ("self-test", "自检"),
    "nothing": ("nothing", "不取"),
    "when": (
        "Take tiles out first. Change the gear only while the ready lamp is lit.",
        "先取出不用的牌。只在就绪灯亮时换档。",
    ),
    "later": (
        "A change during a shuffle counts from the next one on.",
        "洗牌中换档，下一次洗牌才生效。",
    ),
    "refused": ("Not on this table, its trays hold {}:", "本机每边最多{}墩，不可用："),
    "sum": ("check sum", "校验码"),
    "dip": ("DIP switch, {} levers, filled end = lever", "{}位拨码开关，黑色为拨杆位置"),
    "dial": ("decade dial", "十档旋钮"),
    "thumbwheel": ("thumbwheel, two digits", "两位拨轮"),
    "up": ("up = on", "上为ON"),
}

# games of the firmware by name
GAMES: Final = {
    "taiwan-16": ("Taiwan, 16 tiles", "台湾十六张"),
    "xiamen": ("Xiamen", "厦门麻将"),
    "chinese-official": ("Chinese official", "国标麻将"),
    "guangdong": ("Guangdong", "广东麻将"),
    "sichuan-108": ("Sichuan", "四川麻将"),
    "sichuan-72": ("Sichuan, 2 suits", "四川两门牌"),
    "two-players": ("two players", "二人麻将"),
    "riichi-4": ("riichi", "日本麻将"),
    "riichi-3": ("riichi, 3 players", "日本三人麻将"),
    "american-152": ("American", "美国麻将"),
    "common": ("13-tile game", "十三张打法"),
}

# the common game with these sets has a name of its own
BY_SET: Final = {
    84: ("Kawuxing", "卡五星"),
    112: ("Hongzhong", "红中麻将"),
}

TAKE_OUT: Final = {
    72: ("1 suit, honours, flowers", "一门、风、箭、花"),
    84: ("1 suit, winds, flowers", "一门、风、花"),
    108: ("honours, flowers", "风、箭、花"),
    112: ("winds, green, white, flowers", "风、发、白、花"),
    116: ("honours", "风、箭"),
    120: ("winds, flowers", "风、花"),
    124: ("dragons, flowers", "箭、花"),
    128: ("winds", "风牌"),
    132: ("dragons", "箭牌"),
    136: ("flowers", "花牌"),
    140: ("4 flowers", "四张花牌"),
    144: ("nothing", "不取"),
    146: ("nothing, add 2 blanks", "另加两张空白牌"),
    148: ("nothing, add 4 animals", "另加四张动物牌"),
    152: ("nothing, add 8 jokers", "另加八张百搭"),
}

# where the game decides and not the number of tiles
TAKE_OUT_FOR: Final = {
    "riichi-3": ("2-8 of a suit, flowers", "一门的二至八、花"),
}


def word(key: str, language: str) -> str:
    """A word or sentence of every chart."""
    return WORDS[key][LANGUAGES.index(language)]


def game(name: str, tiles: int, language: str) -> str:
    """A game's name; an owner's own as it is."""
    at = LANGUAGES.index(language)
    if name == "common" and tiles in BY_SET:
        return BY_SET[tiles][at]
    return GAMES[name][at] if name in GAMES else name


def take_out(name: str, tiles: int, language: str) -> str:
    """What to take out of a whole set before playing with so many tiles."""
    at = LANGUAGES.index(language)
    if name in TAKE_OUT_FOR:
        return TAKE_OUT_FOR[name][at]
    if tiles in TAKE_OUT:
        return TAKE_OUT[tiles][at]
    if tiles > WHOLE:
        return (f"nothing, add {tiles - WHOLE}", f"另加{tiles - WHOLE}张")[at]
    return (f"{WHOLE - tiles} tiles", f"{WHOLE - tiles}张")[at]
