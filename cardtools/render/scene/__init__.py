"""Finished cards as plain data, and the outlines that they are made of."""
