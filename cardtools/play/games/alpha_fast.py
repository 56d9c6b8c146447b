"""The Alpha rules once more, compiled by numba: the same games as `alpha.py`, action for action, in bulk.

Only for random and greedy agents. `tests/play/test_fast.py` compares each game with the engine's; a change of
`alpha.py`, of the agents or of the streams needs the same change here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardtools.ground.optional_packages import optional
from cardtools.ground.spelling import counted
from cardtools.play.match import MOST_DECISIONS, NO_CHANGE, ROUNDS, WORDS
from cardtools.play.playtest.watching import distinct
from cardtools.play.streams import GOLDEN

njit = optional("numba", "--engine fast").njit
AGENTS = ("random", "greedy")
RANDOM, GREEDY = 0, 1
KINDS = ("win", "draw", "stalemate", "cap")
WIN, DRAW, STALEMATE, CAP = range(4)
PLAY, USE, TARGET, COMBAT, ATTACK, END = range(6)
# What is kept of a game, in this order.
FIELDS = ("kind", "winner", "first", "turns", "decisions", "rounds", "values", "hash")
_SETUP = np.frombuffer(b"setup", dtype=np.uint8)
_AGENT = np.frombuffer(b"agent", dtype=np.uint8)
_G, _M1, _M2 = np.uint64(GOLDEN), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_U27, _U30, _U31, _U32, _ONE = (np.uint64(n) for n in (27, 30, 31, 32, 1))
_EMPTY = -1
_ACTIONS = 512


# What the games of an engine depend on, as few arrays as can be, because each costs time whenever a function
# is called: a row for each card with the columns below; for each player how many cards the deck has, then
# these; the numbers of the rules below, then the weights. A plain tuple: numba's cache on the disk must not
# name our classes: another version may lack them.
Arrays = tuple[Any, Any, Any]
CARDS, DECKS, RULES = range(3)
OWNER, COST, HEALTH, STRIKE, CREATURE, NAME, AIMED, COUNT, STEPS = range(9)
HAND, SLOTS, ENERGY, DRAWN, EMPTY_ATTACKS, MOST, WEIGHTS = range(7)


@njit(cache=True)
def _mix(z: Any) -> Any:
    z = (z ^ (z >> _U30)) * _M1
    z = (z ^ (z >> _U27)) * _M2
    return z ^ (z >> _U31)


@njit(cache=True)
def _key(seed: Any, name: Any, player: int) -> Any:
    key = _mix(seed)
    for part in name:
        key = _mix((key ^ np.uint64(part)) + _G)
    if player >= 0:
        key = _mix((key ^ np.uint64(player)) + _G)
    return key


@njit(cache=True)
def _below(key: Any, used: int, bound: int) -> Any:
    word = _mix(key + np.uint64(used) * _G)
    return np.int64((word >> _U32) * np.uint64(bound) >> _U32)


@njit(cache=True)
def _worth(game: Any, health: Any, creature: int, damage: int) -> float:
    weights = game[RULES][WEIGHTS:]
    if damage < health[creature]:
        return float(weights[2] * damage)
    return float(weights[0] + weights[1] * game[CARDS][creature, STRIKE] + weights[2] * health[creature])


@njit(cache=True)
def _worth_of_use(game: Any, slots: Any, health: Any, player: int, card: int, target: int) -> float:
    """Each step hits a creature in the same way whatever else it hits: they are looked at one by one."""
    total = 0.0
    for side in range(2):
        for slot in range(game[RULES][SLOTS]):
            creature = slots[side, slot]
            if creature == _EMPTY:
                continue
            left, hit = health[creature], False
            for step in range(game[CARDS][card, COUNT]):
                damage = game[CARDS][card, STEPS + 2 * step]
                if game[CARDS][card, STEPS + 1 + 2 * step] or creature == target:
                    hit = True
                    left -= damage if damage else left
            if hit and left <= 0:
                worth = _worth(game, health, creature, health[creature])
                total += worth if game[CARDS][creature, OWNER] != player else -worth
    return total


@njit(cache=True)
def _score(game: Any, slots: Any, health: Any, player: int, action: Any) -> Any:
    verb = action[0]
    if verb == PLAY:
        board = 0
        for slot in range(game[RULES][SLOTS]):
            board += slots[player, slot] != _EMPTY
        return 1000.0 + game[CARDS][action[1], COST] if board < game[RULES][WEIGHTS + 3] else -1.0
    if verb in (USE, TARGET):
        target = _EMPTY
        if verb == TARGET:
            target = slots[player if action[2] == 0 else 1 - player, action[3]]
        won = _worth_of_use(game, slots, health, player, action[1], target)
        return 100_000.0 + won if won > 0 else -1.0
    if verb == ATTACK:
        attacker, defender = slots[player, action[1]], slots[1 - player, action[2]]
        if defender == _EMPTY:
            return -1.0
        won = _worth(game, health, defender, game[CARDS][attacker, STRIKE])
        lost = _worth(game, health, attacker, game[CARDS][defender, STRIKE])
        return won - lost + 0.5 if game[CARDS][attacker, STRIKE] >= health[defender] else won - lost
    return 0.25


@njit(cache=True)
def _legal(  # noqa: C901 - a call costs more than its work
    game: Any, combat: bool, slots: Any, hand: Any, size: int, energy: int, ready: Any, player: int,
    names: Any, turn_mark: int, actions: Any,
) -> int:  # fmt: skip
    """Write the legal actions in the engine's order; how many there are."""
    number, count, other = 0, game[RULES][SLOTS], 1 - player
    if combat:
        for slot in range(count):
            if not ready[slot]:
                continue
            for target in range(count):
                if slots[other, target] != _EMPTY:
                    actions[number, 0], actions[number, 1], actions[number, 2] = ATTACK, slot, target
                    actions[number, 3] = 0
                    number += 1
            for target in range(count if game[RULES][EMPTY_ATTACKS] else 0):
                if slots[other, target] == _EMPTY:
                    actions[number, 0], actions[number, 1], actions[number, 2] = ATTACK, slot, target
                    actions[number, 3] = 0
                    number += 1
                    break
        actions[number, :] = 0
        actions[number, 0] = END
        return number + 1
    free = -1
    for slot in range(count):
        if slots[player, slot] == _EMPTY:
            free = slot
            break
    for at in range(size):
        card = hand[at]
        if game[CARDS][card, COST] > energy or names[game[CARDS][card, NAME]] == turn_mark:
            continue
        names[game[CARDS][card, NAME]] = turn_mark
        if game[CARDS][card, CREATURE]:
            if free >= 0:
                actions[number, 0], actions[number, 1], actions[number, 2] = PLAY, card, free
                actions[number, 3] = 0
                number += 1
        elif game[CARDS][card, AIMED]:
            for side in range(2):
                whose = other if side == 0 else player
                for slot in range(count):
                    if slots[whose, slot] != _EMPTY:
                        actions[number, 0], actions[number, 1] = TARGET, card
                        actions[number, 2], actions[number, 3] = 1 - side, slot
                        number += 1
        elif game[CARDS][card, COUNT]:
            actions[number, 0], actions[number, 1], actions[number, 2], actions[number, 3] = USE, card, 0, 0
            number += 1
    actions[number, :] = 0
    actions[number, 0] = COMBAT
    return number + 1


