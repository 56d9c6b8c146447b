"""What lies where on a free table and who sees it: plain data, which is saved and taken back whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from typing import Any, Literal

MOST_SEATS, MOST_TEXT, MOST_NUMBER, MOST_PIECES, MOST_ZONES, MOST_COUNTERS = (
    4,
    2_000,
    1_000_000,
    2_000,
    60,
    40,
)
ZoneKind = Literal["pile", "hand", "field"]
Seen = Literal["all", "owner", "nobody"]


def text_of(text: str, what: str, least: int = 1) -> str:
    """A text without spaces around it. Raises ValueError where it is too short or too long."""
    if not least <= len(text := text.strip()) <= MOST_TEXT:
        raise ValueError(f"{what} has {len(text):,} characters, expected {least} to {MOST_TEXT:,}")
    return text


def number_of(number: float, what: str, least: float = -MOST_NUMBER, most: float = MOST_NUMBER) -> Any:
    """A number. Raises ValueError where it is too small or too large."""
    if not least <= number <= most:
        raise ValueError(f"{what} is {str(number)[:20]}, expected {least:,} to {most:,}")
    return number


def _check_counters(counters: Mapping[str, int]) -> None:
    number_of(len(counters), "counters", 0, MOST_COUNTERS)
    for name, number in counters.items():
        text_of(name, "counters")
        number_of(number, "counters")


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
    x: float = 0
    y: float = 0
    on: int = 0
    counters: dict[str, int] = field(default_factory=dict)
    note: str = ""
    owner: int = -1
    home: str = ""
    shown: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        for what in ("id", "on", "x", "y"):
            number_of(getattr(self, what), what, 0, 2**53)
        number_of(self.turned, "turned", 0, 3)
        _check_counters(self.counters)
        text_of(self.note, "note", 0)

    def clear(self) -> None:
        """As it is when it leaves the table: upright and alone, with nothing on it."""
        self.turned, self.x, self.y, self.on, self.note = 0, 0, 0, 0, ""
        self.counters, self.shown = {}, []


@dataclass(slots=True)
class FreeZone:
    """A place for cards, of a seat or shared (-1). The first card of a pile is its top, the last one of a
    field lies above the others.
    """

    id: str
    name: str
    seat: int
    kind: ZoneKind
    seen: Seen
    cards: list[FreeCard] = field(default_factory=list)

    def __post_init__(self) -> None:
        text_of(self.name, "name")

    def sees(self, seat: int, index: int) -> bool:
        """Whether a seat sees what the card with this index is."""
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

    def __post_init__(self) -> None:
        text_of(self.name, "name")
        _check_counters(self.counters)


@dataclass(slots=True)
class FreeRoll:
    """What was rolled last: faces of dice, or a piece."""

    seat: int
    what: str
    faces: list[int] = field(default_factory=list)
    name: str = ""
    kind: str = ""


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
        count = number_of(len(self.seats), "seats", 1, MOST_SEATS)
        number_of(self.turn, "turn", 0, count - 1)
        number_of(len(self.zones), "zones", 1, MOST_ZONES)
        for name in ("ids", "key", "used"):
            number_of(getattr(self, name), name, 0, 2**64)
        text_of(self.note, "note", 0)
        homes, handles = {zone.id for zone in self.zones}, {card.id for _, _, card in self.cards()}
        if len(homes) < len(self.zones) or len(handles) < sum(len(zone.cards) for zone in self.zones):
            raise ValueError("zones has an id twice")
        for zone in self.zones:
            number_of(zone.seat, f"zones: the seat of {zone.id}", -1, count - 1)
            below = {0}  # what lies on a card comes after it, so nothing lies on itself
            for card in zone.cards:
                seats = [card.owner, *card.shown]
                known = card.on in below and card.home in {*homes, ""} and 0 < card.id < self.ids
                if not known or not -1 <= min(seats) <= max(seats) < count:
                    raise ValueError(f"zones: card {card.id} has another handle, home, owner or card below")
                below.add(card.id)
        number_of(sum(not card.home for _, _, card in self.cards()), "zones: pieces", 0, MOST_PIECES)

    def zone(self, name: str) -> FreeZone | None:
        """The zone with this id."""
        return next((zone for zone in self.zones if zone.id == name), None)

    def cards(self) -> Iterator[tuple[FreeZone, int, FreeCard]]:
        """Every card with its zone and its index there."""
        for zone in self.zones:
            for index, card in enumerate(zone.cards):
                yield zone, index, card


def as_data(one: Any) -> Any:
    """A part of the table as JSON has it, without what is as it is by default."""
    if isinstance(one, list):
        return [as_data(item) for item in one]
    if not is_dataclass(one):
        return one
    found = {}
    for known in fields(one):
        value = getattr(one, known.name)
        empty = known.default if known.default is not MISSING else None
        if value != empty and (value or known.default_factory is MISSING):
            found[known.name] = as_data(value)
    return found
