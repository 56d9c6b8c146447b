"""Checks of decks: each module has its checks and `check(deck)`; `deck_rules.py` applies those of the ruleset."""
