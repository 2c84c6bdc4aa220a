"""The table, on the board that this controller has."""

import board

from paishan.app import App

app = App(board.port(), board.profile(), board.serial(), board.folder(), board.identity())
board.leave(app.run(board.wait))
