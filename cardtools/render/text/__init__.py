"""Text to lines of glyphs: marks, fonts, shaping, line breaks."""
