"""Whether an effect can be performed whole and its cost be paid, as far as its player can know.

A player knows the cards of the own deck, but not their order, and of the opponent's hand and deck only how
many cards there are.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Any, TypeVar

from cardtools.play.effects.matching import SIDES, THIS, Finder, FrameTest
from cardtools.play.effects.moving import Moving
from cardtools.play.effects.state import CardState, Frame
from cardtools.play.effects.touching import (
    Plan,
    nodes_of,
    overlap,
    parts_of,
    plan_of,
    selectors_of,
    take_from,
)
from cardtools.programs.tree import (
    Activate,
    Apply,
    Attach,
    Choose,
    Counter,
    Effect,
    Gain,
    If,
    Let,
    Lose,
    May,
    Move,
    RankUp,
    Reveal,
    Roll,
    Selector,
    Seq,
    Shuffle,
    Skip,
    Swap,
    Tap,
)

S = TypeVar("S", bound=CardState)
_WAYS = 50  # ways to pay that are tried at most


class Able(Moving[S]):
    """The tests of costs and effects. In a game whose numbers are exact an effect is performed whole or not
    at all; in others it needs something to act on.
    """

    # Costs

    def payable(self, state: S, cost: Effect, frame: Frame, blind: bool = True) -> bool:
        """Whether a cost can be paid in full; `blind`: as far as its player can know, who does not see the
        opponent's hand.
        """
        if isinstance(cost, Seq):
            return all(self.payable(state, part, frame, blind) for part in cost.effects)
        if isinstance(cost, Lose):
            amount = self.amount(state, cost.amount, frame)
            return all(
                self.has(state, player, cost.resource) >= amount
                and not (self.EXACT and self.is_prevented(state, cost.resource, player))
                for player in self.players(state, cost.who, frame)
            )
        if isinstance(cost, Gain):
            return all(
                not self.cannot(state, f"gain_{cost.resource}", -1, player)
                for player in self.players(state, cost.who, frame)
            )
        if isinstance(cost, Move) and cost.reason == "draw":
            return not self.EXACT or self._can_draw(state, cost, frame)
        cards: Selector | None = getattr(cost, "cards", None)
        if cards is None:
            return True
        most = 1 if cards.count is None else self.amount(state, cards.count, frame)
        if blind and cards.zone == "hand" and cards.who == "opponent":
            return len(state.hand[1 - frame.you]) >= most and self._has_room(state, cost, frame)
        found = self.candidates(state, cards, frame)
        if isinstance(cost, Tap):
            found = [card for card in found if not state.tapped[card]]
        elif isinstance(cost, Move) and not cards.position:
            found = self.movable(state, cost, frame, found)
        return cards.up_to or len(found) >= most

    def _has_room(self, state: S, effect: Effect, frame: Frame) -> bool:
        """Whether a hidden card that an effect plays would find a place."""
        if not isinstance(effect, Move) or effect.to != "field":
            return True
        player = self.players(state, effect.who, frame)[0]
        return self.room(state, player, effect.cards.kind)

    def affordable(self, cost: Any) -> FrameTest:
        """The test of whether a cost can be paid, as far as its player can know."""
        if isinstance(cost, Move | Reveal) and getattr(cost, "reason", "") != "draw":
            cards = cost.cards
            if cards == THIS and isinstance(cost, Move) and cost.under is None:
                return self._can_pay_itself(cost)
            most: Any = 1 if cards.count is None else cards.count
            in_sight = cards.zone != "hand" or cards.who == "you"
            plain = in_sight and isinstance(most, int) and not cards.up_to and cards.relation != "this"
            if plain and getattr(cost, "to", "") != "field":
                find, some, _ = self.finder(cards)
                enough: FrameTest = some if most == 1 else lambda s, f: len(find(s, f)) >= most
                if isinstance(cost, Reveal) or not (hindering := self.hindering(cost)):
                    return enough
                return lambda s, f: (
                    enough(s, f) and (hindering.isdisjoint(self.held(s)) or self.payable(s, cost, f))
                )
        if self.EXACT and isinstance(cost, Lose) and type(cost.amount) is int and cost.who == "you":
            place, what, amount = self.RESOURCES.index(cost.resource), cost.resource, cost.amount
            return lambda s, f: s.resources[f.you][place] >= amount and not self.is_prevented(s, what, f.you)
        return lambda s, f: self.payable(s, cost, f)

    def _can_pay_itself(self, cost: Move) -> FrameTest:
        """The test of whether a card can be moved that pays for its own effect."""
        if cost.reason != "destroy" or self.hindering(cost):
            return lambda s, f: self.can_move(s, cost, f.card, f)
        return lambda s, f: s.at[f.card] >= 0

    # Costs with effects

    def whole(self, cost: Effect | None, effect: Effect) -> Iterator[FrameTest]:
        """The tests of whether a cost can be paid and the effect be performed after it. What is done after
        something is skipped cannot be judged before.
        """
        if cost is not None:
            yield self.affordable(cost)
            if any(isinstance(node, Skip) for node in nodes_of(cost)):
                return
        steps = (*parts_of(cost), *parts_of(effect)) if cost is not None else ()
        if self.EXACT and overlap(steps):
            yield self._one_by_one(steps, len(parts_of(cost or effect)))
        elif test := self.doable(effect):
            yield test

    def useful(self, state: S, cost: Effect, effect: Effect, frame: Frame) -> list[int] | None:
        """The cards with which one can pay a cost of one card so that the effect can be performed; None where
        all are alike.
        """
        key = id(cost)
        if key not in self.chosen_well:
            plan = plan_of((cost, *parts_of(effect)))
            is_choice = (
                self.EXACT
                and isinstance(cost, Move)
                and (cost.cards.count, cost.cards.chooser) == (1, "you")
                and not self._hides(cost.cards)
            )
            self.chosen_well[key] = plan if is_choice and plan and plan.bears else None
        known = self.chosen_well[key]
        if known is None:
            return None
        ways = self._after(state, known.step, frame)
        return [card for (card,), after in ways if self._in_turn(after, frame, known.rest)]

    def _one_by_one(self, steps: Sequence[Effect], paid: int = 0) -> FrameTest:
        """The test of whether these can be done one after the other; of the first `paid` that is known."""
        plan = plan_of(steps)
        if take_from(steps):
            return lambda s, f: self._in_turn(s, f, plan, paid)
        # What is done first adds to what is looked at after it, at most.
        at_once = [test for step in steps[paid:] if (test := self.doable(step))]
        looked = [selectors_of(steps[place + 1 :]) for place in range(len(steps))]

        def adds(state: S, frame: Frame) -> bool:
            return any(
                self._hides(step.cards)
                or any(
                    self._fits(state, card, cards, frame)
                    for card in self.candidates(state, step.cards, frame)
                )
                for step, later in zip(steps, looked, strict=True)
                if isinstance(step, Move)
                for cards in later
            )

        return lambda s, f: (
            all(test(s, f) for test in at_once) or (adds(s, f) and self._in_turn(s, f, plan, paid))
        )

    @staticmethod
    def _hides(cards: Selector) -> bool:
        """Whether one cannot know which cards a selector means: on top of a deck, in the opponent's hand."""
        return bool(cards.position) or (cards.zone == "hand" and cards.who == "opponent")

    def _in_turn(self, state: S, frame: Frame, plan: Plan | None, paid: int = 0) -> bool:
        """Whether these can be done one after the other; of the first `paid` that is known."""
        while plan is not None:
            if paid <= 0 and not self.possible(state, plan.step, frame):
                return False
            paid, rest = paid - 1, plan.rest
            if plan.bears:
                ways = self._after(state, plan.step, frame)
                return any(self._in_turn(after, frame, rest, paid) for _, after in ways)
            plan = rest
        return True

    def _after(self, state: S, step: Any, frame: Frame) -> Iterator[tuple[tuple[int, ...], S]]:
        """The ways to choose the cards of a move, with copies of the state in which it is done. Of cards that
        are hidden it is one way, the best.
        """
        cards = step.cards
        number = 1 if cards.count is None else self.amount(state, cards.count, frame)
        if self._hides(cards):
            after = state.copy()
            for player in self.players(state, cards.who, frame):
                del self.pile(after, cards.zone or "deck", player)[:number]
                if player == frame.you and step.to in self.PILES:  # any card of the deck may be among them
                    self.pile(after, step.to, player).extend(self.deck_of(state, player))
            yield (), after
            return
        found = self.movable(state, step, frame, self.known(state, cards, frame))
        if cards.count is None:
            number = len(found)
        elif number == 1 and cards.zone == "hand":
            found = self.different(found)
        for chosen in itertools.islice(itertools.combinations(found, number), _WAYS):
            after = state.copy()
            for card in chosen:
                if step.to in self.PILES and step.reason != "destroy":
                    self.take(after, card)
                    self.put(after, card, step.to)
                else:
                    self._move(after, step, card, frame)
            yield chosen, after

    # Effects

    def doable(self, effect: Any) -> FrameTest | None:
        """The test of whether an effect can be performed, whole where numbers are exact; None if it always
        can.
        """
        if isinstance(effect, Seq | Choose):
            return self._doable_parts(effect)
        if isinstance(effect, May | Roll):
            return self.doable(effect.effect)
        if isinstance(effect, If):
            return lambda s, f: self._can_do_if(s, effect, f)
        if isinstance(effect, Gain | Lose | Skip | Shuffle):
            return self._doable_resource(effect)
        if isinstance(effect, Move) and effect.reason == "draw":
            # what drawing from an empty deck does is else for the game to say
            cards = effect.cards
            if self.EXACT and type(cards.count) is int and cards.who == "you":
                number: int = cards.count
                return lambda s, f: self.can_draw(s, f.you, number)
            return (lambda s, f: self._can_draw(s, effect, f)) if self.EXACT else None
        if isinstance(effect, Apply):
            one: Selector | None = getattr(effect.modifier, "cards", None)
            return None if one is None or one.count is None else self._enough(one)
        if isinstance(effect, RankUp):
            return lambda s, f: bool(self.ranked_up(s, effect, f))
        if isinstance(effect, Activate):
            return self._enough(effect.cards, lambda s, f: self.activatable(s, effect, f))
        return self._doable_with_cards(effect)

    def _doable_with_cards(self, effect: Any) -> FrameTest | None:
        if self.EXACT:
            if isinstance(effect, Move):
                return self._doable_move(effect)
            if isinstance(effect, Swap) and effect.other is not None:
                return lambda s, f: bool(self.swappable(s, effect, f))
            if isinstance(effect, Attach):
                return self._doable_attach(effect)
            if isinstance(effect, Counter):
                return self._enough(effect.cards, lambda s, f: self.stoppable(s, effect, f))
            if isinstance(effect, Let) and self.is_one(effect.cards):
                return lambda s, f: bool(self.nameable(s, effect, f))
        asked = (getattr(effect, name, None) for name in ("cards", "to", "other"))
        some = [test for one in asked if type(one) is Selector and (test := self._enough(one))]
        if len(some) < 2:
            return some[0] if some else None
        return lambda s, f: all(test(s, f) for test in some)

    def _doable_attach(self, effect: Attach) -> FrameTest:
        hosts, some_host, _ = self.finder(effect.to)
        if effect.cards == THIS:
            return lambda s, f: some_host(s, f) and hosts(s, f) != [f.card]
        return lambda s, f: some_host(s, f) and bool(self.attachable(s, effect, f))

    def _doable_parts(self, effect: Seq | Choose) -> FrameTest | None:
        parts = effect.effects
        if self.EXACT and isinstance(effect, Seq):
            if overlap(parts):
                return self._one_by_one(parts)
            needed = [test for part in parts if (test := self.doable(part))]
            return (lambda s, f: all(test(s, f) for test in needed)) if needed else None
        tests = [self.doable(part) for part in parts]
        return None if None in tests else lambda s, f: any(test(s, f) for test in tests if test)

    def _doable_resource(self, effect: Any) -> FrameTest | None:
        if not self.EXACT or not isinstance(effect, Gain | Lose):
            return None
        forbidden = f"gain_{effect.resource}" if isinstance(effect, Gain) else ""
        if type(effect.amount) is int and forbidden not in self.modifier_kinds:
            return None
        return lambda s, f: (
            self.amount(s, effect.amount, f) > 0
            and not all(self.cannot(s, forbidden, -1, player) for player in self.players(s, effect.who, f))
        )

    def _can_draw(self, state: S, effect: Move, frame: Frame) -> bool:
        cards = effect.cards
        number = 1 if cards.count is None else self.amount(state, cards.count, frame)
        return number > 0 and all(
            self.can_draw(state, player, number) for player in self.players(state, cards.who, frame)
        )

    def _doable_move(self, effect: Move) -> FrameTest | None:
        cards = effect.cards
        if self._hides(cards):
            enough = self._enough(cards)
            if effect.to != "field" or enough is None:
                return enough
            return lambda s, f: enough(s, f) and self._has_room(s, effect, f)
        plain = effect.to != "field" and cards.relation != "this"
        hindering = self.hindering(effect)
        if plain and not hindering:
            return self._enough(cards)

        def find(state: S, frame: Frame) -> list[int]:
            return self.movable(state, effect, frame, self.known(state, cards, frame))

        exactly, freely = self._enough(cards, find), self._enough(cards)
        if cards.relation == "this" or exactly is None or freely is None:
            return exactly
        if not plain:
            return lambda s, f: freely(s, f) and exactly(s, f)
        return lambda s, f: freely(s, f) and (hindering.isdisjoint(self.held(s)) or exactly(s, f))

    def _enough(self, cards: Selector, find: Finder | None = None) -> FrameTest | None:
        """The test of whether there are as many cards as a selector asks for, as far as one can know, of
        those found by `find`; None if there always are.
        """
        if find is None and cards.relation == "this" and not cards.state:
            return None
        least: Any = cards.count if self.EXACT and cards.count is not None and not cards.up_to else 1
        hidden = cards.zone == "hand" and cards.who == "opponent"
        if self.EXACT and (cards.position or hidden):
            if type(least) is int and cards.who == "opponent" and cards.zone in self.PILES:
                pile = attrgetter(self.PILES[cards.zone])
                return lambda s, f: len(pile(s)[1 - f.you]) >= least
            return lambda s, f: all(
                len(self.pile(s, cards.zone, player)) >= max(1, self.amount(s, least, f))
                for player in self.players(s, cards.who, f)
            )
        if hidden:
            return lambda s, f: bool(s.hand[1 - f.you])
        if find is None and cards.zone == "deck" and not cards.position:
            return self._some_of_deck(cards, least) if self.EXACT else self._some_deck(cards)
        if find is None:
            find, some, _ = self.finder(cards)
            if least == 1:
                return some
            if type(least) is int:
                known = find
                return lambda s, f: some(s, f) and len(known(s, f)) >= least
        found = find
        if type(least) is int:
            return lambda s, f: len(found(s, f)) >= least
        return lambda s, f: len(found(s, f)) >= max(1, self.amount(s, least, f))

    def _some_of_deck(self, cards: Selector, least: Any) -> FrameTest:
        some = self.finder(cards)[1]

        def enough(state: S, frame: Frame) -> bool:
            if least == 1 and not self.is_hidden(state, cards, frame):
                return bool(some(state, frame))
            return len(self.known(state, cards, frame)) >= self.amount(state, least, frame)

        return enough

    def _some_deck(self, cards: Selector) -> FrameTest:
        side = SIDES.get(cards.who, 2)
        if side < 2:
            return lambda s, f: s.deck[f.you ^ side]
        return lambda s, f: any(s.deck[player] for player in self.players(s, cards.who, f))

    def _can_do_if(self, state: S, effect: If, frame: Frame) -> bool:
        done = effect.effect if self.true(state, effect.condition, frame) else effect.otherwise
        return done is not None and self.possible(state, done, frame)
