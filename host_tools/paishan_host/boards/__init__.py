"""Boards: what a board.toml says, what can be wrong with it, and the pictures made from it."""
