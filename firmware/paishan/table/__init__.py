"""What the machine does: gears, walls, sides, dome, lifts, faults and interlocks. No hardware."""
