from collections.abc import Callable
from dataclasses import dataclass

import pytest

from paishan_host import cli


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str


@pytest.fixture
def paishan(capsys) -> Callable[..., Ended]:
    """Runs a command in this process."""

    def run(*args: object) -> Ended:
        with pytest.raises(SystemExit) as end:
            cli.main([str(arg) for arg in args])
        said = capsys.readouterr()
        assert isinstance(end.value.code, int)
        return Ended(end.value.code, said.out, said.err)

    return run
