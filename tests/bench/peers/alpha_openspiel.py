"""The Alpha rules as a game for OpenSpiel's Python API, written as its own Python games are.

The decks are shuffled when a state is made, so that no time goes into chance nodes. `python
alpha_openspiel.py CARDS.json SECONDS` plays random games and prints how many it played in a CPU second.
"""

from __future__ import annotations

import gc
import json
import random
import sys
import time
from pathlib import Path
from typing import Any

import pyspiel

SLOTS = 5
ATTACK, PLAY, TARGET = 1, 1 + SLOTS * SLOTS, 1 + SLOTS * SLOTS + 64
_TYPE = pyspiel.GameType(
    short_name="python_alpha",
    long_name="Alpha Fixed Ruleset",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
)
_INFO = pyspiel.GameInfo(
    num_distinct_actions=TARGET + 64 * 2 * SLOTS,
    max_chance_outcomes=0,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=5000,
)


class AlphaGame(pyspiel.Game):
    """Two decks of cards: creatures (cost, health, attack) and objects (cost, steps of damage)."""

    def __init__(self, params: Any = None) -> None:
        super().__init__(_TYPE, _INFO, params or {})
        self.cards: list[dict[str, Any]] = []
        self.decks: list[list[int]] = [[], []]

    def new_initial_state(self) -> Any:
        """A shuffled game."""
        return AlphaState(self)


class AlphaState(pyspiel.State):
    """Cards are numbers of the list of different cards; a creature in a slot is [card, health]."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.cards = game.cards
        self.deck = [random.sample(deck, len(deck)) for deck in game.decks]
        self.hand = [[deck.pop() for _ in range(5)] for deck in self.deck]
        self.slots: list[list[Any]] = [[None] * SLOTS, [None] * SLOTS]
        self.left = [sum(self.cards[card]["creature"] for card in deck) for deck in game.decks]
        self.energy, self.most = [0, 0], [0, 0]
        self.player = random.randrange(2)
        self.ready: list[int] | None = None
        self.over = False
        self.result = [0.0, 0.0]
        self._begin()

    def current_player(self) -> int:
        """Who decides."""
        return pyspiel.PlayerId.TERMINAL if self.over else self.player

    def _begin(self) -> None:
        me, self.ready = self.player, None
        self.most[me] += 1
        self.energy[me] = self.most[me]
        if self.deck[me]:
            self.hand[me].append(self.deck[me].pop())

    def _legal_actions(self, player: int) -> list[int]:
        own, other = self.slots[player], self.slots[1 - player]
        if self.ready is not None:
            targets = [slot for slot in range(SLOTS) if other[slot]]
            targets += [slot for slot in range(SLOTS) if not other[slot]][:1]
            return [0, *(ATTACK + one * SLOTS + slot for one in self.ready for slot in sorted(targets))]
        actions = [0]
        for card in set(self.hand[player]):
            known = self.cards[card]
            if known["cost"] > self.energy[player]:
                continue
            if known["creature"]:
                if None in own:
                    actions.append(PLAY + card)
            elif not known["aimed"]:
                actions.append(PLAY + card)
            else:
                actions += [
                    TARGET + (card * 2 + side) * SLOTS + slot
                    for side, slots in enumerate((own, other))
                    for slot in range(SLOTS)
                    if slots[slot]
                ]
        return sorted(actions)

    def _hurt(self, side: int, slot: int, damage: int) -> None:
        creature = self.slots[side][slot]
        creature[1] -= damage or creature[1]
        if creature[1] <= 0:
            self.slots[side][slot] = None
            self.left[side] -= 1

    def _use(self, card: int, side: int, slot: int) -> None:
        target = self.slots[side][slot] if slot >= 0 else None
        for damage, each in self.cards[card]["steps"]:
            for whose in (0, 1):
                for at in range(SLOTS):
                    creature = self.slots[whose][at]
                    if creature and (each or creature is target):
                        self._hurt(whose, at, damage)

    def _apply_action(self, action: int) -> None:
        me = self.player
        if action >= PLAY:
            if action >= TARGET:
                card, place = divmod(action - TARGET, 2 * SLOTS)
            else:
                card, place = action - PLAY, -1
            self.hand[me].remove(card)
            self.energy[me] -= self.cards[card]["cost"]
            if self.cards[card]["creature"]:
                self.slots[me][self.slots[me].index(None)] = [card, self.cards[card]["health"]]
            elif place < 0:
                self._use(card, 0, -1)
            else:
                self._use(card, me if place < SLOTS else 1 - me, place % SLOTS)
        elif action >= ATTACK:
            assert self.ready is not None
            slot, target = divmod(action - ATTACK, SLOTS)
            self.ready.remove(slot)
            if self.slots[1 - me][target]:
                one, other = self.slots[me][slot], self.slots[1 - me][target]
                self._hurt(1 - me, target, self.cards[one[0]]["attack"])
                self._hurt(me, slot, self.cards[other[0]]["attack"])
        elif self.ready is None and any(self.slots[me]):
            self.ready = [slot for slot in range(SLOTS) if self.slots[me][slot]]
        else:
            lost = [left <= 0 for left in self.left]
            if any(lost):
                self.over = True
                self.result = [0.0, 0.0] if all(lost) else [-1.0, 1.0] if lost[0] else [1.0, -1.0]
            else:
                self.player = 1 - me
                self._begin()

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.over

    def returns(self) -> list[float]:
        """What each player has won."""
        return self.result

    def __str__(self) -> str:
        return f"{self.slots} {self.hand}"


pyspiel.register_game(_TYPE, AlphaGame)


def main() -> None:
    """Play for some CPU seconds."""
    data = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    game = AlphaGame()
    game.cards, game.decks = data["cards"], data["decks"]
    random.seed(1)
    gc.set_threshold(50_000, 20, 20)
    began, games, ended = time.process_time(), 0, 0.0
    while ended < float(sys.argv[2]):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
        games += 1
        ended = time.process_time() - began
    print(games / ended)


if __name__ == "__main__":
    main()
