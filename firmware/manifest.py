"""Freezes Paishan into a MicroPython build: `make FROZEN_MANIFEST=<this file>`."""

package("paishan", base_path=".", opt=3)  # noqa: F821  (a word of the manifest's own)
