"""How a command ends: exit codes, and one line on standard error that says the remedy."""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
from typing import Any, Final, NoReturn

import click

from paishan_host import folded
from paishan_host.language import tr

OK: Final = 0
NOT_AS_ASKED: Final = 1  # a fault, a violation, a differing replay, a chart that fails its check
USAGE: Final = 2
BAD_FILE: Final = 3
NO_OUTPUT: Final = 4
NO_LANE: Final = 5
NO_TABLE: Final = 6
REFUSED: Final = 7
INTERNAL: Final = 70
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141

EXIT_CODES: Final = """\b
Exit codes:
  0  done
  1  done, and the answer is no: a fault, a violation, a difference
  2  wrong option or value
  3  a file is missing, damaged or not what it should be
  4  the output cannot be written
  5  MicroPython is not installed or ended early
  6  no table at the other end: not found, not opened, unplugged, no answer
  7  the table, or this tool on its behalf, refused
  70  a defect of this tool; the line says where
  130  interrupted (Ctrl-C)
  141  the reader of the output went away"""


_NUMBER: Final = re.compile(r"\[(?:Errno|WinError) -?\d+\] ")


class Problem(click.ClickException):
    """Something the user can mend: what is wrong, and the remedy."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


def complain(message: str) -> None:
    """One line on standard error (a traceback from inside MicroPython may follow it)."""
    folded.echo(f"paishan: {message}", err=True)


def said(error: Exception) -> str:
    """What an exception says, on one line and without the number that Python puts in front."""
    words = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    lines = _NUMBER.sub("", words).strip().splitlines()
    return lines[-1] if lines else type(error).__name__


def run(command: click.Command, args: list[str] | None) -> NoReturn:
    """Runs a click command and ends the process; never with a traceback."""
    sys.exit(_code(command, args))


def _code(command: click.Command, args: list[str] | None) -> int:
    if sys.stdout is None:  # closed by whoever started this
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115  (for the rest of the process)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a pipe on Windows cannot say every character
    try:
        result: Any = command.main(args, prog_name="paishan", standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else OK
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return USAGE
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else "paishan"
        wrong = error.format_message().rstrip(".。")
        complain(tr("{said} (see `{where} --help`)", said=wrong, where=where))
        return USAGE
    except Problem as error:
        complain(error.message)
        return error.code
    except click.ClickException as error:
        complain(error.format_message())
        return USAGE
    except SystemExit as error:
        # click answers a reader that went away by itself, with 1 and a silenced output
        if type(sys.stdout).__name__.endswith("PacifyFlushWrapper"):
            _forget_stdout()
            return BROKEN_PIPE
        return error.code if isinstance(error.code, int) else OK
    except (KeyboardInterrupt, click.Abort):
        complain(tr("interrupted"))
        return INTERRUPTED
    except BrokenPipeError:
        _forget_stdout()
        return BROKEN_PIPE
    except OSError as error:
        _forget_stdout()
        place = f"{error.filename}: " if error.filename else ""
        complain(tr("{error}: check the disk and the permissions", error=place + said(error)))
        return NO_OUTPUT
    except Exception as error:
        at = error.__traceback__
        while at is not None and at.tb_next is not None:
            at = at.tb_next
        where = f"{at.tb_frame.f_code.co_filename}:{at.tb_lineno}" if at else "?"
        raised = f"{type(error).__name__}: {error}"
        complain(tr("defect in paishan: {said} at {where}: please report it",
                    said=raised, where=where))  # fmt: skip
        return INTERNAL


def _forget_stdout() -> None:
    """Keeps the interpreter from flushing into a closed pipe at its end."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    with contextlib.suppress(OSError, ValueError):  # standard output may be no file
        os.dup2(devnull, sys.stdout.fileno())
