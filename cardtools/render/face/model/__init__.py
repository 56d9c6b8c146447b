"""The contents of a face file: a frozen dataclass for each table (read by `cardtools.ground.toml.tomlfile`).

Every text on a card, every colour, and every number that may be a string is a Jinja2 template
over the card's columns; every `when` is a Jinja2 expression. Lengths are mm from the trim's edges:
`right` and `bottom` are distances from the right and the bottom edge. Font sizes are points.
"""
