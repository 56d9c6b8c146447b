"""Checks of the words of card texts."""
