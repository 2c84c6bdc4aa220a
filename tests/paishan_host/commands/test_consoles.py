"""Every command's output through the code pages of Chinese and western Windows consoles."""

import io
import sys

import pytest

from paishan_host import cli

ARGUMENTS = {
    "set": ["dice_ms=3500"],
    "import": ["{file}", "--yes"],
    "export": [],
    "reset": ["--yes"],
    "test": ["enter"],
    "jog": ["HEAD_E", "--ms", "100"],
    "capture": ["{folder}/x.rec", "--seconds", "0.5"],
    "replay": ["{folder}/missing.rec"],
    "raw": ["help"],
    "doctor": ["{folder}/x.zip"],
    "watch": ["--count", "2"],
    "faults": ["explain"],
}


OF_A_TABLE = cli.SECTIONS["A table on a serial line"]


@pytest.mark.parametrize("codepage", ["gbk", "cp1252"])
@pytest.mark.parametrize("tongue", ["en", "zh"])
def test_every_command_speaks_on_that_console(ready, monkeypatch, tmp_path, codepage, tongue):
    (tmp_path / "saved.toml").write_text(
        "[about]\nproduct = 'paishan'\nschema_version = 1\n[settings]\ndice_ms = 3300\n没 = 1\n"
        .replace("没", '"没有"'), "utf-8",
    )  # fmt: skip
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("help\nexit\n"))
    for name in [*cli.COMMANDS, "--help"]:
        given = [
            one.format(file=tmp_path / "saved.toml", folder=tmp_path)
            for one in (ARGUMENTS.get(name, []) if name in OF_A_TABLE else ["--help"])
        ]
        for tail in (given, ["--help"]):
            out = io.TextIOWrapper(io.BytesIO(), encoding=codepage)
            err = io.TextIOWrapper(io.BytesIO(), encoding=codepage)
            monkeypatch.setattr(sys, "stdout", out)
            monkeypatch.setattr(sys, "stderr", err)
            with pytest.raises(SystemExit) as end:
                cli.main(["--lang", tongue, name, *tail])
            out.flush()
            err.flush()
            assert end.value.code in (0, 1, 2, 3, 6, 7), (name, err.buffer.getvalue())
            said = out.buffer.getvalue() + err.buffer.getvalue()
            assert said, name
            said.decode(codepage)
            if codepage == "gbk":
                assert b"Traceback" not in said


def test_chinese_columns_stand_below_each_other(paishan, ready):
    from rich.cells import cell_len

    lines = paishan("--lang", "zh", "get", "dice_ms", "gap_ms").out.splitlines()
    at = [cell_len(line[: line.index(word)]) for line, word in zip(lines, ("说明", "骰", "多"),
                                                                     strict=True)]  # fmt: skip
    assert len(set(at)) == 1


def test_chinese_on_a_gbk_console_is_not_replaced(ready, monkeypatch):
    out = io.TextIOWrapper(io.BytesIO(), encoding="gbk")
    monkeypatch.setattr(sys, "stdout", out)
    with pytest.raises(SystemExit):
        cli.main(["--lang", "zh", "status"])
    out.flush()
    said = out.buffer.getvalue().decode("gbk")
    assert "状态" in said
    assert "?" not in said
