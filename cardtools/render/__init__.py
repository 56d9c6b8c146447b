"""From a card and a face to a picture and a printable sheet."""
