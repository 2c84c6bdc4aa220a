"""How each fault ends: one row a scenario, for the tests that hold it and the page that prints it.

A row says what is shown, whether it stops, what becomes of outputs and tiles, and which acts of a
person lead back; seed 1, the usual gear, and proper use otherwise. Every row ends at READY with
the walls that the gear asks for, without a safety violation and without a tile lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

Words = tuple[str, str]  # English, Chinese

# what becomes of the outputs
RUNS: Final = "runs"
SIDE: Final = "side"
OFF: Final = "off"
OUTPUTS: Final[dict[str, Words]] = {
    RUNS: ("nothing stops", "不停机"),
    SIDE: ("that side stops, the others finish; then all off", "该边先停，其余各边做完后全停"),
    OFF: ("all off in the scan that knows it", "识别到即全部关断"),
}

# what becomes of the tiles
NONE: Final = "none"
KEPT: Final = "kept"
ANEW: Final = "anew"
TILES: Final[dict[str, Words]] = {
    NONE: ("none is concerned", "不影响牌"),
    KEPT: ("what is counted stays counted", "已计的牌保留"),
    ANEW: ("the part-built walls come up and are built anew", "未叠完的牌升起，重新叠"),
}

# what a person does about it, as `person` calls it
ACTS: Final[dict[str, Words]] = {
    "key": ("a key", "按一个键"),
    "mend": ("repair, a key", "修好，按一个键"),
    "clear table": ("clear the table, a key", "清空桌面，按一个键"),
    "add tiles": ("both keys, add the tiles, a key", "双键开盖，补牌，按一个键"),
    "take tiles out": ("both keys, take tiles out, a key", "双键开盖，取出多牌，按一个键"),
    "hold": ("a key held for four seconds", "长按一个键四秒"),
    "cycle": ("off and on", "断电再开"),
    "empty": ("take all tiles out, off and on", "取出全部牌，断电再开"),
}


@dataclass(frozen=True)
class End:
    """`fault` as for --inject; `codes` and `advices` in the order in which they are shown; `acts`
    lead back; `cause`: what is behind it, in two languages."""

    fault: str
    cause: Words
    codes: tuple[int, ...] = ()
    advices: tuple[int, ...] = ()
    outputs: str = RUNS
    tiles: str = NONE
    acts: tuple[str, ...] = ()
    cycles: int = 1

    @property
    def name(self) -> str:
        """The scenario."""
        return self.fault.partition(":")[0]


ENDS: Final = (
    # the eyes and switches of a side
    End("s1-dirty", ("S1 is dusty: it sees some tiles late", "S1 有灰，有的牌看得晚"),
        advices=(66,), tiles=KEPT),
    End("s1-drifting", ("S1 loses its sensitivity", "S1 灵敏度漂移"),
        (52,), (66,), SIDE, KEPT, ("key", "mend")),
    End("s1-stuck", ("S1 or its cable is dead", "S1 或其接线失效"),
        (52,), (), SIDE, KEPT, ("key", "mend")),
    End("s1-bouncing", ("S1 flickers at each edge", "S1 信号抖动"), tiles=KEPT),
    End("tile-rebounds", ("tiles jump back from the head's stop",
                          "牌在机头挡板处反弹"), tiles=KEPT),
    End("eyes-dazzled", ("light from outside falls on S1 and S6",
                         "外来光照到 S1、S6"), tiles=KEPT),
    End("s6-stuck", ("S6 or its cable is dead", "S6 或其接线失效"), advices=(46,), tiles=KEPT),
    End("head-home-stuck", ("the head's home eye is dead", "机头原位光眼失效"),
        (16, 12), (), SIDE, ANEW, ("key", "key", "mend")),
    End("pusher-home-stuck", ("the pusher's home sensor is dead", "推牌头原位传感器失效"),
        (22,), (80,), SIDE, KEPT, ("key", "mend")),
    End("pusher-out-stuck", ("the pusher's outer sensor is dead", "推牌头外位传感器失效"),
        (22,), (), SIDE, ANEW, ("key", "mend")),
    End("tray-eye-stuck", ("a tray's eye is dirty", "承牌板光眼脏污"),
        (35,), (), OFF, NONE, ("key", "clear table", "mend", "clear table")),
    End("lift-limit-stuck", ("a lift's end switch is dead", "升降限位开关失效"),
        (32,), (80,), OFF, KEPT, ("clear table", "mend")),
    # head, pusher, belt
    End("head-jam", ("a tile is caught in the head; turning back frees it",
                     "机头卡牌，反转后松开"),
        tiles=KEPT),
    End("head-slow", ("a head turns with difficulty", "机头转动吃力"), advices=(80,), tiles=KEPT),
    End("pusher-stuck", ("a pusher is blocked on its way", "推牌头中途卡住"),
        (22,), (80,), SIDE, KEPT, ("key", "mend")),
    End("pusher-slow:at=build2", ("a pusher's spring is tired", "推牌头弹簧疲劳"),
        advices=(80,), tiles=KEPT, cycles=2),
    End("belt-slack", ("a belt is slack", "输送带松弛"), advices=(80,), tiles=KEPT, cycles=3),
    End("belt-slips", ("a belt does not move, its motor does", "输送带打滑不走"),
        (2,), (), SIDE, KEPT, ("key", "mend")),
    # lifts and dome
    End("tray-stuck", ("something is below a wall that rises", "牌墙升起时被卡"),
        (32,), (80,), OFF, KEPT, ("clear table", "mend")),
    End("tray-slow:at=raise2", ("a lift moves with difficulty", "升降吃力"),
        advices=(80,), tiles=KEPT, cycles=3),
    End("dome-stuck", ("something holds the dome", "中心升降被卡"),
        (41,), (80,), OFF, NONE, ("key", "mend")),
    End("dome-slow:at=open2", ("the dome moves with difficulty", "中心升降吃力"),
        advices=(80,), cycles=2),
    End("dome-limit-stuck", ("the dome's lower switch is dead", "中心下限位开关失效"),
        (42,), (80,), OFF, NONE, ("key", "mend")),
    End("dome-both-ends", ("both switches of the dome are on", "中心上下限位同时接通"),
        (44,), (), OFF, KEPT, ("key", "mend")),
    End("dome-ajar", ("somebody lifts the dome while it shuffles", "洗牌时有人抬起中心盖"),
        (43,), (), OFF, KEPT, ("key",)),
    End("cover-open", ("the cover is opened while it shuffles", "洗牌时打开上盖"),
        (83,), (), OFF, KEPT, ("key",)),
    # drum, ring and tiles
    End("turn-stalled", ("something blocks the drum", "大盘被异物卡住"),
        (71,), (), OFF, KEPT, ("key", "mend")),
    End("drum-slow:at=build2", ("the drum turns slowly", "大盘转慢"),
        advices=(80,), tiles=KEPT, cycles=2),
    End("ring-slow:at=build2", ("the ring turns slowly", "磁圈转慢"),
        advices=(80,), tiles=KEPT, cycles=2),
    End("no-pick-up", ("the gap of the ring is wrong, hardly a tile comes up",
                       "磁圈间隙不对，很少上牌"),
        (5,), (7,), OFF, KEPT, ("add tiles", "mend")),
    End("no-pulses", ("the turn sensor of the ring is silent", "磁圈转动传感器无信号"),
        advices=(74,), tiles=KEPT),
    End("ring-eye-stuck", ("the eye at the ring is dead", "磁圈光眼失效"),
        advices=(73,), tiles=KEPT, cycles=2),
    End("weak-tile", ("two tiles with weak magnets", "两张牌磁力弱"), tiles=KEPT),
    End("dead-tile", ("a tile without its magnet", "一张牌没有磁铁"),
        (5,), (), OFF, KEPT, ("add tiles", "mend")),
    End("face-up-long", ("the flip strip is worn", "翻牌条磨损"), advices=(7,), tiles=KEPT),
    End("short", ("two tiles lie on the floor", "两张牌掉在地上"),
        (5,), (), OFF, KEPT, ("add tiles",)),
    End("surplus", ("a strange tile is in the set", "混入一张多余的牌"),
        (6,), (), OFF, KEPT, ("take tiles out",)),
    End("mixed-sets", ("four tiles of the other set, the count is right",
                       "混入另一副四张，张数相同"),
        tiles=KEPT),
    # panel and gear switch
    End("key-stuck", ("a lift key is stuck", "升降键卡住"), advices=(96,), acts=("key",)),
    End("liquid", ("liquid on the panel", "面板进水"), tiles=KEPT),
    End("selector-half", ("the gear switch is half seated", "档位开关未到位"),
        (93,), (), OFF, NONE, ("key", "mend", "key")),
    End("selector-turned", ("the gear is changed in mid-build to one of more tiles",
                            "洗牌中把档位改成更多张数"),
        (5,), (), OFF, ANEW,
        ("add tiles", "mend", "add tiles", "hold", "key", "clear table")),
    End("enable-off", ("the time-charge relay opens in mid-build",
                       "洗牌中计时继电器断开"), tiles=KEPT),
    # chain, sensor supply, outputs
    End("chain-broken", ("the cable between the sides' boards is off", "各边电路板间的排线脱落"),
        (84,), (), OFF, KEPT, ("key",)),
    End("chain-slipped", ("noise on the clock of the boards", "电路板时钟受干扰"), tiles=KEPT),
    End("signature-wrong", ("a bad contact at the far end of the boards", "电路板末端接触不良"),
        (84,), (), OFF, KEPT, ("key",)),
    End("station-gone", ("the board of a side is unplugged", "一边电路板插头脱落"),
        (56,), (), OFF, KEPT, ("key", "mend")),
    End("sensors-dark", ("the sensor supply of a side is shorted", "一边传感器供电短路"),
        (56,), (), OFF, KEPT, ("key", "mend")),
    End("bit-shorted", ("one line of a sensor is shorted", "一根传感器线短路"),
        advices=(46,), tiles=KEPT),
    End("output-stuck", ("a head's output has broken down: it never stops",
                         "机头输出击穿，停不下来"),
        (79, 62, 35), (66,), OFF, ANEW, ("key", "mend", "key", "key", "key", "clear table")),
    End("output-dead", ("a pusher's motor, cable or fuse is dead", "推牌电机、接线或保险失效"),
        (22,), (80,), SIDE, KEPT, ("key", "mend")),
    # power and controller
    End("mains-dip", ("the mains dip", "市电瞬断"), (82,), (), OFF, KEPT, ("key",)),
    End("brown-out", ("low voltage for some seconds",
                      "几秒钟电压过低"), advices=(90,), tiles=KEPT),
    End("supply-overloaded", ("the supply is too weak", "电源功率不足"),
        (82,), (), OFF, KEPT, ("key", "mend")),
    End("power-cut", ("the power is cut in mid-build", "洗牌中断电"),
        (8,), (), OFF, ANEW, ("clear table",)),
    End("scan-late", ("the controller is late, over and over", "控制器一再超时"),
        (12,), (97,), SIDE, ANEW, ("key", "mend", "key")),
    End("scan-fails", ("the firmware meets an error of its own", "程序自身出错"),
        (98, 8), (), OFF, ANEW, ("key", "mend")),
)  # fmt: skip
