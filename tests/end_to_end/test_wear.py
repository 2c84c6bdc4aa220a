"""The running time that a technician reads is that of the motors."""

from paishan.io import image as io
from paishan_sim.run import RunConfig, run

SCAN_S = 0.005
TURNING = {"head": io.HEAD, "pusher": io.PUSHER}


def test_the_running_time_of_heads_and_pushers_is_right_after_two_builds():
    ran_s = {(name, side): 0.0 for name in TURNING for side in range(io.SIDES)}
    counted = {}

    def watch(playing):
        for (name, side), _ in ran_s.items():
            if playing.outputs[side] & TURNING[name]:
                ran_s[name, side] += SCAN_S
        run_s = playing.lane.app.store.counts.of("run_s")
        for name, side in ran_s:
            counted[name, side] = run_s[8 * side + TURNING[name].bit_length() - 1]

    assert run(RunConfig(cycles=2), watch).good
    assert min(ran_s.values()) > 10
    for motor, seconds in ran_s.items():
        # what is below a second waits, and what a build ended with is stopped half a scan later
        assert seconds - 1.5 <= counted[motor] <= seconds, (motor, seconds, counted)
