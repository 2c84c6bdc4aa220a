"""Paishan: controller firmware for automatic mahjong tables.

Rooms, each importing only from those below it: app, table, motion, store, io.
"""

__version__ = "0.1.0"

try:
    import micropython  # noqa: F401
except ImportError:  # CPython: put a stand-in where the files below will look for it
    from paishan import cpython

    cpython.install()
