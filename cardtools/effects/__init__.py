"""The effect engine: templates and placeholders to texts, texts to tags (Doc 4.7 to 4.10)."""
