"""Card databases and decks: what designers write, read with its place."""
