"""The table, on the board that this controller has."""

import board

from paishan.app import App

app = App(board.port(), board.profile())
app.run(board.wait)
