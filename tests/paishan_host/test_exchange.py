import json
import tomllib

import pytest
from tests.paishan_host import tables

from paishan_host import ending, exchange, migrations
from paishan_host.changing import Problem
from paishan_host.client import Table
from paishan_host.migrations import Step
from paishan_host.trouble import Refused

OWN_GEAR = {"tiles": 136, "stacks": [17, 17, 17, 17], "name": "山牌 house", "game": "common"}
EXPORT = "[about]\nproduct = 'paishan'\nschema_version = 1\n[settings]\n"
GEAR = "tiles = 136\nstacks = [17, 17, 17, 17]\nname = 'x'\n"


@pytest.fixture
def table():
    with tables.lane() as lane:
        found = Table(lane)
        found.login()
        yield found


def of(table):
    return exchange.of_table(table.export())


def test_an_export_holds_versions_settings_own_gears_and_names_of_secrets(table):
    table.set_gear(7, OWN_GEAR)
    data = tomllib.loads(exchange.to_toml(of(table)))
    assert data["about"]["product"] == "paishan"
    assert set(data["about"]) >= {"model", "firmware", "protocol", "schema", "schema_version"}
    assert data["settings"] == table.get()
    assert data["gear"] == [{"position": 7, **OWN_GEAR}]
    assert data["secrets"] == {"identity.key": "none"}


def test_a_secret_is_listed_and_never_shown(tmp_path):
    from paishan.store.record import Record

    record = Record(str(tmp_path), "identity", {"serial": "", "board": "", "key": ""})
    record.data = {"serial": "PS-7", "board": "", "key": "cafe" * 8}
    record.save()
    with tables.lane(folder=str(tmp_path)) as lane:
        text = exchange.to_toml(of(Table(lane)))
    assert '"identity.key" = "set"' in text
    assert "cafe" not in text


def test_export_reset_import_export_is_identical(table, tmp_path):
    table.set(dice_ms=3300, gap_ms=17000, language="zh", side_inverted=3)
    table.set_gear(7, OWN_GEAR)
    first = exchange.to_toml(of(table))
    path = tmp_path / "saved.toml"
    path.write_text(first, "utf-8")
    table.reset("settings")
    table.set_gear(7, None)
    assert exchange.to_toml(of(table)) != first
    plan = exchange.planned(exchange.load(path), of(table))
    assert not plan.refused
    assert exchange.carry_out(plan, table) == []
    assert exchange.to_toml(of(table)) == first


def test_a_file_of_an_older_schema_shows_what_becomes_of_each_key(table, monkeypatch):
    monkeypatch.setattr(
        migrations,
        "STEPS",
        (Step(renamed={"rattle_ms": "dice_ms"}, removed={"colour": "the lamps have one"}),),
    )
    old = exchange.Document(
        {"product": "paishan", "schema_version": 1},
        {"rattle_ms": 3300, "colour": 4, "agitations": 99, "language": "fr", "nonsense": 1,
         "gap_ms": 17000},
    )  # fmt: skip
    plan = exchange.planned(old, of(table))
    assert plan.settings == {"dice_ms": 3300, "agitations": 10, "gap_ms": 17000}
    assert sorted(note.line() for note in plan.notes) == [
        "clamped agitations: 99: the range is 0 to 10 -> 10",
        "renamed rattle_ms: now called dice_ms",
        "skipped colour: there is no such setting any more: the lamps have one",
        'skipped language: "fr" is none of en, zh',
        "skipped nonsense: the table has no such setting",
    ]
    assert plan.refused
    assert exchange.carry_out(plan, table) == []
    assert table.get("dice_ms", "agitations") == {"dice_ms": 3300, "agitations": 10}


def test_what_contradicts_the_rest_is_left_out_and_named(table):
    old = exchange.Document({"schema_version": 1}, {"gap_ms": 2000, "return_gap_ms": 5000})
    plan = exchange.planned(old, of(table))
    assert [note.name for note in plan.notes] == ["gap_ms"]
    assert plan.settings == {"return_gap_ms": 5000}
    assert exchange.carry_out(plan, table) == []


def test_only_what_contradicts_a_setting_that_stays_is_left_out(table):
    sound = {"build_warn_ms": 90_000, "gap_ms": 20_000, "dice_ms": 3500, "language": "zh"}
    file = exchange.Document({"schema_version": 1}, {"lift_dwell_limit_ms": 30_000, **sound})
    plan = exchange.planned(file, of(table))
    assert [note.name for note in plan.notes] == ["lift_dwell_limit_ms"]
    assert plan.settings == sound
    assert exchange.carry_out(plan, table) == []


