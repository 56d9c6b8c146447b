"""Small states of the TTCG to try rules and effects in: cards made on the spot, laid out by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from cardtools.play.engine import CardText, Definition
from cardtools.play.games.ttcg import TtcgEngine
from cardtools.play.games.ttcg.state import TtcgState
from cardtools.play.interpreter.state import SIDE
from cardtools.play.state import EMPTY
from cardtools.programs.reader import ProgramWords, Reader, as_program

_READER = Reader(ProgramWords(), {})
FILLER = "Filler"


@cache
def program(text: str) -> CardText:
    """A text that does what the notation of programs says."""
    return CardText(text, as_program(_READER.value(text), "activated").abilities)


def unit(
    name: str,
    *effects: str,
    type: str = "earth",
    rank: int = 1,
    attack: int = 200,
    defense: int = 200,
    subtypes: str = "",
    styles: Sequence[str] = (),
) -> Definition:
    """A unit whose effects are written in the notation of programs."""
    values = {
        "type": type, "subtypes": tuple(subtypes.split()), "rank": rank, "attack": attack,
        "defense": defense, "styles": tuple(styles),
    }  # fmt: skip
    kind = "spell" if type == "spell" else "unit"
    return Definition(name, frozenset({kind}), values, tuple(program(effect) for effect in effects))


def spell(
    name: str, *effects: str, rank: int = 1, attack: int = 0, defense: int = 0, **more: Any
) -> Definition:
    """A spell, whose attack and defense are what it adds to the unit above."""
    return unit(name, *effects, type="spell", rank=rank, attack=attack, defense=defense, **more)


FILL = unit(FILLER, attack=10, defense=10)
# What lies in a slot: a card, or a stack from the bottom to the top.
Laid = Definition | Sequence[Definition]


_NONE: Mapping[int, Laid] = MappingProxyType({})


class Side(NamedTuple):
    """What a player has: units and spells by column from 1, and cards of the hand, deck (the top last) and
    discard pile.
    """

    units: Mapping[int, Laid] = _NONE
    spells: Mapping[int, Laid] = _NONE
    hand: Sequence[Definition] = ()
    deck: Sequence[Definition] = (FILL,) * 10
    discard: Sequence[Definition] = ()


_NOTHING = Side()


class Table:
    """A match in the main phase of player 0's third turn; player 1's cards are the other side's."""

    ENGINE = TtcgEngine

    def __init__(
        self, own: Side = _NOTHING, other: Side = _NOTHING, phase: str = "main", **options: Any
    ) -> None:
        sides = (own, other)
        decks = [{"main": _all(side)} for side in sides]
        self.engine = self.ENGINE(decks, options)
        self.state: TtcgState = self.engine.start(0)
        self.events: list[Any] = []
        state = self.state
        state.clear(len(self.engine.cards), 10, (20,))
        number = 0
        for player, side in enumerate(sides):
            numbers = iter(range(number, len(self.engine.cards)))
            for first, row in ((0, side.units), (5, side.spells)):
                for column, laid in row.items():
                    for _ in laid if not isinstance(laid, Definition) else (laid,):
                        card = next(numbers)
                        state.field[player][first + column - 1].append(card)
                        state.at[card] = player * SIDE + first + column - 1
                        state.entered[card] = 1
            state.hand[player] = [next(numbers) for _ in side.hand]
            state.deck[player] = [next(numbers) for _ in side.deck]
            state.discard[player] = [next(numbers) for _ in side.discard]
            number += len(self.engine.decks[player])
        state.active = state.decider = 0
        state.turn, state.phase, state.first, state.outcome = 5, "main", 1, None
        state.plays, state.battle, state.attacks = [], (EMPTY, EMPTY), [0] * len(self.engine.cards)
        state.taken = []
        state.moves = None

    def can(self, every: bool = False) -> list[str]:
        """The texts of the legal actions."""
        return [self.engine.text(self.state, one) for one in self.engine.legal_actions(self.state, every)]

    def do(self, *texts: str) -> Table:
        """Do what the texts say, each of which is legal."""
        for text in texts:
            action = self.engine.parse(self.state, text)
            assert action is not None, (text, self.can())
            self.events += self.engine.apply(self.state, action)
        return self

    def battle(self) -> Table:
        """Go to the battle phase, if it has not begun for want of anything else to do."""
        return self.do("battle") if self.state.phase == "main" else self

    def end_turn(self) -> Table:
        """End the turn, if it has not ended for want of anything to do."""
        turn = self.state.turn
        if self.state.phase == "main" and "battle" in self.can():
            self.do("battle")
        return self.do("end") if self.state.turn == turn else self

    def use(self, name: str, effect: int = 1) -> Table:
        """Activate an effect of the decider's card on the field."""
        wanted = [text for text in self.can() if text.startswith(f'activate "{name}"')]
        wanted = [text for text in wanted if text.endswith(f"effect {effect}")]
        assert wanted, (name, self.can())
        return self.do(wanted[0])

    def happened(self, kind: str) -> list[str]:
        """The names of the cards of the events of a kind."""
        return [self.name(event.card) for event in self.events if event.kind == kind]

    def name(self, card: int) -> str:
        """The name of a card, or "-"."""
        return self.engine.cards[card].name if card >= 0 else "-"

    def names(self, cards: Sequence[int]) -> list[str]:
        """The names of cards."""
        return [self.name(card) for card in cards]

    def card(self, name: str, player: int = 0) -> int:
        """The first card of a name that a player owns."""
        return next(card for card in self.engine.decks[player] if self.name(card) == name)

    def row(self, player: int = 0, first: int = 0) -> list[str]:
        """The names on top of a row, units from 0 and spells from 5."""
        stacks = self.state.field[player][first : first + 5]
        return [self.name(stack[-1]) if stack else "-" for stack in stacks]

    def hand(self, player: int = 0) -> list[str]:
        """The names of the cards of a hand."""
        return self.names(self.state.hand[player])

    def discard(self, player: int = 0) -> list[str]:
        """The names of the cards of a discard pile."""
        return self.names(self.state.discard[player])

    def deck(self, player: int = 0) -> list[str]:
        """The names of the cards of a deck, the top last."""
        return self.names(self.state.deck[player])

    @property
    def points(self) -> tuple[int, int]:
        """The points of both players."""
        (first,), (second,) = self.state.resources
        return first, second

    def stat(self, name: str, stat: str, player: int = 0) -> int:
        """A stat of a card now."""
        return self.engine.continuous.stat(self.state, self.card(name, player), stat)


def _all(side: Side) -> list[Definition]:
    found: list[Definition] = []
    for row in (side.units, side.spells):
        for laid in row.values():
            found += [laid] if isinstance(laid, Definition) else laid
    return [*found, *side.hand, *side.deck, *side.discard]
