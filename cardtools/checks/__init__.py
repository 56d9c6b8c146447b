"""Checks of cards, effects, art and decks; a finding gives the place, the fault and what would be right."""
