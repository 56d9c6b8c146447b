"""The language of conditions and texts: what rules, filters and faces may say, and its values."""
