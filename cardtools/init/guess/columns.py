"""What the columns of a table are, guessed from their headings and cells."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from typing import Literal

from cardtools.cards.column_roles import are_pictures, heading_words, is_number, name_column
from cardtools.cards.extra_tables import COPIES
from cardtools.cards.picture_cells import KINDS
from cardtools.cards.spaces import clean
from cardtools.ground.frozen_record import Record
from cardtools.ground.io.filenames import distinct
from cardtools.ground.tables.cell_values import ISO, is_link, read_date, read_yes_no
from cardtools.language.decimals import read_decimal

GuessedKind = Literal[
    "name", "picture", "copies", "number", "decimal", "yes", "date", "link",
    "list", "words", "text", "empty", "other",
]  # fmt: skip
NAME, IMAGE, TYPE = "NAME", "IMAGE", "TYPE"  # in rules and faces
PICTURES = tuple(f".{kind}" for kind in KINDS)

# Words of headings, in the languages of many designers.
_COPIES = set(
    "copies copy quantity qty quant count amount duplication duplicates anzahl menge stück stk kopien kopie"
    " exemplare exemplaires copie quantité cantidad copias ejemplares quantità copie quantidade cópias aantal"
    " ilość antal kusů 枚数 数量".split()
)
_MAYBE_COPIES = frozenset(("#", "x", "×", "n", "no", "nr", "number", "nummer"))  # or a card's number
_TEXTS = set(
    "text rules rule rulestext effect effects ability abilities description regeltext effekt texte".split()
)
_COSTS = set("cost costs mana price energy kosten preis coût prix coste costo".split())
_STRENGTHS = set(
    "attack atk att power strength might damage dmg defense defence def armor armour toughness health hp hit"
    " life vitality shield angriff stärke verteidigung leben schaden attaque défense force vie ataque".split()
)
_TYPES = set("type types kind class category typ art klasse catégorie tipo clase".split())
# The names that ready faces know, each with what a column of that name may be, best first.
_ROLES = {
    "COST": ("cost",), TYPE: ("type", "words", "list"), "TEXT": ("effect", "text"), "LORE": ("text",),
    "VALUE": ("strength", "number"), "VALUE2": ("strength", "number"),
}  # fmt: skip
_MOST_WORDS, _LONGEST_WORD = 24, 30


class GuessedColumn(Record):
    """A column: its heading in the table, its name for rules and faces, and what it seems to be. `words` are
    the values of a column of few different ones; `low` and `high` are the ends of its numbers. `form` is the
    mark of decimal numbers, or the format of dates.
    """

    heading: str
    name: str
    kind: GuessedKind
    role: Literal["", "cost", "strength", "effect", "type"] = ""
    words: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    is_signed: bool = False
    is_full: bool = False
    is_unique: bool = False
    form: str = ""
    note: str = ""

    def about(self) -> str:
        """What was guessed, in words."""
        roles = {
            "cost": "the cost",
            "strength": "a strength",
            "effect": "the rules text",
            "type": "the type line",
        }
        words = f"{len(self.words)} words" + (f": {', '.join(self.words[:4])}" if self.words else "")
        more = ", ..." if len(self.words) > 4 else ""
        known = {
            "name": "the name" + (", all different" if self.is_unique else ""),
            "picture": "pictures",
            "copies": "how many copies are printed",
            "number": f"whole numbers, {self.low} to {self.high}",
            "decimal": f"decimal numbers with a {'comma' if self.form == ',' else 'point'}",
            "yes": "yes or no",
            "date": f"dates, {self.form}",
            "link": "links",
            "list": f"lists of {words}{more}" if self.words else "lists",
            "words": f"one of {words}{more}",
            "text": "texts",
            "empty": "empty",
            "other": "texts of its own",
        }
        return "; ".join(filter(None, (known[self.kind], roles.get(self.role), self.note)))


def guess_columns(
    columns: Mapping[str, Sequence[str]], roles: Mapping[str, str] | None = None
) -> list[GuessedColumn]:
    """What each column seems to be, by its heading and its cells, in the order of the table. `roles` are the
    headings of what is known: the name, picture or copies ("": no column is).
    """
    cells = {
        heading: [text for cell in column if (text := clean(cell))] for heading, column in columns.items()
    }
    count = len(next(iter(columns.values())))
    asked = {role: heading for role, heading in (roles or {}).items() if heading in ("", *cells)}
    known = {heading: role for role, heading in asked.items() if heading}
    if "name" not in known.values():
        others = {heading: filled for heading, filled in cells.items() if heading not in known}
        known[name_column(others or cells)] = "name"
    found: dict[str, GuessedColumn] = {}
    for heading, filled in cells.items():
        kinds = {column.kind for column in found.values()} | asked.keys()
        found[heading] = _guess(heading, filled, count, known.get(heading, ""), kinds)
    _give_roles(found, cells)
    nameless = [heading for heading, column in found.items() if not column.name]
    taken = [column.name for column in found.values() if column.name]
    for heading, name in zip(nameless, distinct(map(identifier, nameless), taken, "_"), strict=True):
        found[heading] = replace(found[heading], name=name)
    return list(found.values())


def under_roles(columns: Sequence[GuessedColumn]) -> list[GuessedColumn]:
    """The columns under the names that ready faces know: of each role the first one that fits."""
    names = {column.name: column.name for column in columns}
    for role, kinds in _ROLES.items():
        free = [one for one in columns if names[one.name] not in _ROLES]
        fits = (one for kind in kinds for one in free if (one.role or one.kind) == kind)
        if role not in names.values() and (found := next(fits, None)):
            names[found.name] = role
    return [replace(column, name=names[column.name]) for column in columns]


def identifier(heading: str) -> str:
    """The heading as a name in rules and faces: `Card title` is CARD_TITLE."""
    letters = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", heading).upper())
    plain = "".join(letter if f"A{letter}".isidentifier() else "_" for letter in letters)
    name = re.sub("_+", "_", plain).strip("_")
    return name if name.isidentifier() else f"COLUMN_{name}".rstrip("_")


def is_rules_text(heading: str) -> bool:
    """Whether the heading says that the column holds what a card does."""
    return bool(heading_words(heading) & _TEXTS)


def _guess(heading: str, texts: Sequence[str], count: int, known_as: str, kinds: Set[str]) -> GuessedColumn:
    words, different = heading_words(heading), set(texts)
    is_full, is_unique = len(texts) == count, len(different) == len(texts)
    if known_as == "name":
        twice = next((text for text, number in Counter(texts).items() if number > 1), "")
        note = f"{twice} occurs more than once" if twice else ""
        return GuessedColumn(heading, NAME, "name", is_full=is_full, is_unique=is_unique, note=note)
    if known_as == "picture" or (are_pictures(texts, PICTURES) and "picture" not in kinds):
        return GuessedColumn(heading, IMAGE, "picture", is_full=is_full)
    if not texts and known_as != "copies":
        return GuessedColumn(heading, "", "empty")
    numbers = [int(text) for text in texts if is_number(text)]
    low, high = min(numbers, default=0), max(numbers, default=0)
    # A slip such as 2x doesn't make it another column.
    are_counts = 2 * len(numbers) > len(texts) and low >= 0 and high < 1000
    may_count = heading.strip(" .:").casefold() in _MAYBE_COPIES and not is_unique
    if known_as == "copies" or ((words & _COPIES or may_count) and are_counts and "copies" not in kinds):
        return GuessedColumn(heading, COPIES, "copies", low=low, high=high, is_full=is_full)
    if len(numbers) == len(texts):
        signed = any(text.startswith("+") for text in texts)
        return GuessedColumn(heading, "", "number", low=low, high=high, is_signed=signed, is_full=is_full)
    if known := _guess_kind(heading, texts):
        return replace(known, is_full=is_full)
    items = [item for text in texts for part in text.split(",") if (item := part.strip())]
    lists = sum("," in text for text in texts)
    if lists and lists >= 0.2 * len(texts) and _are_words(items) and len(set(items)) <= 0.7 * len(items):
        values = tuple(dict.fromkeys(items)) if len(set(items)) <= _MOST_WORDS else ()
        return GuessedColumn(heading, "", "list", words=values, is_full=is_full)
    # A heading such as Type is believed where any word occurs twice.
    few = min(_MOST_WORDS, max(2, len(texts) - 1 if words & _TYPES else len(texts) // 2))
    if 2 <= len(different) <= few and _are_words(texts):
        return GuessedColumn(heading, "", "words", words=tuple(dict.fromkeys(texts)), is_full=is_full)
    if sum(map(len, texts)) > 25 * len(texts) or words & _TEXTS:
        return GuessedColumn(heading, "", "text")
    return GuessedColumn(heading, "", "other")


_WORDS = frozenset("yes y true x ✓ ✔ no n false - ja nein oui non sí si sim não".split())
_FORMATS = (
    ISO, "DD.MM.YYYY", "D.M.YYYY", "DD/MM/YYYY", "MM/DD/YYYY", "D/M/YYYY", "M/D/YYYY", "YYYY/MM/DD",
    "D MMM YYYY", "D MMMM YYYY", "MMM D, YYYY", "MMMM D, YYYY",
)  # fmt: skip


def _guess_kind(heading: str, texts: Sequence[str]) -> GuessedColumn | None:
    """The column, where all its cells are decimal numbers, yes or no, dates or links."""
    for mark in ".,":
        if all(read_decimal(text, mark) is not None for text in texts):
            return GuessedColumn(heading, "", "decimal", form=mark)
    folded = {text.casefold() for text in texts}
    if folded <= _WORDS and folded != {"-"}:
        own = tuple(sorted(word for word in folded if read_yes_no(word) is None))
        return GuessedColumn(heading, "", "yes", words=own)
    forms = [form for form in _FORMATS if all(read_date(text, form) for text in texts)]
    if forms:
        both = {"DD/MM/YYYY", "MM/DD/YYYY"} <= {*forms} or {"D/M/YYYY", "M/D/YYYY"} <= {*forms}
        note = "day and month may be the other way round" if both else ""
        return GuessedColumn(heading, "", "date", form=forms[0], note=note)
    return GuessedColumn(heading, "", "link") if all(map(is_link, texts)) else None


def _are_words(texts: Sequence[str]) -> bool:
    return all(len(text) <= _LONGEST_WORD and not text.endswith((".", "!", "?")) for text in texts)


def _give_roles(found: dict[str, GuessedColumn], cells: Mapping[str, Sequence[str]]) -> None:
    """The columns that are the cost, a strength, the rules text or the type, by their headings."""
    if texts := [heading for heading, column in found.items() if column.kind == "text"]:
        text = max(texts, key=lambda one: (is_rules_text(one), sum(map(len, cells[one]))))
        found[text] = replace(found[text], role="effect")
    if words := [heading for heading, column in found.items() if column.kind == "words"]:
        type_ = max(words, key=lambda one: bool(heading_words(one) & _TYPES))
        found[type_] = replace(found[type_], role="type")
    for heading in [one for one, column in found.items() if column.kind in ("number", "decimal")]:
        known = heading_words(heading)
        if known & _COSTS and all(one.role != "cost" for one in found.values()):
            found[heading] = replace(found[heading], role="cost")
        elif known & _STRENGTHS:
            found[heading] = replace(found[heading], role="strength")
