"""Reports about a game: its statistics, what changed, what its files may contain."""
