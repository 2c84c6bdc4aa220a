"""What a table says of bundles that it must not take."""

import pytest
from tests.rescue import machines
from tests.rescue.test_power_cuts import NEW, about, laid_out, micropython, table

from paishan_host.install import keys, manifest, mpy
from paishan_sim.lane_micropython import available

pytestmark = pytest.mark.skipif(
    not available(), reason="MicroPython for a PC has no wheel for this platform"
)
__all__ = ["table"]

TAKEN = "taken"


def said(tmp_path, flash, **folders):
    """{name: the table's answer to that manifest}; none of them leaves anything behind."""
    lines = micropython("refused", flash, *folders.values(), mark="")
    answers, after = lines[::2], lines[1::2]
    for answer, status in zip(answers, after, strict=True):
        assert ("('receiving', None)" in status) == (answer != TAKEN)
        assert "('running', 'a')" in status
    return dict(zip(folders, answers, strict=True))


@pytest.fixture(scope="module")
def stranger(tmp_path_factory):
    return keys.made(tmp_path_factory.mktemp("keys") / "other.pem")


def signed(folder, said=None, signer=None, change=None):
    made = laid_out(folder, NEW, said or about("1.1.0"), signer or machines.signer())
    if change:
        text = (made / "manifest").read_bytes()
        assert change(text) != text
        (made / "manifest").write_bytes(change(text))
    return made


def forged(text):
    return text.replace(b"version 1.1.0", b"version 1.2.0")


def flipped(text):
    return text[:-2] + (b"0" if text[-2:-1] != b"0" else b"1") + b"\n"


def test_every_bundle_that_does_not_fit_is_refused_with_its_reason(tmp_path, table, stranger):
    wrong_mpy = manifest.About("1.1.0", ("bench",), mpy.number("armv6m"))
    folders = {
        "good": signed(tmp_path / "good"),
        "unsigned": laid_out(tmp_path / "unsigned", NEW, about("1.1.0")),
        "stranger": signed(tmp_path / "stranger", signer=stranger),
        "forged": signed(tmp_path / "forged", change=forged),
        "flipped": signed(tmp_path / "flipped", change=flipped),
        "board": signed(
            tmp_path / "board", manifest.About("1.1.0", ("rpi_pico",), mpy.number("x64"))
        ),
        "mpy": signed(tmp_path / "mpy", wrong_mpy),
        "cut": signed(tmp_path / "cut", change=lambda text: text[:700]),
        "older": signed(tmp_path / "older", about("0.8.9")),
        "schema": signed(tmp_path / "schema", about("1.1.0", schema=(2, 3))),
        "path": signed(
            tmp_path / "path", change=lambda text: text.replace(b" paishan/other", b" ../other")
        ),
        "none": signed(tmp_path / "none", change=lambda _text: b"PK\x03\x04 some zip\n"),
    }  # fmt: skip
    answers = said(tmp_path, table, **folders)
    key = machines.signer().key_id
    assert answers == {
        "good": TAKEN,
        "unsigned": "304 it is not signed, and the service jumper is off",
        "stranger": f"304 this table does not know the key {stranger.key_id}",
        "forged": "304 its signature is wrong",
        "flipped": "304 its signature is wrong",
        "board": "304 it is for rpi_pico, this is bench",
        "mpy": f"304 it is for MicroPython with mpy {mpy.number('armv6m')}, "
        f"here it is {mpy.number('x64')}",
        "cut": "304 manifest: it is damaged",
        "older": "304 version 0.8.9 is older than the floor 0.9.0",
        "schema": "304 it takes over settings of schema 2 to 3, here it is 1",
        "path": "304 manifest: it is damaged",
        "none": "304 manifest: it is damaged",
    }
    assert key != stranger.key_id


def test_signatures_of_many_keys_and_lengths_are_told_apart(tmp_path):
    """The table's own arithmetic against the library's, in CPython."""
    import hashlib

    from rescue import signature

    pair = machines.signer()
    for length in (0, 1, 100, 5000):
        data = bytes(length)
        made = pair.sign(data)
        digest = hashlib.sha256(data).digest()
        assert signature.holds(pair.public.modulus, made.hex(), digest)
        assert not signature.holds(pair.public.modulus, made.hex(), bytes(32))
        for at in (0, 100, 255):
            bad = bytearray(made)
            bad[at] ^= 1
            assert not signature.holds(pair.public.modulus, bad.hex(), digest)
        for odd in ("", "zz", made.hex()[2:], "ff" * 256, "00" * 256):
            assert not signature.holds(pair.public.modulus, odd, digest)
        assert not signature.holds(0, made.hex(), digest)
