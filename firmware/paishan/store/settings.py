"""Settings: the figures of the schema as attributes of one object."""

from paishan.store.schema import SETTINGS, cross_errors, find, value_error


class SettingError(ValueError):
    """A setting that does not exist, a value that it cannot have, or a broken cross-rule."""


class Settings:
    """All settings at their defaults but those given by name.

    Raises SettingError naming the first that is unknown, of the wrong type, out of range, or
    in contradiction to another one.
    """

    def __init__(self, changes=None):
        changes = changes or {}
        for name in changes:
            row = find(name)
            error = value_error(row, changes[name]) if row else "there is no such setting"
            if error:
                raise SettingError("%s: %s" % (name, error))
        for row in SETTINGS:
            setattr(self, row[0], changes.get(row[0], row[3]))
        for name, error in cross_errors(self.values()):
            raise SettingError("%s: %s" % (name, error))

    def __getattr__(self, name: str) -> int:
        raise AttributeError(name)

    def values(self):
        """All of them, name: value, in the order of the schema."""
        return {row[0]: getattr(self, row[0]) for row in SETTINGS}

    def changes(self):
        """Those that differ from their default: what the record keeps."""
        return {
            row[0]: getattr(self, row[0]) for row in SETTINGS if getattr(self, row[0]) != row[3]
        }

    def scans(self, time_ms):
        """A time as a number of scans, rounded up."""
        return (time_ms + self.scan_ms - 1) // self.scan_ms
