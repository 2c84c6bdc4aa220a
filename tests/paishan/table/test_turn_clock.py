import pytest

from paishan.table.rules import find
from paishan.table.turn_clock import NOBODY, TurnClock

WALLS = (18, 18, 18, 18)
TICKS = 1 << 30


class Game:
    """A clock, and time that wraps in the middle of the first turn."""

    def __init__(self, game="chinese-official", walls=WALLS):
        self.clock = TurnClock()
        self.clock.begin(find(game), walls)
        self.now = TICKS - 7000

    def press(self, side):
        self.clock.press(self.now, side)

    def run(self, ms):
        """Steps; True if the time was up in one of them, which may happen once."""
        up = 0
        for _ in range(ms // 5):
            up += self.clock.step(self.now)
            self.now = (self.now + 5) % TICKS
        assert up <= 1
        return up == 1


@pytest.fixture
def game():
    return Game()


def test_it_rests_until_a_seats_key_starts_it(game):
    assert not game.run(60_000)
    assert game.clock.side == NOBODY


def test_the_first_discard_has_30_s_and_a_turn_15(game):
    game.press(0)
    assert game.clock.seconds == 30
    assert not game.run(30_000)
    assert game.run(10)
    game.press(0)
    assert (game.clock.side, game.clock.seconds) == (1, 15)
    assert not game.run(15_000)
    assert game.run(10)


def test_seconds_are_counted_down(game):
    game.press(2)
    game.run(1005)
    assert game.clock.seconds == 29
    game.run(20_000)
    assert game.clock.seconds == 9


def test_the_own_key_passes_the_turn_on_and_another_takes_it(game):
    game.press(3)
    game.press(3)
    assert game.clock.side == 0
    game.press(2)  # a called tile: this seat goes on
    assert (game.clock.side, game.clock.seconds) == (2, 15)


def test_a_side_without_a_wall_has_no_turn():
    game = Game("riichi-3", (18, 18, 18, 0))
    game.press(2)
    game.press(2)
    assert game.clock.side == 0


def test_a_game_that_nobody_goes_on_with_is_forgotten(game):
    game.press(1)
    game.run(95_000)
    assert game.clock.side == NOBODY


def test_new_walls_begin_anew(game):
    game.press(1)
    game.press(1)
    game.clock.begin(find("riichi-4"), WALLS)
    assert game.clock.side == NOBODY
    game.press(1)
    assert game.clock.seconds == 30
