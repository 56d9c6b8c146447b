"""Checks of cards, effects, art and decks; each finding says where, what, and what would be right."""
