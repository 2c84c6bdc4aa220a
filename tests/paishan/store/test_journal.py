import builtins

import pytest

from paishan.store.journal import PARTLY, Journal, pack, unpack
from paishan.store.record import MISSING, SOUND, UNSAVED


@pytest.fixture
def folder(tmp_path):
    return str(tmp_path)


def write(folder, *texts, boot=1):
    journal = Journal(folder, boot)
    for text in texts:
        journal.append(text, 12_345)
    journal.write()
    return journal


def texts(journal, count=100):
    return [text for _number, _boot, _seconds, text in journal.tail(count)]


def test_a_line_is_number_boot_seconds_and_text_behind_its_check():
    line = pack(7, 3, 12, "built gear=17")
    assert line[8:] == b" 7 3 12 built gear=17\n"
    assert unpack(line) == (7, 3, 12, "built gear=17")


def test_a_chinese_text_comes_back():
    assert unpack(pack(1, 1, 0, "缺牌 2"))[3] == "缺牌 2"


def test_the_first_start_has_no_lines_and_nothing_to_write(folder):
    journal = Journal(folder, 1)
    assert journal.health == MISSING
    assert journal.tail(5) == []
    assert not journal.waits()


def test_lines_wait_until_they_are_written_and_are_there_after_power_on(folder):
    journal = Journal(folder, 4)
    journal.append("one", 2_000)
    assert journal.waits()
    assert journal.tail(5) == [(1, 4, 2, "one")]
    assert texts(Journal(folder, 4)) == []
    journal.write()
    assert not journal.waits()
    again = Journal(folder, 5)
    assert again.health == SOUND
    again.append("two")
    assert again.tail(5) == [(1, 4, 2, "one"), (2, 5, 0, "two")]
    assert texts(again, 1) == ["two"]


def test_a_line_break_in_a_text_makes_no_second_line(folder):
    journal = write(folder, "one\ntwo", "x" * 500)
    assert texts(journal) == ["one two", "x" * 120]


def test_full_files_take_turns_and_one_whole_file_of_history_is_always_there(folder, tmp_path):
    journal = Journal(folder, 1)
    for number in range(1, 301):
        journal.append(f"line {number} " + "." * 60)
        journal.write()
        known = [line[0] for line in journal.tail(1000)]
        assert known == list(range(number - len(known) + 1, number + 1))
        assert len(known) >= min(number, 40)
        assert all(path.stat().st_size <= 4096 for path in tmp_path.iterdir())
        assert journal.tail(1000) == Journal(folder, 1).tail(1000)
    assert {path.name for path in tmp_path.iterdir()} == {"journal.a", "journal.b"}


def test_what_finds_no_room_to_wait_is_counted(folder):
    journal = write(folder, *[f"line {number}" for number in range(40)])
    known = texts(journal)
    assert known[0] == "line 8 (8 before it lost)"
    assert known[-1] == "line 39"
    assert len(known) == 32


def test_a_flipped_bit_anywhere_costs_the_lines_it_is_in_and_is_said(folder, tmp_path):
    write(folder, "one", "two", "three")
    path = tmp_path / "journal.a"
    blob = path.read_bytes()
    for place in range(len(blob)):
        for bit in range(8):
            flipped = bytearray(blob)
            flipped[place] ^= 1 << bit
            path.write_bytes(flipped)
            journal = Journal(folder, 2)
            assert journal.health == PARTLY, (place, bit)
            assert "journal.a" in journal.sentence
            assert set(texts(journal)) < {"one", "two", "three"}
            assert texts(journal)


def test_a_damaged_file_is_not_added_to(folder, tmp_path):
    write(folder, "one", "two")
    path = tmp_path / "journal.a"
    damaged = path.read_bytes()[:-3]
    path.write_bytes(damaged)
    journal = write(folder, "three")
    assert path.read_bytes() == damaged
    assert texts(journal) == ["one", "three"]
    assert journal.health == PARTLY


def test_an_acknowledged_journal_has_only_good_lines(folder, tmp_path):
    write(folder, "one", "two", "three")
    path = tmp_path / "journal.a"
    path.write_bytes(path.read_bytes().replace(b"two", b"twx"))
    journal = Journal(folder, 2)
    journal.append("four")
    journal.acknowledge()
    assert journal.health == SOUND
    assert texts(journal) == ["one", "three", "four"]
    assert Journal(folder, 2).health == SOUND


def test_a_journal_without_a_good_line_goes_on(folder, tmp_path):
    (tmp_path / "journal.a").write_bytes(b"junk\n")
    journal = write(folder, "one")
    assert texts(journal) == ["one"]
    assert (tmp_path / "journal.a").read_bytes() == b"junk\n"


def test_a_write_that_fails_is_tried_again_with_the_next_line(folder, monkeypatch):
    journal = write(folder, "one")
    journal.append("two")

    def full(path, mode):
        raise OSError(28, "no space")

    monkeypatch.setattr(builtins, "open", full)
    with pytest.raises(OSError, match="no space"):
        journal.write()
    monkeypatch.undo()
    assert journal.health == UNSAVED
    assert not journal.waits()
    journal.append("three")
    assert journal.waits()
    journal.write()
    assert journal.health == SOUND
    assert texts(Journal(folder, 2)) == ["one", "two", "three"]


def test_without_a_folder_the_last_lines_are_in_memory(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    journal = Journal(None, 1)
    for number in range(40):
        journal.append(f"line {number}")
    assert not journal.waits()
    assert texts(journal)[-1] == "line 39"
    assert list(tmp_path.iterdir()) == []
