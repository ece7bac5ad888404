"""Servers that let other programs use agents of plyground: UCI for chess, Hub for draughts."""
