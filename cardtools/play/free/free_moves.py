"""What people may do at a free table: every move, and what it is called in the log."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from cardtools.ground.spelling import counted, listed
from cardtools.play.free.free_state import (
    MOST_COUNTERS,
    MOST_PIECES,
    MOST_ZONES,
    FreeCard,
    FreeRoll,
    FreeState,
    FreeZone,
    Seen,
    ZoneKind,
    number_of,
    text_of,
)
from cardtools.play.streams import Stream

MOST_COUNT = 200
FIELD = 600, 300  # mm
_EDGE, _GAP = 10, 5  # mm: what is seen of a card at the edge of a field; between cards
_NAMED = 4  # more cards than these are counted in the log, not named
DICE = ("d4", "d6", "d8", "d10", "d12", "d20", "d100", "coin")
_DICE = re.compile(r"([1-9][0-9]?)?(?:d([1-9][0-9]{0,3})|(coin))")


class RefusedError(Exception):
    """What cannot be done, in a sentence; 409 if what it is about has gone."""

    def __init__(self, why: str, code: int = 400) -> None:
        super().__init__(why)
        self.code = code


class Design(NamedTuple):
    """What a card or a piece looks like; `kind` is "card", or the table of extras or "board" of a piece."""

    name: str
    kind: str
    text: str = ""
    facts: str = ""
    width: float = 63
    height: float = 88


@dataclass(slots=True)
class FreeMove:
    """A request: who does what, with what. Only some of it is needed for each thing that is done."""

    seat: int
    do: str
    cards: list[int] = field(default_factory=list)
    card: int | None = None
    from_: str = ""
    to: str | int | list[int] | None = None
    at: str | int | list[float] | None = None
    end: Literal["top", "bottom", "random"] = "top"
    up: bool | None = None
    on: int | None = None
    zone: str = ""
    count: int = 1
    quarters: int = 1
    of: int | None = None
    name: str = ""
    old: str = ""
    by: int = 0
    what: str = ""
    text: str = ""
    kind: ZoneKind = "pile"
    seen: Seen = "all"
    shared: bool = False
    design: int = -1
    since: int = 0
    story: int = 0


@dataclass(slots=True)
class FreeLine:
    """A line of the log: who did what; whoever does not know which cards reads the `other` words."""

    seat: int
    verb: str
    known: str
    other: str = ""
    knows: list[int] = field(default_factory=list)

    def words(self, viewer: int, names: Sequence[str]) -> str:
        """The line for a viewer (-1: who knows nothing)."""
        verb, what = self.verb, self.known if not self.other or viewer in self.knows else self.other
        if viewer != self.seat:
            verb += "es" if verb.endswith(("s", "sh")) else "s"
        return f"{'You' if viewer == self.seat else names[self.seat]} {verb} {what}".rstrip()


class FreeMoves:
    """The moves of one seat on a table with these designs."""

    def __init__(self, state: FreeState, designs: Sequence[Design], order: FreeMove) -> None:
        self.state, self.designs, self.order, self.seat = state, designs, order, order.seat
        self.chance = Stream(state.key, state.used)
        self.is_shift = False  # only within a field

    def do(self) -> FreeLine:
        """Do what is asked for; what the log says of it. Raises RefusedError, and ValueError for a text or
        number that is out of range; the table may then be half changed.
        """
        if self.order.do not in _VERBS:
            raise RefusedError(f"Nobody can {self.order.do[:40]!r} here. Possible: {', '.join(_VERBS)}.")
        number_of(self.order.count, "count", 0, MOST_COUNT)
        number_of(len(self.order.cards), "cards", 0, MOST_COUNT)
        line = _VERBS[self.order.do](self)
        self.state.used = self.chance.used
        return line

    # What a move is about

    def zone(self, name: str) -> FreeZone:
        found = self.state.zone(name)
        if found is None:
            raise RefusedError("There is no such place.", 409)
        return found

    def where(self, zone: FreeZone) -> str:
        """A place in words."""
        return (
            zone.name if zone.seat in (-1, self.seat) else f"{self.state.seats[zone.seat].name}'s {zone.name}"
        )

    def named(self, ids: Sequence[int]) -> list[FreeCard]:
        """The cards with these handles, which are those that the seat is sent."""
        found = {
            card.id: card
            for zone, index, card in self.state.cards()
            if zone.kind == "field" or zone.sees(self.seat, index)
        }
        if not ids:
            raise RefusedError("Say which cards.")
        if not all(one in found for one in ids):
            raise RefusedError("Somebody has moved this card.", 409)
        return [found[one] for one in dict.fromkeys(ids)]

    def zone_of(self, card: FreeCard) -> FreeZone:
        return next(zone for zone, _, one in self.state.cards() if one is card)

    def viewers(self, cards: Collection[FreeCard]) -> set[int]:
        """The seats that see each of these cards."""
        ids = {card.id for card in cards}
        seats = set(range(len(self.state.seats)))
        for zone, index, card in self.state.cards():
            if card.id in ids:
                seats = {seat for seat in seats if zone.sees(seat, index)}
        return seats

    def line(self, verb: str, cards: Sequence[FreeCard], knows: set[int], after: str = "") -> FreeLine:
        """A line about cards, whose names only those who know them read."""
        few = len(cards) <= _NAMED
        other = "a card" if len(cards) == 1 else counted(len(cards), "card")
        known = listed([card.name for card in cards]) if few else other
        return FreeLine(self.seat, verb, known + after, other + after, sorted(knows))

    # Moving

    def fresh(self, card: FreeCard) -> None:
        """Give a card a new handle."""
        for _, _, other in self.state.cards():
            if other.on == card.id:
                other.on = self.state.ids
        card.id, self.state.ids = self.state.ids, self.state.ids + 1

    def bring(self, cards: Sequence[FreeCard], to: FreeZone, on: FreeCard | None = None) -> set[int]:
        """Move cards, with those that lie on them; the seats that knew or now know which they are."""
        state, order = self.state, self.order
        knew, group, ids = self.viewers(cards), list(cards), {card.id for card in cards}
        origin = {card.id: zone for zone, _, card in state.cards()}
        for _, _, card in state.cards():
            if card.on in ids and card.id not in ids:
                ids.add(card.id)
                group.append(card)
        if on and on.id in ids:
            raise RefusedError("A card cannot lie on itself.")
        for zone in state.zones:
            zone.cards = [card for card in zone.cards if card.id not in ids]
        places = {card.id: (card.x, card.y) for card in group}
        for card in cards:
            card.on = on.id if on else 0
        moved = {card.id: card for card in group}
        for number, card in enumerate(group):
            same = origin[card.id] is to
            if to.kind != "field":
                card.clear()
            elif number >= len(cards):
                (x, y), (under_x, under_y), below = places[card.id], places[card.on], moved[card.on]
                self.lay(card, below.x + x - under_x, below.y + y - under_y)
            else:
                self.find_place(card, to, number, cards, places if origin[cards[0].id] is to else {}, on)
            if to.kind == "field":
                to.cards.append(card)
            if not same:
                card.shown = []
                if order.up is None and not (to.kind == "field" and origin[card.id].kind == "field"):
                    card.up = to.kind == "field" or (to.kind == "pile" and to.seen == "all")
            if order.up is not None:
                card.up = order.up and to.kind != "hand"
        if to.kind != "field":
            at, last = order.at, len(to.cards)
            index = (
                at
                if isinstance(at, int)
                else 0
                if at == "top" or (at is None and to.kind == "pile")
                else last
            )
            index = min(max(index, 0), last)
            to.cards[index:index] = group if len(group) == len(cards) else reversed(group)
        for card in group:
            hidden = len(self.viewers([card])) < len(state.seats)
            if hidden and (origin_of := origin.get(card.id)) and (origin_of is not to or to.kind == "pile"):
                self.fresh(card)
        return knew | self.viewers(cards)

    def lay(self, card: FreeCard, x: float, y: float) -> None:
        """Put a card there, or as near as the field goes."""
        card.x, card.y = (
            round(min(max(at, 0), size - _EDGE), 1) for at, size in zip((x, y), FIELD, strict=True)
        )

    def find_place(
        self,
        card: FreeCard,
        to: FreeZone,
        number: int,
        cards: Sequence[FreeCard],
        places: Mapping[int, tuple[float, float]],
        on: FreeCard | None,
    ) -> None:
        """Lay one of the cards that are moved together on a field."""
        at = self.order.at
        if isinstance(at, list):
            if len(at) != 2:
                raise RefusedError("A place on a field is two numbers, [x, y].")
            x, y = (number_of(one, "at") for one in at)
            first, own = places.get(cards[0].id), places.get(card.id)
            if first and own:
                self.lay(card, x + own[0] - first[0], y + own[1] - first[1])
            else:
                self.lay(card, x + number * _EDGE, y + number * _EDGE)
        elif on:
            self.lay(card, on.x, on.y + _EDGE * (number + 1))
        else:
            self.lay(card, *self.free_place(to))

    def free_place(self, to: FreeZone) -> tuple[float, float]:
        """The next place where no card lies; where there is none, one that is hardly covered."""
        wide, high = (
            max((getattr(one, side) for one in self.designs if one.kind == "card"), default=63) + _GAP
            for side in ("width", "height")
        )
        taken = [(card.x, card.y) for card in to.cards if card.kind != "board"]
        for row in range(max(1, int(FIELD[1] // high))):
            for column in range(max(1, int(FIELD[0] // wide))):
                x, y = _GAP + column * wide, _GAP + row * high
                if all(abs(x - left) >= wide - _GAP or abs(y - top) >= high - _GAP for left, top in taken):
                    return x, y
        return len(taken) * _EDGE % (FIELD[0] - 60), len(taken) * _EDGE % (FIELD[1] - 80)

    def from_zone(self, zone: FreeZone, count: int, end: str = "top") -> list[FreeCard]:
        """So many cards of a pile or a hand, from an end or by chance."""
        if zone.kind == "field":
            raise RefusedError("Of a field, say which cards.")
        if not 0 < count <= len(zone.cards):
            have = counted(len(zone.cards), "card")
            raise RefusedError(
                f"{self.where(zone)} is empty." if not zone.cards else f"{self.where(zone)} has {have}.", 409
            )
        if end == "random":
            left = list(zone.cards)
            return [left.pop(self.chance.below(len(left))) for _ in range(count)]
        return zone.cards[:count] if end == "top" else zone.cards[-count:][::-1]

    def move(self) -> FreeLine:
        order = self.order
        if not isinstance(order.to, str):
            raise RefusedError("Say where to.")
        to = self.zone(order.to)
        if order.from_:
            origin = self.zone(order.from_)
            cards = self.from_zone(origin, order.count, order.end)
        else:
            cards = self.named(order.cards)
            origin = self.zone_of(cards[0])
        on = self.named([order.on])[0] if order.on is not None else None
        if on and self.zone_of(on) is not to:
            raise RefusedError("It lies in another place.")
        if on and to.kind != "field":
            raise RefusedError("Cards lie on others in fields only.")
        knows = self.bring(cards, to, on)
        if origin is to:
            self.is_shift = to.kind == "field"
            return self.line("move", cards, knows, f" in {self.where(to)}")
        end = f" at the {order.at}" if to.kind == "pile" and order.at == "bottom" else ""
        return self.line("move", cards, knows, f" from {self.where(origin)} to {self.where(to)}{end}")

    def deck_of(self, seat: int) -> FreeZone:
        return self.state.zone(f"{seat}.deck") or self.zone("deck")

    def draw(self) -> FreeLine:
        cards = self.from_zone(self.deck_of(self.seat), self.order.count)
        return self.line("draw", cards, self.bring(cards, self.zone(f"{self.seat}.hand")))

    def deal(self) -> FreeLine:
        seats = range(len(self.state.seats))
        for _ in range(self.order.count):
            for seat in ((self.seat + 1 + step) % len(seats) for step in seats):
                self.bring(self.from_zone(self.deck_of(seat), 1), self.zone(f"{seat}.hand"))
        return FreeLine(self.seat, "deal", f"{counted(self.order.count, 'card')} to everybody")

    def shuffle(self) -> FreeLine:
        zone = self.zone(self.order.zone)
        if zone.kind == "field":
            raise RefusedError("A field cannot be shuffled.")
        self.mix(zone)
        return FreeLine(self.seat, "shuffle", self.where(zone))

    def mix(self, zone: FreeZone) -> None:
        self.chance.shuffle(zone.cards)
        for card in zone.cards:
            card.shown = []
            self.fresh(card)

    # What a card is like

    def flip(self) -> FreeLine:
        cards = self.named(self.order.cards)
        if any(self.zone_of(card).kind == "hand" for card in cards):
            raise RefusedError("Cards in a hand are not turned over: show them.")
        knew = self.viewers(cards)
        for card in cards:
            card.up = not card.up
        return self.line("turn", cards, knew | self.viewers(cards), " over")

    def turn(self) -> FreeLine:
        cards = self.named(self.order.cards)
        if any(self.zone_of(card).kind != "field" for card in cards):
            raise RefusedError("Only cards in a field are turned.")
        for card in cards:
            card.turned = (card.turned + self.order.quarters) % 4
        return self.line("turn", cards, self.viewers(cards))

    def straighten(self) -> FreeLine:
        for zone, _, card in self.state.cards():
            if zone.seat == self.seat:
                card.turned = 0
        return FreeLine(self.seat, "straighten", "all cards")

    def count(self) -> FreeLine:
        order, name = self.order, text_of(self.order.name, "name")[:40]
        cards = self.named(order.cards) if order.cards else []
        if not cards and order.of is not None:
            number_of(order.of, "of", 0, len(self.state.seats) - 1)
        owners: Sequence[FreeCard | FreeSeat] = cards or [self.state.seats[self.seat if order.of is None else order.of]]
        if not isinstance(order.to, int | None):
            raise RefusedError("Say to what number.")
        for owner in owners:
            now = order.to if order.to is not None else owner.counters.get(name, 0) + order.by
            owner.counters[name] = number_of(now, name)
            if isinstance(owner, FreeCard) and not now:
                del owner.counters[name]
            number_of(len(owner.counters), "counters", 0, MOST_COUNTERS)
        what = f"{name} of " if cards or order.of not in (None, self.seat) else name
        if cards:
            line = self.line("set", cards, self.viewers(cards), f" to {now}")
            return FreeLine(self.seat, "set", what + line.known, what + line.other, line.knows)
        return FreeLine(self.seat, "set", f"{what}{owners[0].name if what != name else ''} to {now}")

    def rename(self) -> FreeLine:
        order, seats = self.order, self.state.seats
        of = seats[number_of(self.seat if order.of is None else order.of, "of", 0, len(seats) - 1)]
        name = text_of(order.name, "name", int(order.what != "counter"))[:40]
        if order.what == "seat":
            old, of.name = of.name, name
        elif order.what == "zone":
            zone = self.zone(order.zone)
            old, zone.name = zone.name, name
        elif order.what == "counter" and order.old in of.counters:
            old, counters = order.old, {order.old: name} | {one: one for one in of.counters if one != name}
            of.counters = {new: of.counters[one] for one in list(of.counters) if (new := counters.get(one))}
        else:
            raise RefusedError("There is nothing of this name to rename.")
        return FreeLine(self.seat, "rename" if name else "remove", f"{old} to {name}" if name else old)

    def add_zone(self) -> FreeLine:
        order, zones = self.order, self.state.zones
        number_of(len(zones), "the number of places", 0, MOST_ZONES - 1)
        name, seat = text_of(order.name, "name")[:40], -1 if order.shared else self.seat
        zones.append(FreeZone(f"own.{self.state.ids}", name, seat, order.kind, order.seen))
        self.state.ids += 1
        return FreeLine(self.seat, "add", f"a place, {name}")

    def note(self) -> FreeLine:
        text = text_of(self.order.text, "text", 0)
        if self.order.card is None:
            self.state.note = text
            return FreeLine(self.seat, "write", "on the note sheet")
        cards = self.named([self.order.card])
        cards[0].note = text
        line = self.line("write", cards, self.viewers(cards))
        return FreeLine(self.seat, "write", f"on {line.known}", f"on {line.other}", line.knows)

    # Who sees it

    def look(self) -> FreeLine:
        zone = self.zone(self.order.zone)
        if zone.kind != "pile" or zone.seat not in (-1, self.seat):
            raise RefusedError("Look at your own piles and those that all share.")
        for index, card in enumerate(zone.cards):
            card.shown = [seat for seat in card.shown if seat != self.seat]
            card.shown += [self.seat] if index < self.order.count else []
        if not self.order.count:
            return FreeLine(self.seat, "look", f"at {self.where(zone)} no longer")
        cards = counted(min(self.order.count, len(zone.cards)), "card")
        return FreeLine(self.seat, "look", f"at {cards} of {self.where(zone)}")

    def show(self) -> FreeLine:
        cards, to = self.named(self.order.cards), self.order.to
        if not isinstance(to, list) or not all(0 <= seat < len(self.state.seats) for seat in to):
            raise RefusedError("Say whom to show it to: a list of seats.")
        for card in cards:
            zone = self.zone_of(card)
            if zone.seat not in (-1, self.seat):
                raise RefusedError("Show your own cards and those that all share.")
            card.shown = sorted(set(to))
        names = listed([self.state.seats[seat].name for seat in sorted(set(to))]) or "nobody"
        return self.line("show", cards, self.viewers(cards), f" to {names}")

    # Pieces, dice, the rest

    def put(self) -> FreeLine:
        order = self.order
        if not isinstance(order.to, str) or not 0 <= order.design < len(self.designs):
            raise RefusedError("Say which piece, and where to.")
        design, to = self.designs[order.design], self.zone(order.to)
        if design.kind == "card":
            raise RefusedError("Only pieces can be put on the table; cards come from decks.")
        here = sum(not card.home for _, _, card in self.state.cards())
        number_of(here + number_of(order.count, "count", 1), "the number of pieces", 0, MOST_PIECES)
        pieces = []
        for _ in range(order.count):
            pieces.append(FreeCard(self.state.ids, design.name, design.kind, owner=self.seat))
            self.state.ids += 1
        origin = FreeZone("", "", -1, "hand", "all", pieces)
        self.state.zones.append(origin)
        knows = self.bring(pieces, to)
        self.state.zones.remove(origin)
        return self.line("put", pieces, knows, f" to {self.where(to)}")

    def away(self) -> FreeLine:
        pieces = self.named(self.order.cards)
        if any(piece.kind == "card" for piece in pieces):
            raise RefusedError("Only pieces are put away; cards stay on the table.")
        knew, ids = self.viewers(pieces), {piece.id for piece in pieces}
        for zone in self.state.zones:
            zone.cards = [card for card in zone.cards if card.id not in ids]
            for card in zone.cards:
                card.on = 0 if card.on in ids else card.on
        return self.line("put", pieces, knew, " away")

    def roll(self) -> FreeLine:
        what = self.order.what
        if found := _DICE.fullmatch(what):
            sides = int(found[2] or 2)
            faces = [self.chance.below(sides) + 1 for _ in range(int(found[1] or 1))]
            self.state.roll = FreeRoll(self.seat, what, faces)
            words = [("heads", "tails")[face - 1] if found[3] else str(face) for face in faces]
            total = f", {sum(faces)} in all" if len(faces) > 1 and not found[3] else ""
            return FreeLine(self.seat, "roll", f"{what}: {', '.join(words)}{total}")
        pieces = [one for one in self.designs if one.kind == what and what not in ("card", "board")]
        if not pieces:
            raise RefusedError("Nothing of this name can be rolled: such as 2d6, coin, or a table of pieces.")
        piece = self.chance.pick(pieces)
        self.state.roll = FreeRoll(self.seat, what, [], piece.name, piece.kind)
        return FreeLine(self.seat, "roll", f"{what}: {piece.name}")

    def pass_on(self) -> FreeLine:
        self.state.turn = (self.state.turn + 1) % len(self.state.seats)
        return FreeLine(self.seat, "pass", f"the turn to {self.state.seats[self.state.turn].name}")

    def say(self) -> FreeLine:
        return FreeLine(self.seat, "say", f": {text_of(self.order.text, 'text')}")

    def again(self) -> FreeLine:
        """A new table: every card where it began, the decks shuffled, the pieces away."""
        state = self.state
        cards = sorted((card for _, _, card in state.cards() if card.home), key=lambda card: card.id)
        for zone in state.zones:
            zone.cards = []
        for card in cards:
            card.clear()
            zone = self.zone(card.home)
            card.up = zone.kind == "field"
            if zone.kind == "field":
                self.lay(card, *self.free_place(zone))
            zone.cards.append(card)
        for zone in state.zones:
            self.mix(zone)
        for seat in state.seats:
            seat.counters = dict.fromkeys(seat.counters, 0)
        state.turn, state.note, state.roll = 0, "", None
        return FreeLine(self.seat, "begin", "a new table")


_VERBS: dict[str, Callable[[FreeMoves], FreeLine]] = {"pass": FreeMoves.pass_on} | {
    verb.__name__: verb
    for verb in (
        FreeMoves.move, FreeMoves.draw, FreeMoves.deal, FreeMoves.shuffle, FreeMoves.flip, FreeMoves.turn,
        FreeMoves.straighten, FreeMoves.count, FreeMoves.rename, FreeMoves.add_zone, FreeMoves.note,
        FreeMoves.look, FreeMoves.show, FreeMoves.put, FreeMoves.away, FreeMoves.roll, FreeMoves.say,
        FreeMoves.again,
    )
}  # fmt: skip
