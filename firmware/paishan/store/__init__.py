"""Figures that outlive a power cut."""
