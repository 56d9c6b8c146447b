"""The interpreter of programs, which games with effects share: `engine.CardEngine` and `state.CardState`."""
