"""Lane 3's chip: an RP2040 in an emulator of its own process, and what it is fed with."""
