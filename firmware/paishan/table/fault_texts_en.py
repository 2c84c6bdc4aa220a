"""The faults in English, by the first code of their family; %s is the side. See fault_texts.py."""

TEXTS = {
    1: (
        "The %s side gets no more tiles while the others are done.",
        "The other walls are complete; the missing tiles are in the drum or on that belt.",
        "Open the cover, look at belt and chute of the %s side, close, press a key.",
        "one side stays empty",
    ),
    5: (
        "The walls cannot be finished: tiles are missing (the number behind the dash).",
        "What is built stays counted; the lamps show the sides that are short.",
        "Look for tiles on the table and the floor, press both keys, add them, press a key. Are "
        "all in the machine? Hold a key for three seconds: it is emptied, and builds anew.",
        "shuffles for ever, never ready",
    ),
    6: (
        "The walls are complete, yet the ring still brings a tile.",
        "One tile or more is left over in the drum; if no set was mixed, look for a stack of one "
        "tile.",
        "Press both keys, take the extra tiles out (mixed sets?), press a key.",
        "tiles left over after the walls are done",
    ),
    7: (
        "A build takes longer than it should.",
        "Nothing is lost; the build goes on.",
        "Clean the ring and the drum; look at the flip strip and for weak tiles.",
        "slow, more than 80 seconds",
    ),
    8: (
        "The power went during a build, or a wall below was lifted.",
        "Part of the set stands in the trays, part lies in the drum; nothing is counted.",
        "Press a key: what was built comes up. Take it off, press a key, drop the whole "
        "set into the drum, press a key.",
        "power cut while shuffling",
    ),
    9: (
        "No tile came up since the drum started.",
        "The tiles lie in the drum.",
        "Is a set in the drum? Then look at the ring's drive and the gap to the drum. If it is "
        "empty, press both keys and drop a set.",
        "drum turns, no tile comes up",
    ),
    11: (
        "The head on the %s side did not come home.",
        "A tile is caught in the head; it is not counted. The other sides were finished.",
        "Open the cover, free the head on the %s side, close, press a key.",
        "head jams, buzzes",
    ),
    15: (
        "The home sensor of the head on the %s side does not change though the head turns.",
        "The last tile may be on the platform uncounted.",
        "Clean or replace the home sensor of the head on the %s side, press a key.",
        "head stops although it is free",
    ),
    21: (
        "The pusher on the %s side did not go out and come home.",
        "A stack may stand half way into the tray.",
        "Open the cover, free the pusher on the %s side, close, press a key.",
        "stack is not pushed",
    ),
    25: (
        "The outer sensor of the pusher on the %s side is on all the time.",
        "Nothing is lost; whether a stack was pushed all the way is no longer checked.",
        "Clean or replace the outer sensor of the pusher on the %s side; look at its cable.",
        "no symptom",
    ),
    31: (
        "The tray on the %s side did not reach its end in time, or left it.",
        "The walls stand part way; nothing is lost.",
        "Clear the slot on the %s side by hand, press a key to go on. Nothing was in the way? Oil "
        "that lift.",
        "a tray does not come up, or comes up crooked",
    ),
    35: (
        "The trays are up, and the one whose lamp blinks still reports tiles.",
        "The walls stand on the table or in that tray; nothing is built yet.",
        "Clear the table and draw that wall off, press a key. Is the tray empty? Clean its eye; "
        "both keys go on without it.",
        "walls come up and nothing goes on",
    ),
    36: (
        "The lift on the %s side reports both ends at once.",
        "The walls stay where they are.",
        "Look at limit levers and cable of the lift on the %s side, press a key.",
        "trays move up and down without end",
    ),
    41: (
        "The dome did not reach the top in time.",
        "No tile is affected.",
        "Look for something that holds the dome; press a key to go on.",
        "dome does not open",
    ),
    42: (
        "The dome did not close in time.",
        "The tiles lie in the drum; nothing has started.",
        "Take away what lies under the dome; a key closes it.",
        "dome does not close",
    ),
    43: (
        "The dome left its closed position while the machine ran.",
        "Counts are kept; look for tiles that were thrown out.",
        "A key closes the dome again and goes on.",
        "stops in the middle, dome loose",
    ),
    44: (
        "The dome reports both ends at once.",
        "No tile is affected.",
        "Look at the dome's switches and their cable, press a key.",
        "dome moves without end",
    ),
    45: (
        "The eye S6 at the belt on the %s side does not change.",
        "Nothing is lost; the belt takes in more than it needs and gives it back.",
        "Clean S6 on the %s side; look at its cable.",
        "belt runs to and fro at the end",
    ),
    51: (
        "The belt on the %s side is full, yet no tile is seen at its head.",
        "The tiles stand on the belt; the other sides were finished.",
        "Clean S1 on the %s side, look for a tile across the belt, press a key.",
        "tiles stand before the head, nothing happens",
    ),
    55: (
        "All sensors on the %s side read the same, which cannot be: its board is dead.",
        "Everything stopped where it was; what is counted stays counted.",
        "Look at plug, cable and sensor supply of the board on the %s side, press a key.",
        "everything stops, the lamps of the sensors on one side are dark",
    ),
    61: (
        "The eye at the head on the %s side sees a tile that never leaves.",
        "The head turned without taking a tile; nothing was counted.",
        "Clean S1 on the %s side and look for a tile wedged at the stop, press a key.",
        "head turns empty",
    ),
    65: (
        "The eye at the head on the %s side is unsure.",
        "Nothing was miscounted; the head turned empty or the signal flickered.",
        "Clean S1 on the %s side at the next opportunity.",
        "head sometimes turns empty",
    ),
    69: (
        "The eye of a tray sees no stack though a wall stands there.",
        "The walls are right.",
        "Clean the eyes of the trays; `paishan inputs` shows which one is off.",
        "no symptom",
    ),
    71: (
        "The drum does not turn.",
        "The tiles stay in the drum; counts are kept.",
        "Look for a foreign body between drum and rim, then for the belt; press a key.",
        "drum hums but stands",
    ),
    72: (
        "The magnetic ring does not turn.",
        "The tiles stay in the drum; counts are kept.",
        "Look for a tile wedged at the ring; press a key to go on.",
        "drum turns, ring stands",
    ),
    73: (
        "The eye at the ring does not change.",
        "Nothing is lost; tiles are counted at the heads.",
        "Clean the eye at the ring; look at its cable.",
        "no symptom",
    ),
    74: (
        "The turn sensor of drum or ring is silent though tiles come up.",
        "Nothing is lost; the build goes on without it.",
        "`paishan test` 13 names the silent one as 71 (drum) or 72 (ring): clean its turn sensor.",
        "no symptom",
    ),
    79: (
        "A motor runs although it is switched off.",
        "The tiles are where the motor leaves them; this side is counted anew.",
        "Pull the plug; `paishan faults` names the motor whose output is to be replaced.",
        "a motor never stops",
    ),
    80: (
        "A motion needs a quarter more time than when it was new, or needed a second try.",
        "Nothing is lost; it still works.",
        "`paishan faults` names it: clean and lubricate it.",
        "gets slower over the months",
    ),
    81: (
        "A motor ran longer than it may.",
        "Counts are kept.",
        "Let it cool for ten minutes, find out why it ran on, press a key.",
        "motor runs without end",
    ),
    82: (
        "The supply dipped.",
        "Counts are kept.",
        "Check plug and socket; press a key once the lamp is steady.",
        "stops for no reason, works again later",
    ),
    83: (
        "The cover was opened while the machine ran.",
        "Counts are kept.",
        "Close the cover, press a key to go on.",
        "stops when the frame is touched",
    ),
    84: (
        "The boards of the sides do not answer.",
        "Nothing is known of the sides until they do.",
        "Check the cable from board to board; press a key once it is mended.",
        "everything dead, display shows 84",
    ),
    85: (
        "Two motions that exclude each other were asked for.",
        "Counts are kept.",
        "Press a key to go on; send the doctor file to the maker, it is a fault of the firmware.",
        "stops with 85",
    ),
    86: (
        "Dome or lifts were about to move without a key.",
        "No tile is affected.",
        "Press a key to go on; if it comes again, measure the travel times.",
        "stops while lifting",
    ),
    87: (
        "A pusher was about to run while its tray was not down.",
        "The stack stands on the platform; counts are kept.",
        "Look whether the tray lies flat; press a key to go on.",
        "tray not quite down, jams",
    ),
    88: (
        "A motor has run so much that it must rest.",
        "Counts are kept.",
        "Wait until the display counts down to nothing; then press a key. Switched off and on, it "
        "counts anew.",
        "stops after many rounds without a pause",
    ),
    89: (
        "A service is due.",
        "Play goes on; nothing is blocked.",
        "Clean, lubricate or check as the interval says, then reset its counter with the tool.",
        "no symptom",
    ),
    90: (
        "Several motors were slow at the same time.",
        "Nothing is lost; they turned again.",
        "Check plug, socket and supply: voltage under load.",
        "everything gets slow for a moment",
    ),
    91: (
        "The switch stands at a position that the chart does not have.",
        "No build starts.",
        "Set the switch to a position of the chart under the lid. It stands at one? Look at its "
        "cable.",
        "wrong number of tiles, or nothing starts",
    ),
    92: (
        "A record failed its check at power-on.",
        "Nothing moves until someone has looked; tiles stay where they are.",
        "Connect the tool: `paishan status` names the record; import a saved file or "
        "acknowledge the defaults.",
        "display shows 92 after power-on",
    ),
    93: (
        "The switch stands between two positions, or its cable is off.",
        "No build starts.",
        "Turn the switch until it clicks; then look at its cable.",
        "count at the end is wrong",
    ),
    94: (
        "This tile set does not fit the trays of this machine.",
        "No build starts.",
        "Take the tiles out that are too many and choose the gear of the smaller set.",
        "gear of a larger set does nothing",
    ),
    95: (
        "The switch stands at the self-test, or its cable is off.",
        "No build starts.",
        "Set the switch to a gear of the chart to play. It stands at one? Look at its cable.",
        "lamps count, nothing plays",
    ),
    96: (
        "A key seems to be held down all the time.",
        "No tile is affected; the other key works.",
        "Dry and clean the panel; look at the key and its cable.",
        "keys do not answer",
    ),
    97: (
        "The controller was late with its scans.",
        "Nothing is lost.",
        "Send the doctor file to the maker.",
        "no symptom",
    ),
    98: (
        "The firmware met an error of its own; all motors are off.",
        "Tiles stay where they are; the counts of this build are lost.",
        "Fetch the doctor file, send it to the maker, then press a key: the table homes.",
        "display shows 98",
    ),
    99: (
        "The watchdog started the controller anew.",
        "See what the display asks for; a build may have been interrupted.",
        "If it comes again, fetch the doctor file.",
        "restarts of itself",
    ),
}
