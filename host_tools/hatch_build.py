"""Puts firmware and boards, as data, into a wheel; an editable install uses the folders."""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUNDLE = "paishan_sim/_bundle"  # read by paishan_sim/places.py


class BundleHook(BuildHookInterface):  # type: ignore[type-arg]
    """A wheel carries what lane 2 hands to MicroPython, beside the importable package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds the folders, unless the checkout itself is installed."""
        if version != "editable":
            for folder in ("firmware", "boards"):
                build_data["force_include"][f"{self.root}/{folder}"] = f"{BUNDLE}/{folder}"
