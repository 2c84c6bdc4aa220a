"""The heap: collected where nothing moves, since a collection takes longer than a scan."""

import gc
import sys

_FREE = 48_000  # bytes that should be free before something moves
_LARGE = 400_000  # a heap on which all of the firmware may stay loaded


def _nothing():
    # CPython counts references and shares its heap with others: nothing of ours to collect.
    pass


collect = gc.collect if hasattr(gc, "mem_alloc") else _nothing


def free():
    """Free bytes of the heap; -1 where nobody knows. As slow as a collection: only where
    nothing moves."""
    return gc.mem_free() if hasattr(gc, "mem_free") else -1


def scarce():
    """Whether so little is left that what can be loaded again should go."""
    return 0 <= free() < _FREE


small = hasattr(gc, "mem_free") and gc.mem_free() + gc.mem_alloc() < _LARGE


def forget(name):
    """Lets go of a module, which the next import loads again."""
    module = sys.modules.pop(name, None)
    package, _, last = name.rpartition(".")
    if module and hasattr(sys.modules.get(package), last):
        delattr(sys.modules[package], last)
