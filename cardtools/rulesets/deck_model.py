"""What a ruleset file may say about decks: sections, and rules of several kinds.

Every rule of a deck applies to the cards of its `section` (one name or several); without one it applies to
the whole deck, which is every section that is not `apart`.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from cardtools.catalogue import Level
from cardtools.record import Record

LARGEST_HAND = 100
_MOST_MULLIGANS = 20


class DeckExample(Record):
    """Deck lists, made of the cards under `[examples]`, that a rule must accept and must refuse."""

    ok: tuple[str, ...] = ()
    bad: tuple[str, ...] = ()


class SectionEntry(Record):
    """`[section.vault]`: a part of a deck with rules of its own; the first one is where a deck list begins.

    A heading with the section's key or one of its `names` opens it. `apart` sections, as a sideboard, do not
    count for rules without a section.
    """

    names: tuple[str, ...] = ()
    apart: bool = False


class DeckRuleEntry(Record, kw_only=True):
    """What every rule of a deck has."""

    name: str
    severity: Level | None = None
    hint: str = ""
    summary: str = ""
    why: str = ""
    source: str = ""
    section: str | tuple[str, ...] = ()
    example: DeckExample = field(default_factory=DeckExample)


class SizeEntry(DeckRuleEntry, kw_only=True):
    """There are `min` to `max` cards; `each` gives the least number by section."""

    kind: Literal["size"]
    min: int = 0
    max: int | None = None
    each: dict[str, int] = field(default_factory=dict)


class CountEntry(DeckRuleEntry, kw_only=True):
    """There are `min` to `max` cards that meet `where`, called `noun` in messages.

    With `known` (a condition) it applies only to decks in which every card meets that.
    """

    kind: Literal["count"]
    where: str
    noun: str = "such card"
    min: int = 0
    max: int | None = None
    known: str = ""


class DistinctEntry(DeckRuleEntry, kw_only=True):
    """The cards that meet `where` have `min` to `max` different values in the column `field`."""

    kind: Literal["distinct"]
    field: str
    where: str = ""
    noun: str = "value"
    min: int = 0
    max: int | None = None


class AllEntry(DeckRuleEntry, kw_only=True):
    """Every card meets `where`; `message` describes the fault of one that doesn't."""

    kind: Literal["all"]
    where: str
    message: str


class ForbiddenEntry(DeckRuleEntry, kw_only=True):
    """Cards that meet `where` are not for decks; `message` gives the reason."""

    kind: Literal["forbidden"]
    where: str
    message: str


class ShareEntry(DeckRuleEntry, kw_only=True):
    """Of the cards that meet `of` (empty: all), `min` to `max` per cent meet `where`.

    With `by` (a column) the largest group that agrees in it is measured. `or_min` to `or_max` is a number of
    cards that is as good as the share.
    """

    kind: Literal["share"]
    where: str = ""
    of: str = ""
    by: str = ""
    noun: str = "such card"
    min: int = 0
    max: int | None = None
    or_min: int | None = None
    or_max: int | None = None


class SubsetEntry(DeckRuleEntry, kw_only=True):
    """Every card of the section is in the section `of` too, at least as often."""

    kind: Literal["subset"]
    of: str


class CoverEntry(DeckRuleEntry, kw_only=True):
    """What cards need (`needs`, words of the cards that meet `where`) some card makes.

    Makers are the cards that meet `from`, and what they make is `makes`. Words in `free` need no maker; one
    that makes a word of `joker` makes everything.
    """

    kind: Literal["cover"]
    needs: str
    from_: str
    makes: str
    where: str = ""
    free: tuple[str, ...] = ()
    joker: tuple[str, ...] = ()


class Limit(Record):
    """One step of a copy limit: a deck may have `max` copies of cards that meet `where` (empty: all)."""

    max: int | Literal["unlimited"]
    where: str = ""


class CopiesEntry(DeckRuleEntry, kw_only=True):
    """Cards that agree in the columns `by` together have a limit; the strictest step that fits holds.

    The column `own`, where a card has it filled, is that card's own limit, a number or `unlimited`, and beats
    the steps.
    """

    kind: Literal["copies"]
    limit: tuple[Limit, ...]
    by: tuple[str, ...] = ()
    own: str = ""


class ChainEntry(DeckRuleEntry, kw_only=True):
    """A card with more than `lowest` in the column `field` (a whole number) needs a card with one less.

    Both meet `where` and agree in the columns `same`. `message` describes the fault; a missing card is
    reported once.
    """

    kind: Literal["chain"]
    field: str
    message: str
    same: tuple[str, ...] = ()
    where: str = ""
    lowest: int = 1


class OddsEntry(DeckRuleEntry, kw_only=True):
    """At most `max` per cent of opening hands are bad: they have fewer than `least` of the cards that meet
    `where`, or more than `most` (one of the two is given), called `noun` in messages.

    A hand has `hand` cards. A bad one is replaced by a new one for each number of cards in
    `mulligans`, and the first good one is kept. Skipped for decks that lack cards.
    """

    kind: Literal["odds"]
    where: str
    hand: int
    max: int
    least: int = 0
    most: int | None = None
    mulligans: tuple[int, ...] = ()
    noun: str = "such card"

    def __post_init__(self) -> None:
        if bool(self.least) == (self.most is not None):
            raise ValueError("odds need either least, 1 or more, or most")
        if len(self.mulligans) > _MOST_MULLIGANS:
            raise ValueError(f"mulligans: there are at most {_MOST_MULLIGANS}")
        for key, size in (("hand", self.hand), *(("mulligans", size) for size in self.mulligans)):
            if not 1 <= size <= LARGEST_HAND:
                raise ValueError(f"{key} = {size}: a hand has 1 to {LARGEST_HAND} cards")
        if not 0 <= max(self.least, self.most or 0) <= self.hand:
            key, number = ("least", self.least) if self.least else ("most", self.most)
            raise ValueError(f"{key} = {number}: a hand of {self.hand} cards has 0 to {self.hand} of them")
        if not 0 <= self.max <= 100:
            raise ValueError(f"max = {self.max}, expected 0 to 100 per cent")


class SearchEntry(DeckRuleEntry, kw_only=True):
    """The deck has the cards that its effects search it for, as far as `[design]` explains their words.

    What is searched for follows the words of `ahead` in an effect, or precedes those of `behind`. Skipped for
    decks that lack cards.
    """

    kind: Literal["search"]
    ahead: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()


class NoteEntry(DeckRuleEntry, kw_only=True):
    """A remark about every deck: what the rules leave open."""

    kind: Literal["note"]
    message: str


# The checks of a deck's lines, as the kinds of [deck.CODE] call them.
LINE_CHECKS = {
    "unknown": "DCK001",
    "line-count": "DCK002",
    "repeated": "DCK003",
    "heading-sum": "DCK004",
    "heading-name": "DCK005",
    "version": "DCK006",
    "other-ruleset": "DCK007",
}


class LineEntry(DeckRuleEntry, kw_only=True):
    """The code and name that a generic check of deck lines has in this game."""

    kind: Literal[
        "unknown", "line-count", "repeated", "heading-sum", "heading-name", "version", "other-ruleset"
    ]


DeckRuleKind = (
    SizeEntry | CountEntry | DistinctEntry | AllEntry | ForbiddenEntry | ShareEntry | SubsetEntry
    | CoverEntry | CopiesEntry | ChainEntry | OddsEntry | SearchEntry | NoteEntry
)  # fmt: skip
DeckTable = DeckRuleKind | LineEntry
