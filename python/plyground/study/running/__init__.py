"""How the games of a study are played and stored."""
