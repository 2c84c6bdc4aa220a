"""What MicroPython has built in and CPython lacks: `micropython` and the viper pointer casts.

No board ever imports it. The decorators change nothing, so a viper
function runs here as the plain Python that it also is; `ptr8` hands back its bytearray.
Viper integers wrap at 32 bits and Python's do not: such functions keep to bytes and masks,
and the tests run each of them in both.
"""

import builtins
import sys


def const(value):
    """The value itself; MicroPython's compiler folds it into the code."""
    return value


def native(function):
    """The function itself; MicroPython compiles it to machine code."""
    return function


def viper(function):
    """The function itself; MicroPython compiles it to machine code on machine words."""
    return function


def _cast(value):
    return value


def install():
    """Makes this module importable as `micropython`, and the pointer casts built-in names."""
    sys.modules.setdefault("micropython", sys.modules[__name__])
    for cast in ("ptr8", "ptr32"):
        setattr(builtins, cast, _cast)
