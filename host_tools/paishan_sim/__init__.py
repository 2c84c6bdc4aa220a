"""The simulated table: a plant, a player and a safety monitor around the unchanged firmware."""
