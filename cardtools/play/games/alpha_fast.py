"""The Alpha rules once more, compiled by numba: the same games as `alpha.py`, action for action, in bulk.

Only for random and greedy agents. `tests/play/test_fast.py` compares each game with the engine's; a change of
`alpha.py`, of the agents or of the streams needs the same change here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from cardtools.ground.optional_packages import optional
from cardtools.ground.spelling import counted
from cardtools.play.match import MOST_DECISIONS, NO_CHANGE, ROUNDS, WORDS
from cardtools.play.playtest.watching import distinct
from cardtools.play.streams import GOLDEN

njit = optional("numba", "--engine fast").njit
AGENTS = ("random", "greedy")
RANDOM = 0
KINDS = ("win", "draw", "stalemate", "cap")
WIN, DRAW, STALEMATE, CAP = range(4)
# An action is one number: its verb, then the three arguments, of 16 bits each.
PLAY, USE, TARGET, COMBAT, ATTACK, END = range(6)
# What is kept of a game, in this order.
FIELDS = ("kind", "winner", "first", "turns", "decisions", "values", "hash")
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
    return _mix((key ^ np.uint64(player)) + _G) if player >= 0 else key


@njit(cache=True)
def _below(key: Any, used: int, bound: int) -> Any:
    word = _mix(key + np.uint64(used) * _G)
    return np.int64((word >> _U32) * np.uint64(bound) >> _U32)


@njit(cache=True)
def _worth(game: Arrays, health: Any, creature: int, damage: int) -> float:
    weights = game[2][WEIGHTS:]
    if damage < health[creature]:
        return float(weights[2] * damage)
    return float(weights[0] + weights[1] * game[0][creature, STRIKE] + weights[2] * health[creature])


@njit(cache=True)
def _worth_of_use(game: Arrays, slots: Any, health: Any, player: int, card: int, target: int) -> float:
    """Each step hits a creature in the same way whatever else it hits: they are looked at one by one."""
    known, total = game[0], 0.0
    for creature in slots.flat:
        if creature == _EMPTY:
            continue
        left, hit = health[creature], False
        for step in range(STEPS, STEPS + 2 * known[card, COUNT], 2):
            if known[card, step + 1] or creature == target:
                hit = True
                left -= known[card, step] if known[card, step] else left
        if hit and left <= 0:
            worth = _worth(game, health, creature, health[creature])
            total += worth if known[creature, OWNER] != player else -worth
    return total


@njit(cache=True)
def _aim(slots: Any, player: int, verb: int, side: int, slot: int) -> int:
    """The target of an object."""
    return slots[player if side == 0 else 1 - player, slot] if verb == TARGET else _EMPTY


@njit(cache=True)
def _score(game: Arrays, slots: Any, health: Any, player: int, action: int) -> Any:
    known = game[0]
    verb, first, second = action >> 48, action >> 32 & 0xFFFF, action >> 16 & 0xFFFF
    if verb == PLAY:
        board = 0
        for creature in slots[player]:
            board += creature != _EMPTY
        return 1000.0 + known[first, COST] if board < game[2][WEIGHTS + 3] else -1.0
    if verb in (USE, TARGET):
        target = _aim(slots, player, verb, second, action & 0xFFFF)
        won = _worth_of_use(game, slots, health, player, first, target)
        return 100_000.0 + won if won > 0 else -1.0
    if verb == ATTACK:
        attacker, defender = slots[player, first], slots[1 - player, second]
        if defender == _EMPTY:
            return -1.0
        won = _worth(game, health, defender, known[attacker, STRIKE])
        lost = _worth(game, health, attacker, known[defender, STRIKE])
        return won - lost + 0.5 if known[attacker, STRIKE] >= health[defender] else won - lost
    return 0.25


@njit(cache=True)
def _free(slots: Any) -> int:
    """The first empty slot of a player, -1 if there is none."""
    for slot in range(len(slots)):
        if slots[slot] == _EMPTY:
            return slot
    return -1


@njit(cache=True)
def _legal(  # noqa: C901 - a call costs more than its work
    game: Arrays, combat: bool, slots: Any, hand: Any, energy: int, ready: Any, player: int, names: Any,
    turn_mark: int, actions: Any,
) -> int:  # fmt: skip
    """Write the legal actions in the engine's order; how many there are."""
    known, number, other = game[0], 0, slots[1 - player]
    if combat:
        empty = _free(other) if game[2][EMPTY_ATTACKS] else -1
        for slot in range(len(ready)):
            if not ready[slot]:
                continue
            for target in range(len(other)):
                if other[target] != _EMPTY:
                    actions[number] = ATTACK << 48 | slot << 32 | target << 16
                    number += 1
            if empty >= 0:
                actions[number] = ATTACK << 48 | slot << 32 | empty << 16
                number += 1
        actions[number] = END << 48
        return number + 1
    free = _free(slots[player])
    for card in hand:
        if known[card, COST] > energy or names[known[card, NAME]] == turn_mark:
            continue
        names[known[card, NAME]] = turn_mark
        if known[card, CREATURE]:
            if free >= 0:
                actions[number] = PLAY << 48 | card << 32 | free << 16
                number += 1
        elif known[card, AIMED]:
            for side in (1, 0):
                whose = slots[player if side == 0 else 1 - player]
                for slot in range(len(whose)):
                    if whose[slot] != _EMPTY:
                        actions[number] = TARGET << 48 | card << 32 | side << 16 | slot
                        number += 1
        elif known[card, COUNT]:
            actions[number] = USE << 48 | card << 32
            number += 1
    actions[number] = COMBAT << 48
    return number + 1


