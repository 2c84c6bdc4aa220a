"""The learned times of all motions of a table, by name."""

from paishan.motion.learned import Learned


class Times:
    """`all`: every motion that learns its time: (name, its Learned, one or one a direction)."""

    def __init__(self, dome, sides, lifts, health):
        self.all: list[tuple[str, tuple[Learned, ...]]] = [(dome.name, dome.learned)]
        for side in sides:
            self.all.append((side.head.name, (side.head.learned,)))
            self.all.append((side.pusher.name, (side.pusher.learned,)))
        for lift in lifts.each:
            self.all.append((lift.name, lift.learned))
        self.all.append(("drum", (health.turning[0],)))
        self.all.append(("ring", (health.turning[1],)))

    def record(self):
        """What was learned: name of the motion: [mean ms, runs, young ms] a direction."""
        learned = {}
        for name, each in self.all:
            learned[name] = [[one.mean_ms, one.runs, one.young_ms] for one in each]
        return learned

    def restore(self, learned):
        """Takes up what was learned before; names that it does not know stay as they are."""
        for name, each in self.all:
            for one, kept in zip(each, learned.get(name, ())):
                one.restore(*kept)
