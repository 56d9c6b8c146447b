"""What agents think of actions and of how players stand, in a game whose rules are data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardtools.play.engine import Action
from cardtools.play.interpreter.card_engine import RulePart
from cardtools.play.interpreter.interpreter import DONE
from cardtools.play.interpreter.state import Frame
from cardtools.play.state import EMPTY
from cardtools.programs.tree import Effect
from cardtools.programs.verbs.damage import Damage
from cardtools.programs.verbs.move import Move
from cardtools.programs.verbs.perform import Perform

_UNWANTED = -1.0
_HALF = 10  # of what all want: looks half as good as it can


class Judge(RulePart):
    """What the agents ask the engine. Of the game `read` are the rules, `by_verb` their actions by verb, and
    `blocks` the parts of the rules that no data says, by the number of their phase.
    """

    HOOKS = ("worth", "worth_of")

    def score(self, state: Any, action: Action) -> float:
        """The weight of an action, with the merit of its programs or what they destroy."""
        choice = state.choice
        if choice is None or choice.kind != "act":
            answer = True if action[0] == "yes" else action[1] if len(action) > 1 else None
            return 0.0 if answer is None or action == DONE else self.merit.of_answer(state, answer)
        number, player = choice.then[1], choice.chooser
        if action == (self.game.read.turn[number].leave,):
            return 0.25
        if number in self.game.blocks:
            return float(self.game.blocks[number].score(state, action))
        rule, frame = self.game.by_verb[action[0]], self.game.frame_of(action, player)
        if not self.selectors.true(state, rule.wants, frame):
            return _UNWANTED
        score = 0.0 if rule.weight is None else float(self.selectors.amount(state, rule.weight, frame))
        if rule.judge == "kills":
            won = self._kills(state, rule.do, frame)
            return score + won if won > 0 else _UNWANTED
        if rule.judge == "merit" or (rule.weight is None and not rule.judge):
            score += sum(one.merit(self.game, state, frame) for one in rule.do)
            paid = ((what, self.selectors.amount(state, much, frame)) for what, much in rule.cost)
            score -= sum(self.worth_of(state, player, what) * much for what, much in paid)
        return score

    def _kills(self, state: Any, effects: Sequence[Effect], frame: Frame) -> float:
        """The worth of what effects destroy at once of others', less that of one's own."""
        left: dict[int, int] = {}
        steps = [step for one in effects for part in self._texts(state, one, frame) for step in part.parts()]
        for step in steps:
            if not isinstance(step, Damage) and not (isinstance(step, Move) and step.reason == "destroy"):
                continue
            named = frame.chosen_as(self.index.number[id(step.cards)]) if step.cards.target else None
            for card in self.selectors.candidates(state, step.cards, frame) if named is None else named:
                has = left.get(card, self.game.toughness(state, card) - state.damage[card])
                much = self.selectors.amount(state, step.amount, frame) if isinstance(step, Damage) else has
                left[card] = has - much
        dead = [card for card, has in left.items() if has <= 0]
        return -sum(self.merit.side(state, card, frame.you) * self.worth(state, card) for card in dead)

    def _texts(self, state: Any, effect: Effect, frame: Frame) -> list[Effect]:
        """What an effect does: of one that performs cards, their texts."""
        if not isinstance(effect, Perform):
            return [effect]
        cards = self.selectors.candidates(state, effect.cards, frame)
        return [one for card in cards for one in Perform.texts(self.game, card)]

    def worth(self, state: Any, card: int) -> float:
        worth = self.game.read.worth
        return 10.0 if worth is None else float(self.selectors.amount(state, worth, Frame(card, 0, card)))

    def worth_of(self, state: Any, player: int, resource: str) -> float:
        return 1.0 if self.game.ENTRY.resources[resource].lasts else 0.0

    def value(self, state: Any, player: int) -> float:
        """The share of a player in what he and the best of the others stand at; where nobody plays against
        anybody, more is better.
        """
        counted = next((end for end in self.game.read.ends if end.of is not None), None)
        if self.game.read.value is not None:
            frames = [Frame(EMPTY, one) for one in range(self.game.players)]
            stands = [self.selectors.amount(state, self.game.read.value, frame) for frame in frames]
        elif counted is not None:
            stands = self.standing(state, counted)
        else:
            return 0.0
        if self.game.players == 1 or any(end.then in ("all win", "all lose") for end in self.game.read.ends):
            return stands[player] / (abs(stands[player]) + _HALF)
        best = max((stands[one] for one in self.game.opponents[player]), default=0)
        whole = abs(stands[player]) + abs(best)
        return (stands[player] - best) / whole if whole else 0.0

    def standing(self, state: Any, end: Any) -> list[int]:
        """How all stand by the amount of an end, the most as the best."""
        sign = -1 if end.then == "least wins" else 1
        frames = [Frame(EMPTY, player) for player in range(self.game.players)]
        return [sign * self.selectors.amount(state, end.of or 0, frame) for frame in frames]
