from paishan_sim.platform import Platform


def test_two_tiles_find_room():
    platform = Platform([], "E")
    assert platform.lay(1)
    assert platform.lay(2)
    assert platform.tiles == [1, 2]
    assert platform.arm_over


def test_a_third_tile_collides():
    collisions: list[str] = []
    platform = Platform(collisions, "S")
    platform.tiles += [1, 2]
    assert not platform.lay(3)
    assert collisions == ["head S lays on to a full platform"]


def test_the_pusher_collides():
    collisions: list[str] = []
    platform = Platform(collisions, "W")
    platform.pusher_home = False
    assert not platform.lay(1)
    assert platform.tiles == []
    assert collisions == ["head W lays on to the pusher"]