@njit(cache=True)
def _damage(game: Any, slots: Any, health: Any, creatures: Any, creature: int, damage: int) -> int:
    """Deal damage; how many things have changed."""
    health[creature] -= damage
    if health[creature] > 0:
        return 1
    owner = game[CARDS][creature, OWNER]
    for slot in range(game[RULES][SLOTS]):
        if slots[owner, slot] == creature:
            slots[owner, slot] = _EMPTY
    health[creature] = game[CARDS][creature, HEALTH]
    creatures[owner] -= 1
    return 2


@njit(cache=True)
def _use(
    game: Any, slots: Any, health: Any, creatures: Any, player: int, card: int, target: int, hit: Any
) -> int:
    changes = 1
    for step in range(game[CARDS][card, COUNT]):
        damage, each = game[CARDS][card, STEPS + 2 * step], game[CARDS][card, STEPS + 1 + 2 * step]
        number = 0
        for side in (player, 1 - player):
            for slot in range(game[RULES][SLOTS]):
                creature = slots[side, slot]
                if creature != _EMPTY and (each or creature == target):
                    hit[number] = creature
                    number += 1
        for at in range(number):
            dealt = damage if damage else health[hit[at]]
            changes += _damage(game, slots, health, creatures, hit[at], dealt)
    return changes


@njit(cache=True)
def _value(game: Any, slots: Any, health: Any, creatures: Any) -> float:
    worth = np.zeros(2)
    for side in range(2):
        for slot in range(game[RULES][SLOTS]):
            creature = slots[side, slot]
            if creature != _EMPTY:
                worth[side] += 10 + game[CARDS][creature, STRIKE] * 2 + health[creature]
        worth[side] += 10.0 * creatures[side]
    total = worth[0] + worth[1]
    return (worth[0] - worth[1]) / total if total else 0.0


