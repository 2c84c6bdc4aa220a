import builtins

import pytest

from paishan.store import record as module
from paishan.store.record import (
    BAD,
    MISSING,
    OLDER,
    SOUND,
    SPARE,
    UNSAVED,
    Record,
    RecordError,
    pack,
)

DEFAULTS = {"dice_ms": 4000}


@pytest.fixture
def folder(tmp_path):
    return str(tmp_path)


def power_on(folder, name="settings"):
    return Record(folder, name, DEFAULTS)


def save(folder, *figures):
    """Saves each figure in turn, as in one power-on."""
    record = power_on(folder)
    for figure in figures:
        record.data["dice_ms"] = figure
        record.save()
    return record


def flips(path):
    """The file with each of its bits flipped in turn, and whole again at the end."""
    blob = path.read_bytes()
    for place in range(len(blob)):
        for bit in range(8):
            flipped = bytearray(blob)
            flipped[place] ^= 1 << bit
            path.write_bytes(flipped)
            yield place
    path.write_bytes(blob)


def test_the_first_start_has_defaults_and_no_fault(folder):
    record = power_on(folder)
    assert record.health == MISSING
    assert record.data == DEFAULTS
    assert record.generation == 0


def test_what_was_saved_is_there_after_power_on_and_it_says_which(folder):
    save(folder, 3100, 3200)
    record = power_on(folder)
    assert record.data == {"dice_ms": 3200}
    assert record.health == SOUND
    assert (record.copy, record.generation) == ("b", 2)
    assert record.sentence == "copy b, generation 2"


def test_the_copies_take_turns(folder, tmp_path):
    record = save(folder, 3100)
    first = (tmp_path / "settings.a").read_bytes()
    record.data["dice_ms"] = 3200
    record.save()
    assert (tmp_path / "settings.a").read_bytes() == first
    record.data["dice_ms"] = 3300
    record.save()
    assert (tmp_path / "settings.a").read_bytes() != first
    assert record.copy == "a"


def test_a_person_can_read_a_copy(folder, tmp_path):
    save(folder, 3100)
    line, payload = (tmp_path / "settings.a").read_text().split("\n")
    assert line.startswith("paishan settings 1 00000001 00000011 ")
    assert payload == '{"dice_ms": 3100}'


def test_what_is_stored_already_is_not_written_again(folder):
    record = save(folder, 3100)
    assert record.save() is False
    assert power_on(folder).save() is False
    assert record.generation == 1
    record.data = {"dice_ms": 3200}
    assert record.save() is True


def test_a_tuple_is_the_list_that_json_makes_of_it(folder):
    record = power_on(folder, "gears")
    record.data = {"rows": ((1, 136), (2, 144))}
    assert record.save()
    assert not record.save()


def test_a_newer_firmware_finds_its_new_names_at_their_defaults(folder):
    save(folder, 3100)
    assert Record(folder, "settings", {"scan_ms": 5}).data == {"scan_ms": 5, "dice_ms": 3100}


def test_defaults_stay_as_they_were():
    defaults = {"changes": []}
    Record(None, "audit", defaults).data["changes"].append(1)
    assert defaults == {"changes": []}


def test_a_flipped_bit_in_the_newer_copy_is_found_and_the_older_one_used(folder, tmp_path):
    save(folder, 3100, 3200)
    for place in flips(tmp_path / "settings.b"):
        record = power_on(folder)
        assert record.health == OLDER, place
        assert record.data == {"dice_ms": 3100}
        assert "copy b" in record.sentence
    assert power_on(folder).health == SOUND


def test_a_flipped_bit_in_the_older_copy_is_found_and_the_newer_one_used(folder, tmp_path):
    save(folder, 3100, 3200)
    header = (tmp_path / "settings.a").read_bytes().index(b"\n")
    for place in flips(tmp_path / "settings.a"):
        record = power_on(folder)
        assert record.data == {"dice_ms": 3200}
        assert "copy a" in record.sentence
        # without its first line a copy cannot say that it was the older one
        assert record.health == (SPARE if place > header else OLDER), place


def test_a_flipped_bit_in_the_only_copy_is_bad(folder, tmp_path):
    save(folder, 3100)
    for place in flips(tmp_path / "settings.a"):
        record = power_on(folder)
        assert record.health == BAD, place
        assert record.data == DEFAULTS


def test_a_flipped_bit_in_both_copies_is_bad_and_says_what_is_wrong_with_each(folder, tmp_path):
    save(folder, 3100, 3200)
    blob = (tmp_path / "settings.a").read_bytes()
    (tmp_path / "settings.a").write_bytes(blob[:-1] + b"]")
    for place in flips(tmp_path / "settings.b"):
        record = power_on(folder)
        assert record.health == BAD, place
        assert "copy a: its checksum is wrong" in record.sentence
        assert "copy b: " in record.sentence


def test_a_copy_cut_short_anywhere_is_not_used(folder, tmp_path):
    save(folder, 3100, 3200)
    path = tmp_path / "settings.b"
    blob = path.read_bytes()
    for length in range(1, len(blob)):
        path.write_bytes(blob[:length])
        record = power_on(folder)
        assert record.health == OLDER, length
        assert record.data == {"dice_ms": 3100}
    path.write_bytes(blob + b" ")
    assert "it is 18 bytes long" in power_on(folder).sentence


def test_an_empty_copy_was_never_written(folder, tmp_path):
    (tmp_path / "settings.a").touch()
    assert power_on(folder).health == MISSING
    save(folder, 3100)
    (tmp_path / "settings.b").touch()
    assert power_on(folder).health == SOUND


