"""Settings: the figures of the schema as attributes of one object."""

from paishan.store.schema import SETTINGS


class SettingError(ValueError):
    """A setting that does not exist or a value outside its range; says which and the range."""


class Settings:
    """All settings at their defaults but those given by name.

    Raises SettingError for an unknown name, a value that is not an int, or one out of range.
    """

    def __init__(self, changes=None):
        changes = dict(changes or {})
        for name, unit, default, lowest, highest, _lock, _help in SETTINGS:
            value = changes.pop(name, default)
            if type(value) is not int:
                raise SettingError("%s: a whole number is wanted, not %r" % (name, value))
            if not lowest <= value <= highest:
                raise SettingError(
                    "%s = %d %s: the range is %d to %d" % (name, value, unit, lowest, highest)
                )
            setattr(self, name, value)
        for name in changes:
            raise SettingError("%s: there is no such setting" % name)

    def __getattr__(self, name: str) -> int:
        raise AttributeError(name)

    def scans(self, time_ms):
        """A time as a number of scans, rounded up."""
        return (time_ms + self.scan_ms - 1) // self.scan_ms
