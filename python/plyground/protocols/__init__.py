"""Servers for other programs: UCI for chess and Hub for draughts serve agents, and MCP serves games to language models."""
