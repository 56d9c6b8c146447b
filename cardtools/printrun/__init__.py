"""Print runs: from a set of designs to boxes of numbered copies (Doc 1, 4.1 to 4.3, 4.6)."""
