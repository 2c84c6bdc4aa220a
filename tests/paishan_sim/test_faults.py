import pytest

from paishan_sim.faults import NOT_ON_THE_BENCH, SCENARIOS, InjectionError, catalogue, parse


def test_a_fault_may_be_named_without_arguments():
    injection = parse("power-cut")
    assert str(injection) == "power-cut"
    assert injection.given["for"] == 2_000


def test_arguments_replace_defaults():
    injection = parse("s1-dirty:side=west,chance=0.3,at=5s,for=10s")
    assert injection.given == {
        "side": 2,
        "chance": 0.3,
        "late": 1_500,
        "at": injection.given["at"],
        "for": 10_000,
    }
    assert str(injection) == "s1-dirty:side=west,chance=0.3,at=5s,for=10s"
    assert parse(str(injection)) == injection


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("s1-dirt", "did you mean s1-dirty"),
        ("", "there is no fault ''"),
        ("zzz", "`paishan sim faults` lists them"),
        ("s1-dirty:sid=south", "its arguments are side, chance, late, at, for"),
        ("s1-dirty:side", "write argument=value"),
        ("s1-dirty:side=up", "side=up: a side is east"),
        ("s1-dirty:chance=2", "give a number from 0 to 1"),
        ("head-jam:frees=luck", "give one of reverse, hand"),
        ("power-cut:for=2", "give a time with its unit"),
        ("power-cut:for=0ms", "for=0ms: give at least 5ms: less is not seen"),
        ("scan-late:by=0ms", "by=0ms: give at least 10ms"),
        ("scan-late:every=0ms", "every=0ms: give at least 5ms"),
        ("s1-drifting:over=0s", "over=0s: give at least 5ms"),
        ("head-jam:side=west,side=east", "head-jam: side is given twice: give it once"),
        ("output-dead:output=MOTOR", "HEAD_S, DRUM"),
    ],
)
def test_what_is_wrong_is_said_with_what_would_be_right(text, said):
    with pytest.raises(InjectionError, match=said):
        parse(text)


def test_names_are_unique_and_defaults_are_valid():
    names = [scenario.name for scenario in SCENARIOS]
    assert len(set(names)) == len(names)
    for name in names:
        parse(name)


def test_every_complaint_of_the_list_is_injected_or_said_to_be_beyond_the_bench():
    covered = {entry for scenario in SCENARIOS for entry in scenario.entries}
    covered |= {entry for _, entries, _ in NOT_ON_THE_BENCH for entry in entries}
    single_port = {13, 15, 23}  # chain motor and miscounts of machines with one head
    assert set(range(1, 53)) - covered == single_port - covered


def test_the_catalogue_is_plain_data():
    row = catalogue()[0]
    assert set(row) == {"name", "entries", "what", "arguments"}
    assert {one["name"] for one in row["arguments"]} >= {"at", "for"}