@njit(cache=True)
def _damage(game: Arrays, slots: Any, health: Any, creatures: Any, creature: int, damage: int) -> int:
    """Deal damage; how many things have changed."""
    health[creature] -= damage
    if health[creature] > 0:
        return 1
    owner = game[0][creature, OWNER]
    for slot in range(slots.shape[1]):
        if slots[owner, slot] == creature:
            slots[owner, slot] = _EMPTY
    health[creature] = game[0][creature, HEALTH]
    creatures[owner] -= 1
    return 2


@njit(cache=True)
def _use(game: Arrays, slots: Any, health: Any, creatures: Any, player: int, card: int, target: int) -> int:
    known, changes = game[0], 1
    for step in range(STEPS, STEPS + 2 * known[card, COUNT], 2):
        damage, each = known[card, step], known[card, step + 1]
        for side in (player, 1 - player):
            for creature in slots[side]:
                if creature != _EMPTY and (each or creature == target):
                    dealt = damage if damage else health[creature]
                    changes += _damage(game, slots, health, creatures, creature, dealt)
    return changes


@njit(cache=True)
def _value(game: Arrays, slots: Any, health: Any, creatures: Any) -> float:
    worth = 10.0 * creatures
    for side in range(2):
        for creature in slots[side]:
            if creature != _EMPTY:
                worth[side] += 10 + game[0][creature, STRIKE] * 2 + health[creature]
    total = worth[0] + worth[1]
    return (worth[0] - worth[1]) / total if total else 0.0


@njit(cache=True)
def _draw(player: int, number: int, deck: Any, decked: Any, hand: Any, held: Any, counts: Any) -> int:
    """Draw cards; how many there were."""
    number = min(number, decked[player])
    for _ in range(number):
        decked[player] -= 1
        card = deck[player, decked[player]]
        hand[player, held[player]] = card
        held[player] += 1
        counts[card, 0] += 1
    return number


