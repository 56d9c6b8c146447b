"""Statistics of a game: columns by what they mean, counted into tables, shown as text, JSON and a page."""
