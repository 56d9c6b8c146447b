"""How a greedy player judges what games with effects have in common, by the merit of effects."""

from __future__ import annotations

from typing import Any

from cardtools.play.engine import Action
from cardtools.play.interpreter.card_engine import RulePart
from cardtools.play.interpreter.state import Frame
from cardtools.play.parts.casting import Casting


class Heuristic(RulePart):
    """Weights: `card` is a card in the hand, the name of the first of `RESOURCES` is a point of life."""

    HOOKS = ("worth_in", "worth_of", "value")

    def __init__(self, game: Any, casting: Casting) -> None:
        super().__init__(game)
        self.casting = casting

    def worth_in(self, state: Any, card: int, zone: str) -> float:
        """A card in the hand."""
        return (
            float(self.game.weights["card"]) if zone == "hand" else 0.5 if zone in self.index.unseen else 0.0
        )

    def worth_of(self, state: Any, player: int, resource: str) -> float:
        """Life; other resources are worth little."""
        return float(self.game.weights[resource]) if resource == self.game.RESOURCES[0] else 0.5

    def score_spell(self, state: Any, card: int) -> float:
        """A spell that is worth its card is played."""
        effect = self.casting.spell_effect[card]
        merit = effect.merit(self.game, state, Frame(card, state.decider)) if effect else 0.0
        return 100.0 + merit if merit >= self.game.weights["card"] else -1.0

    def score_answer(self, state: Any, action: Action) -> float:
        """An ability, or an answer to a choice."""
        verb = action[0]
        if verb == "ability":
            frame = Frame(action[1], state.decider)
            return self.merit.of_use(state, action[1], action[2], frame) - 0.5
        if verb in ("choose", "choose_effect"):
            return self.merit.of_answer(state, action[1])
        return self.merit.of_answer(state, True) if verb == "yes" else 0.0

    def value(self, state: Any, player: int) -> float:
        """Life, field and hand of a player against the other's, from -1 to 1."""
        sums = [
            self.game.weights[self.game.RESOURCES[0]] * max(0, state.resources[side][0])
            + self.game.weights["card"] * len(state.hand[side])
            + sum(self.game.worth(state, card) for card in self.board.tops(state, side))
            for side in (0, 1)
        ]
        return float((sums[player] - sums[1 - player]) / max(1.0, sum(sums)))
