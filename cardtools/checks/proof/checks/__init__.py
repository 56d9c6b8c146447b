"""The checks of a proof: each file has a `Check` and `check(side)`, which yields its findings."""
