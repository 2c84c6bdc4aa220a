"""Power-on of the bench board: boot.py, then main.py, as a controller runs them.

From the sources, on the path that the simulator gave; or, with "installed" in the profile, from
the board's own flash, which then is the root of all files, and nothing else is on the path.
"""

import sys

import board

if board.root():
    import vfs

    device = board.device()
    vfs.umount("/")
    vfs.mount(vfs.VfsLfs2(device, progsize=256), "/")
    sys.path[:] = ["/"]

import boot  # noqa: F401
import main  # noqa: F401
