"""How projects begin."""
