"""Games as text: Portable Draughts Notation (`plyground.pdn`) and Portable Game Notation (`plyground.pgn`)."""
