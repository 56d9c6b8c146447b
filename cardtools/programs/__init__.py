"""What the text of a card does, as data: the tree, its notation, and the way from text to program to words.

Nothing here knows a state of play: engines walk the tree.
"""
