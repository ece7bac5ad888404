"""Boards to play on, at the terminal, in a browser and in notebooks, and replays."""
