"""Modifiers that hold from now on."""

from __future__ import annotations

from typing import Any

from cardtools.programs.notation_entry import Function
from cardtools.programs.tree import Duration, Effect, Modifier, Selector, Test
from cardtools.programs.wording import changes_nothing, modifier_in_words

_DURATIONS = {
    "turn": " this turn", "combat": " this combat",
    "next_turn": " until the start of your next turn", "in_play": " for as long as this card is in play",
    "always": " for the rest of the game",
}  # fmt: skip


class Apply(Effect):
    """From now on and for the duration a modifier holds."""

    modifier: Modifier
    duration: Duration = "turn"

    FUNCTIONS = tuple(
        Function(name, ("modifier",), {"duration": duration})
        for name, duration in (
            ("this_turn", "turn"), ("this_combat", "combat"), ("until_next_turn", "next_turn"),
            ("while_in_play", "in_play"), ("from_now_on", "always"),
        )
    )  # fmt: skip

    def adds_nothing(self) -> bool:
        """Whether nothing changes by it, as +1/+0 adds no defense."""
        return changes_nothing(self.modifier)

    def words(self) -> str:
        """`this card gains 50 attack this turn`."""
        return f"{modifier_in_words(self.modifier)}{_DURATIONS[self.duration]}"

    def _chosen(self) -> Selector | None:
        """The cards that are chosen once; None where the modifier is for whatever matches at any moment."""
        cards: Selector | None = getattr(self.modifier, "cards", None)
        return None if cards is None or cards.count is None else cards

    def do(self, game: Any, state: Any, frame: Any) -> None:
        then = ("applied", game.index.number[id(self)], frame)
        if (cards := self._chosen()) is not None:
            game.interpreter.select(state, cards, frame, then)
        elif (among := game.applicable(state, self.modifier)) is not None:
            game.interpreter.ask_cards(state, frame.you, among, 1, 1, then)
        else:
            game.interpreter.go_on(state, then, None)

    @staticmethod
    def step_applied(game: Any, state: Any, node: int, frame: Any, chosen: tuple[int, ...] | None) -> None:
        """The cards are chosen, or it is for whatever matches."""
        apply: Apply = game.index.nodes[node]
        if chosen != ():
            game.continuous.hold(state, game.index.number[id(apply.modifier)], frame, chosen, apply.duration)
            game.event(state, "apply", frame.you, frame.card, tuple(chosen or ()))

    def test(self, game: Any) -> Test:
        cards = self._chosen()
        return None if cards is None else game.possibility.enough(cards)

    def merit(self, game: Any, state: Any, frame: Any) -> float:
        """What the modifier is worth to the player."""
        cards: Any = getattr(self.modifier, "cards", None)
        found = [] if cards is None else game.selectors.candidates(state, cards, frame)
        if self._chosen() is None:
            return float(game.merit_of_modifier(state, self.modifier, found, frame))
        merits = [game.merit_of_modifier(state, self.modifier, [card], frame) for card in found]
        return float(game.merit.best(state, cards, frame, merits))

    @classmethod
    def merit_of_card(cls, game: Any, state: Any, task: Any, frame: Any, card: int) -> float:
        """What the modifier is worth for the card."""
        sign = 1.0 if frame.you == state.decider else -1.0
        return sign * float(game.merit_of_modifier(state, game.index.nodes[task[1]].modifier, [card], frame))
