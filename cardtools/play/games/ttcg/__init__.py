"""The True Trading Card Game (documentation 0.042, "Doc", chapters in parentheses): units over spells in
columns, ranks on top of ranks, effects that tap their card, attack against defense, points.

Where the documentation is silent, the rulings T1 to T22 hold (docs/rulings.md).

A match ends: each turn takes a card from a deck or, when it is empty, points from its player. Effects can
return cards to a deck and give points, so that players could go on for ever on purpose; the harness stops
that.
"""

from __future__ import annotations

from cardtools.play.engine import Row
from cardtools.play.games.ttcg.judging import TtcgJudging
from cardtools.play.games.ttcg.state import BATTLE_PHASE, TtcgState


class TtcgEngine(TtcgJudging):
    """The True Trading Card Game, as people see it."""

    def rows(self) -> tuple[Row, ...]:
        """The unit zone over the spell zone (2.1)."""
        return (
            Row("field", "slots", "Unit zone", 0, self.columns),
            Row("field", "slots", "Spell zone", self.columns, 2 * self.columns),
            Row("hand", "hand", "Hand"),
            Row("deck", "pile", "Deck"),
            Row("discard", "pile", "Discard pile"),
        )

    def question(self, state: TtcgState) -> str:
        """The phase with what there is to do in it, or the choice."""
        if state.choice is not None:
            return super().question(state)
        if state.phase == "mulligan":
            return "Keep this hand?"
        if state.phase == BATTLE_PHASE:
            return "Battle phase: attack, then end the turn"
        left = max(0, int(self.options["plays"]) - len(state.plays))
        return f"Main phase: {left or 'no'} more {'card' if left == 1 else 'cards'} to play, then battle"

    def why_not(self, state: TtcgState, card: int) -> str:
        """Why a card is not played, activated or sent to attack."""
        if state.choice is not None or card not in state.hand[state.decider]:
            if state.at[card] >= 0 and state.choice is None and state.tapped[card]:
                return "It is tapped."
            return super().why_not(state, card)
        if state.phase == BATTLE_PHASE:
            return "Cards are played in the main phase."
        if len(state.plays) >= int(self.options["plays"]):
            return "You have played all the cards that you may play this turn."
        if self.rank[card] > 1:
            lower = self.rank[card] - 1
            return f"It goes on top of a card of its type with rank {lower}, and there is none."
        return "There is no empty place for it."
