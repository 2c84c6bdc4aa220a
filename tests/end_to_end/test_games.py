"""Every game is played: a whole cycle in lane 1, and the walls that it leaves are dealt."""

import random

import pytest

from paishan.table import rules
from paishan_sim.deal import check, deal, throws_needed
from paishan_sim.lane import open_lane
from paishan_sim.run import Run, RunConfig
from paishan_sim.switch import Switch

SEEDS = range(20)
# the walls of every game; games with the same walls share the runs
SETS = {
    (18, 18, 18, 18): ("taiwan-16", "xiamen", "chinese-official"),
    (17, 17, 17, 17): ("guangdong", "riichi-4", "common"),
    (14, 13, 14, 13): ("sichuan-108", "riichi-3"),
    (18, 18, 18, 0): ("riichi-3",),
    (9, 9, 9, 9): ("sichuan-72", "two-players"),
    (18, 18, 0, 0): ("two-players",),
    (19, 19, 19, 19): ("american-152",),
}


def test_no_game_is_left_out():
    assert {name for names in SETS.values() for name in names} == {
        rule[rules.NAME] for rule in rules.RULES
    }


@pytest.mark.parametrize("stacks", SETS, ids=str)
def test_a_game_runs_a_whole_cycle_and_its_walls_are_dealt(stacks):
    for seed in SEEDS:
        row = (1, 2 * sum(stacks), stacks, "a game", SETS[stacks][0])
        config = RunConfig(
            rows=[row],
            switch=Switch("dial", 4, True, True, 0),
            seed=seed,
            settings={"tray_capacity": max(18, *stacks)},
        )
        with open_lane("cpython", config.profile()) as lane:
            playing = Run(config, lane)
            playing.play()
            result = playing.result()
        assert result.good, (seed, result.faults, result.violation_list)
        assert result.walls == stacks
        walls = [playing.plant.wall_stacks(side) for side in range(4)]
        for name in SETS[stacks]:
            _deal(rules.find(name), walls, seed)


def _deal(rule, walls, seed):
    chance = random.Random(seed)
    dealer = chance.choice([side for side in range(4) if walls[side]])
    throws = [tuple(chance.randint(1, 6) for _ in range(n)) for n in throws_needed(rule)]
    found = deal(walls, rule, dealer, throws)
    assert check(found, walls, rule, throws) == [], (seed, dealer, throws)
    sizes = [len(found.hands[seat]) for seat in found.seats]
    assert sizes == [rule[rules.HAND] + 1] + [rule[rules.HAND]] * (rule[rules.PLAYERS] - 1)
