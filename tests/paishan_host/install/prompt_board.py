"""Runs under MicroPython: its raw prompt, as a board has it, with the files of a flash image.

    prompt_board.py IMAGE PORT

The other end of the line is a server at PORT of this machine. A reset ends it with exit code 3.
"""

import io
import socket
import sys

import flash  # type: ignore[import-not-found]
import vfs  # type: ignore[import-not-found]

RESET = 3
WINDOW = 512
BANNER = b"raw REPL; CTRL-B to exit\r\n>"


class Machine:
    """What the module `machine` has here."""

    @staticmethod
    def reset():
        """Starts the controller anew."""
        raise SystemExit(RESET)


def started(path):
    """The file system of the image, made if there is none, becomes the root."""
    device = flash.Flash(flash.FileImage(path, flash.ROOT_BLOCKS), 0, False, flash.ROOT_BLOCKS)
    if device.untouched():
        vfs.VfsLfs2.mkfs(device, progsize=256)
    vfs.umount("/")
    vfs.mount(vfs.VfsLfs2(device, progsize=256), "/")


class Prompt:
    """The raw prompt, and of the friendly one only its sign."""

    def __init__(self, sock):
        self._sock = sock
        self._raw = False
        self._said = io.BytesIO()
        self._names = {"print": self._print}

    def _print(self, *values, sep=" ", end="\n"):
        self._said.write(sep.join([str(value) for value in values]) + end)

    def run(self):
        """Until the line is closed."""
        code = b""
        while True:
            byte = self._sock.recv(1)
            if not byte:
                return
            if byte == b"\x01":
                self._raw, code = True, b""
                self._sock.send(BANNER)
            elif byte == b"\x02" or (not self._raw and byte == b"\x03"):
                self._raw = False
                self._sock.send(b"\r\n>>> ")
            elif byte == b"\x03":
                code = b""
            elif byte == b"\x04" and self._raw:
                self._do(code)
                code = b""
            elif byte == b"\x05" and not code:
                self._sock.recv(2)
                code = self._pasted()
                self._do(code, b"")
                code = b""
            else:
                code += byte

    def _pasted(self):
        """What comes in raw paste mode, with a window for each half of it."""
        self._sock.send(b"R\x01" + bytes((WINDOW & 255, WINDOW >> 8)) + b"\x01")
        code, taken = b"", 0
        while True:
            byte = self._sock.recv(1)
            if byte == b"\x04" or not byte:
                self._sock.send(b"\x04")
                return code
            code += byte
            taken += 1
            if taken % WINDOW == 0:
                self._sock.send(b"\x01")

    def _do(self, code, sign=b"OK"):
        self._said = io.BytesIO()
        self._sock.send(sign)
        wrong = io.StringIO()
        try:
            exec(code.decode(), self._names)
        except Exception as error:
            sys.print_exception(error, wrong)
        said = self._said.getvalue().replace(b"\n", b"\r\n")
        self._sock.send(said + b"\x04" + wrong.getvalue().encode() + b"\x04>")


path, port = sys.argv[1:]
sock = socket.socket()
sock.connect(socket.getaddrinfo("127.0.0.1", int(port))[0][-1])
started(path)
sys.modules["machine"] = Machine  # type: ignore[assignment]
Prompt(sock).run()
