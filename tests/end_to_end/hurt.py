"""Lets one function of the firmware hang or raise, once: for MicroPython, before the board starts.

Nothing of the firmware knows of it. The file "hurt" in the working directory, which outlives a
restart as a board's flash does, says that it has happened.
"""

import os

import board  # type: ignore[import-not-found]  # of the bench, on its path

_DRUM = 0x01  # bit of the centre's outputs


def arm(module, owner, name, calls, building, how):
    """Replaces `module`.`owner`.`name`; its call number `calls` does it. `building`: only those
    count in which the drum turns. `how`: "hang" or "raise"."""
    try:
        os.stat("hurt")
        return
    except OSError:
        pass
    target = __import__(module, None, None, ("*",))
    if owner:
        target = getattr(target, owner)
    real = getattr(target, name)
    left = [calls]

    def hurt(*given):
        if left[0] and (not building or board._outputs[4] & _DRUM):
            left[0] -= 1
            if not left[0]:
                with open("hurt", "w"):
                    pass
                if how == "raise":
                    raise RuntimeError("hurt in " + name)
                while True:
                    pass
        return real(*given)

    setattr(target, name, hurt)
