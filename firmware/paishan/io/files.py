"""Which machine this is, and whether its records were lost with the file system around them.

MicroPython makes a new, empty file system on RP2 boards whenever the old one cannot be
mounted, and says nothing. An installed controller has the folder of the records from the
start, so one that is missing was lost, or the firmware was put there by hand. Either way
somebody has to say that the figures in use are right before anything moves.
"""

import json
import os

_MARK = "/lost"  # stands beside the records until new ones were accepted
_SETTINGS = ("/settings.a", "/settings.b")
PLAIN = {"chart": "decade-dial"}  # the machine that has no profile
LOST = (
    "the folder of the records was missing: a new controller, or a file system that was made "
    "anew; import what was exported"
)


def kept(folder):
    """Makes sure of the folder; the sentence to be acknowledged when the records were lost,
    else an empty one."""
    try:
        if not _exists(folder):
            os.mkdir(folder)
            with open(folder + _MARK, "w") as mark:
                mark.write(LOST)
        if not _exists(folder + _MARK):
            return ""
        if _exists(folder + _SETTINGS[0]) or _exists(folder + _SETTINGS[1]):
            os.remove(folder + _MARK)
            return ""
    except OSError as error:
        return "%s (error %s)" % (LOST, error.args[0])
    return LOST


def profile(path):
    """(profile, sentence): the machine as a JSON file says it, and what is wrong with that."""
    try:
        with open(path) as file:
            return json.load(file), ""
    except OSError:
        return dict(PLAIN), ""
    except ValueError:
        return dict(PLAIN), "%s is damaged: install the table's profile again" % path


def _exists(path):
    try:
        os.stat(path)
    except OSError:
        return False
    return True
