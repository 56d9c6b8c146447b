"""What the rules of a game say, statement by statement, and examples of each: the files `GAME.toml`."""

from __future__ import annotations

import csv
import io
import tomllib
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from built_in import built_in_ruleset

from cardtools.cards.deck import read_deck
from cardtools.cards.table import read_cards
from cardtools.checks.effect_list import ListedEffects
from cardtools.checks.validate import validate, validate_deck
from cardtools.effects.tagged import DELIMITER
from cardtools.ground.errors import Diagnostic, InputError
from cardtools.ground.tables.csv_document import format_csv
from cardtools.rulesets import Ruleset

FOLDER = Path(__file__).parent
CARDS, DECK = Path("cards.csv"), Path("deck.txt")
_STATEMENT = {"at", "says", "checked", "played", "kept", "cannot", "open", "example"}
_EXAMPLE = {"card", "change", "cards", "deck", "replace", "effects", "finds", "hint"}
Row = dict[str, str]


class Found(NamedTuple):
    """A finding, with its column and the number of the card in the table, from 1 (of a deck: "line")."""

    finding: Diagnostic
    column: str
    number: int

    def fits(self, expected: str) -> bool:
        """Whether this is what an example expects, as `TTU108`, `TTU108 LEVEL` or `TTU108 LEVEL 2`."""
        own = (self.finding.code, self.column, str(self.number))
        return own[: len(expected.split())] == tuple(expected.split())


@dataclass(frozen=True)
class Example:
    """Cards or a deck, and the findings about them: each code as often as it is found, where wanted with the
    column and the number of the card (of a deck: `line` and its number), as `TTU108 LEVEL 2`.

    `card` names a card or several rows of the base, `change` what is changed in them: a table of columns for
    all rows, tables by row number, or a list of tables, which repeats a single card (`card` in one names
    another). `hint` is what the hints of the findings say, as a change: nothing is found afterwards.
    """

    game: Game = field(repr=False)
    entry: dict[str, Any]

    @property
    def finds(self) -> tuple[str, ...]:
        return tuple(self.entry["finds"])

    @property
    def codes(self) -> list[str]:
        return sorted(find.split()[0] for find in self.finds)

    def accepts(self, codes: tuple[str, ...]) -> bool:
        """Whether it is an example of what these checks accept; others may find something."""
        return not set(self.codes) & set(codes)

    def found(self, hint: bool = False) -> list[Found]:
        """The findings about the example; with `hint`, as its hint says."""
        if "deck" in self.entry:
            return self.game.check_deck(self.deck(hint), self.cards())
        return self.game.check_cards(self.cards(hint), self.entry.get("effects", ""))

    def cards(self, hint: bool = False) -> str:
        """The card table, as CSV."""
        base = self.game.base
        if "cards" in self.entry or "card" not in self.entry:
            text: str = self.entry.get("cards", base.get("cards", ""))
            for old, new in self.entry.get("hint", {}).items() if hint and "deck" not in self.entry else ():
                assert old in text, f"{old!r} is not in the cards"
                text = text.replace(old, new)
            return text
        rows = [self.game.row(change) for change in self.rows()]
        if hint:
            rows = _changed(rows, self.entry["hint"])
        header = list(dict.fromkeys(name for row in rows for name in row))
        return format_csv(header, [[row.get(name, "") for name in header] for row in rows])

    def rows(self) -> list[Row]:
        """What each row changes of a base card, which is its `card`."""
        base = self.game.base.get("rows", {}).get(self.entry["card"], [{"card": self.entry["card"]}])
        change = self.entry.get("change", {})
        if isinstance(change, list) and len(base) == 1:
            base = base * len(change)
        return _changed(base, change)

    def deck(self, hint: bool = False) -> str:
        """The deck list: one of the base by its name, or a text; with everything replaced."""
        text: str = self.game.base.get("deck", {}).get(self.entry["deck"], self.entry["deck"])
        replaced = [*self.entry.get("replace", {}).items(), *(self.entry["hint"].items() if hint else ())]
        for old, new in replaced:
            assert old in text, f"{old!r} is not in the deck"
            text = text.replace(old, new, 1)
        return text


