"""How good cards, actions and states look to agents."""

from __future__ import annotations

from cardtools.play.engine import Action
from cardtools.play.games.ttcg.rules import POINTS
from cardtools.play.games.ttcg.state import TtcgState
from cardtools.play.games.ttcg.turns import TtcgTurns


class TtcgJudging(TtcgTurns):
    """What greedy players and searches go by."""

    def worth(self, state: TtcgState, card: int) -> float:
        """A unit by its rank and strength, a spell for what it can still do."""
        weights = self.weights
        if not self.is_unit[card]:
            return weights["spell"] / (2 if state.tapped[card] else 1)
        strength = self.stat(state, card, "attack") + self.stat(state, card, "defense")
        return weights["rank"] * self.rank[card] + weights["strength"] * strength / 100

    def worth_in(self, state: TtcgState, card: int, zone: str) -> float:
        """A card in the hand, and a little in the deck. A unit to begin with is worth more while there are
        few units on the field.
        """
        worth = self.weights["card"] * (1.0 if zone == "hand" else 0.1 if zone == "deck" else 0.0)
        if card >= 0 and zone == "hand" and self.rank[card] == 1 and self.is_unit[card]:
            few = 3 - sum(1 for stack in state.field[self.owner[card]][: self.columns] if stack)
            worth *= 1 + max(0, few)
        return worth

    def worth_of(self, state: TtcgState, player: int, resource: str) -> float:
        """A point is worth more the fewer there are."""
        left = state.resources[player][POINTS]
        return self.weights["point"] * (1 + 10 / max(1, left))

    def score(self, state: TtcgState, action: Action) -> float:
        """Effects that gain more than they cost, rank up, units, then spells; attacks on what is weaker."""
        verb = action[0]
        if verb in ("play", "rank_up"):
            card = action[1]
            if verb == "rank_up":
                return 300.0 + 10 * self.rank[card]
            worth = 200.0 if self.is_unit[card] else 100.0
            other = state.field[state.decider][(action[2] + self.columns) % (2 * self.columns)]
            if other:
                spell = card if not self.is_unit[card] else other[-1]
                worth += (self.printed["attack"][spell] + self.printed["defense"][spell]) / 4
            return worth
        if verb in ("use", "use_hand"):
            card, place = action[1], action[-1]
            frame = self.frame_of(state, state.decider, card, place)
            merit = self.merit_of_use(state, card, place, frame)
            return 400.0 + merit if merit > 1 else -1.0
        if verb in ("attack", "direct"):
            return self._score_attack(state, action)
        if verb == "choose":
            return self.merit_of_answer(state, action[1])
        if verb in ("choose_effect", "yes"):
            return self.merit_of_answer(state, action[1] if len(action) > 1 else True)
        if verb == "keep":
            hand = state.hand[state.active]
            return sum(self.rank[card] == 1 and self.is_unit[card] for card in hand) - 1.5
        return 0.1 if verb in ("battle", "search_rank_up") else 0.0

    def _score_attack(self, state: TtcgState, action: Action) -> float:
        card = state.field[state.active][action[1]][-1]
        if action[0] == "direct":
            return 1000.0 + self.rank[card]
        target = state.field[1 - state.active][action[2]][-1]
        attack, defense = self.stat(state, card, "attack"), self.stat(state, target, "defense")
        if attack > defense:
            return 500.0 + self.worth(state, target) - attack / 100
        return -1.0

    def value(self, state: TtcgState, player: int) -> float:
        """Points, field and hand of a player against the other's, from -1 to 1."""
        sums = [0.0, 0.0]
        for side in (0, 1):
            sums[side] = self.weights["point"] * 2 * state.resources[side][POINTS]
            sums[side] += self.weights["card"] * len(state.hand[side])
            sums[side] += sum(self.worth(state, card) for card in self.tops(state, side))
        total = abs(sums[0]) + abs(sums[1])
        return (sums[player] - sums[1 - player]) / total if total else 0.0
