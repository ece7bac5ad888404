"""What a study plays: variants, agents, start positions, seeds, and the numbers of games."""