@njit(cache=True)
def play_game(  # noqa: C901 - a call costs more than its work
    game: Arrays, seed: Any, agents: Any, rounds: int, result: Any, values: Any, seats: Any, counts: Any
) -> None:
    """Play a game. `result` gets FIELDS; `values` what the engine's `value` is at the start of each turn;
    `seats` turns, turns without a card to play, resources left and had of each player; `counts` what was
    drawn, played, left in the hand and has run of each card.
    """
    known, decks, rules = game
    deck, hand = decks[:, 1:].copy(), np.zeros((2, len(known)), np.int64)
    decked, held = decks[:, 0].copy(), np.zeros(2, np.int64)
    slots, health = np.full((2, rules[SLOTS]), _EMPTY), known[:, HEALTH].copy()
    energy, most, creatures = np.zeros(2, np.int64), np.zeros(2, np.int64), np.zeros(2, np.int64)
    ready, names = np.zeros(rules[SLOTS], np.bool_), np.full(len(known), -1)
    actions = np.zeros(_ACTIONS, np.int64)
    key, used = _key(seed, _SETUP, -1), 0
    keys = (_key(seed, _AGENT, 0), _key(seed, _AGENT, 1))
    for player in range(2):
        for last in range(decked[player] - 1, 0, -1):
            used += 1
            other = _below(key, used, last + 1)
            deck[player, last], deck[player, other] = deck[player, other], deck[player, last]
    for player in range(2):
        for card in deck[player, : decked[player]]:
            creatures[player] += known[card, CREATURE]
        _draw(player, rules[HAND], deck, decked, hand, held, counts)
    active = _below(key, used + 1, 2)
    turn = number = changes = quiet_turn = quiet_changes = 0
    kind, winner, first = -1, -1, active
    code = np.uint64(0)
    while kind < 0:
        turn += 1
        most[active] += rules[ENERGY]
        energy[active] = most[active]
        changes += _draw(active, rules[DRAWN], deck, decked, hand, held, counts)
        if turn - 1 < len(values):
            values[turn - 1] = _value(game, slots, health, creatures)
        combat, could_play, ends = False, False, False
        while not ends:
            if number >= rules[MOST]:
                kind = CAP
                break
            if not number or changes != quiet_changes:
                quiet_turn, quiet_changes = turn, changes
            elif turn > quiet_turn + 2 * rounds:
                kind = STALEMATE
                break
            legal = _legal(game, combat, slots, hand[active, : held[active]], energy[active], ready, active,
                           names, number, actions)  # fmt: skip
            could_play = could_play or actions[0] >> 48 < COMBAT
            chosen = 0
            if legal > 1 and agents[active] == RANDOM:
                chosen = _below(keys[active], (number << WORDS) + 1, legal)
            elif legal > 1:
                best = -1e18
                for at in range(legal):
                    score = _score(game, slots, health, active, actions[at])
                    if score > best:
                        best, chosen = score, at
            action = actions[chosen]
            code = _mix((code ^ np.uint64(action)) + _G)
            verb, card, where = action >> 48, action >> 32 & 0xFFFF, action >> 16 & 0xFFFF
            if verb in (PLAY, USE, TARGET):
                at = 0
                while hand[active, at] != card:
                    at += 1
                held[active] -= 1
                for place in range(at, held[active]):
                    hand[active, place] = hand[active, place + 1]
                energy[active] -= known[card, COST]
                counts[card, 1] += 1
                if verb == PLAY:
                    slots[active, where] = card
                    changes += 1
                else:
                    counts[card, 3] += 1
                    target = _aim(slots, active, verb, where, action & 0xFFFF)
                    changes += _use(game, slots, health, creatures, active, card, target)
            elif verb == ATTACK:
                ready[card] = False
                attacker, defender = slots[active, card], slots[1 - active, where]
                if defender != _EMPTY:
                    changes += 1 + _damage(game, slots, health, creatures, defender, known[attacker, STRIKE])
                    changes += _damage(game, slots, health, creatures, attacker, known[defender, STRIKE])
            elif verb == COMBAT:
                ready[:] = slots[active] != _EMPTY
                combat = bool(ready.any())
            number += 1
            ends = verb == END or (verb == COMBAT and not combat)
        seats[active, 0] += 1
        seats[active, 1] += not could_play
        seats[active, 2] += energy[active]
        seats[active, 3] += most[active]
        if ends and (creatures[0] <= 0 or creatures[1] <= 0):
            kind = DRAW if creatures[0] <= 0 and creatures[1] <= 0 else WIN
            winner = -1 if kind == DRAW else (1 if creatures[0] <= 0 else 0)
        ready[:] = False
        active = 1 - active
    for player in range(2):
        for card in hand[player, : held[player]]:
            counts[card, 2] += 1
    result[0], result[1], result[2], result[3], result[4] = kind, winner, first, turn, number
    result[5], result[6] = min(turn, len(values)), np.int64(code >> _ONE)