def gear(**other):
    return {**OWN_GEAR, **other}


BAD_GEAR = gear(tiles=108, stacks=[14, 13, 14, 12])  # no sum


@pytest.mark.parametrize(
    ("gears", "refused"),
    [
        ({1: gear(name="one"), 2: gear(), 3: BAD_GEAR}, "the table refused"),
        ({2: gear(), 8: None}, "gear 8 is wanted"),
    ],
)
def test_a_row_that_is_refused_leaves_nothing_of_the_import(table, monkeypatch, gears, refused):
    table.set_gear(1, gear(tiles=144, stacks=[18] * 4))
    table.set_gear(8, gear())
    before = of(table)
    real = table.set_gear

    def set_gear(position, row):
        if (position, row) == (8, None):
            raise Refused("gear 8 is wanted", 301, "REFUSED", {})
        real(position, row)

    monkeypatch.setattr(table, "set_gear", set_gear)
    plan = exchange.Plan(before, {"dice_ms": 3500, "gap_ms": 17_000}, gears)
    with pytest.raises(Refused, match=refused):
        exchange.carry_out(plan, table)
    assert of(table) == before


def test_settings_that_are_refused_leave_no_row_changed(table, monkeypatch):
    before = of(table)
    monkeypatch.setattr(table, "check", lambda: [Problem("gap_ms", "must stay below")])
    with pytest.raises(ending.Problem, match="gap_ms: must stay below"):
        exchange.carry_out(exchange.Plan(before, {"gap_ms": 17_000}, {2: gear()}), table)
    assert of(table) == before


def test_a_table_that_goes_away_in_an_import_leaves_what_is_named(table, monkeypatch):
    real = table.set_gear

    def set_gear(position, row):
        if position == 3:
            table.session.transport.unplugged = True
        real(position, row)

    monkeypatch.setattr(table, "set_gear", set_gear)
    plan = exchange.Plan(of(table), {}, {1: gear(), 2: gear(), 3: gear()})
    with pytest.raises(ending.Problem) as problem:
        exchange.carry_out(plan, table)
    assert problem.value.code == ending.NO_TABLE
    assert problem.value.message == (
        "lane:// went away: plug the table in again, then repeat the command (changed already: "
        "gear 1, gear 2)"
    )


def test_a_date_is_skipped_like_any_other_wrong_value(paishan, ready, tmp_path):
    path = tmp_path / "saved.toml"
    path.write_text(f"{EXPORT}dice_ms = 2020-01-01\n")
    assert paishan("diff", path).code == 1
    done = paishan("import", path, "--yes", "--json")
    assert (done.code, done.err) == (1, "")
    assert json.loads(done.out)["changes"] == {}


def test_only_renamed_keys_are_no_refusal(table, monkeypatch):
    monkeypatch.setattr(migrations, "STEPS", (Step(renamed={"rattle_ms": "dice_ms"}),))
    plan = exchange.planned(exchange.Document({"schema_version": 1}, {"rattle_ms": 3300}),
                            of(table))  # fmt: skip
    assert not plan.refused


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[about", "mend the TOML"),
        ("a = 1", "no export of a table: make one with `paishan export`"),
        ("[about]\nproduct = 'paishan'", "export anew"),
        ("[about]\nproduct = 'paishan'\nschema_version = 99\n[settings]", "update this tool"),
        (f"{EXPORT}[[gear]]\ntiles = 1", "a [[gear]] lacks position, stacks, name: add it"),
        (f"{EXPORT}[[gear]]\n{GEAR}position = 'one'", "a [[gear]] lacks position: add it"),
        (f"gear = 3\n{EXPORT}", "a [[gear]] lacks position, tiles, stacks, name: add it"),
        (f"gear = [1]\n{EXPORT}", "a [[gear]] lacks position, tiles, stacks, name: add it"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_export_says_what_to_do(tmp_path, text, said):
    path = tmp_path / "saved.toml"
    path.write_text(text)
    with pytest.raises(ending.Problem) as problem:
        exchange.load(path)
    assert problem.value.code == ending.BAD_FILE
    assert problem.value.message.startswith(str(path))
    assert problem.value.message.endswith(said)
