"""Head and pusher of a side on their way home, outside a build."""

from paishan.table.faults import HEAD_JAM, PUSHER_STUCK


def bring_home(side, turn, now):
    """Head or pusher forward to its home; returns whether it is there."""
    if turn.busy:
        turn.resume(now)
        turn.step(now)
        if turn.failed:
            side.fail((HEAD_JAM if turn is side.head else PUSHER_STUCK) + side.index, now)
    elif not turn.at_home():
        turn.start(now)
    return not turn.busy and not side.failed


def bring_back(side, now):
    """The head backwards to its home, its tile to the stop; whether it is there."""
    head = side.head
    if head.busy:
        head.step(now)
        if head.failed:
            side.fail(HEAD_JAM + side.index, now)
    elif not head.at_home():
        head.back(now)
    return not head.busy and not side.failed


def pushers_are_home(table):
    """Whether the interlocks let the walls rise."""
    for side in table.sides:
        if not side.pusher.at_home():
            return False
    return True