@njit(cache=True)
def play_game(  # noqa: C901 - a call costs more than its work
    game: Any, seed: Any, agents: Any, rounds: int, result: Any, values: Any, seats: Any, cards: Any
) -> None:
    """Play a game. `result` gets FIELDS; `values` what the engine's `value` is at the start of each turn;
    `seats` turns, turns without a card to play, resources left and had of each player; `cards` what was
    drawn, played, left in the hand and has run of each card.
    """
    total, count = len(game[CARDS]), game[RULES][SLOTS]
    deck, hand = game[DECKS][:, 1:].copy(), np.zeros((2, total), np.int64)
    decked, held = game[DECKS][:, 0].copy(), np.zeros(2, np.int64)
    slots, health = np.full((2, count), _EMPTY), game[CARDS][:, HEALTH].copy()
    energy, most, creatures = np.zeros(2, np.int64), np.zeros(2, np.int64), np.zeros(2, np.int64)
    ready, names = np.zeros(count, np.bool_), np.full(total, -1)
    actions, hit = np.zeros((_ACTIONS, 4), np.int64), np.zeros(2 * count, np.int64)
    key, used = _key(seed, _SETUP, -1), 0
    keys = (_key(seed, _AGENT, 0), _key(seed, _AGENT, 1))
    for player in range(2):
        for last in range(decked[player] - 1, 0, -1):
            used += 1
            other = _below(key, used, last + 1)
            deck[player, last], deck[player, other] = deck[player, other], deck[player, last]
    for player in range(2):
        for _ in range(min(game[RULES][HAND], decked[player])):
            decked[player] -= 1
            card = deck[player, decked[player]]
            hand[player, held[player]] = card
            held[player] += 1
            cards[card, 0] += 1
        for at in range(game[DECKS][player, 0]):
            creatures[player] += game[CARDS][game[DECKS][player, 1 + at], CREATURE]
    active = _below(key, used + 1, 2)
    turn = number = changes = 0
    kind, winner, first = -1, -1, active
    combat, could_play, begins, ends = False, False, True, False
    quiet_turn = quiet_changes = 0
    code = np.uint64(0)
    while True:
        if begins:
            begins, combat = False, False
            turn += 1
            most[active] += game[RULES][ENERGY]
            energy[active] = most[active]
            for _ in range(min(game[RULES][DRAWN], decked[active])):
                decked[active] -= 1
                card = deck[active, decked[active]]
                hand[active, held[active]] = card
                held[active] += 1
                cards[card, 0] += 1
                changes += 1
            if turn - 1 < len(values):
                values[turn - 1] = _value(game, slots, health, creatures)
            if turn == 1:
                quiet_turn, quiet_changes = turn, changes
        if number:
            if number >= game[RULES][MOST]:
                kind = CAP
                break
            if changes != quiet_changes:
                quiet_turn, quiet_changes = turn, changes
            elif turn > quiet_turn + 2 * rounds:
                kind = STALEMATE
                break
        legal = _legal(game, combat, slots, hand[active], held[active], energy[active], ready, active, names,
                       number, actions)  # fmt: skip
        could_play = could_play or actions[0, 0] < COMBAT
        chosen = 0
        if legal > 1 and agents[active] == RANDOM:
            chosen = _below(keys[active], (number << WORDS) + 1, legal)
        elif legal > 1:
            best = -1e18
            for at in range(legal):
                score = _score(game, slots, health, active, actions[at])
                if score > best:
                    best, chosen = score, at
        verb, card, where = actions[chosen, 0], actions[chosen, 1], actions[chosen, 2]
        packed = verb << 48 | card << 32 | where << 16 | actions[chosen, 3]
        code = _mix((code ^ np.uint64(packed)) + _G)
        ends = False
        if verb in (PLAY, USE, TARGET):
            for at in range(held[active]):
                if hand[active, at] == card:
                    held[active] -= 1
                    for after in range(at, held[active]):
                        hand[active, after] = hand[active, after + 1]
                    break
            energy[active] -= game[CARDS][card, COST]
            cards[card, 1] += 1
            if verb == PLAY:
                slots[active, where] = card
                changes += 1
            else:
                cards[card, 3] += 1
                target = _EMPTY
                if verb == TARGET:
                    target = slots[active if where == 0 else 1 - active, actions[chosen, 3]]
                changes += _use(game, slots, health, creatures, active, card, target, hit)
        elif verb == ATTACK:
            ready[card] = False
            attacker, defender = slots[active, card], slots[1 - active, where]
            if defender != _EMPTY:
                changes += 1 + _damage(
                    game, slots, health, creatures, defender, game[CARDS][attacker, STRIKE]
                )
                changes += _damage(game, slots, health, creatures, attacker, game[CARDS][defender, STRIKE])
        elif verb == COMBAT:
            ends = True
            for slot in range(count):
                ready[slot] = slots[active, slot] != _EMPTY
                ends = ends and not ready[slot]
            combat = not ends
        else:
            ends = True
        number += 1
        if ends:
            ready[:] = False
            lost = (creatures[0] <= 0, creatures[1] <= 0)
            if lost[0] or lost[1]:
                kind = DRAW if lost[0] and lost[1] else WIN
                winner = -1 if kind == DRAW else (1 if lost[0] else 0)
                break
            _end_turn(seats, active, could_play, energy, most)
            could_play = False
            active, begins = 1 - active, True
    _end_turn(seats, active, could_play, energy, most)
    for player in range(2):
        for at in range(held[player]):
            cards[hand[player, at], 2] += 1
    result[0], result[1], result[2], result[3], result[4] = kind, winner, first, turn, number
    result[5], result[6], result[7] = rounds, min(turn, len(values)), np.int64(code >> _ONE)


