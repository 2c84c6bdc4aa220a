"""Records that went with their file system, and a profile that cannot be read."""

import pytest

from paishan.app import App
from paishan.io import files


@pytest.fixture
def folder(tmp_path):
    return str(tmp_path / "store")


def test_an_installed_controller_has_the_folder_and_lost_nothing(tmp_path):
    assert files.kept(str(tmp_path)) == ""


def test_a_missing_folder_is_told_at_every_start_until_somebody_accepts_it(folder):
    for _ in range(3):
        assert files.kept(folder) == files.LOST
    lost = App(None, {}, folder=folder, identity={"lost": files.kept(folder)})
    assert lost.store.bad
    assert "made anew" in lost.store.settings.sentence
    assert lost.acknowledge("settings") is None
    assert not lost.store.bad
    assert files.kept(folder) == ""
    assert not App(None, {}, folder=folder, identity={"lost": files.kept(folder)}).store.bad


def test_a_folder_that_cannot_be_made_is_told_and_never_raises(tmp_path):
    (tmp_path / "file").write_text("")
    assert files.LOST in files.kept(str(tmp_path / "file" / "store"))


def test_a_machine_without_a_profile_is_the_plain_one(tmp_path):
    assert files.profile(str(tmp_path / "none")) == ({"chart": "decade-dial"}, "")


def test_a_profile_is_read_and_a_damaged_one_is_told(tmp_path):
    path = tmp_path / "profile.json"
    path.write_text('{"chart": "dip"}')
    assert files.profile(str(path)) == ({"chart": "dip"}, "")
    path.write_text('{"chart": "di')
    profile, sentence = files.profile(str(path))
    assert profile == {"chart": "decade-dial"}
    assert "damaged" in sentence
