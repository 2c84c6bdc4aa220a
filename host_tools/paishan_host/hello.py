"""Who answers at the other end of a line, and whether this tool may change anything there."""

from __future__ import annotations

from dataclasses import dataclass

from paishan_host import codec
from paishan_host.codec import Fields
from paishan_host.language import tr


@dataclass(frozen=True)
class Hello:
    """Who answered, from the reply to `hello`."""

    product: str = ""
    version: str = ""
    protocol: int = 0
    schema: str = ""
    serial: str = ""
    board: str = ""
    nonce: str = ""
    reset: str = ""
    mtu: int = codec.MTU
    window: int = 1
    level: str = "anyone"
    mode: str = "application"  # or "recovery": only what leads out of it is answered
    build: str = ""  # what the manifest of the running version calls it
    trial: bool = False  # it has not been confirmed yet

    @classmethod
    def of(cls, fields: Fields) -> Hello:
        """Of the fields that this tool knows; a later protocol may have more."""
        return cls(**{key: fields[key] for key in cls.__dataclass_fields__ if key in fields})


def disagreement(about: Hello) -> str:
    """Why this tool and that firmware do not fit, and what to do; "" where they do."""
    from paishan import __version__
    from paishan.link import PROTOCOL
    from paishan.store.schema import schema_crc

    if about.mode == "recovery":
        return tr(
            "the table is in its recovery shell, no application runs: `paishan update why` says "
            "why, `paishan update FILE` puts a new one on it"
        )
    ours = f"{schema_crc():08x}"
    if about.protocol == PROTOCOL and about.schema == ours:
        return ""
    return tr(
        "nothing is changed: the table has firmware {theirs} (protocol {protocol}, schema "
        "{schema}), this tool is for {version} (protocol {our_protocol}, schema {our_schema}): "
        "install paishan {theirs}, or update the table to {version}",
        theirs=about.version,
        protocol=about.protocol,
        schema=about.schema,
        version=__version__,
        our_protocol=PROTOCOL,
        our_schema=ours,
    )
