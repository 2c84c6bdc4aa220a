"""What each fault means and what to do, in English and Chinese, keyed by code and by symptom.

Apart from the catalogue because a controller never shows them: the host tool, the documents
and `explain` read this page. A text: (what happened, what it means for the tiles, what to
do, the symptom as people tell it); %s is the side.
"""

from paishan.table.faults import family

SIDES = {
    "en": ("east", "south", "west", "north"),
    "zh": ("东", "南", "西", "北"),
}

# first code of the family: {language: text}
TEXTS = {
    1: {
        "en": (
            "The %s side gets no more tiles while the others are done.",
            "The other walls are complete; the missing tiles are in the drum or on that belt.",
            "Open the cover, look at belt and chute of the %s side, close, press a key.",
            "one side stays empty",
        ),
        "zh": (
            "%s边一直不上牌，其余各边已完成。",
            "其余各边已叠好；缺的牌在大盘或该边输送带上。",
            "打开上盖，检查%s边输送带和槽口，盖好后按一个键继续。",
            "有一边不上牌",
        ),
    },
    5: {
        "en": (
            "The walls cannot be finished: tiles are missing (the number with the dash).",
            "What is built stays counted; the lamps show the sides that are short.",
            "Look for tiles on the table and the floor, press both keys, add them, press a key.",
            "shuffles for ever, never ready",
        ),
        "zh": (
            "缺牌，无法叠完（带横线的数字为缺牌张数）。",
            "已叠好的牌保留计数；灯亮的一边缺牌。",
            "在桌面和地上找牌，双键同按开盖，补入后按一个键。",
            "一直洗牌，不复位",
        ),
    },
    6: {
        "en": (
            "The walls are complete, yet the ring still brings a tile.",
            "The walls are right; one tile or more is left over in the drum.",
            "Press both keys, take the extra tiles out (mixed sets?), press a key.",
            "tiles left over after the walls are done",
        ),
        "zh": (
            "牌已叠完，磁圈仍在送牌。",
            "牌墙正确；大盘里多出一张或几张牌。",
            "双键同按开盖，取出多余的牌（是否混入另一副？），按一个键。",
            "叠完后还有多余的牌",
        ),
    },
    7: {
        "en": (
            "A build takes longer than it should.",
            "Nothing is lost; the build goes on.",
            "Clean the ring and the drum; look at the flip strip and for weak tiles.",
            "slow, more than 80 seconds",
        ),
        "zh": (
            "叠牌时间过长。",
            "没有丢牌，继续叠牌。",
            "清洁磁圈和大盘；检查翻牌条和磁力弱的牌。",
            "作牌慢，超过 80 秒",
        ),
    },
    8: {
        "en": (
            "The power went during a build.",
            "Part of the set stands in the trays, part lies in the drum; nothing is counted.",
            "Press a key: what was built comes up. Take it off, press a key, drop the whole set "
            "into the drum, press a key.",
            "power cut while shuffling",
        ),
        "zh": (
            "叠牌途中断电。",
            "部分牌在承牌板，部分在大盘，计数无效。",
            "按一个键升出已叠的牌；全部取下后按一个键，把整副牌倒入大盘，再按一个键。",
            "洗牌中断电",
        ),
    },
    9: {
        "en": (
            "No tile came up since the drum started.",
            "The tiles lie in the drum.",
            "Is a set in the drum? Then look at the ring's drive and the gap to the drum.",
            "drum turns, no tile comes up",
        ),
        "zh": (
            "大盘启动后没有一张牌上来。",
            "牌都在大盘里。",
            "先看大盘里有没有牌；再检查磁圈传动和间隙。",
            "大盘转但不吸牌",
        ),
    },
    11: {
        "en": (
            "The head on the %s side did not come home.",
            "A tile is caught in the head; it is not counted. The other sides were finished.",
            "Open the cover, free the head on the %s side, close, press a key.",
            "head jams, buzzes",
        ),
        "zh": (
            "%s边机头未回位。",
            "机头里卡了一张牌，未计数；其余各边已完成。",
            "打开上盖，清理%s边机头，盖好后按一个键。",
            "机头卡牌",
        ),
    },
    15: {
        "en": (
            "The home sensor of the head on the %s side does not change though the head turns.",
            "The last tile may be on the platform uncounted.",
            "Clean or replace the home sensor of the head on the %s side, press a key.",
            "head stops although it is free",
        ),
        "zh": (
            "%s边机头转动，但原位传感器无变化。",
            "最后一张牌可能已上台但未计数。",
            "清洁或更换%s边机头原位传感器，按一个键。",
            "机头不卡却停机",
        ),
    },
    21: {
        "en": (
            "The pusher on the %s side did not go out and come home.",
            "A stack may stand half way into the tray.",
            "Open the cover, free the pusher on the %s side, close, press a key.",
            "stack is not pushed",
        ),
        "zh": (
            "%s边推牌未推出或未回位。",
            "一墩牌可能停在半路。",
            "打开上盖，清理%s边推牌，盖好后按一个键。",
            "推牌不动作",
        ),
    },
    31: {
        "en": (
            "The tray on the %s side did not reach its end in time.",
            "The walls stand part way; nothing is lost.",
            "Clear the slot on the %s side by hand, press a key to go on.",
            "a tray does not come up, or comes up crooked",
        ),
        "zh": (
            "%s边承牌板未按时到位。",
            "牌墙停在半途，没有丢牌。",
            "清理%s边升牌口，按一个键继续。",
            "有一边不升牌或升不到位",
        ),
    },
    36: {
        "en": (
            "The lift on the %s side reports both ends at once.",
            "The walls stay where they are.",
            "Look at limit levers and cable of the lift on the %s side, press a key.",
            "trays move up and down without end",
        ),
        "zh": (
            "%s边升降同时报告上、下到位。",
            "牌墙停在原处。",
            "检查%s边升降的限位拨杆和接线，按一个键。",
            "升牌台上下不停",
        ),
    },
    41: {
        "en": (
            "The dome did not reach the top in time.",
            "No tile is affected.",
            "Look for something that holds the dome; press a key to go on.",
            "dome does not open",
        ),
        "zh": (
            "中心升降未按时升到顶。",
            "不影响牌。",
            "检查是否有东西卡住中心升降，按一个键继续。",
            "中心不升",
        ),
    },
    42: {
        "en": (
            "The dome did not close in time.",
            "The tiles lie in the drum; nothing has started.",
            "Take away what lies under the dome; a key opens it again.",
            "dome does not close",
        ),
        "zh": (
            "中心升降未按时关闭。",
            "牌在大盘里，尚未开始。",
            "取走中心下面的东西；按一个键重新升起。",
            "中心不降",
        ),
    },
    43: {
        "en": (
            "The dome left its closed position while the machine ran.",
            "Counts are kept; look for tiles that were thrown out.",
            "A key closes the dome again and goes on.",
            "stops in the middle, dome loose",
        ),
        "zh": (
            "运转中中心离开关闭位置。",
            "计数保留；看有没有牌被甩出。",
            "按一个键关闭中心并继续。",
            "中途停机，中心松动",
        ),
    },
    44: {
        "en": (
            "The dome reports both ends at once.",
            "No tile is affected.",
            "Look at the dome's switches and their cable, press a key.",
            "dome moves without end",
        ),
        "zh": (
            "中心同时报告上、下到位。",
            "不影响牌。",
            "检查中心的限位开关和接线，按一个键。",
            "中心升降不停",
        ),
    },
    51: {
        "en": (
            "The belt on the %s side is full, yet no tile is seen at its head.",
            "The tiles stand on the belt; the other sides were finished.",
            "Clean S1 on the %s side, look for a tile across the belt, press a key.",
            "tiles stand before the head, nothing happens",
        ),
        "zh": (
            "%s边输送带已满，机头却看不到牌。",
            "牌停在输送带上；其余各边已完成。",
            "清洁%s边 S1，检查输送带上有没有横牌，按一个键。",
            "机头前有牌不推",
        ),
    },
    61: {
        "en": (
            "The eye at the head on the %s side sees a tile that never leaves.",
            "The head turned without taking a tile; nothing was counted.",
            "Clean S1 on the %s side and look for a tile wedged at the stop, press a key.",
            "head turns empty",
        ),
        "zh": (
            "%s边机头的光眼一直有信号。",
            "机头空转，未计数。",
            "清洁%s边 S1，检查挡板处有没有卡牌，按一个键。",
            "机头空推",
        ),
    },
    65: {
        "en": (
            "The eye at the head on the %s side is unsure.",
            "Nothing was miscounted; the head turned empty or the signal flickered.",
            "Clean S1 on the %s side at the next opportunity.",
            "head sometimes turns empty",
        ),
        "zh": (
            "%s边机头光眼信号不稳。",
            "没有误计数；机头曾空转或信号闪动。",
            "有空时清洁%s边 S1。",
            "机头偶尔空推",
        ),
    },
    71: {
        "en": (
            "The drum does not turn.",
            "The tiles stay in the drum; counts are kept.",
            "Look for a foreign body between drum and rim, then for the belt; press a key.",
            "drum hums but stands",
        ),
        "zh": (
            "大盘不转。",
            "牌留在大盘，计数保留。",
            "检查大盘边缘有无异物和皮带，按一个键。",
            "大盘嗡嗡响不转",
        ),
    },
    72: {
        "en": (
            "The magnetic ring does not turn.",
            "The tiles stay in the drum; counts are kept.",
            "Look for a tile wedged at the ring; press a key to go on.",
            "drum turns, ring stands",
        ),
        "zh": (
            "磁圈不转。",
            "牌留在大盘，计数保留。",
            "检查磁圈处有无卡牌，按一个键继续。",
            "大盘转磁圈不转",
        ),
    },
    80: {
        "en": (
            "A motion needs a quarter more time than when it was new.",
            "Nothing is lost; it still works.",
            "`paishan counters` and the learned times name it: clean and lubricate it.",
            "gets slower over the months",
        ),
        "zh": (
            "某个动作比新时慢了四分之一。",
            "没有丢牌，仍可使用。",
            "用 paishan counters 和学习时间找到它，清洁并加油。",
            "用久了变慢",
        ),
    },
    81: {
        "en": (
            "A motor ran longer than it may.",
            "Counts are kept.",
            "Let it cool for ten minutes, find out why it ran on, press a key.",
            "motor runs without end",
        ),
        "zh": (
            "有电机运转超时。",
            "计数保留。",
            "冷却十分钟，查明原因后按一个键。",
            "电机转个不停",
        ),
    },
    82: {
        "en": (
            "The supply dipped.",
            "Counts are kept.",
            "Check plug and socket; press a key once the lamp is steady.",
            "stops for no reason, works again later",
        ),
        "zh": (
            "电源电压跌落。",
            "计数保留。",
            "检查插头插座；电压稳定后按一个键。",
            "无故停机，过后又好",
        ),
    },
    83: {
        "en": (
            "The cover was opened while the machine ran.",
            "Counts are kept.",
            "Close the cover, press a key to go on.",
            "stops when the frame is touched",
        ),
        "zh": (
            "运转中上盖被打开。",
            "计数保留。",
            "盖好上盖，按一个键继续。",
            "碰一下桌框就停",
        ),
    },
    84: {
        "en": (
            "The boards of the sides do not answer.",
            "Nothing is known of the sides until they do.",
            "Check the cable from board to board; press a key once it is mended.",
            "everything dead, display shows 84",
        ),
        "zh": (
            "各边电路板无应答。",
            "恢复前各边情况不明。",
            "检查板间排线；修好后按一个键。",
            "全部不动，显示 84",
        ),
    },
    85: {
        "en": (
            "Two motions that exclude each other were asked for.",
            "Counts are kept.",
            "Press a key to go on; send the doctor file to the maker, it is a fault of the "
            "firmware.",
            "stops with 85",
        ),
        "zh": (
            "出现互斥的动作请求。",
            "计数保留。",
            "按一个键继续；请把诊断文件发给厂家，属于程序问题。",
            "显示 85 停机",
        ),
    },
    86: {
        "en": (
            "Dome or lifts were about to move without a key.",
            "No tile is affected.",
            "Press a key to go on; if it comes again, measure the travel times.",
            "stops while lifting",
        ),
        "zh": (
            "未按键而要求升降。",
            "不影响牌。",
            "按一个键继续；再次出现请测量升降时间。",
            "升降途中停",
        ),
    },
    87: {
        "en": (
            "A pusher was about to run while its tray was not down.",
            "The stack stands on the platform; counts are kept.",
            "Look whether the tray lies flat; press a key to go on.",
            "tray not quite down, jams",
        ),
        "zh": (
            "承牌板未降到底就要推牌。",
            "一墩牌在台上，计数保留。",
            "检查承牌板是否放平，按一个键继续。",
            "承牌板降不到底而卡牌",
        ),
    },
    88: {
        "en": (
            "A motor has run so much that it must rest.",
            "Counts are kept.",
            "Wait until the display counts down to nothing; then press a key.",
            "stops after many rounds without a pause",
        ),
        "zh": (
            "电机运转过多，需要休息。",
            "计数保留。",
            "等显示倒数结束，再按一个键。",
            "连续多局后停机",
        ),
    },
    89: {
        "en": (
            "A service is due.",
            "Play goes on; nothing is blocked.",
            "Clean, lubricate or check as the interval says, then reset its counter with the "
            "tool.",
            "no symptom",
        ),
        "zh": (
            "到了保养时间。",
            "可以继续打牌，不受影响。",
            "按周期清洁、加油或检查，然后用工具清零。",
            "无明显现象",
        ),
    },
    91: {
        "en": (
            "The switch stands at a position that the chart does not have.",
            "No build starts.",
            "Set the switch to a position of the chart under the lid.",
            "wrong number of tiles, or nothing starts",
        ),
        "zh": (
            "档位不在档位表中。",
            "不会开始叠牌。",
            "把开关拨到桌盖下档位表所列的档位。",
            "牌数不对或不启动",
        ),
    },
    92: {
        "en": (
            "A record failed its check at power-on.",
            "Nothing moves until someone has looked; tiles stay where they are.",
            "Connect the tool: `paishan status` names the record; import a saved file or "
            "acknowledge the defaults.",
            "display shows 92 after power-on",
        ),
        "zh": (
            "上电时某个记录校验失败。",
            "确认之前不动作，牌在原处。",
            "连接工具：paishan status 会指出记录；导入备份或确认使用默认值。",
            "上电后显示 92",
        ),
    },
    93: {
        "en": (
            "The switch stands between two positions, or its cable is off.",
            "No build starts.",
            "Turn the switch until it clicks; then look at its cable.",
            "count at the end is wrong",
        ),
        "zh": (
            "档位开关没有拨到位或接线松脱。",
            "不会开始叠牌。",
            "拨到有咔嗒声；再检查接线。",
            "结束时张数不对",
        ),
    },
    94: {
        "en": (
            "This tile set does not fit the trays of this machine.",
            "No build starts.",
            "Take the tiles out that are too many and choose the gear of the smaller set.",
            "gear of a larger set does nothing",
        ),
        "zh": (
            "这副牌超过本机承牌板的容量。",
            "不会开始叠牌。",
            "取出多余的牌，选较小牌数的档位。",
            "大牌数档位不工作",
        ),
    },
    95: {
        "en": (
            "The switch stands at the self-test.",
            "No build starts.",
            "Set the switch to a gear of the chart to play.",
            "lamps count, nothing plays",
        ),
        "zh": (
            "档位开关在自检位。",
            "不会开始叠牌。",
            "要打牌请拨到档位表所列的档位。",
            "只亮灯不工作",
        ),
    },
    96: {
        "en": (
            "A key seems to be held down all the time.",
            "No tile is affected; the other key works.",
            "Dry and clean the panel; look at the key and its cable.",
            "keys do not answer",
        ),
        "zh": (
            "有按键一直处于按下状态。",
            "不影响牌；可用另一个键。",
            "擦干清洁面板；检查按键和接线。",
            "按键没反应",
        ),
    },
    97: {
        "en": (
            "The controller was late with its scans.",
            "Nothing is lost.",
            "Send the doctor file to the maker.",
            "no symptom",
        ),
        "zh": (
            "控制器扫描周期超时。",
            "没有丢牌。",
            "请把诊断文件发给厂家。",
            "无明显现象",
        ),
    },
    98: {
        "en": (
            "The firmware met an error of its own; all motors are off.",
            "Tiles stay where they are; the counts of this build are lost.",
            "Fetch the doctor file, send it to the maker, then press a key: the table homes.",
            "display shows 98",
        ),
        "zh": (
            "程序内部错误，所有电机已停。",
            "牌在原处；本次计数作废。",
            "取诊断文件发给厂家，然后按一个键重新回位。",
            "显示 98",
        ),
    },
    99: {
        "en": (
            "The watchdog started the controller anew.",
            "See what the display asks for; a build may have been interrupted.",
            "If it comes again, fetch the doctor file.",
            "restarts of itself",
        ),
        "zh": (
            "看门狗使控制器重新启动。",
            "按显示提示操作；叠牌可能中断。",
            "再次出现请取诊断文件。",
            "自行重启",
        ),
    },
}


def explain(code, language="en"):
    """(what happened, what it means for the tiles, what to do, symptom) of a code, with the
    side in it; None for a code that there is not."""
    row = family(code)
    if row is None:
        return None
    texts = TEXTS[row[0]][language]
    if row[3] == 1:
        return texts
    side = SIDES[language][code - row[0]]
    return tuple([text % side if "%s" in text else text for text in texts])
