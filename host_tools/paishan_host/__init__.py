"""The technician's command line tool, `paishan`."""

__version__ = "0.1.0"
