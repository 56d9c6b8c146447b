"""What `[play]` of a ruleset file may contain; `compile_sections.py` makes rules of it."""

from cardtools.ground.frozen_record import Record, field


class PlayEntry(Record):
    """`[play]`: how the game is played, for `cardtools play` and `cardtools playtest`.

    What an engine needs, and what its options and weights mean, `cardtools rules show` lists.

    Keys:
        engine: The engine that plays the game: alpha, kingdom, mana, school, ttcg, or one that is installed;
            if empty, that of the ruleset which this one extends.
        kinds: The kinds of card that the engine knows, each with the condition of the cards of that kind.
        values: The values of a card that the engine knows, each with the expression of it, often a column.
        options: Numbers of the rules, and answers to questions that the rules leave open.
        weights: What the greedy agent thinks things are worth.

    Example:
        [fields.SORT]

        [fields.COST]
        type = "int"

        [fields.HEALTH]
        type = "int"

        [fields.MIGHT]
        type = "int"

        [play]
        engine = "alpha"
        kinds = { creature = "SORT == 'Creature'", object = "SORT == 'Object'" }
        values = { cost = "COST", health = "HEALTH", attack = "MIGHT" }
        options = { hand = 6 }
        weights = { attack = 5 }
    """

    engine: str = ""
    kinds: dict[str, str] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    options: dict[str, bool | int | str] = field(default_factory=dict)
    weights: dict[str, int] = field(default_factory=dict)
