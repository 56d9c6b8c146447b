"""A project from a table of cards: what its columns are, a ruleset and a face to match."""
