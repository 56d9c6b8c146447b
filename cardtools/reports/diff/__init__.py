"""What changed between two versions of a card table: which cards, how, and what that means for the decks."""
