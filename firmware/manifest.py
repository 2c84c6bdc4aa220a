"""Freezes Paishan into a MicroPython build: `make FROZEN_MANIFEST=<this file>`.

With the port's own files and a board's pins beside it:

    include("$(PORT_DIR)/boards/manifest.py")
    include("<this file>")
    module("board.py", base_path="<boards/rpi_pico>")

`paishan install --board rpi_pico --freeze FOLDER` writes such a manifest, and beside it these
sources as the installer takes them, which need less flash and memory (docs/update.md).

Line numbers stay in (opt 2), so that a traceback from a table says where.
"""

package("paishan", base_path=".", opt=2)  # noqa: F821  (words of the manifest's own)
package("rescue", base_path=".", opt=2)  # noqa: F821
module("boot.py", base_path=".", opt=2)  # noqa: F821
module("main.py", base_path=".", opt=2)  # noqa: F821
