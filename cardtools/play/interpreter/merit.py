"""How good an effect looks before it is done, for greedy players: a sum over its tree, in the game's points.

It looks at what is known, one effect at a time, and takes the best cards that its chooser could choose.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardtools.play.interpreter.board import GameBoard
from cardtools.play.interpreter.part import EnginePart
from cardtools.play.interpreter.selectors import Selectors
from cardtools.play.interpreter.state import CardState, Frame
from cardtools.programs.tree import Alter, Can, Effect, Modifier, Prevent, Selector


class Merit(EnginePart):
    """The merit of effects and of choices, by what cards and resources are worth in a game."""

    board: GameBoard
    selectors: Selectors

    def of_use(self, state: CardState, card: int, place: int, frame: Frame) -> float:
        """The merit of using an ability, its cost paid."""
        ability: Any = self.index.abilities[card][place]
        merit: float = ability.effect.merit(self.game, state, frame)
        cost: Effect | None = getattr(ability, "cost", None)
        return merit if cost is None else merit + cost.merit(self.game, state, frame)

    def of_answer(self, state: CardState, answer: Any) -> float:
        """The merit of an answer to the pending choice: of a card that is chosen, or of yes."""
        choice = state.choice
        assert choice is not None
        name, *rest = task = choice.then
        if choice.kind == "effect" and name == "chosen_effect":
            chosen: Effect = self.index.nodes[rest[0]].effects[answer]
            return chosen.merit(self.game, state, rest[1])
        if choice.kind == "effect":
            ability: Any = self.index.abilities[rest[0]][answer]
            return float(ability.effect.merit(self.game, state, rest[1]))
        frame = next((item for item in task if isinstance(item, Frame)), Frame(-1, choice.chooser))
        if choice.kind == "yes" and name == "trigger_wanted":
            return self.of_use(state, rest[0], rest[1], frame)
        if choice.kind == "yes":
            return float(self.index.nodes[rest[0]].merit(self.game, state, frame))
        if name == "aimed":  # of the whole effect with this target alone
            node, _, place, _ = rest
            number = self.index.number[id(self.index.targets[node][place])]
            return float(self.index.nodes[node].merit(self.game, state, frame.naming(number, (answer,))))
        if name == "discarded":
            return -float(self.game.worth_in(state, answer, "hand"))
        verb = self.index.verb_of.get(name, Effect)
        return verb.merit_of_card(self.game, state, task, frame, answer)

    def side(self, state: CardState, card: int, player: int) -> float:
        """1 for a card that a player controls, -1 for another's."""
        return 1.0 if self.board.controller(state, card) == player else -1.0

    def best(self, state: CardState, cards: Selector, frame: Frame, merits: Sequence[float]) -> float:
        """The sum of the merits of the cards that a selector would choose."""
        if cards.count is None:
            return sum(merits)
        number = self.selectors.amount(state, cards.count, frame)
        if cards.chooser == "random":
            return sum(merits) / max(1, len(merits)) * min(number, len(merits))
        ordered = sorted(
            merits,
            reverse=cards.chooser == "you" or self.interpreter.chooser(state, cards, frame) == frame.you,
        )
        taken = ordered[:number]
        return sum(merit for merit in taken if merit > 0) if cards.up_to else sum(taken)

    def of_modifier(self, state: CardState, modifier: Modifier, cards: Sequence[int], frame: Frame) -> float:
        """The merit of a modifier for cards."""
        sides = sum(self.side(state, card, frame.you) for card in cards if state.at[card] >= 0)
        if isinstance(modifier, Alter):
            return 3.0 * sides if modifier.operation in ("add", "multiply") else -3.0 * sides
        who = frame.you in self.selectors.players(state, getattr(modifier, "who", "you"), frame)
        if isinstance(modifier, Can | Prevent):
            return 3.0 if who else -3.0
        action: str = getattr(modifier, "action", "")
        if action.startswith("be_"):
            return 2.0 * sides
        if action:
            return -3.0 * sides or (-3.0 if who else 3.0)
        return 0.5

    def of_share(self, state: CardState, cards: Selector, frame: Frame, share: float) -> float:
        """The merit of cards winning, or losing, such a share of their worth."""
        found = self.selectors.candidates(state, cards, frame)
        merits = [share * self.side(state, card, frame.you) * self.game.worth(state, card) for card in found]
        return self.best(state, cards, frame, merits)

    def of_resource(self, state: CardState, effect: Any, frame: Frame, sign: int) -> float:
        """The merit of players gaining (`sign` 1) or losing (-1) a resource."""
        amount = self.selectors.amount(state, effect.amount, frame) * sign
        total = 0.0
        for player in self.selectors.players(state, effect.who, frame):
            mine = 1.0 if player == frame.you else -1.0
            total += mine * amount * self.game.worth_of(state, player, effect.resource)
        return total
