"""Checks of decks: each module has its checks and `check(deck)`; `rules.py` applies those of the ruleset."""
