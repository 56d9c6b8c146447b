"""Whether an effect can be done whole and its cost be paid, as far as its player can know.

A player knows the cards of the own deck, but not their order, and of the opponent's hand and deck only how
many cards there are.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Any

from cardtools.play.interpreter.board import GameBoard
from cardtools.play.interpreter.continuous import Continuous
from cardtools.play.interpreter.dependencies import Plan, nodes_of, overlap, plan_of, take_from
from cardtools.play.interpreter.part import EnginePart
from cardtools.play.interpreter.selectors import Finder, FrameTest, Selectors
from cardtools.play.interpreter.state import CardState, Frame
from cardtools.programs.tree import Effect, Selector
from cardtools.programs.verbs.move import Move
from cardtools.programs.verbs.skip import Skip

_WAYS = 50  # ways to pay that are tried at most


class Possibility(EnginePart):
    """The tests of costs and effects. In a game whose numbers are exact an effect is done whole or not at
    all; in others it needs something to act on.
    """

    board: GameBoard
    continuous: Continuous
    selectors: Selectors

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        # By the id of an effect the test of whether it can be done; by the id of a cost of one card what is
        # done with that card and after it, None where it does not matter which card it is.
        self.known_tests: dict[int, FrameTest | None] = {}
        self.known_plans: dict[int, Plan | None] = {}

    def possible(self, state: CardState, effect: Effect, frame: Frame) -> bool:
        """Whether an effect can be performed, as far as its player can know."""
        if id(effect) not in self.known_tests:
            self.known_tests[id(effect)] = effect.test(self.game)
        test = self.known_tests[id(effect)]
        return test is None or bool(test(state, frame))

    def any_of(self, effects: Sequence[Effect]) -> FrameTest | None:
        """The test of whether any of the effects can be done; None if one always can."""
        tests = [effect.test(self.game) for effect in effects]
        return None if None in tests else lambda s, f: any(test(s, f) for test in tests if test)

    def all_of(self, effects: Sequence[Effect]) -> FrameTest | None:
        """The test of whether the effects can be done one after the other; None if they always can."""
        if overlap(effects):
            return self.one_by_one(effects)
        needed = [test for effect in effects if (test := effect.test(self.game))]
        return (lambda s, f: all(test(s, f) for test in needed)) if needed else None

    def enough_in_sight(self, cards: Selector) -> FrameTest | None:
        """The test of whether there are as many cards as a selector asks for; None where it is not found so:
        some may be hidden, or how many there must be is not known before.
        """
        most: Any = 1 if cards.count is None else cards.count
        in_sight = cards.zone != "hand" or cards.who == "you"
        if not in_sight or not isinstance(most, int) or cards.up_to or cards.relation == "this":
            return None
        find, some, _ = self.selectors.finder(cards)
        return some if most == 1 else lambda s, f: len(find(s, f)) >= most

    # Costs with effects

    def whole(self, cost: Effect | None, effect: Effect) -> Iterator[FrameTest]:
        """The tests of whether a cost can be paid and the effect be performed after it. What is done after
        something is skipped cannot be judged before.
        """
        if cost is not None:
            yield cost.affordable(self.game)
            if any(isinstance(node, Skip) for node in nodes_of(cost)):
                return
        steps = (*cost.parts(), *effect.parts()) if cost is not None else ()
        if self.game.EXACT and overlap(steps):
            yield self.one_by_one(steps, len((cost or effect).parts()))
        elif test := effect.test(self.game):
            yield test

    def useful(self, state: CardState, cost: Effect, effect: Effect, frame: Frame) -> list[int] | None:
        """The cards with which one can pay a cost of one card so that the effect can be performed; None where
        all are alike.
        """
        key = id(cost)
        if key not in self.known_plans:
            plan = plan_of((cost, *effect.parts()))
            is_choice = (
                self.game.EXACT
                and isinstance(cost, Move)
                and (cost.cards.count, cost.cards.chooser) == (1, "you")
                and not self.is_unseen(cost.cards)
            )
            self.known_plans[key] = plan if is_choice and plan and plan.bears else None
        known = self.known_plans[key]
        if known is None:
            return None
        ways = self._after(state, known.step, frame)
        return [card for (card,), after in ways if self._in_turn(after, frame, known.rest)]

    def one_by_one(self, steps: Sequence[Effect], paid: int = 0) -> FrameTest:
        """The test of whether these can be done one after the other; of the first `paid` that is known."""
        plan = plan_of(steps)
        if take_from(steps):
            return lambda s, f: self._in_turn(s, f, plan, paid)
        # What is done first adds to what is looked at after it, at most.
        at_once = [test for step in steps[paid:] if (test := step.test(self.game))]
        looked = [
            (step.cards, node)
            for step, later in itertools.combinations(steps, 2)
            if isinstance(step, Move)
            for node in nodes_of(later)
            if isinstance(node, Selector)
        ]

        def adds(state: CardState, frame: Frame) -> bool:
            return any(
                self.is_unseen(moved)
                or any(
                    self.selectors.fits(state, card, cards, frame)
                    for card in self.selectors.candidates(state, moved, frame)
                )
                for moved, cards in looked
            )

        return lambda s, f: (
            all(test(s, f) for test in at_once) or (adds(s, f) and self._in_turn(s, f, plan, paid))
        )

    @staticmethod
    def is_unseen(cards: Selector) -> bool:
        """Whether one cannot know which cards a selector means: on top of a deck, in the opponent's hand."""
        return bool(cards.position) or (cards.zone == "hand" and cards.who == "opponent")

    def _in_turn(self, state: CardState, frame: Frame, plan: Plan | None, paid: int = 0) -> bool:
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

    def _after(
        self, state: CardState, step: Any, frame: Frame
    ) -> Iterator[tuple[tuple[int, ...], CardState]]:
        """The ways to choose the cards of a move, with copies of the state in which it is done. Of cards that
        are hidden it is one way, the best.
        """
        cards = step.cards
        number = self.selectors.number(state, cards, frame)
        if self.is_unseen(cards):
            after = state.copy()
            for player in self.selectors.players(state, cards.who, frame):
                del self.board.pile(after, cards.zone or "deck", player)[:number]
                if player == frame.you and step.to in self.game.PILES:  # any card of the deck may be there
                    self.board.pile(after, step.to, player).extend(self.board.deck_of(state, player))
            yield (), after
            return
        found = step.suitable(self.game, state, frame, self.selectors.known(state, cards, frame))
        if cards.count is None:
            number = len(found)
        elif number == 1 and cards.zone == "hand":
            found = self.game.different(found)
        for chosen in itertools.islice(itertools.combinations(found, number), _WAYS):
            after = state.copy()
            for card in chosen:
                if step.to in self.game.PILES and step.reason != "destroy":
                    self.board.take(after, card)
                    self.board.put(after, card, step.to)
                else:
                    step.move(self.game, after, card, frame)
            yield chosen, after

    def enough(self, cards: Selector, find: Finder | None = None) -> FrameTest | None:
        """The test of whether there are as many cards as a selector asks for, as far as one can know, of
        those found by `find`; None if there always are.
        """
        if find is None and cards.relation == "this" and not cards.state:
            return None
        least: Any = cards.count if self.game.EXACT and cards.count is not None and not cards.up_to else 1
        if self.game.EXACT and self.is_unseen(cards):
            if type(least) is int and cards.who == "opponent" and cards.zone in self.game.PILES:
                pile, others = attrgetter(self.game.PILES[cards.zone]), self.game.opponents
                if self.game.players > 2:
                    return lambda s, f: sum(len(pile(s)[one]) for one in others[f.you]) >= least
                return lambda s, f: len(pile(s)[1 - f.you]) >= least
            return lambda s, f: all(
                len(self.board.pile(s, cards.zone, player)) >= max(1, self.selectors.amount(s, least, f))
                for player in self.selectors.players(s, cards.who, f)
            )
        if cards.zone == "hand" and cards.who == "opponent":
            others = self.game.opponents
            return lambda s, f: any(map(s.hand.__getitem__, others[f.you]))
        selectors = self.selectors
        if find is None:
            find, some, _ = selectors.finder(cards)
            if cards.zone == "deck" and not cards.position:
                if not self.game.EXACT:  # whoever searches a deck may find nothing
                    return lambda s, f: any(s.deck[player] for player in selectors.players(s, cards.who, f))
                return lambda s, f: (
                    some(s, f)
                    if least == 1 and not selectors.is_hidden(s, cards, f)
                    else len(selectors.known(s, cards, f)) >= selectors.amount(s, least, f)
                )
            if least == 1:
                return some
            if type(least) is int:
                known = find
                return lambda s, f: some(s, f) and len(known(s, f)) >= least
        found = find
        if type(least) is int:
            return lambda s, f: len(found(s, f)) >= least
        return lambda s, f: len(found(s, f)) >= max(1, self.selectors.amount(s, least, f))
