"""Power-on goes on: picks the application, and runs it."""

from rescue import controller
from rescue.start import Start

start = Start(controller)
start.run()
