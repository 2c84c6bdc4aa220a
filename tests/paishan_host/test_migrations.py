from paishan_host import migrations
from paishan_host.migrations import Step, migrated

STEPS = (
    Step(renamed={"rest_ms": "pause_ms"}, removed={"colour": "the lamps have one"}),
    Step(renamed={"pause_ms": "gap_ms"}),
)


def test_names_are_followed_through_every_step(monkeypatch):
    monkeypatch.setattr(migrations, "STEPS", STEPS)
    values, renamed, removed = migrated({"rest_ms": 5, "colour": 1, "dice_ms": 2}, 1)
    assert values == {"gap_ms": 5, "dice_ms": 2}
    assert renamed == [("rest_ms", "gap_ms")]
    assert removed == {"colour": "the lamps have one"}


def test_a_file_of_a_later_schema_takes_only_the_later_steps(monkeypatch):
    monkeypatch.setattr(migrations, "STEPS", STEPS)
    assert migrated({"pause_ms": 5}, 2)[0] == {"gap_ms": 5}
    assert migrated({"pause_ms": 5}, 3)[0] == {"pause_ms": 5}
    assert migrations.version() == 3


def test_the_steps_of_this_firmware_lead_to_settings_that_it_has():
    from paishan.store.schema import find

    for number, step in enumerate(migrations.STEPS):
        later = {name for one in migrations.STEPS[number + 1 :] for name in one.renamed}
        for new in step.renamed.values():
            assert find(new) or new in later
        assert not any(find(name) for name in step.removed)
