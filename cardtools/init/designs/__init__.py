"""Designs of other programs: their layouts become a face, and what has no counterpart here is named."""
