"""Games whose rules are data: `[play]` of a ruleset, read and played."""