@pytest.mark.parametrize(
    ("blob", "flaw"),
    [
        (pack("calibration", 3, b'{"a": 1}'), "it is the record calibration"),
        (pack("settings", 3, b"[1, 2]"), "it holds no names"),
        (pack("settings", 3, b"{broken"), "it holds no names"),
        (pack("settings", 3, b'{"a": 1}').replace(b" 1 0", b" 2 0", 1), "damaged"),
        (b"x" * 9000, "9000 bytes long"),
        (b"paishan\n", "its first line is damaged"),
    ],
)
def test_what_else_can_lie_there_is_named(folder, tmp_path, blob, flaw):
    (tmp_path / "settings.a").write_bytes(blob)
    record = power_on(folder)
    assert record.health == BAD
    assert flaw in record.sentence


def test_a_format_of_a_later_firmware_is_left_alone(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_FORMAT", 2)
    blob = pack("settings", 3, b'{"a": 1}')
    monkeypatch.undo()
    (tmp_path / "settings.a").write_bytes(blob)
    record = power_on(folder)
    assert record.health == BAD
    assert "does not know its format 2" in record.sentence


def test_a_bad_record_is_not_written_before_it_is_acknowledged(folder, tmp_path):
    (tmp_path / "settings.a").write_bytes(b"junk")
    record = power_on(folder)
    with pytest.raises(RecordError, match="not acknowledged"):
        record.save()
    assert (tmp_path / "settings.a").read_bytes() == b"junk"


@pytest.mark.parametrize("damaged", [["a"], ["b"], ["a", "b"]])
def test_an_acknowledged_record_is_whole_again(folder, tmp_path, damaged):
    save(folder, 3100, 3200)
    for copy in damaged:
        path = tmp_path / f"settings.{copy}"
        path.write_bytes(path.read_bytes()[:-1] + b"]")
    record = power_on(folder)
    data = record.data
    record.acknowledge()
    assert record.health == SOUND
    again = power_on(folder)
    assert again.health == SOUND
    assert again.data == data
    assert again.generation > 2


@pytest.mark.parametrize(("left", "kept"), [(None, DEFAULTS), ({"dice_ms": 3200}, None)])
def test_what_its_owner_cannot_use_is_bad_until_acknowledged(folder, left, kept):
    save(folder, 3100, 3200)
    record = power_on(folder)
    record.refuse("dice_ms: the range is 3000 to 3150", left)
    assert record.health == BAD
    assert record.data == (kept or left)
    with pytest.raises(RecordError):
        record.save()
    assert power_on(folder).data == {"dice_ms": 3200}
    record.acknowledge()
    assert power_on(folder).data == (kept or left)
    assert power_on(folder).health == SOUND


def test_a_save_after_the_newer_copy_was_lost_replaces_that_one(folder, tmp_path):
    save(folder, 3100, 3200)
    (tmp_path / "settings.b").write_bytes(b"junk")
    record = power_on(folder)
    record.data["dice_ms"] = 3300
    record.save()
    assert (record.copy, record.health) == ("b", SOUND)
    assert power_on(folder).data == {"dice_ms": 3300}


def test_a_copy_that_rots_while_the_power_is_on_is_replaced_by_the_next_save(folder, tmp_path):
    record = save(folder, 3100, 3200)
    (tmp_path / "settings.b").write_bytes(b"junk")
    assert record.save() is True
    assert power_on(folder).data == {"dice_ms": 3200}


def test_a_save_that_fails_leaves_what_was_stored(folder, tmp_path, monkeypatch):
    record = save(folder, 3100)
    record.data["dice_ms"] = 3200

    def full(path, mode):
        raise OSError(28, "no space")

    monkeypatch.setattr(builtins, "open", full)
    with pytest.raises(RecordError, match="settings: copy b could not be written"):
        record.save()
    monkeypatch.undo()
    assert record.health == UNSAVED
    assert power_on(folder).data == {"dice_ms": 3100}
    record.save()
    assert record.health == SOUND
    assert power_on(folder).data == {"dice_ms": 3200}


def test_flash_that_does_not_take_what_is_written_is_noticed(folder, tmp_path, monkeypatch):
    record = save(folder, 3100)
    record.data["dice_ms"] = 3200
    whole = module.pack
    monkeypatch.setattr(module, "pack", lambda *of: _Forgetful(whole(*of)))
    with pytest.raises(RecordError, match="read back differently"):
        record.save()
    assert record.health == UNSAVED
    monkeypatch.undo()
    record.save()
    assert record.health == SOUND


class _Forgetful(bytes):
    """Bytes that are never what is read back."""

    def __eq__(self, other):
        return False

    def __ne__(self, other):
        return True

    __hash__ = bytes.__hash__


def test_more_than_a_copy_may_hold_is_refused(folder):
    record = save(folder, 3100)
    record.data["junk"] = "x" * 9000
    with pytest.raises(RecordError, match="too long"):
        record.save()
    assert power_on(folder).data == {"dice_ms": 3100}


def test_without_a_folder_everything_is_in_memory(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    record = power_on(None)
    record.data["dice_ms"] = 3100
    assert record.save() is False
    assert record.generation == 1
    assert list(tmp_path.iterdir()) == []


def test_a_copy_that_cannot_be_opened_is_bad(folder, tmp_path):
    (tmp_path / "settings.a").mkdir()
    record = power_on(folder)
    assert record.health == BAD
    assert "cannot be read" in record.sentence
