"""The state of a match: zones of cards, counters and what is being decided, declared part by part.

A card of a match is a number, its place in `Engine.cards`; HIDDEN stands for a card that the viewer of an
observation must not know, EMPTY for a slot without a card.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal, NamedTuple, Self

from cardtools.play.streams import Stream

HIDDEN = -2
EMPTY = -1
EVERYBODY, NOBODY = -1, -2  # who knows the card of an event
# How deep the lists of a part are: a plain value (or tuple), a list, lists in a list, and once more.
Depth = Literal[0, 1, 2, 3]


class Part(NamedTuple):
    """A part of a state, an attribute of that name.

    Of a part with cards (`has_cards`) the first list is by player, and each card is in exactly one place of
    all such parts. One that all players share (`shared`), such as a market or a common deck, is on nobody's
    side: a pile (depth 1), or stacks by slot (depth 2). `seen` says who knows its cards: everybody, their
    owner alone, the others but not the owner, or nobody, as in a deck. Slots with hidden cards are stacks.

    A part `known` (depth 1) has by card the players who know it wherever it lies hidden, as a tuple.
    """

    name: str
    depth: Depth
    has_cards: bool = False
    seen: Literal["all", "owner", "others", "nobody"] = "all"
    shared: bool = False

    def piles(self, held: Any) -> Iterable[tuple[int, list[int]]]:
        """The piles and stacks of cards in it, each with the player on whose side it is, -1 for nobody."""
        if self.shared:
            return [(-1, pile) for pile in (held if self.depth == 2 else [held])]
        if self.depth == 2:
            return enumerate(held)
        return [(player, pile) for player, slots in enumerate(held) for pile in slots]


class Event(NamedTuple):
    """Something that happened: its kind, the player it happened to or who did it, and its details.

    `card` is EMPTY where there is none. `known_to` is the player who alone knows the card, or EVERYBODY or
    NOBODY.
    """

    kind: str
    player: int
    card: int = EMPTY
    details: tuple[Any, ...] = ()
    known_to: int = EVERYBODY


class Outcome(NamedTuple):
    """How a match ended: `winner` is a player, or -1, and `also` are those who win with that player: the rest
    of a team, or everybody. A `loss` is that of all, a `stalemate` a match that no rule would ever end, a
    `cap` one that was stopped, and a `fault` one that an agent lost by what it did.
    """

    kind: Literal["win", "draw", "loss", "stalemate", "cap", "fault"]
    winner: int
    reason: str
    also: tuple[int, ...] = ()

    @classmethod
    def of(cls, kind: Any, winners: Sequence[int], reason: str) -> Outcome:
        """The outcome with these winners, who may be none."""
        return cls(kind, winners[0] if winners else -1, reason, tuple(winners[1:]))

    @property
    def winners(self) -> tuple[int, ...]:
        """All who win."""
        return () if self.winner < 0 else (self.winner, *self.also)

    def data(self) -> dict[str, Any]:
        """The outcome as files have it, in which one winner wins alone."""
        return dict(zip(self._fields, self if self.also else self[:3], strict=False))


# How a part is copied, by its depth.
_DEPTHS = ("{}", "{}[:]", "[inner[:] for inner in {}]", "[[cards[:] for cards in inner] for inner in {}]")


def _copying(cls: type[State], copied: Mapping[str, str]) -> Any:
    """A method that makes a new state with these attributes of another: written out, as dataclasses are,
    because an observation is made for each decision, and a loop over names takes four times as long.
    """
    lines = [f"    new.{name} = {how.format(f'self.{name}')}" for name, how in copied.items()]
    source = "\n".join(["def copying(self):", "    new = make(cls)", *lines, "    return new"])
    made: dict[str, Any] = {"make": object.__new__, "cls": cls}
    exec(source, made)
    return made["copying"]


class State:
    """The state of a match. A game's own state is a class with `PARTS`; every change of a state is made by
    `Engine.apply`.

    `decider` is the player who chooses next, `active` the one whose turn it is, `turn` counts the turns of
    all from 1, and `viewer` is the player whose observation this is, or -1 for the whole state. `changes`
    counts the events so far that lasted: players without memory who change nothing in a round never will.
    """

    PARTS: ClassVar[tuple[Part, ...]] = ()
    NAMES: ClassVar[tuple[str, ...]] = ()
    HIDDEN_PARTS: ClassVar[tuple[Part, ...]] = ()
    HAS_KNOWN: ClassVar[bool] = False
    _shared: ClassVar[Callable[[Any], Any]]
    _copied: ClassVar[Callable[[Any], Any]]
    __slots__ = ("active", "changes", "decider", "events", "outcome", "phase", "random", "turn", "viewer")

    active: int
    changes: int
    decider: int
    turn: int
    phase: str
    viewer: int
    random: Stream
    events: list[Event]
    outcome: Outcome | None

    def __init_subclass__(cls) -> None:
        cls.NAMES = (*State.__slots__, *(part.name for part in cls.PARTS))
        cls.HIDDEN_PARTS = tuple(part for part in cls.PARTS if part.has_cards and part.seen != "all")
        depths = {part.name: part.depth for part in cls.PARTS}
        cls.HAS_KNOWN = "known" in depths
        cls._shared = _copying(cls, dict.fromkeys(cls.NAMES, _DEPTHS[0]))
        cls._copied = _copying(cls, {name: _DEPTHS[depths.get(name, 0)] for name in cls.NAMES})

    def shared(self) -> Self:
        """A state with the same parts, not copies of them: whoever changes it puts others in their place."""
        new: Self = self._shared()
        return new

    def copy(self) -> Self:
        """A state of its own: what is applied to it leaves this one as it is."""
        new: Self = self._copied()
        new.random = Stream(self.random.key, self.random.used)
        new.events = []
        return new

    def values(self) -> tuple[Any, ...]:
        """Everything that the rest of the match depends on but its random numbers."""
        return (
            self.turn,
            self.active,
            self.decider,
            self.phase,
            *(getattr(self, p.name) for p in self.PARTS),
        )

    def digest(self) -> str:
        """16 hexadecimal digits that differ for different states: turn, random numbers and every part."""
        whole = (self.random.key, self.random.used, self.values())
        return hashlib.blake2b(repr(whole).encode(), digest_size=8).hexdigest()

    def places(self) -> Iterator[tuple[Part, int, int]]:
        """Each card with the part that it is in and the player on whose side (-1: nobody's), in order."""
        for part in self.PARTS:
            if part.has_cards:
                for player, pile in part.piles(getattr(self, part.name)):
                    for card in pile:
                        if card != EMPTY:
                            yield part, player, card
