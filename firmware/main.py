"""Power-on goes on: picks the application, and runs it."""

import board

from rescue.start import Start

start = Start(board)
start.run()
