import pytest

from paishan.store.settings import Settings
from paishan.store.staging import Staging
from paishan.store.store import Store


class Table:
    def at_rest(self):
        return True

    settings = Settings()

    def rebuild(self):
        pass


@pytest.fixture
def folder(tmp_path):
    return str(tmp_path)


def change(store, name, *values):
    staging = Staging(store, Table())
    for value in values:
        staging.set(name, value, 75_000, "tool", "technician")


def test_a_change_says_when_who_and_what(folder):
    Store(folder).flush()
    store = Store(folder)
    change(store, "dice_ms", 3500)
    assert Store(folder).trail.entries() == [
        {
            "boot": 2,
            "seconds": 75,
            "level": "technician",
            "who": "tool",
            "name": "dice_ms",
            "old": 4000,
            "new": 3500,
            "kept": True,
        }
    ]


def test_the_last_32_are_kept(folder):
    change(Store(folder), "dice_ms", *range(3001, 3041))
    news = [entry["new"] for entry in Store(folder).trail.entries()]
    assert news == list(range(3009, 3041))


def test_a_change_whose_settings_were_lost_says_so(folder, tmp_path):
    change(Store(folder), "dice_ms", 3100, 3200)
    newest = tmp_path / "settings.b"
    newest.write_bytes(newest.read_bytes()[:-1])
    store = Store(folder)
    assert store.settings.data == {"dice_ms": 3100}
    assert [entry["kept"] for entry in store.trail.entries()] == [True, False]


def test_what_is_kept_elsewhere_has_no_generation_to_lose(folder):
    store = Store(folder)
    store.trail.add(0, "tool", "technician", [("gears", 3, 4)])
    assert store.trail.entries()[0]["kept"]


def test_without_a_folder_changes_are_known_until_the_power_goes():
    store = Store(None)
    change(store, "dice_ms", 3500)
    assert [entry["kept"] for entry in store.trail.entries()] == [True]
