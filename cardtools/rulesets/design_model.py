"""What `[design]` of a ruleset file may contain; `compile_design.py` makes DesignRules of it."""

from __future__ import annotations

from dataclasses import field

from cardtools.record import Record


class RankEntry(Record):
    """`[design.rank]`: the column with a card's rank, and how effects state it, with {} for the number.

    With `within`, a card of a rank above the lowest comes into play on one of the rank below that agrees in
    that column.
    """

    column: str
    within: str = ""
    exactly: str = ""
    at_most: str = ""
    at_least: str = ""


class DesignEntry(Record):
    """`[design]`: the basis of the checks that compare the cards of a game with each other.

    Cards with the same values of the expressions `same` and the same effects are compared in their columns of
    the roles strength and cost; a card's numbers are compared with those of all cards with the same values of
    `groups`. Effects refer to cards by the words of the columns `words` before one of the `nouns`, each with
    the condition on the cards it means ("" for all). In the columns `tribes` a word is on several cards.
    """

    same: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    nouns: dict[str, str] = field(default_factory=dict)
    tribes: tuple[str, ...] = ()
    rank: RankEntry | None = None
