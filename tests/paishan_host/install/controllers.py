"""A controller on a TCP port: MicroPython's prompt, or the table that its flash holds.

Both are real MicroPython on one flash image. A reset at the prompt starts the table, a table
that leaves for the prompt opens it; whoever is on the line is hung up at each of the two, as
by USB.
"""

import os
import select
import socket
import subprocess
import sys
import threading
from contextlib import contextmanager, suppress
from pathlib import Path

from paishan_sim.lane import LaneError
from paishan_sim.lane_micropython import MicroPythonLane
from paishan_sim.places import boards_dir
from paishan_sim.plug import TcpPlug
from paishan_sim.run import Run, RunConfig
from paishan_sim.serve import serve

HERE = Path(__file__).parent
LAUNCH = "import sys, micropython_unix as m; sys.exit(m.run_main(['micropython', *sys.argv[1:]]))"
CONFIG = RunConfig(chart="dip", selector=2)
SPEED = 5
RESET = 3
EMPTY = b"\xff" * 4096 * 352


class Controller:
    """`url`: where a tool finds it. `path`: its flash."""

    def __init__(self, path, installed, service):
        self.path = path
        self.service = service
        self._installed = installed
        self._ends = threading.Event()
        self._listens = threading.Event()
        with socket.create_server(("127.0.0.1", 0)) as server:
            self._port = server.getsockname()[1]
        self.url = f"socket://127.0.0.1:{self._port}"
        self.errors = []
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._listens.wait(20)

    def close(self):
        self._ends.set()
        self._thread.join(20)
        assert not self.errors, self.errors

    def _run(self):
        try:
            while not self._ends.is_set():
                if self._installed:
                    self._table()
                else:
                    self._prompt()
                self._installed = not self._installed
        except Exception as error:
            self.errors.append(repr(error))

    def _table(self):
        """Until it leaves."""
        profile = {
            **CONFIG.profile(), "serial": True, "installed": True, "watchdog": 5.0,
            "flash": {"file": str(self.path)},
        }  # fmt: skip
        plug = TcpPlug(self._port)
        self._listens.set()
        try:
            with MicroPythonLane(profile) as lane, suppress(LaneError):
                run = Run(CONFIG, lane)
                run.plant.set_service(self.service)
                serve(run, [plug], speed=SPEED, on_scan=lambda _run: self._ends.is_set())
        finally:
            plug.close()

    def _prompt(self):
        """Until it is reset."""
        with socket.create_server(("127.0.0.1", 0)) as inside, socket.create_server(
            ("127.0.0.1", self._port)
        ) as outside:  # fmt: skip
            child = subprocess.Popen(
                [sys.executable, "-I", "-c", LAUNCH, "-X", "heapsize=4M",
                 str(HERE / "prompt_board.py"), str(self.path), str(inside.getsockname()[1])],
                env={**os.environ, "MICROPYPATH": f"{boards_dir() / 'bench'}:.frozen"},
                stdin=subprocess.DEVNULL,
            )  # fmt: skip
            self._listens.set()
            board, _ = inside.accept()
            with board:
                self._bridge(board, outside, child)
            if self._ends.is_set():
                child.kill()
            assert child.wait() == RESET or self._ends.is_set()

    def _bridge(self, board, outside, child):
        laptop = None
        while not self._ends.is_set():
            ready, _, _ = select.select(
                [board, outside, *([laptop] if laptop else [])], [], [], 0.1
            )
            if outside in ready:
                laptop, _ = outside.accept()
            if laptop in ready:
                data = laptop.recv(4096)
                if data:
                    board.sendall(data)
                else:
                    laptop.close()
                    laptop = None
            if board in ready:
                data = board.recv(4096)
                if not data:
                    break
                if laptop:
                    laptop.sendall(data)
        if laptop:
            laptop.close()
        del child


@contextmanager
def controller(tmp_path, flash=EMPTY, installed=False, service=True):
    """One with that flash, at its prompt or as a table."""
    path = tmp_path / "flash.img"
    path.write_bytes(flash)
    one = Controller(path, installed, service)
    try:
        yield one
    finally:
        one.close()
