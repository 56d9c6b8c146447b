"""Which cards, how many, and whether: selectors, amounts and conditions of programs."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

from cardtools.play.interpreter.board import GameBoard
from cardtools.play.interpreter.card_index import RANK_ALTERED
from cardtools.play.interpreter.continuous import Continuous, bounded
from cardtools.play.interpreter.part import EnginePart
from cardtools.play.interpreter.state import SIDE, SIDES, CardState, Frame
from cardtools.play.state import HIDDEN
from cardtools.programs.notation_entry import THIS
from cardtools.programs.tree import (
    AllOf,
    Amount,
    AnyOf,
    Become,
    Compare,
    Condition,
    Count,
    CountersOn,
    Known,
    Not,
    Product,
    Selector,
    Sum,
    SumOf,
    Total,
)

COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<=": operator.le, ">=": operator.ge, "<": operator.lt,
    ">": operator.gt,
}  # fmt: skip
# What finds the cards of a selector, given a state and the frame of an effect.
Finder = Callable[[Any, Frame], list[int]]
# A test of a state and the frame of an effect; a number or list is true unless it is 0 or empty.
FrameTest = Callable[[Any, Frame], Any]


class Selectors(EnginePart):
    """Selectors, amounts and conditions, asked of a state and the frame of an effect."""

    board: GameBoard
    continuous: Continuous

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        # By the id of a selector what finds its cards, the test of whether there are any, and the selector,
        # so that no other gets its id.
        self.finders: dict[int, tuple[Finder, FrameTest, Selector]] = {}
        self.opponents: list[list[int]] = game.opponents
        all_of = range(game.players)
        self.in_turn = [(*all_of[one:], *all_of[:one]) for one in all_of]  # from each player on

    # Players

    def players(self, state: CardState, who: str, frame: Frame) -> Sequence[int]:
        """The players that a word of a program means, the active one first."""
        if who == "you":
            return (frame.you,)
        if who == "opponent":
            return self.opponents[frame.you]
        if who == "active":
            return (state.active,)
        if who == "event":
            return (frame.about,) if frame.about >= 0 else ()
        if who == "owner":
            return (self.owner[state.last],) if state.last >= 0 else ()
        return self.in_turn[state.active]

    def player(self, state: CardState, who: str, frame: Frame) -> int:
        """The one player whom a word means: whom the effect is about, if it may be that one, else the next
        one; "you" where it is nobody.
        """
        players = self.players(state, who, frame)
        return frame.about if frame.about in players else players[0] if players else frame.you

    # Cards

    def candidates(self, state: CardState, cards: Selector, frame: Frame) -> list[int]:
        """The cards that match a selector, whatever its number."""
        known = self.finders.get(id(cards))
        return (self.finder(cards) if known is None else known)[0](state, frame)

    def known(self, state: CardState, cards: Selector, frame: Frame) -> list[int]:
        """The cards that match a selector, in the own deck too, whose cards its player knows."""
        if self.is_hidden(state, cards, frame):
            return [
                card for card in self.board.deck_of(state, frame.you) if self.fits(state, card, cards, frame)
            ]
        return self.candidates(state, cards, frame)

    @staticmethod
    def is_hidden(state: CardState, cards: Selector, frame: Frame) -> bool:
        """Whether a selector looks in the own deck in an observation."""
        if cards.zone != "deck" or cards.who != "you":
            return False
        deck = state.deck[frame.you]
        return bool(deck) and deck[0] == HIDDEN

    def finder(self, cards: Selector) -> tuple[Finder, FrameTest, Selector]:
        """What finds the cards of a selector, the test of whether there are any, and it; made once."""
        if id(cards) not in self.finders:
            self.finders[id(cards)] = (*self._new_finder(cards), cards)
        return self.finders[id(cards)]

    def _new_finder(self, cards: Selector) -> tuple[Finder, FrameTest]:
        if cards.position:
            return (lambda state, frame: self._from_end(state, cards, frame),) * 2
        if cards == THIS:
            return (lambda _, frame: [frame.card],) * 2
        ranks = [
            test
            for test in cards.stats
            if test.stat == "rank" and isinstance(test.amount, int) and "rank" in self.index.printed
        ]
        # By card whether its kind, traits and rank fit as printed; false for EMPTY and HIDDEN, at the end.
        fits = [
            (not cards.kind or cards.kind in self.index.kinds[card])
            and all(
                trait.vocabulary in self.index.words
                and trait.word in self.index.words[trait.vocabulary][card]
                for trait in cards.traits
                if trait.vocabulary != "keyword"
            )
            and all(
                COMPARISONS[test.operator](self.index.printed["rank"][card], test.amount) for test in ranks
            )
            for card in range(len(self.game.cards))
        ] + [False, False]
        rewrites = not self.index.modifier_kinds.isdisjoint((Become, RANK_ALTERED))
        changes = rewrites and bool(cards.traits or ranks)  # whether what was printed may not be what holds
        keywords = any(trait.vocabulary == "keyword" for trait in cards.traits)
        more = bool(cards.state) or keywords or len(ranks) < len(cards.stats)

        def find(state: CardState, frame: Frame) -> list[int]:
            pool = self._pool(state, cards, frame)
            rewritten = changes and (
                self.continuous.of_kind(state, Become) or self.continuous.of_kind(state, RANK_ALTERED)
            )
            if more or rewritten:
                found = [card for card in pool if card >= 0 and self.fits(state, card, cards, frame)]
            else:
                found = [card for card in pool if fits[card]]
            if cards.extreme and found:
                stats = [self.continuous.stat(state, card, cards.extreme_stat) for card in found]
                best = min(stats) if cards.extreme == "lowest" else max(stats)
                found = [card for card, stat in zip(found, stats, strict=True) if stat == best]
            return found

        by_player = {"", "field", *self.game.PILES} - self.board.shared
        in_zone = cards.zone in by_player and cards.who in SIDES
        if not in_zone or more or cards.extreme or cards.relation or self.game.players != 2:
            return find, find
        side = SIDES[cards.who]
        part: Callable[[CardState], Any] = attrgetter(self.game.PILES.get(cards.zone, "tops"))
        none_fits = frozenset(card for card in range(len(self.game.cards)) if fits[card]).isdisjoint

        def find_at_once(state: CardState, frame: Frame) -> list[int]:
            in_force = state.in_force
            if changes and (in_force is None or Become in in_force or RANK_ALTERED in in_force):
                return find(state, frame)
            sides = part(state) or self.board.all_tops(state)
            pool = sides[state.active] + sides[1 - state.active] if side == 2 else sides[frame.you ^ side]
            return [card for card in pool if fits[card]]

        def some(state: CardState, frame: Frame) -> Any:
            in_force = state.in_force
            if changes and (in_force is None or Become in in_force or RANK_ALTERED in in_force):
                return find(state, frame)
            sides = part(state) or self.board.all_tops(state)
            if side == 2:
                return not (none_fits(sides[0]) and none_fits(sides[1]))
            return not none_fits(sides[frame.you ^ side])

        return find_at_once, some

    def matches(self, state: CardState, card: int, cards: Selector, frame: Frame) -> bool:
        """Whether a card is one that a selector means, wherever it is."""
        if card < 0:
            return False
        relation = cards.relation
        if relation in ("", "other"):
            if not self._in_zone(state, card, cards, frame):
                return False
            if relation == "other" and card in self._anchors(state, cards, frame):
                return False
        elif card not in self._related(state, cards, frame):
            return False
        if not self.fits(state, card, cards, frame):
            return False
        return not cards.extreme or card in self.candidates(state, cards, frame)

    def _pool(self, state: CardState, cards: Selector, frame: Frame) -> Sequence[int]:
        """Where a selector looks: the cards of its zone, or those in its relation."""
        relation = cards.relation
        if relation not in ("", "other"):
            related = self._related(state, cards, frame)
            if cards.zone or cards.who != "any":
                related = [card for card in related if self._in_zone(state, card, cards, frame)]
            return related
        zone = cards.zone
        found: list[int] = []
        if zone == "chain":
            who = self.players(state, cards.who, frame)
            found = [card for card, _, its, _ in state.chain if its.you in who]
        elif zone in ("", "field"):
            for player in self.players(state, cards.who, frame):
                found += self.board.tops(state, player)
        elif zone in self.game.PILES:
            for pile in self._piles(state, zone, cards.who, frame):
                found += pile
        if relation == "other":
            anchors = self._anchors(state, cards, frame)
            found = [card for card in found if card not in anchors]
        return found

    def _piles(self, state: CardState, zone: str, who: str, frame: Frame) -> list[list[int]]:
        """The piles of players in a zone; the one that all share belongs to nobody."""
        players = (0,) if zone in self.board.shared else self.players(state, who, frame)
        return [self.board.pile(state, zone, player) for player in players]

    def _anchors(self, state: CardState, cards: Selector, frame: Frame) -> Sequence[int]:
        """The cards that a relation is to: those of `of`, or the card of the effect."""
        return (frame.card,) if cards.of is None else self.candidates(state, cards.of, frame)

    def _related(self, state: CardState, cards: Selector, frame: Frame) -> Sequence[int]:
        relation = cards.relation
        if relation == "named":
            return frame.chosen_as(cards.name) or ()
        if relation in ("event", "target"):
            card = frame.event if relation == "event" else frame.target
            return (card,) if card >= 0 else ()
        anchors = self._anchors(state, cards, frame)
        if relation == "this":
            return anchors
        if relation == "equipped":
            return [state.attached[card] for card in anchors if state.attached[card] >= 0]
        found: list[int] = []
        for anchor in anchors:
            if state.at[anchor] < 0:
                continue
            if relation == "under":
                stack = self.board.stack(state, anchor)
                found += stack[: stack.index(anchor)]
            elif (other := self.game.column(state, anchor, relation)) >= 0:
                found.append(other)
        return found

    def _in_zone(self, state: CardState, card: int, cards: Selector, frame: Frame) -> bool:
        zone, place = cards.zone, state.at[card]
        if zone == "chain":
            waiting = [its for its in state.chain if its[0] == card]
            return bool(waiting) and waiting[-1][2].you in self.players(state, cards.who, frame)
        if zone == "field" and (
            place < 0 or (cards.relation != "under" and state.field[place // SIDE][place % SIDE][-1] != card)
        ):
            return False
        if cards.who != "any" and zone not in self.board.shared:
            player = place // SIDE if place >= 0 else self.game.holder(state, card)
            if player not in self.players(state, cards.who, frame):
                return False
        return zone in ("", "field") or (place < 0 and self.board.zone(state, card) == zone)

    def fits(self, state: CardState, card: int, cards: Selector, frame: Frame) -> bool:
        """Whether a card has the kind, traits, stats and state that a selector asks for."""
        if cards.kind and cards.kind not in self.index.kinds[card]:
            return False
        for trait in cards.traits:
            if trait.word not in self.continuous.traits(state, card, trait.vocabulary):
                return False
        for test in cards.stats:
            value = self.continuous.stat(state, card, test.stat)
            if not COMPARISONS[test.operator](value, self.amount(state, test.amount, frame)):
                return False
        return not cards.state or self.is_in_state(state, card, cards.state)

    def is_in_state(self, state: CardState, card: int, word: str) -> bool:
        """Whether a card is "tapped", "untapped", "attacking", "blocking" or "equipped"."""
        if word in ("tapped", "untapped"):
            return (state.tapped[card] > 0) == (word == "tapped")
        if word == "equipped":
            return bool(self.board.attachments(state, card))
        return bool(self.game.is_attacking(state, card, word == "blocking"))

    def _from_end(self, state: CardState, cards: Selector, frame: Frame) -> list[int]:
        """The cards at the top or bottom of piles, the outermost first."""
        number = self.number(state, cards, frame)
        found: list[int] = []
        for pile in self._piles(state, cards.zone or "deck", cards.who, frame):
            if number > 0:
                found += pile[: -number - 1 : -1] if cards.position == "top" else pile[:number]
        return found

    # Numbers and conditions

    def amount(self, state: CardState, amount: Amount, frame: Frame) -> int:
        """A number of a program."""
        if isinstance(amount, int):
            return amount
        if isinstance(amount, Count):
            return self.count(state, amount.cards, frame)
        if isinstance(amount, Sum):
            return bounded(self.amount(state, amount.left, frame) + self.amount(state, amount.right, frame))
        if isinstance(amount, Product):
            return bounded(self.amount(state, amount.left, frame) * self.amount(state, amount.right, frame))
        if isinstance(amount, Total):
            return sum(
                self.board.has(state, who, amount.resource) for who in self.players(state, amount.who, frame)
            )
        if isinstance(amount, CountersOn):
            return sum(
                number
                for card in self.candidates(state, amount.cards, frame)
                for name, number in state.counters[card]
                if name == amount.name
            )
        if isinstance(amount, SumOf):
            found = [card for card in self.candidates(state, amount.cards, frame) if card >= 0]
            if amount.stat == "damage":
                return sum(state.damage[card] for card in found)
            return bounded(sum(self.continuous.stat(state, card, amount.stat) for card in found))
        if isinstance(amount, Known):
            return state.turn if amount.name == "turn" else len(state.field)
        raise TypeError(f"{amount!r} is no amount")

    def number(self, state: CardState, cards: Selector, frame: Frame) -> int:
        """How many cards a selector asks for, 1 where it is all of them."""
        return 1 if cards.count is None else self.amount(state, cards.count, frame)

    def count(self, state: CardState, cards: Selector, frame: Frame) -> int:
        """How many cards match, hidden ones counted where the selector asks nothing of them."""
        found = len(self.candidates(state, cards, frame))
        if cards.relation in ("", "other") and not (cards.kind or cards.traits or cards.stats or cards.state):
            found += sum(card == HIDDEN for card in self._pool(state, cards, frame))
        return found

    def true(self, state: CardState, condition: Condition | None, frame: Frame) -> bool:
        """Whether a condition holds; none always does."""
        if condition is None:
            return True
        if isinstance(condition, Compare):
            left = self.amount(state, condition.left, frame)
            return COMPARISONS[condition.operator](left, self.amount(state, condition.right, frame))
        if isinstance(condition, AllOf):
            return all(self.true(state, part, frame) for part in condition.conditions)
        if isinstance(condition, AnyOf):
            return any(self.true(state, part, frame) for part in condition.conditions)
        if isinstance(condition, Not):
            return not self.true(state, condition.condition, frame)
        raise TypeError(f"{condition!r} is no condition")
