"""What people may do at a free table: every move, and what the log says of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from cardtools.ground.spelling import counted, listed
from cardtools.play.free.free_state import (
    FreeCard,
    FreeRoll,
    FreeSeat,
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
_EDGE, _GAP, _BESIDE, _BELOW = 10, 5, 15, 12  # mm
_NAMED = 4  # more cards than these are counted in the log, not named
DICE = ("d4", "d6", "d8", "d10", "d12", "d20", "d100", "coin")
_DICE = re.compile(r"([1-9][0-9]?)?(?:d([1-9][0-9]{0,3})|(coin))")


class RefusedError(Exception):
    """What cannot be done, in a sentence; its code is 409 where what it is about has gone."""

    def __init__(self, why: str, code: int = 400) -> None:
        super().__init__(why)
        self.code = code


class Design(NamedTuple):
    """What a card or a piece looks like; `kind` is "card", or of a piece its table of extras, or "board"."""

    name: str
    kind: str
    text: str = ""
    facts: str = ""
    width: float = 63
    height: float = 88
    picture: str = ""  # where the page finds it


@dataclass(slots=True)
class FreeMove:
    """What somebody wants: each thing that can be done needs only some of it."""

    seat: int
    do: str
    cards: list[int] = field(default_factory=list)
    card: int | None = None
    from_: str = ""
    to: str | int | list[int] | None = None
    at: str | int | list[Any] | None = None
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
    """A line of the log: who did what. Who does not know which cards it is about reads the `other` words."""

    seat: int
    verb: str
    known: str
    other: str = ""
    knows: list[int] = field(default_factory=list)

    def words(self, viewer: int, names: Sequence[str]) -> str:
        """The line as a viewer reads it."""
        verb, what = self.verb, self.known if not self.other or viewer in self.knows else self.other
        if viewer != self.seat:
            verb += "es" if verb.endswith(("s", "sh")) else "s"
        return f"{'You' if viewer == self.seat else names[self.seat]} {verb} {what}".rstrip()


class FreeMoves:
    """The moves of one seat. `is_shift` says whether cards only changed their places in a field."""

    def __init__(self, state: FreeState, designs: Sequence[Design], order: FreeMove) -> None:
        self.state, self.designs, self.order, self.seat = state, designs, order, order.seat
        self.chance, self.is_shift = Stream(state.key, state.used), False

    def do(self) -> FreeLine:
        """Do what is asked for; what the log says of it. Raises RefusedError, and ValueError for a text or a
        number out of range; the table may then be half changed.
        """
        if self.order.do not in _VERBS:
            raise RefusedError(f"Nobody can {self.order.do[:40]!r} here. Possible: {', '.join(_VERBS)}.")
        number_of(self.order.count, "count", 0, MOST_COUNT)
        number_of(len(self.order.cards), "cards", 0, MOST_COUNT)
        line = _VERBS[self.order.do](self)
        self.state.used = self.chance.used
        self.state.__post_init__()
        return line

    def zone(self, name: object) -> FreeZone:
        for zone in self.state.zones:
            if zone.id == name:
                return zone
        raise RefusedError("There is no such place.", 409)

    def where(self, zone: FreeZone) -> str:
        whose = "" if zone.seat in (-1, self.seat) else f"{self.state.seats[zone.seat].name}'s "
        return whose + zone.name

    def named(self, ids: Sequence[int]) -> list[tuple[FreeZone, FreeCard]]:
        """The cards with these handles, of those that the seat is sent, with their zones."""
        wanted = set(ids)
        found = {
            card.id: (zone, card)
            for zone, index, card in self.state.cards()
            if card.id in wanted and (zone.kind == "field" or zone.sees(self.seat, index))
        }
        if not ids or len(found) < len(wanted):
            raise RefusedError(
                "Somebody has moved this card." if ids else "Say which cards.", 409 if ids else 400
            )
        return [found[one] for one in dict.fromkeys(ids)]

    def viewers(self, cards: Sequence[FreeCard]) -> set[int]:
        """The seats that see each of these cards."""
        ids, seats = {card.id for card in cards}, set(range(len(self.state.seats)))
        for zone, index, card in self.state.cards():
            if card.id in ids:
                seats = {seat for seat in seats if zone.sees(seat, index)}
        return seats

    def line(self, verb: str, cards: Sequence[FreeCard], knows: set[int], words: str = "{}") -> FreeLine:
        """A line about cards: those who do not know them read how many there are."""
        other = "a card" if len(cards) == 1 else counted(len(cards), "card")
        known = listed([card.name for card in cards]) if len(cards) <= _NAMED else other
        before, after = words.split("{}", 1)
        return FreeLine(self.seat, verb, before + known + after, before + other + after, sorted(knows))

    def bring(self, cards: Sequence[FreeCard], to: FreeZone, on: FreeCard | None = None) -> set[int]:
        """Move cards, with what lies on them; the seats that knew, or now know, which they are."""
        state, knew, moved = self.state, self.viewers(cards), {card.id: card for card in cards}
        origin = {card.id: zone for zone, _, card in state.cards()}
        for _, _, card in state.cards():
            if card.on in moved:
                moved.setdefault(card.id, card)
        if on and on.id in moved:
            raise RefusedError("A card cannot lie on itself.")
        before = {one: (card.x, card.y) for one, card in moved.items()}
        for zone in state.zones:
            zone.cards = [card for card in zone.cards if card.id not in moved]
        for number, (one, card) in enumerate(moved.items()):
            self._side(card, origin[one], to)
            if to.kind != "field":
                card.clear()
                continue
            if number < len(cards):
                card.on = on.id if on else 0
                self.lay(card, *self._place(to, number, on))
            else:
                below, (x, y) = moved[card.on], before[card.on]
                self.lay(card, below.x + card.x - x, below.y + card.y - y)
            to.cards.append(card)
        if to.kind != "field":
            at, last = self.order.at, len(to.cards)
            top = at == "top" or (at is None and to.kind == "pile")
            index = min(max(at, 0), last) if isinstance(at, int) else 0 if top else last
            group = list(moved.values())  # what lies on a card comes after it, but above it in a pile
            to.cards[index:index] = group if len(group) == len(cards) else group[::-1]
        for one, card in moved.items():
            is_new = origin[one] is not to or to.kind == "pile"
            if is_new and len(self.viewers([card])) < len(state.seats):
                for other in to.cards:
                    other.on = state.ids if other.on == one else other.on
                self.fresh(card)
        return knew | self.viewers(cards)

    def fresh(self, card: FreeCard) -> None:
        """Give a card a new handle."""
        card.id, self.state.ids = self.state.ids, self.state.ids + 1

    def _side(self, card: FreeCard, origin: FreeZone, to: FreeZone) -> None:
        """Which side of a card is up where it comes to, and that nobody looks at it any more."""
        if origin is not to:
            card.shown = []
            if to.kind != "field" or origin.kind != "field":
                card.up = to.kind == "field" or (to.kind == "pile" and to.seen == "all")
        if self.order.up is not None:
            card.up = self.order.up and to.kind != "hand"

    def lay(self, card: FreeCard, x: float, y: float) -> None:
        """Put a card there in its field, or as near as the field goes."""
        card.x, card.y = (
            float(round(min(max(at, 0), size - _EDGE), 1)) for at, size in zip((x, y), FIELD, strict=True)
        )

    def _place(self, to: FreeZone, number: int, on: FreeCard | None) -> tuple[float, float]:
        """Where in a field one of the cards comes that are moved together."""
        at = self.order.at
        if isinstance(at, list):
            each = bool(at) and isinstance(at[0], list)
            point = (at[number] if number < len(at) else None) if each else at
            numbers = isinstance(point, list) and all(type(one) in (int, float) for one in point)
            if not isinstance(point, list) or not numbers or len(point) != 2:
                raise RefusedError(
                    "A place in a field is two numbers, [x, y]; or a list with one for each card."
                )
            x, y = (number_of(one, "at") for one in point)
            return x + (0 if each else number * _BESIDE), y
        return (on.x, on.y + _BELOW * (number + 1)) if on else self.free_place(to)

    def free_place(self, to: FreeZone) -> tuple[float, float]:
        """The next place in a field where no card lies; where there is none, one that is hardly covered."""
        sizes = [(one.width, one.height) for one in self.designs if one.kind == "card"] or [(63, 88)]
        wide, high = (max(side) for side in zip(*sizes, strict=True))
        taken = [(card.x, card.y) for card in to.cards if card.kind != "board"]
        for row in range(max(1, int(FIELD[1] // (high + _GAP)))):
            for column in range(max(1, int(FIELD[0] // (wide + _GAP)))):
                x, y = _GAP + column * (wide + _GAP), _GAP + row * (high + _GAP)
                if all(abs(x - left) >= wide or abs(y - top) >= high for left, top in taken):
                    return x, y
        return len(taken) * _EDGE % (FIELD[0] - 60), len(taken) * _EDGE % (FIELD[1] - 80)

    def from_zone(self, zone: FreeZone, count: int, end: str = "top") -> list[FreeCard]:
        """So many cards of a pile or a hand, from an end or by chance."""
        if zone.kind == "field" or not count:
            raise RefusedError("Say which cards.")
        if count > len(zone.cards):
            has = f"has only {counted(len(zone.cards), 'card')}" if zone.cards else "is empty"
            raise RefusedError(f"{self.where(zone)} {has}.", 409)
        if end == "random":
            left = list(zone.cards)
            return [left.pop(self.chance.below(len(left))) for _ in range(count)]
        return zone.cards[:count] if end == "top" else zone.cards[-count:][::-1]

    def move(self) -> FreeLine:
        order, to = self.order, self.zone(self.order.to)
        if order.from_:
            origin = self.zone(order.from_)
            cards = self.from_zone(origin, order.count, order.end)
        else:
            found = self.named(order.cards)
            origin, cards = found[0][0], [card for _, card in found]
            self.is_shift = to.kind == "field" and all(zone is to for zone, _ in found)
        on = self.named([order.on])[0] if order.on is not None else None
        if on and (on[0] is not to or to.kind != "field"):
            raise RefusedError("Cards lie on others in the same field only.")
        words = (
            f"{{}} in {self.where(to)}"
            if origin is to
            else f"{{}} from {self.where(origin)} to {self.where(to)}"
        )
        bottom = ", at the bottom" if to.kind == "pile" and order.at == "bottom" else ""
        return self.line("move", cards, self.bring(cards, to, on[1] if on else None), words + bottom)

    def deck_of(self, seat: int) -> FreeZone:
        own = f"{seat}.deck"
        return self.zone(own if any(zone.id == own for zone in self.state.zones) else "deck")

    def draw(self) -> FreeLine:
        cards = self.from_zone(self.deck_of(self.seat), self.order.count)
        return self.line("draw", cards, self.bring(cards, self.zone(f"{self.seat}.hand")))

    def deal(self) -> FreeLine:
        seats = len(self.state.seats)
        for number in range(self.order.count * seats):
            seat = (self.seat + 1 + number) % seats
            self.bring(self.from_zone(self.deck_of(seat), 1), self.zone(f"{seat}.hand"))
        return FreeLine(self.seat, "deal", f"{counted(self.order.count, 'card')} to everybody")

    def shuffle(self) -> FreeLine:
        zone = self.zone(self.order.zone)
        if zone.kind == "field" or (zone.kind == "hand" and zone.seat not in (-1, self.seat)):
            raise RefusedError("Shuffle a pile or your own hand.")
        self.mix(zone)
        return FreeLine(self.seat, "shuffle", self.where(zone))

    def mix(self, zone: FreeZone) -> None:
        """Shuffle a pile or a hand, in which nobody then knows a card again."""
        self.chance.shuffle(zone.cards)
        for card in zone.cards:
            card.shown = []
            self.fresh(card)

    def flip(self) -> FreeLine:
        found = self.named(self.order.cards)
        if any(zone.kind == "hand" for zone, _ in found):
            raise RefusedError("Cards in a hand are not turned over: show them.")
        cards = [card for _, card in found]
        knew = self.viewers(cards)
        for card in cards:
            card.up = not card.up
        return self.line("turn", cards, knew | self.viewers(cards), "{} over")

    def turn(self) -> FreeLine:
        found = self.named(self.order.cards)
        if any(zone.kind != "field" for zone, _ in found):
            raise RefusedError("Only cards in a field are turned.")
        for _, card in found:
            card.turned = (card.turned + self.order.quarters) % 4
        cards = [card for _, card in found]
        return self.line("turn", cards, self.viewers(cards), "{} round")

    def straighten(self) -> FreeLine:
        for zone, _, card in self.state.cards():
            card.turned = 0 if zone.seat == self.seat else card.turned
        return FreeLine(self.seat, "straighten", "all cards")

    def one_seat(self) -> FreeSeat:
        """The seat that is meant, by default one's own."""
        of, seats = self.order.of, self.state.seats
        number_of(of := self.seat if of is None else of, "of", 0, len(seats) - 1)
        return seats[of]

    def count(self) -> FreeLine:
        order, name = self.order, text_of(self.order.name, "name", 1, 40)
        if not isinstance(order.to, int | None):
            raise RefusedError("Say to what number.")
        cards = [card for _, card in self.named(order.cards)] if order.cards else []
        now = 0
        for counters in [card.counters for card in cards] or [self.one_seat().counters]:
            now = order.to if order.to is not None else counters.get(name, 0) + order.by
            counters[name] = number_of(now, name)
            if cards and not now:
                del counters[name]
        if cards:
            return self.line("set", cards, self.viewers(cards), f"{name.replace('{}', '')} of {{}} to {now}")
        of = "" if order.of in (None, self.seat) else f" of {self.one_seat().name}"
        return FreeLine(self.seat, "set", f"{name}{of} to {now}")

    def rename(self) -> FreeLine:
        order, of, is_counter = self.order, self.one_seat(), self.order.what == "counter"
        name = text_of(order.name, "name", int(not is_counter), 40)
        if order.what in ("seat", "zone"):
            one = of if order.what == "seat" else self.zone(order.zone)
            old, one.name = one.name, name
        elif is_counter and order.old in of.counters:
            old = order.old
            kept = {
                one: number for one, number in of.counters.items() if one != name and (name or one != old)
            }
            of.counters = {name if one == old else one: number for one, number in kept.items()}
        else:
            raise RefusedError("There is nothing of this name to rename.")
        return FreeLine(self.seat, "rename" if name else "remove", f"{old} to {name}" if name else old)

    def add_zone(self) -> FreeLine:
        order, zones = self.order, self.state.zones
        name, seat = text_of(order.name, "name", 1, 40), -1 if order.shared else self.seat
        zones.append(FreeZone(f"own.{self.state.ids}", name, seat, order.kind, order.seen))
        self.state.ids += 1
        return FreeLine(self.seat, "add", f"a place, {name}")

    def note(self) -> FreeLine:
        text = text_of(self.order.text, "text", 0)
        if self.order.card is None:
            self.state.note = text
            return FreeLine(self.seat, "write", "on the note sheet")
        ((_, card),) = self.named([self.order.card])
        card.note = text
        return self.line("write", [card], self.viewers([card]), "on {}")

    def look(self) -> FreeLine:
        zone, count = self.zone(self.order.zone), self.order.count
        if zone.kind != "pile" or zone.seat not in (-1, self.seat):
            raise RefusedError("Look at your own piles and at those that all share.")
        for index, card in enumerate(zone.cards):
            card.shown = [seat for seat in card.shown if seat != self.seat] + [self.seat] * (index < count)
        what = f"{counted(min(count, len(zone.cards)), 'card')} of {self.where(zone)}"
        return FreeLine(self.seat, "look", f"at {what}" if count else f"at {self.where(zone)} no longer")

    def show(self) -> FreeLine:
        found, to, seats = self.named(self.order.cards), self.order.to, self.state.seats
        if not isinstance(to, list) or not set(to) <= set(range(len(seats))):
            raise RefusedError("Say whom to show it to: a list of seats.")
        if any(zone.seat not in (-1, self.seat) for zone, _ in found):
            raise RefusedError("Show your own cards and those that all share.")
        for _, card in found:
            card.shown = sorted(set(to))
        names = listed([seats[seat].name for seat in sorted(set(to))]) or "nobody"
        cards = [card for _, card in found]
        return self.line("show", cards, self.viewers(cards), f"{{}} to {names.replace('{}', '')}")

    def put(self) -> FreeLine:
        order, to, state = self.order, self.zone(self.order.to), self.state
        if (
            not order.count
            or not 0 <= order.design < len(self.designs)
            or self.designs[order.design].kind == "card"
        ):
            raise RefusedError("Say which piece; cards come from decks.")
        name, kind, *_ = self.designs[order.design]
        pieces = [FreeCard(state.ids + one, name, kind, owner=self.seat) for one in range(order.count)]
        state.ids += order.count
        state.zones.append(FreeZone("box", "Box", -1, "hand", "all", pieces))
        knows = self.bring(pieces, to)
        state.zones.pop()
        return self.line("put", pieces, knows, f"{{}} in {self.where(to)}")

    def away(self) -> FreeLine:
        pieces = [card for _, card in self.named(self.order.cards)]
        if any(piece.kind == "card" for piece in pieces):
            raise RefusedError("Only pieces are put away; cards stay on the table.")
        knew, ids = self.viewers(pieces), {piece.id for piece in pieces}
        for zone in self.state.zones:
            zone.cards = [card for card in zone.cards if card.id not in ids]
            for card in zone.cards:
                card.on = 0 if card.on in ids else card.on
        return self.line("put", pieces, knew, "{} away")

    def roll(self) -> FreeLine:
        what, number = self.order.what, self.state.roll.number + 1 if self.state.roll else 1
        if found := _DICE.fullmatch(what):
            faces = [self.chance.below(int(found[2] or 2)) + 1 for _ in range(int(found[1] or 1))]
            self.state.roll = FreeRoll(self.seat, what, number, faces)
            words = [("heads", "tails")[face - 1] if found[3] else str(face) for face in faces]
            total = f", {sum(faces)} in all" if len(faces) > 1 and not found[3] else ""
            return FreeLine(self.seat, "roll", f"{what}: {', '.join(words)}{total}")
        pieces = [one for one in self.designs if one.kind == what and what not in ("card", "board")]
        if not pieces:
            raise RefusedError("This cannot be rolled; such as 2d6, a coin or a table of pieces can.")
        piece = self.chance.pick(pieces)
        self.state.roll = FreeRoll(self.seat, what, number, [], piece.name)
        return FreeLine(self.seat, "roll", f"{what}: {piece.name}")

    def pass_on(self) -> FreeLine:
        self.state.turn = (self.state.turn + 1) % len(self.state.seats)
        return FreeLine(self.seat, "pass", f"the turn to {self.state.seats[self.state.turn].name}")

    def say(self) -> FreeLine:
        text = text_of(self.order.text, "text")
        return FreeLine(self.seat, "say", f'"{text}"')

    def again(self) -> FreeLine:
        """A new table: every card where it began, decks shuffled, pieces away, counters at 0."""
        state, left = self.state, 0.0
        cards = sorted((card for _, _, card in state.cards() if card.home), key=lambda card: card.id)
        width = {one.name: one.width for one in self.designs if one.kind == "board"}
        for zone in state.zones:
            zone.cards = []
        for card in cards:
            card.clear()
            card.shown, card.up = [], card.kind == "board"
            self.zone(card.home).cards.append(card)
            if card.up:
                self.lay(card, left, 0)
                left += width[card.name]
        for zone in state.zones:
            if zone.kind != "field":
                self.mix(zone)
        for seat in state.seats:
            seat.counters = dict.fromkeys(seat.counters, 0)
        state.turn, state.note, state.roll = 0, "", None
        return FreeLine(self.seat, "begin", "a new table")


_VERBS: Mapping[str, Callable[[FreeMoves], FreeLine]] = {"pass": FreeMoves.pass_on} | {
    verb.__name__: verb
    for verb in (
        FreeMoves.move, FreeMoves.draw, FreeMoves.deal, FreeMoves.shuffle, FreeMoves.flip, FreeMoves.turn,
        FreeMoves.straighten, FreeMoves.count, FreeMoves.rename, FreeMoves.add_zone, FreeMoves.note,
        FreeMoves.look, FreeMoves.show, FreeMoves.put, FreeMoves.away, FreeMoves.roll, FreeMoves.say,
        FreeMoves.again,
    )
}  # fmt: skip
