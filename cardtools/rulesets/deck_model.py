"""What a ruleset file may say about decks: sections, and rules of several kinds.

Every rule of a deck applies to the cards of its `section` (one name or several); without one it applies to
the whole deck, which is every section that is not `apart`.
"""

from typing import Literal

from cardtools.ground.catalogue import Level
from cardtools.ground.frozen_record import Record, field

LARGEST_HAND = 100
_MOST_MULLIGANS = 20


class DeckExample(Record):
    r"""Deck lists that a rule must accept and must refuse, made of the cards under `[examples]`.

    Keys:
        ok: Deck lists that the rule accepts.
        bad: Deck lists in which the rule finds a fault.

    Example:
        [examples]
        cards = [{ NAME = "Oak", TYPE = "Nature", LEVEL = 1 }]

        [deck.XMP201]
        name = "few-oaks"
        kind = "copies"
        limit = [{ max = 3 }]
        example = { ok = ["3 Oak"], bad = ["4 Oak", "2 Oak\n2 Oak"] }
    """

    ok: tuple[str, ...] = ()
    bad: tuple[str, ...] = ()


class SectionEntry(Record):
    """`[section.NAME]`: a part of a deck with rules of its own, opened by a heading in the deck list.

    Keys:
        names: Other headings that open the section.
        apart: Rules without a section don't count its cards, as in a sideboard.

    Example:
        [section.main]
        names = ["deck"]

        [section.side]
        names = ["sideboard"]
        apart = true
    """

    names: tuple[str, ...] = ()
    apart: bool = False


class ListEntry(Record):
    """`[list.NAME]`: a table of cards that are banned or cost points, or of what is legal. In rules of decks
    NAME is its value for a card, without VALUE that of CARD, and `given(NAME)` whether it has one.

    The table has the columns CARD, VALUE, FORMAT, FROM and UNTIL, all but CARD by choice. A row counts in its
    FORMAT, if it has one, and from the day FROM to the day UNTIL. A deck says which: `@format league`, `@date
    2026-01-31`; without a date, what has no UNTIL counts. Of several rows, one with a format wins, then the
    latest.

    Keys:
        table: The table, relative to the ruleset.
        type: What VALUE is, a text or a number.
        by: The column of the cards that CARD is about, such as the set; if empty, the label.

    Example:
        [list.status]
        table = "lists/types.csv"
        type = "str"
        by = "TYPE"

        [deck.XMP217]
        name = "banned"
        kind = "forbidden"
        where = "status == 'banned'"
        message = "{TYPE} cards are banned"
    """

    table: str
    type: Literal["str", "number"] = "str"
    by: str = ""


class DeckRuleEntry(Record, kw_only=True):
    """What every deck rule has.

    Keys:
        name: The name of the rule, in lower case with hyphens.
        severity: How severe its findings are; by default an error, or as the generic check.
        hint: What to do about it; expressions in `{}` are filled in.
        summary: What the rule requires, in one line.
        why: The reason for it.
        source: The chapter of the rules that states it.
        section: The section, or sections, that the rule is about; if empty, all that are not `apart`.
        separate: Each of these sections that has cards is checked by itself, as the decks of one player.
        format: The format, or formats, that the rule is for; if empty, all. A deck says `@format NAME`.
        first: The condition of one card of the deck, such as its leader, whose X the rule names as `first_X`;
            `section` is where it is. Of several, it has the words of all their lists, and other values in
            which they agree. A deck is not checked where there is none.
        plural: What messages call several of what the rule calls its `noun`; if empty, the noun with an s.
        example: Deck lists that the rule must accept and refuse.

    Example of a rule for two sections, with all that is explained:
        [section.main]

        [section.side]

        [examples]
        cards = [{ NAME = "Oak", TYPE = "Nature", LEVEL = 1 }]

        [deck.XMP201]
        name = "few-cards"
        kind = "size"
        max = 3
        section = ["main", "side"]
        separate = true
        format = "league"
        first = "LEVEL == 1"
        plural = "pieces"
        severity = "warning"
        hint = "leave out some cards"
        summary = "a deck has at most three cards"
        why = "a game should be short"
        source = "Rules, page 2"
        example = { ok = ["3 Oak"], bad = ["4 Oak"] }
    """

    name: str
    severity: Level | None = None
    hint: str = ""
    summary: str = ""
    why: str = ""
    source: str = ""
    section: str | tuple[str, ...] = ()
    separate: bool = False
    format: str | tuple[str, ...] = ()
    first: str = ""
    plural: str = ""
    example: DeckExample = field(default_factory=DeckExample)


