"""What lies where on a free table and who sees it: plain data, which is saved and taken back whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from typing import Any, Literal

ZoneKind = Literal["pile", "hand", "field"]
Seen = Literal["all", "owner", "nobody"]
_MOST_PIECES, _MOST_ZONES, _MOST_COUNTERS = 2_000, 200, 40
_HANDLES = 2**53  # what a page can count


def text_of(text: str, what: str, least: int = 1, most: int = 2_000) -> str:
    """A text without spaces around it. Raises ValueError where it is too short or too long."""
    if not least <= len(text := text.strip()) <= most:
        raise ValueError(f"{what} has {len(text):,} characters, expected {least} to {most:,}")
    return text


def number_of(number: Any, what: str, least: int = -1_000_000, most: int = 1_000_000) -> Any:
    """A number. Raises ValueError where it is too small or too large."""
    if not least <= number <= most:
        raise ValueError(f"{what} is {str(number)[:20]}, expected {least:,} to {most:,}")
    return number


@dataclass(slots=True)
class FreeCard:
    """A card or a piece on the table: `id` is its handle, `kind` "card" or where the piece is from, `on` the
    handle of the card under it (0: none), `home` the zone where it begins ("" for a piece that was put
    there), `shown` the seats that see it although it is hidden.
    """

    id: int
    name: str
    kind: str = "card"
    up: bool = False
    turned: int = 0
    x: float = 0.0
    y: float = 0.0
    on: int = 0
    counters: dict[str, int] = field(default_factory=dict)
    note: str = ""
    owner: int = -1
    home: str = ""
    shown: list[int] = field(default_factory=list)

    def clear(self) -> None:
        """Make it upright and alone, with nothing on it, as it is when it leaves a field."""
        self.turned, self.x, self.y, self.on, self.note, self.counters = 0, 0.0, 0.0, 0, "", {}


@dataclass(slots=True)
class FreeZone:
    """A place for cards, of a seat or shared (-1). The first card of a pile is its top; the last one of a
    field lies above the others.
    """

    id: str
    name: str
    seat: int
    kind: ZoneKind
    seen: Seen
    cards: list[FreeCard] = field(default_factory=list)

    def sees(self, seat: int, index: int) -> bool:
        """Whether a seat sees which card the one with this index is."""
        card = self.cards[index]
        if seat in card.shown or (self.seen == "owner" and self.seat == seat):
            return True
        if self.kind == "hand":
            return self.seen == "all"
        return card.up and (self.seen == "all" or (self.kind == "pile" and not index))


@dataclass(slots=True)
class FreeSeat:
    """Who sits at the table."""

    name: str
    counters: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class FreeRoll:
    """What was rolled last: faces of dice, or a piece of the table `what`; `number` counts the rolls."""

    seat: int
    what: str
    number: int
    faces: list[int] = field(default_factory=list)
    name: str = ""


@dataclass(slots=True)
class FreeState:
    """All that is on a table. `ids` is the next handle; `key` and `used` are the place in chance's stream."""

    seats: list[FreeSeat]
    zones: list[FreeZone]
    ids: int
    key: int
    used: int = 0
    turn: int = 0
    note: str = ""
    roll: FreeRoll | None = None

    def __post_init__(self) -> None:
        """Check all of it, after every move too. Raises ValueError."""
        last = number_of(len(self.seats), "seats", 1, 4) - 1
        number_of(self.turn, "turn", 0, last)
        number_of(self.roll.seat if self.roll else 0, "roll: seat", 0, last)
        number_of(len(self.zones), "zones: their number", 1, _MOST_ZONES)
        number_of(self.ids, "ids", 1, _HANDLES)
        for name in ("key", "used"):
            number_of(getattr(self, name), name, 0, 2**64 - 1)
        text_of(self.note, "note", 0)
        _check_counters((seat.name, seat.counters) for seat in self.seats)
        handles, homes = [card.id for _, _, card in self.cards()], {"", *(zone.id for zone in self.zones)}
        if len(homes) <= len(self.zones) or len(set(handles)) < len(handles):
            raise ValueError("zones: two of them, or of their cards, have one id")
        for zone in self.zones:
            number_of(zone.seat, f"zones: {text_of(zone.name, 'zones: a name')}: seat", -1, last)
            below = {0}  # what lies on a card comes after it, so nothing lies on itself
            for card in zone.cards:
                where = f"zones: {zone.name}: card {card.id}"
                if card.on not in below or card.home not in homes:
                    raise ValueError(f"{where} lies on nothing that is there, or began nowhere")
                below.add(number_of(card.id, f"{where}: id", 1, self.ids - 1))
                for seat in (card.owner, *card.shown):
                    number_of(seat, f"{where}: a seat", -1, last)
                for what in ("turned", "x", "y"):
                    number_of(getattr(card, what), f"{where}: {what}", 0, 3 if what == "turned" else 600)
                text_of(card.note, f"{where}: note", 0)
            _check_counters((f"zones: card {card.id}", card.counters) for card in zone.cards if card.counters)
        number_of(sum(not card.home for _, _, card in self.cards()), "the number of pieces", 0, _MOST_PIECES)

    def cards(self) -> Iterator[tuple[FreeZone, int, FreeCard]]:
        """Every card with its zone and its index there."""
        for zone in self.zones:
            for index, card in enumerate(zone.cards):
                yield zone, index, card


def _check_counters(owners: Iterator[tuple[str, dict[str, int]]]) -> None:
    for owner, counters in owners:
        number_of(len(counters), f"{text_of(owner, 'a name')}: the number of counters", 0, _MOST_COUNTERS)
        for name, number in counters.items():
            number_of(number, f"{owner}: {text_of(name, 'a counter')}")


def as_data(one: Any) -> Any:
    """A part of the table as JSON has it, without what is as it is by default."""
    if isinstance(one, list):
        return [as_data(item) for item in one]
    if not is_dataclass(one):
        return one
    found = {}
    for known in fields(one):
        value = getattr(one, known.name)
        empty = None if known.default is MISSING else known.default
        if value != empty and (value or known.default_factory is MISSING):
            found[known.name] = as_data(value)
    return found
