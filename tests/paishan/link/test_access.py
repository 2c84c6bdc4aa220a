"""Who may do what, and how one becomes a technician."""

import hashlib
import hmac
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.paishan.link.conftest import KEY, Wire

from paishan.io import image as io
from paishan.link import access
from paishan.link.errors import BUSY, Refusal
from paishan.store.tries import WAITS_MS

WRONG = "ab" * 32


@pytest.fixture
def keyed(wire):
    """A table whose identity has a key."""
    wire.app.store.identity.data.update(serial="PS-0042", key=KEY)
    return wire


def challenge(wire):
    reply = wire.ask("auth challenge")
    return re.fullmatch('ok serial="PS-0042" challenge="([0-9a-f]{32})" level=".*"', reply)[1]


def answer(wire, digits):
    return wire.ask(f'auth mac="{digits}"')


@given(st.binary(max_size=100), st.binary(max_size=100))
def test_hmac_is_that_of_the_standard(key, message):
    assert access.hmac(key, message) == hmac.new(key, message, hashlib.sha256).digest()


def test_the_response_is_over_serial_and_challenge():
    expected = hmac.new(bytes.fromhex(KEY), b"paishan PS-1 00ff", "sha256").hexdigest()
    assert access.response(KEY, "PS-1", "00ff") == expected


def test_the_service_jumper_is_presence(wire):
    assert wire.ask("auth presence").startswith("err 207 DENIED")
    wire.jumper()
    assert wire.ask("auth presence") == 'ok level="technician"'


def test_both_lift_keys_held_are_presence_and_one_is_not(wire):
    wire.put(io.PANEL, io.KEY_A)
    assert wire.ask("auth presence").startswith("err 207 DENIED")
    wire.put(io.PANEL, io.KEY_B)
    assert wire.ask("auth presence") == 'ok level="technician"'


def test_the_right_answer_to_a_challenge_logs_in(keyed):
    right = access.response(KEY, "PS-0042", challenge(keyed))
    assert answer(keyed, right.upper()) == 'ok level="technician"'
    assert keyed.app.store.access.data["tries"] == 0


def test_an_answer_counts_for_one_challenge_only(keyed):
    right = access.response(KEY, "PS-0042", challenge(keyed))
    answer(keyed, right)
    keyed.ask("auth logout")
    assert answer(keyed, right) == 'err 207 DENIED detail="ask for a challenge first"'


def test_two_challenges_differ_and_the_first_is_void(keyed):
    first = challenge(keyed)
    second = challenge(keyed)
    assert first != second
    assert answer(keyed, access.response(KEY, "PS-0042", first)).startswith("err 207 DENIED")


def test_wrong_answers_wait_longer_each_time(keyed):
    for tries, wait_ms in enumerate(WAITS_MS[1:], 1):
        assert answer_wrongly(keyed).startswith(f"err 207 DENIED wait_ms={wait_ms}")
        assert keyed.app.store.access.data["tries"] == tries
        if wait_ms:
            assert keyed.ask("auth challenge").startswith("err 204 LOCKED wait_ms=")
            keyed.run(wait_ms)


def answer_wrongly(wire):
    challenge(wire)
    return answer(wire, WRONG)


def test_the_wait_survives_power_and_the_jumper_ends_it(tmp_path):
    folder = str(tmp_path)
    wire = Wire(folder=folder)
    wire.app.store.identity.data.update(serial="PS-0042", key=KEY)
    wire.app.store.mark("identity")
    wire.run(6000)
    for _ in range(3):
        answer_wrongly(wire)
        wire.run(6000)

    again = Wire(folder=folder)
    assert again.ask("auth challenge").startswith("err 204 LOCKED wait_ms=")
    again.jumper()
    assert again.ask("auth presence") == 'ok level="technician"'
    again.run(WAITS_MS[3])
    assert answer(again, access.response(KEY, "PS-0042", challenge(again))).startswith("ok")
    assert Wire(folder=folder).app.store.access.data["tries"] == 0


def test_an_answer_while_something_moves_is_not_even_counted(keyed):
    right = access.response(KEY, "PS-0042", challenge(keyed))
    keyed.app.interlocks.outputs[io.CENTRE] |= io.DICE
    with pytest.raises(Refusal) as refused:
        keyed.link._session.access.by_key(right, keyed.now)
    assert refused.value.code == BUSY
    assert keyed.app.store.access.data["tries"] == 0


def test_a_table_without_a_key_says_so(wire):
    assert wire.ask("auth challenge").startswith("err 205 NOT_OFFERED")


def test_silence_logs_out_and_any_line_keeps_the_login(new_wire):
    wire = new_wire(login_ms=60000)
    wire.technician()
    wire.run(50_000)
    assert wire.ask("ping") == "ok"
    wire.run(50_000)
    assert wire.ask("auth") == 'ok level="technician"'
    wire.heard()
    wire.run(61_000)
    assert "~ logged out: nothing was asked for a while" in wire.heard()
    assert wire.ask("auth") == 'ok level="anyone"'


def test_noise_does_not_keep_a_login(new_wire):
    wire = new_wire(login_ms=60000)
    wire.technician()
    for _ in range(7):
        wire.send(b"\xff\xff\n#1 ping *00000000\n", 10_000)
    assert wire.ask("auth") == 'ok level="anyone"'


def test_the_login_is_an_event_and_a_new_session_keeps_it(technician):
    assert technician.ask("hello").endswith('level="technician"')
    assert any('name="login" level=1' in line for line in technician.replies("events"))
