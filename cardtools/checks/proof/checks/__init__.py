"""What a proof checks: a file a check, with its `Check` and `check(side)`, which yields its findings."""
