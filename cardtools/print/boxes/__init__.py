"""Tuck boxes: from the size and the number of cards to a sheet that is cut, folded and glued."""
