"""Faults put into the simulated machine: what they are made of, and what carries them out."""
