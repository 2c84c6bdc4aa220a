"""The highest room: the composition root, the scan, and the work of a table at rest."""

from paishan.app.app import App

__all__ = ["App"]
