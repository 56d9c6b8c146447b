"""What plays the texts of cards, for all games with effects (`card_engine.CardEngine`, `state.CardState`)."""
