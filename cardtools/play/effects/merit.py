"""How good an effect looks before it is done, for greedy players: a sum over its tree, in the game's points.

It looks at what is known, one effect at a time, and takes the best cards that its chooser could choose.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from cardtools.play.effects.able import Able
from cardtools.play.effects.state import CardState, Frame
from cardtools.programs.tree import Alter, Can, Effect, Modifier, Prevent, Selector

S = TypeVar("S", bound=CardState)


class Judging(Able[S]):
    """The merit of effects and of choices. A game says what cards and resources are worth to their player."""

    verb_of: dict[str, type[Effect]]  # by the steps of verbs

    # What a game overrides

    def worth(self, state: S, card: int) -> float:
        """What a card on the field is worth to the player who controls it."""
        return 10.0

    def worth_in(self, state: S, card: int, zone: str) -> float:
        """What a card in a pile is worth to its owner; `card` may be negative, an unknown one."""
        return {"hand": 4.0, "deck": 0.5}.get(zone, 0.0)

    def worth_of(self, state: S, player: int, resource: str) -> float:
        """What one more of a resource is worth to a player."""
        return 3.0

    # What everybody uses

    def merit_of_use(self, state: S, card: int, place: int, frame: Frame) -> float:
        """The merit of using an ability, its cost paid."""
        ability: Any = self.abilities[card][place]
        merit: float = ability.effect.merit(self, state, frame)
        cost: Effect | None = getattr(ability, "cost", None)
        return merit if cost is None else merit + cost.merit(self, state, frame)

    def merit_of_answer(self, state: S, answer: Any) -> float:
        """The merit of an answer to the pending choice: of a card that is chosen, or of yes."""
        choice = state.choice
        assert choice is not None
        name, *rest = task = choice.then
        if choice.kind == "effect" and name == "chosen_effect":
            chosen: Effect = self.nodes[rest[0]].effects[answer]
            return chosen.merit(self, state, rest[1])
        if choice.kind == "effect":
            ability: Any = self.abilities[rest[0]][answer]
            return float(ability.effect.merit(self, state, rest[1]))
        frame = next((item for item in task if isinstance(item, Frame)), Frame(-1, choice.chooser))
        if choice.kind == "yes" and name == "trigger_wanted":
            return self.merit_of_use(state, rest[0], rest[1], frame)
        if choice.kind == "yes":
            return float(self.nodes[rest[0]].merit(self, state, frame))
        if name == "aimed":  # of the whole effect with this target alone
            node, _, place, _ = rest
            number = self.number[id(self.targets[node][place])]
            return float(self.nodes[node].merit(self, state, frame.naming(number, (answer,))))
        if name == "discarded":
            return -self.worth_in(state, answer, "hand")
        verb = self.verb_of.get(name, Effect)
        return verb.merit_of_card(self, state, task, frame, answer)

    def side(self, state: S, card: int, player: int) -> float:
        """1 for a card that a player controls, -1 for another's."""
        return 1.0 if self.controller(state, card) == player else -1.0

    def best(self, state: S, cards: Selector, frame: Frame, merits: Sequence[float]) -> float:
        """The sum of the merits of the cards that a selector would choose."""
        if cards.count is None:
            return sum(merits)
        number = self.amount(state, cards.count, frame)
        if cards.chooser == "random":
            return sum(merits) / max(1, len(merits)) * min(number, len(merits))
        ordered = sorted(
            merits, reverse=cards.chooser == "you" or self.chooser(state, cards, frame) == frame.you
        )
        taken = ordered[:number]
        return sum(merit for merit in taken if merit > 0) if cards.up_to else sum(taken)

    def merit_of_modifier(self, state: S, modifier: Modifier, cards: Sequence[int], frame: Frame) -> float:
        """The merit of a modifier for cards."""
        sides = sum(self.side(state, card, frame.you) for card in cards if state.at[card] >= 0)
        if isinstance(modifier, Alter):
            return 3.0 * sides if modifier.operation in ("add", "multiply") else -3.0 * sides
        who = frame.you in self.players(state, getattr(modifier, "who", "you"), frame)
        if isinstance(modifier, Can | Prevent):
            return 3.0 if who else -3.0
        action: str = getattr(modifier, "action", "")
        if action.startswith("be_"):
            return 2.0 * sides
        if action:
            return -3.0 * sides or (-3.0 if who else 3.0)
        return 0.5

    def merit_of_share(self, state: S, cards: Selector, frame: Frame, share: float) -> float:
        """The merit of cards winning, or losing, such a share of their worth."""
        found = self.candidates(state, cards, frame)
        merits = [share * self.side(state, card, frame.you) * self.worth(state, card) for card in found]
        return self.best(state, cards, frame, merits)

    def merit_of_resource(self, state: S, effect: Any, frame: Frame, sign: int) -> float:
        """The merit of players gaining (`sign` 1) or losing (-1) a resource."""
        amount = self.amount(state, effect.amount, frame) * sign
        total = 0.0
        for player in self.players(state, effect.who, frame):
            mine = 1.0 if player == frame.you else -1.0
            total += mine * amount * self.worth_of(state, player, effect.resource)
        return total
