"""An error as text for the journal, with its traceback, in MicroPython and CPython."""

import sys


def told(error):
    """The traceback of an exception on one line."""
    lines = []
    if hasattr(sys, "print_exception"):
        from io import StringIO

        text = StringIO()
        sys.print_exception(error, text)
        lines = text.getvalue().split("\n")
    else:
        import traceback  # type: ignore[import-not-found]  # not on a board

        lines = "".join(traceback.format_exception(error)).split("\n")
    return " | ".join([line.strip() for line in lines if line.strip()])
