"""The heap: collected where nothing moves, since a collection takes longer than a scan."""

import gc


def _nothing():
    # CPython counts references and shares its heap with others: nothing of ours to collect.
    pass


collect = gc.collect if hasattr(gc, "mem_alloc") else _nothing
