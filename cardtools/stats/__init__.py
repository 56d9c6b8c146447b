"""Statistics of a card project: facts are counted into tables, tables are shown as text, pictures, a page."""
