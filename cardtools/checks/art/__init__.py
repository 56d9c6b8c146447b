"""Checks of image files: where their paths lead, what they are called, and whether they are used."""
