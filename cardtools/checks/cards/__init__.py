"""Checks of a card table that need no other check's result: each module has its checks and `check(cards)`."""
