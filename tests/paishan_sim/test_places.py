import pytest

from paishan_sim import places


def test_the_checkout_has_what_a_controller_gets():
    assert {"boot.py", "main.py"} <= {file.name for file in places.firmware_dir().iterdir()}
    assert (places.boards_dir() / "bench" / "board.py").is_file()


def test_a_bundle_in_a_wheel_comes_first(tmp_path, monkeypatch):
    (tmp_path / "firmware").mkdir()
    (tmp_path / "firmware" / "main.py").touch()
    monkeypatch.setattr(places, "_BUNDLE", tmp_path)
    assert places.firmware_dir() == tmp_path / "firmware"


def test_a_missing_folder_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(places, "_BUNDLE", tmp_path)
    monkeypatch.setattr(places, "_CHECKOUT", tmp_path)
    with pytest.raises(FileNotFoundError, match=r"firmware/main\.py"):
        places.firmware_dir()