@njit(cache=True)
def _end_turn(seats: Any, active: int, could_play: bool, energy: Any, most: Any) -> None:
    seats[active, 0] += 1
    seats[active, 1] += not could_play
    seats[active, 2] += energy[active]
    seats[active, 3] += most[active]


@njit(cache=True)
def play_games(game: Any, seeds: Any, agents: Any, rounds: int, results: Any) -> None:
    """Play a game of each seed; its row of `results` gets FIELDS."""
    values, seats = np.zeros(0), np.zeros((2, 4), np.int64)
    cards = np.zeros((len(game[CARDS]), 4), np.int64)
    for at in range(len(seeds)):
        play_game(game, seeds[at], agents, rounds, results[at], values, seats, cards)


def compiled(engine: Any, most: int) -> Arrays:
    """The engine's cards and rules as arrays."""
    names = {name: at for at, name in enumerate(dict.fromkeys(card.name for card in engine.cards))}
    longest = max((len(steps) for steps in engine.steps), default=0)
    cards = np.zeros((len(engine.cards), STEPS + 2 * longest), np.int64)
    for card, steps in enumerate(engine.steps):
        values = (engine.owner, engine.cost, engine.health, engine.attack, engine.is_creature)
        row = [own[card] for own in values]
        row += [names[engine.cards[card].name], engine.has_target[card], len(steps)]
        row += [number for step in steps for number in step]
        cards[card, : len(row)] = row
    decks = np.zeros((2, 1 + max(map(len, engine.decks))), np.int64)
    for player, deck in enumerate(engine.decks):
        decks[player, : 1 + len(deck)] = [len(deck), *deck]
    options = [int(engine.options[name]) for name in ("hand", "slots", "energy", "draw", "empty_attacks")]
    weights = [engine.weights[name] for name in ("destroyed", "attack", "health", "board")]
    return cards, decks, np.array([*options, most, *weights])


class FastMatches:
    """Matches of one engine between these agents, each by its seed; gives what `Watcher.data` gives."""

    def __init__(self, engine: Any, agents: Sequence[str]) -> None:
        self.game = compiled(engine, MOST_DECISIONS)
        self.agents = np.array([AGENTS.index(agent) for agent in agents])
        self.rounds = ROUNDS[all(agent == "greedy" for agent in agents)]
        self.values = np.zeros(MOST_DECISIONS + 2)
        names = [distinct(engine, seat) for seat in range(2)]
        self.places = [
            (owner, names[owner].index(card.name))
            for card, owner in zip(engine.cards, engine.owner, strict=True)
        ]
        self.sizes = [len(own) for own in names]
        self.reasons = {
            WIN: engine.LOST,
            DRAW: engine.BOTH_LOST,
            STALEMATE: NO_CHANGE.format(counted(self.rounds, "round")),
            CAP: f"stopped after {MOST_DECISIONS:,} decisions",
        }

    def __call__(self, seed: int) -> dict[str, Any]:
        """Play a match."""
        result, seats = np.zeros(len(FIELDS), np.int64), np.zeros((2, 4), np.int64)
        counts = np.zeros((len(self.places), 4), np.int64)
        play_game(
            self.game,
            np.uint64(seed),
            self.agents,
            self.rounds,
            result,
            self.values,
            seats,
            counts,
        )
        kind, winner, first, turns, decisions, _, known, _ = result.tolist()
        cards = [[[0] * 5 for _ in range(size)] for size in self.sizes]
        for (owner, at), row in zip(self.places, counts.tolist(), strict=True):
            own = cards[owner][at]
            for what, number in enumerate(row):
                own[what] += number
        each = seats.tolist()
        return {
            "outcome": KINDS[kind],
            "winner": winner,
            "reason": self.reasons[kind],
            "first": first,
            "turns": turns,
            "decisions": decisions,
            "values": [round(value, 3) for value in self.values[:known].tolist()],
            "own_turns": [own[0] for own in each],
            "idle": [own[1] for own in each],
            "left": [own[2:] for own in each],
            "cards": cards,
        }