def compiled(engine: Any, most: int) -> Arrays:
    """The engine's cards and rules as arrays."""
    names = {name: at for at, name in enumerate(dict.fromkeys(card.name for card in engine.cards))}
    longest = max((len(steps) for steps in engine.steps), default=0)
    cards = np.zeros((len(engine.cards), STEPS + 2 * longest), np.int64)
    columns = (engine.owner, engine.cost, engine.health, engine.attack, engine.is_creature)
    for card, steps in enumerate(engine.steps):
        row = [*(own[card] for own in columns), names[engine.cards[card].name], engine.has_target[card]]
        row += [len(steps), *(number for step in steps for number in step)]
        cards[card, : len(row)] = row
    decks = np.zeros((2, 1 + max(map(len, engine.decks))), np.int64)
    for player, deck in enumerate(engine.decks):
        decks[player, : 1 + len(deck)] = [len(deck), *deck]
    options = [int(engine.options[name]) for name in ("hand", "slots", "energy", "draw", "empty_attacks")]
    weights = [engine.weights[name] for name in ("destroyed", "attack", "health", "board")]
    return cards, decks, np.array([*options, most, *weights])


def fast_matches(engine: Any, agents: Sequence[str]) -> Callable[[int], dict[str, Any]]:
    """What plays a match between these agents by its seed, and gives what `Watcher.data` gives."""
    game, players = compiled(engine, MOST_DECISIONS), np.array([AGENTS.index(agent) for agent in agents])
    rounds = ROUNDS[all(agent == "greedy" for agent in agents)]
    values = np.zeros(MOST_DECISIONS + 2)
    names = [(seat, name) for seat in range(2) for name in distinct(engine, seat)]
    places = [names.index((owner, card.name)) for card, owner in zip(engine.cards, engine.owner, strict=True)]
    second = len(distinct(engine, 0))
    reasons = {
        WIN: engine.LOST,
        DRAW: engine.BOTH_LOST,
        STALEMATE: NO_CHANGE.format(counted(rounds, "round")),
        CAP: f"stopped after {MOST_DECISIONS:,} decisions",
    }

    def play(seed: int) -> dict[str, Any]:
        result, seats = np.zeros(len(FIELDS), np.int64), np.zeros((2, 4), np.int64)
        counts, cards = np.zeros((len(places), 5), np.int64), np.zeros((len(names), 5), np.int64)
        play_game(game, np.uint64(seed), players, rounds, result, values, seats, counts)
        np.add.at(cards, places, counts)
        kind, winner, first, turns, decisions, known, _ = result.tolist()
        return {
            "outcome": KINDS[kind],
            "winner": winner,
            "reason": reasons[kind],
            "first": first,
            "turns": turns,
            "decisions": decisions,
            "values": [round(value, 3) for value in values[:known].tolist()],
            "own_turns": seats[:, 0].tolist(),
            "idle": seats[:, 1].tolist(),
            "left": seats[:, 2:].tolist(),
            "cards": [cards[:second].tolist(), cards[second:].tolist()],
        }

    return play
