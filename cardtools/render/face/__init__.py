"""Faces: their files, what these may contain, and which card gets which."""