class SizeEntry(DeckRuleEntry, kw_only=True):
    """The number of cards.

    Keys:
        min: The least number.
        max: The greatest number; without it, any.
        each: The least number of cards in each section.

    Example:
        [deck.XMP201]
        name = "deck-size"
        kind = "size"
        min = 50
        max = 70
        each = { main = 40, side = 10 }

        [section.main]

        [section.side]
    """

    kind: Literal["size"]
    min: int = 0
    max: int | None = None
    each: dict[str, int] = field(default_factory=dict)


class CountEntry(DeckRuleEntry, kw_only=True):
    """The number of cards that meet a condition.

    Keys:
        where: The condition.
        noun: What messages call such a card.
        min: The least number.
        max: The greatest number; without it, any.
        known: The rule is for decks in which every card meets this condition.

    Example:
        [deck.XMP202]
        name = "leaders"
        kind = "count"
        where = "LEVEL >= 5"
        noun = "leader"
        min = 1
        max = 3
        known = "TYPE == 'Fire'"
    """

    kind: Literal["count"]
    where: str
    noun: str = "such card"
    min: int = 0
    max: int | None = None
    known: str = ""


class SumEntry(DeckRuleEntry, kw_only=True):
    """The sum of a number over the cards, each copy counted: points, influence, the price of an army.

    Keys:
        of: What a card adds: a column, or an expression. A card where it has no value adds nothing, and a
            condition 1 where it holds.
        where: Only cards that meet this condition count; if empty, all.
        by: A column, or an expression: the cards of each of its values are added up by themselves.
        totals: Other such sums over all cards of the rule, which the other keys may name.
        noun: What messages call one of what is added.
        min: The least sum: a number, or an expression of `size`, the number of cards, of `totals`, `first_X`
            and `group`, the value of `by`.
        max: The greatest sum, in the same way; without it, any.

    Example of a limit by the size of the deck, and one by its leader:
        [deck.XMP215]
        name = "levels"
        kind = "sum"
        of = "LEVEL"
        where = "TYPE != 'Spell'"
        noun = "level"
        min = "2 * (size // 5) + 2"
        max = "2 * (size // 5) + 3"

        [deck.XMP216]
        name = "foreign"
        kind = "sum"
        of = "0 if TYPE == first_TYPE else LEVEL"
        first = "LEVEL >= 5"
        noun = "level of other types"
        max = "3 * first_LEVEL"

    Example of at least as many cards of each other type as spells:
        [deck.XMP215]
        name = "few-spells"
        kind = "sum"
        of = "1"
        where = "TYPE != 'Spell'"
        by = "TYPE"
        totals = { spells = "TYPE == 'Spell'" }
        min = "spells"
    """

    kind: Literal["sum"]
    of: str
    where: str = ""
    by: str = ""
    totals: dict[str, str] = field(default_factory=dict)
    noun: str = "point"
    min: int | str = 0
    max: int | str | None = None


class DistinctEntry(DeckRuleEntry, kw_only=True):
    """The number of different values in a column.

    Keys:
        field: The column.
        where: Only cards that meet this condition count; if empty, all.
        noun: What messages call a value.
        min: The least number of values.
        max: The greatest number of values; without it, any.

    Example:
        [deck.XMP203]
        name = "two-types"
        kind = "distinct"
        field = "TYPE"
        where = "TYPE != 'Spell'"
        noun = "type"
        min = 1
        max = 2
    """

    kind: Literal["distinct"]
    field: str
    where: str = ""
    noun: str = "value"
    min: int = 0
    max: int | None = None


