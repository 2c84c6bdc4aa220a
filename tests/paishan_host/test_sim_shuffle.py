import json
import random


def shuffles(count, sort):
    lines = []
    for seed in range(count):
        tiles = list(range(144))
        if not sort:
            random.Random(seed).shuffle(tiles)
        walls = [tiles[at : at + 36] for at in range(0, 144, 36)]
        lines.append(" | ".join(" ".join(map(str, wall)) for wall in walls))
    return "\n".join(lines)


def test_a_file_of_perfect_shuffles_ends_with_0(paishan, tmp_path):
    path = tmp_path / "walls.txt"
    path.write_text(shuffles(60, sort=False))
    ended = paishan("sim", "shuffle", path)
    assert ended.code == 0
    assert ended.out.count(" perfect") == 5  # the heading, and four statistics


def test_a_file_of_sorted_walls_ends_with_1(paishan, tmp_path):
    path = tmp_path / "walls.txt"
    path.write_text(shuffles(10, sort=True))
    ended = paishan("sim", "shuffle", path, "--json")
    assert ended.code == 1
    assert {row["verdict"] for row in json.loads(ended.out)} == {"large"}


def test_a_damaged_file_is_refused_with_its_line(paishan, tmp_path):
    path = tmp_path / "walls.txt"
    path.write_text("0 1 | 2 3 | 4 5 | 6 6")
    ended = paishan("sim", "shuffle", path)
    assert ended.code == 3
    assert "walls.txt:1: the tiles are not 0 to 7, each once" in ended.err
    assert paishan("sim", "shuffle", tmp_path / "none.txt").code == 3


def test_builds_of_the_firmware_are_compared_with_perfect_shuffles(paishan):
    ended = paishan("sim", "shuffle", "--runs", 4, "--json")
    assert ended.code == 0
    assert [row["name"] for row in json.loads(ended.out)] == [
        *("position bias", "neighbours", "serial", "which wall")
    ]


def test_the_table_of_drum_times_has_a_row_a_time(paishan):
    ended = paishan("sim", "shuffle", "--times", "--runs", 2, "--json")
    assert ended.code == 0
    times = [row["drum"] for row in json.loads(ended.out)]
    assert list(dict.fromkeys(times)) == ["0 s", "2 s", "5 s", "10 s", "20 s", "40 s"]
