"""What `[design]` of a ruleset file may contain; `compile_sections.py` makes DesignRules of it."""

from cardtools.ground.frozen_record import Record, field


class RankEntry(Record):
    """`[design.rank]`: how effects state the rank of a card, with `{}` for the number.

    Keys:
        column: The column of the rank.
        within: A card above the lowest rank is played on one of the rank below that agrees in this column.
        exactly: The words for one rank.
        at_most: The words for a rank and those below.
        at_least: The words for a rank and those above.

    Example:
        [design]
        words = ["TYPE"]
        nouns = { card = "" }

        [design.rank]
        column = "LEVEL"
        within = "TYPE"
        exactly = "rank {}"
        at_most = "rank {} or lower"
        at_least = "rank {} or higher"
    """

    column: str
    within: str = ""
    exactly: str = ""
    at_most: str = ""
    at_least: str = ""


class DesignEntry(Record):
    """`[design]`: how the cards of a game are compared with each other, and how effects refer to them.

    Keys:
        same: Expressions; cards that agree in them and in their effects are compared by strength and cost.
        groups: Expressions; the numbers of a card are compared with those of all cards that agree in them.
        words: Columns whose words say in effects which cards are meant, as in "one Fire unit".
        nouns: What effects call cards, each with the condition on the cards it means; "" means all.
        tribes: Columns in which every word should be on several cards.
        rank: How effects state the rank of a card.

    Example:
        [design]
        same = ["TYPE", "LEVEL"]
        groups = ["TYPE == 'Spell'", "LEVEL"]
        words = ["TYPE", "SUBTYPES"]
        nouns = { card = "", unit = "TYPE != 'Spell'", spell = "TYPE == 'Spell'" }
        tribes = ["SUBTYPES"]
        rank = { column = "LEVEL", exactly = "rank {}" }
    """

    same: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    nouns: dict[str, str] = field(default_factory=dict)
    tribes: tuple[str, ...] = ()
    rank: RankEntry | None = None
