"""Rescue: which application starts, what happens when it fails, and the way to a new one.

Lies outside both slots and imports nothing of the application.
"""