@dataclass(frozen=True)
class Statement:
    """One thing that the rules say, in `says`, and one of: the codes that check it, whether matches follow
    it, what else keeps it, why it cannot be checked, what is missing.
    """

    at: str
    says: str
    checked: tuple[str, ...]
    played: bool
    kept: str
    cannot: str
    open: str
    examples: tuple[Example, ...]


@dataclass(frozen=True)
class Game:
    """A file of statements. `base` are legal cards, decks and effect lists that examples change: `card.NAME`
    is a card, `rows.NAME` several, each the change of a card; `deck.NAME` is a deck of the table `cards`,
    `effects.NAME` a tagged effect list.
    """

    path: Path
    content: dict[str, Any] = field(repr=False)

    @property
    def id(self) -> str:
        return str(self.content["game"])

    @property
    def title(self) -> str:
        return str(self.content["title"])

    @property
    def rulings(self) -> str:
        """The heading in `docs/rulings.md` of the rulings that its engine follows."""
        return str(self.content["rulings"])

    @property
    def base(self) -> dict[str, Any]:
        return dict(self.content.get("base", {}))

    @property
    def ruleset(self) -> Ruleset:
        return built_in_ruleset(self.id)

    @cached_property
    def statements(self) -> tuple[Statement, ...]:
        return tuple(self._statement(entry) for entry in self.content["statement"])

    def _statement(self, entry: dict[str, Any]) -> Statement:
        assert entry.keys() <= _STATEMENT, entry.keys() - _STATEMENT
        for example in entry.get("example", ()):
            assert example.keys() <= _EXAMPLE, (entry["says"], example.keys() - _EXAMPLE)
        return Statement(
            entry["at"],
            entry["says"],
            tuple(entry.get("checked", ())),
            entry.get("played", False),
            entry.get("kept", ""),
            entry.get("cannot", ""),
            entry.get("open", ""),
            tuple(Example(self, example) for example in entry.get("example", ())),
        )

    def row(self, change: Row) -> Row:
        """The base card named `card` with some of its cells changed."""
        cells = {**self.base["card"][change["card"]], **change}
        cells.pop("card")
        return cells

    def check_cards(self, text: str, effects: str = "") -> list[Found]:
        """The findings about a card table, with one of the base's effect lists if that is named."""
        try:
            table = read_cards(CARDS, self.ruleset, text)
        except InputError as error:
            return [Found(finding, "", 0) for finding in error.diagnostics]
        found = []
        for finding in validate(table, self.ruleset, self.effects(effects) if effects else None):
            row, column = table.file.cell_at(finding.location)
            found.append(Found(finding, table.columns[column], row + 1))
        return found

    def check_deck(self, text: str, cards: str) -> list[Found]:
        """The findings about a deck of these cards."""
        try:
            findings = validate_deck(read_deck(DECK, text), _table(self.id, cards), self.ruleset)
        except InputError as error:
            findings = list(error.diagnostics)
        return [Found(finding, "line", finding.location.line) for finding in findings]

    def effects(self, name: str) -> ListedEffects:
        """A tagged effect list of the base."""
        rows = csv.DictReader(io.StringIO(self.base["effects"][name]), delimiter=DELIMITER)
        return {
            row["EFFECTNAME"]: frozenset(tag for tag, cell in row.items() if cell == "True") for row in rows
        }


def _changed(rows: list[Row], change: Any) -> list[Row]:
    """The rows with the cells of a list of changes, of changes by row number, or of one for all."""
    if isinstance(change, dict) and all(key.isdigit() for key in change):
        change = [change.get(str(number), {}) for number in range(1, len(rows) + 1)]
    if isinstance(change, dict):
        change = [change] * len(rows)
    return [{**row, **cells} for row, cells in zip(rows, change, strict=True)]


@cache
def _table(ruleset: str, cards: str) -> Any:
    return read_cards(CARDS, built_in_ruleset(ruleset), cards)


@cache
def games() -> tuple[Game, ...]:
    """The games with a file of statements."""
    return tuple(
        Game(path, tomllib.loads(path.read_text(encoding="utf-8"))) for path in sorted(FOLDER.glob("*.toml"))
    )