class AllEntry(DeckRuleEntry, kw_only=True):
    """Every card meets a condition.

    Keys:
        where: The condition.
        message: What is wrong with a card that doesn't; expressions in `{}` are filled in.

    Example:
        [deck.XMP204]
        name = "low-ranks"
        kind = "all"
        where = "LEVEL <= 3"
        message = "{NAME} has rank {LEVEL}, and this format ends at 3"
    """

    kind: Literal["all"]
    where: str
    message: str


class ForbiddenEntry(DeckRuleEntry, kw_only=True):
    """Cards that no deck may contain.

    Keys:
        where: The condition that these cards meet.
        message: Why they are forbidden; expressions in `{}` are filled in.

    Example:
        [deck.XMP205]
        name = "no-lore"
        kind = "forbidden"
        where = "given(LORE_OF)"
        message = "{NAME} is a lore card"
    """

    kind: Literal["forbidden"]
    where: str
    message: str


class ShareEntry(DeckRuleEntry, kw_only=True):
    """The percentage of cards that meet a condition.

    Keys:
        where: The condition.
        of: The cards that count as the whole; if empty, all.
        by: Instead of `where`: the largest group of cards with a word in this column is measured.
        noun: What messages call such a card.
        min (%): The least share.
        max (%): The greatest share; without it, any.
        or_min: The least number of cards that is accepted instead of the share.
        or_max: The greatest number of cards that is accepted instead of the share.

    Example:
        [deck.XMP206]
        name = "spell-share"
        kind = "share"
        where = "TYPE == 'Spell'"
        noun = "spell"
        min = 20
        max = 40

    Example of the largest type among the units:
        [deck.XMP206]
        name = "one-type"
        kind = "share"
        by = "TYPE"
        of = "TYPE != 'Spell'"
        min = 50
        or_min = 20
        or_max = 30
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
    """Every card of the rule's section is in another section too, at least as often.

    Keys:
        of: The other section.

    Example:
        [section.main]

        [section.opening]

        [deck.XMP207]
        name = "opening-hand"
        kind = "subset"
        section = "opening"
        of = "main"
    """

    kind: Literal["subset"]
    of: str


class CoverEntry(DeckRuleEntry, kw_only=True):
    """What some cards need, others make: for example the colours of mana.

    Keys:
        needs: The words a card needs, an expression.
        from: The condition that cards meet which make words.
        makes: The words that such a card makes, an expression.
        where: Only cards that meet this condition need anything; if empty, all.
        free: Words that need no maker.
        joker: Words that count as all words when they are made.

    Example:
        [deck.XMP208]
        name = "colours"
        kind = "cover"
        needs = "SUBTYPES"
        from = "TYPE == 'Spell'"
        makes = "SUBTYPES"
        where = "TYPE != 'Spell'"
        free = ["Ghost"]
        joker = ["Machine"]
    """

    kind: Literal["cover"]
    needs: str
    from_: str
    makes: str
    where: str = ""
    free: tuple[str, ...] = ()
    joker: tuple[str, ...] = ()


class Limit(Record):
    """One step of a copy limit. Of the steps that fit a card, the strictest applies.

    Keys:
        max: The greatest number of copies, or "unlimited".
        where: The condition that its cards meet; if empty, all cards.

    Example:
        [deck.XMP209]
        name = "copies"
        kind = "copies"
        limit = [{ where = "LEVEL >= 4", max = 1 }, { where = "LEVEL == 1", max = "unlimited" }, { max = 3 }]
    """

    max: int | Literal["unlimited"]
    where: str = ""


class CopiesEntry(DeckRuleEntry, kw_only=True):
    """How many copies of a card a deck may have.

    Keys:
        limit: The steps of the limit, such as `[{ max = 3 }]`; the strictest that fits a card applies.
        by: Cards that agree in these columns are counted together; if empty, each row is a card of its own.
        own: A card's own limit, a column or an expression, which wins over the steps where it has a value: a
            number or "unlimited".

    Example:
        [deck.XMP209]
        name = "copies"
        kind = "copies"
        by = ["NAME"]
        limit = [{ max = 3 }]
        own = "DECK_LIMIT"

        [fields.DECK_LIMIT]
    """

    kind: Literal["copies"]
    limit: tuple[Limit, ...]
    by: tuple[str, ...] = ()
    own: str = ""


class ChainEntry(DeckRuleEntry, kw_only=True):
    """A card with a high number needs a card whose number is one less, as with ranks.

    Keys:
        field: The column of the number.
        message: What is wrong; expressions in `{}` are filled in.
        same: Columns in which the two cards agree.
        where: Only cards that meet this condition; if empty, all.
        lowest: Cards up to this number need no other card.

    Example:
        [deck.XMP210]
        name = "ranks"
        kind = "chain"
        field = "LEVEL"
        same = ["TYPE"]
        where = "TYPE != 'Spell'"
        lowest = 2
        message = "{NAME} has rank {LEVEL}, and no {TYPE} card has rank {LEVEL - 1}"
    """

    kind: Literal["chain"]
    field: str
    message: str
    same: tuple[str, ...] = ()
    where: str = ""
    lowest: int = 1


class OddsEntry(DeckRuleEntry, kw_only=True):
    """The odds of a bad opening hand: one with fewer than `least`, or more than `most`, of certain cards.

    Give one of `least` and `most`. Decks with unknown cards are not checked.

    Keys:
        where: The condition that the cards in question meet.
        hand: The number of cards in an opening hand.
        max (%): The greatest share of bad hands.
        least: A hand with fewer of these cards is bad.
        most: A hand with more of these cards is bad.
        mulligans: The sizes of the new hands that replace bad ones, in order.
        noun: What messages call such a card.

    Example:
        [deck.XMP211]
        name = "opening"
        kind = "odds"
        where = "LEVEL == 1"
        noun = "rank-1 card"
        hand = 7
        mulligans = [6]
        least = 1
        max = 5

    Example of too many high cards:
        [deck.XMP211]
        name = "slow-opening"
        kind = "odds"
        where = "LEVEL >= 4"
        hand = 5
        most = 3
        max = 10
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
    """The cards that effects search the deck for are in it, as far as `[design]` explains their words.

    Keys:
        ahead: Words that come before what is searched for.
        behind: Words that come after what is searched for.

    Example:
        [deck.XMP212]
        name = "searches"
        kind = "search"
        ahead = ["search your deck for"]
        behind = ["from your deck"]
    """

    kind: Literal["search"]
    ahead: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()


class NoteEntry(DeckRuleEntry, kw_only=True):
    """A remark about every deck, such as what the rules leave open.

    Keys:
        message: The remark.

    Example:
        [deck.XMP213]
        name = "no-size"
        kind = "note"
        severity = "info"
        message = "the rules state no size of a deck"
    """

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
    """The code and the name that a generic check of deck lists has in this game.

    Keys:
        kind: The check.

    Example:
        [deck.XMP214]
        name = "unknown-card"
        kind = "unknown"
    """

    kind: Literal[
        "unknown", "line-count", "repeated", "heading-sum", "heading-name", "version", "other-ruleset"
    ]


DeckRuleKind = (
    SizeEntry | CountEntry | SumEntry | DistinctEntry | AllEntry | ForbiddenEntry | ShareEntry | SubsetEntry
    | CoverEntry | CopiesEntry | ChainEntry | OddsEntry | SearchEntry | NoteEntry
)  # fmt: skip
DeckTable = DeckRuleKind | LineEntry
