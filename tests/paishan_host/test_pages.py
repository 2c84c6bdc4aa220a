from paishan_host import pages


def test_the_reference_pages_are_not_stale():
    stale = [path.name for path in pages.stale()]
    assert stale == [], "run `make docs`"


def test_every_setting_verb_error_event_and_fault_is_on_its_page():
    from paishan.link.errors import ERRORS
    from paishan.link.verbs import VERBS
    from paishan.store.schema import SETTINGS
    from paishan.table.events import EVENTS
    from paishan.table.faults import codes

    text = {path.name: page for path, page in pages.written().items()}
    for row in SETTINGS:
        assert text["settings.md"].count(f"| `{row[0]}` |") == 2
    for row in (*VERBS, *EVENTS):
        assert f"| `{row[0]}` |" in text["protocol.md"]
    for row in ERRORS:
        assert f"| {row[0]} | `{row[1]}` |" in text["protocol.md"]
    for code in codes():
        assert text["faults.md"].count(f"**{code:02}**") == 2


def test_a_cell_may_hold_a_bar():
    assert pages.table(("a",), [["x|y"]]) == "| a |\n| --- |\n| x\\|y |"


def test_every_fault_family_and_every_end_is_on_the_troubleshooting_page_in_both_languages():
    from paishan.table.faults import FAMILIES
    from paishan_sim.ends import ENDS

    text = {path.name: page for path, page in pages.written().items()}["troubleshooting.md"]
    english, chinese = text.split("## 中文")
    for first, _name, _severity, _count in FAMILIES:
        for half in (english, chinese):
            assert f"| **{first:02}**" in half
    for row in ENDS:
        for half, cause in zip((english, chinese), row.cause, strict=True):
            assert f"| {cause} |" in half
            assert f"| `{row.name}` |" in half
