"""main.py of an emulated Pico: its controller, without a table. Run by test_on_the_chip.py."""

import sys
import time

time.sleep(0.2)  # what is said before USB is there is lost

import machine  # type: ignore[import-not-found]  # noqa: E402
import micropython  # type: ignore[import-not-found]  # noqa: E402

from rescue import controller  # noqa: E402
from rescue.console import Console  # noqa: E402

sys.path.insert(0, "/a")

SCANS = 200
OUTPUTS = bytearray((1, 2, 4, 8, 0x10, 0x20, 0x40))


def scans():
    """Scans under a locked heap; the worst times, and what came over USB."""
    port = controller.port()
    serial = controller.serial()
    feed = controller.watchdog()
    inputs = bytearray(8)
    off = bytearray(7)
    chunk = bytearray(64)
    came = bytearray(200)
    worst = [0] * 5
    count = 0
    controller.wait()
    micropython.heap_lock()
    for number in range(SCANS):
        began = time.ticks_us()
        port.read(inputs)
        read = time.ticks_us()
        port.write(OUTPUTS if number & 8 else off)
        written = time.ticks_us()
        taken = serial.readinto(chunk)
        polled = time.ticks_us()
        for at in range(taken):
            if count < 200:
                came[count] = chunk[at]
                count += 1
        serial.write(chunk, taken)
        before = time.ticks_us()
        feed()
        fed = time.ticks_us()
        controller.wait()
        if number > SCANS // 2:  # the bytes have come long since
            worst[0] = max(worst[0], time.ticks_diff(read, began))
            worst[1] = max(worst[1], time.ticks_diff(written, read))
            worst[2] = max(worst[2], time.ticks_diff(polled, written))
            worst[3] = max(worst[3], time.ticks_diff(fed, before))
            worst[4] = max(worst[4], time.ticks_diff(time.ticks_us(), began))
    micropython.heap_unlock()
    micropython.kbd_intr(3)
    for at, name in enumerate(("read", "write", "poll", "feed", "period")):
        print("worst", name, worst[at])
    print("inputs", bytes(inputs))
    print("came", bytes(came[:count]))
    print("ring", port.good, port.disturbed)


def flood():
    """A host that opened the port and reads nothing: what is taken, and the worst scan."""
    print("flood")
    time.sleep(0.1)  # for the host to stop reading
    console = Console()
    text = b"x" * 63 + b"\n"
    taken = 0
    worst = 0
    for _ in range(SCANS):
        began = time.ticks_us()
        taken += console.write(text, 64)
        worst = max(worst, time.ticks_diff(time.ticks_us(), began))
        controller.wait()
    time.sleep(1)  # for the host to read again
    micropython.kbd_intr(3)
    print("")
    print("flood-taken", taken, worst)


identity = controller.identity()
print("cause", identity["reset_cause"], machine.reset_cause())
print("lost", identity["lost"] == "")
print("forced", controller.forced())
if identity["reset_cause"] == "power-on":
    scans()
    flood()
    controller.leave("reboot")
print("done")
while True:
    time.sleep(1)
