from paishan_host import language, words


def test_every_code_of_the_display_is_explained_in_both_languages():
    for tongue in ("en", "zh"):
        rows = words.faults(tongue)
        assert len(rows) > 30
        for row in rows:
            assert all((row.happened, row.tiles, row.remedy, row.symptom))
    assert words.fault(10) is None


def test_a_refusal_says_what_was_said_and_what_to_do():
    assert (
        words.refusal(203, "BUSY", {}) == "203 BUSY: something moves: wait until the table rests"
    )
    assert words.refusal(299, "NEW", {"detail": "x", "wait_ms": 5}) == (
        "299 NEW (x, wait_ms 5): unknown: update this tool"
    )


def test_the_meaning_of_a_setting_follows_the_language():
    assert words.setting("scan_ms") == "period of the scan"
    language.choose("zh")
    assert words.setting("scan_ms") == "扫描周期"
    assert words.setting("nope") == ""
