"""Checks of what a designer writes for the effects: GEN and FLG."""
