"""Checks of decks: modules have their checks and `check(deck)`; `deck_rules` applies those of the ruleset."""
