"""A card's values laid out by a face, as a Scene."""
