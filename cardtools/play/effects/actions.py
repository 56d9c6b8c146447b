"""What each effect of the tree does: a method for each node, found by its type."""

from __future__ import annotations

from typing import Any, TypeVar

from cardtools.play.effects.abilities import Abilities
from cardtools.play.effects.state import CardState, Frame
from cardtools.programs.tree import Effect, Gain, If, Lose, Move, Selector, Seq, Tap

S = TypeVar("S", bound=CardState)


class Effects(Abilities[S]):
    """The walker over effects. `do_seq` does a `Seq`, `do_move` a `Move`, and so on."""

    doing: dict[type, Any]

    def do(self, state: S, effect: Effect, frame: Frame) -> None:
        """Do an effect now; what is left of it is pushed as tasks."""
        self.doing[type(effect)](state, effect, frame)

    def step_effect(self, state: S, node: int, frame: Frame) -> None:
        """An effect is done."""
        effect = self.nodes[node]
        self.doing[type(effect)](state, effect, frame)

    def later(self, state: S, frame: Frame, *effects: Effect) -> None:
        """Do these effects next, one after the other."""
        self.push(state, *(("effect", self.number[id(effect)], frame) for effect in effects))

    def do_seq(self, state: S, effect: Seq, frame: Frame) -> None:
        """One after the other."""
        self.later(state, frame, *effect.effects)

    def do_if(self, state: S, effect: If, frame: Frame) -> None:
        """One of two."""
        if self.true(state, effect.condition, frame):
            self.do(state, effect.effect, frame)
        elif effect.otherwise is not None:
            self.do(state, effect.otherwise, frame)

    def do_gain(self, state: S, effect: Gain, frame: Frame) -> None:
        """Players gain a resource."""
        amount = self.amount(state, effect.amount, frame)
        for player in self.players(state, effect.who, frame):
            self.gain(state, player, effect.resource, amount)

    def do_lose(self, state: S, effect: Lose, frame: Frame) -> None:
        """Players lose a resource."""
        amount = self.amount(state, effect.amount, frame)
        for player in self.players(state, effect.who, frame):
            self.lose(state, player, effect.resource, amount)

    def do_tap(self, state: S, effect: Tap, frame: Frame) -> None:
        """Cards are tapped."""
        self.select(state, effect.cards, frame, ("tapped",))

    def step_tapped(self, state: S, cards: tuple[int, ...]) -> None:
        """The cards to tap are chosen."""
        for card in cards:
            if state.at[card] >= 0 and not state.tapped[card]:
                self.tap(state, card)

    def do_move(self, state: S, effect: Move, frame: Frame) -> None:
        """Cards move to a zone; drawing is by the rules of drawing."""
        if effect.reason == "draw":
            cards = effect.cards
            number = 1 if cards.count is None else self.amount(state, cards.count, frame)
            for player in self.players(state, cards.who, frame):
                self.draw(state, player, number)
            return
        self.select(state, effect.cards, frame, ("moved", self.number[id(effect)], frame))

    def step_moved(self, state: S, node: int, frame: Frame, cards: tuple[int, ...]) -> None:
        """The cards to move are chosen."""
        effect: Move = self.nodes[node]
        for card in cards:
            self.move(state, effect, card, frame)

    def move(self, state: S, effect: Move, card: int, frame: Frame) -> None:
        """Move one card as an effect says."""
        state.last = card
        if effect.reason == "destroy":
            self.destroy(state, card, frame.card)
        elif effect.to == "discard":
            self.discard(state, card, effect.reason)
        elif effect.to != "field":
            self.take(state, card)
            self.put(state, card, effect.to, effect.position)
            self.event(state, effect.reason, self.owner[card], card, effect.to)

    # Whether an effect can be done

    def payable(self, state: S, cost: Effect, frame: Frame) -> bool:
        """Whether a cost can be paid in full."""
        if isinstance(cost, Seq):
            return all(self.payable(state, part, frame) for part in cost.effects)
        if isinstance(cost, Lose):
            amount = self.amount(state, cost.amount, frame)
            return all(
                self.has(state, player, cost.resource) >= amount
                for player in self.players(state, cost.who, frame)
            )
        cards: Selector | None = getattr(cost, "cards", None)
        return cards is None or self.enough(state, cards, frame)

    def enough(self, state: S, cards: Selector, frame: Frame) -> bool:
        """Whether there are as many cards as a selector asks for; at least one if it asks for all."""
        most = 1 if cards.count is None else self.amount(state, cards.count, frame)
        return cards.up_to or len(self.candidates(state, cards, frame)) >= most

    def possible(self, state: S, effect: Effect, frame: Frame) -> bool:
        """Whether an effect has something to be done to, as far as its player can know."""
        if isinstance(effect, Seq):
            return any(self.possible(state, part, frame) for part in effect.effects)
        cards: Selector | None = getattr(effect, "cards", None)
        if cards is None or cards.zone == "deck":
            return True
        return bool(self.candidates(state, cards, frame))
