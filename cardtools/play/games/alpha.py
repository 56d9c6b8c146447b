"""The Alpha Fixed Ruleset ("Rules", chapters in parentheses): creatures in five slots, objects, energy.

Where the Rules are silent, the rulings AP1 to AP10 hold (docs/rulings.md).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from cardtools.ground.errors import CardtoolsError
from cardtools.ground.optional_packages import optional
from cardtools.play.engine import Action, Definition, Engine, Needed, Option, Row, Verb
from cardtools.play.state import EMPTY, Outcome, Part, State
from cardtools.play.streams import Stream
from cardtools.programs.tree import OnPlay, Selector
from cardtools.programs.verbs.damage import Damage
from cardtools.programs.verbs.move import Move
from cardtools.programs.verbs.seq import Seq

COMBAT: Action = ("combat",)
END: Action = ("end",)
# A step of an object: its damage, or DESTROY; and whether it hits each creature, else the target.
AlphaStep = tuple[int, bool]
DESTROY = 0
OWN, OPPOSING = 0, 1
NO_CREATURE = "no creature left in deck, hand and battlefield"
_NUMBA_SETTINGS = ".numba_config.yaml"  # that numba reads in the working folder


class AlphaState(State):
    """`slots` are by player, each a card or EMPTY; `health` is by card, and `ready` are the slots whose
    creatures may still attack.
    """

    PARTS = (
        Part("deck", 2, has_cards=True, seen="nobody"),
        Part("hand", 2, has_cards=True, seen="owner"),
        Part("slots", 2, has_cards=True),
        Part("discard", 2, has_cards=True),
        Part("health", 1),
        Part("energy", 1),
        Part("most_energy", 1),
        Part("ready", 1),
        Part("creatures", 1),  # of each player, not in the discard pile
    )
    __slots__ = tuple(part.name for part in PARTS)
    deck: list[list[int]]
    hand: list[list[int]]
    slots: list[list[int]]
    discard: list[list[int]]
    health: list[int]
    energy: list[int]
    most_energy: list[int]
    ready: list[int]
    creatures: list[int]


class AlphaEngine(Engine[AlphaState]):
    """Alpha Fixed Ruleset v0.1."""

    NAME = "alpha"
    VERSION = "1"
    STATE = AlphaState
    LOST = f"the other player has {NO_CREATURE}"
    BOTH_LOST = f"both have {NO_CREATURE}"
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "hand": Option(5, (0, 60), "cards that each player draws at the start (Rules 2)"),
        "slots": Option(5, (1, 20), "slots of each player (Rules 5)"),
        "energy": Option(1, (0, 10), "energy that a turn adds to the most a player has (Rules 7)"),
        "draw": Option(1, (0, 10), "cards drawn at the start of a turn (Rules 8)"),
        "empty_attacks": Option(True, None, "creatures may attack empty slots (Rules 8, AP4)"),
    }
    KINDS: ClassVar[Mapping[str, Needed]] = {
        "creature": Needed("condition", "cards that are summoned to a slot (Rules 6)"),
        "object": Needed("condition", "cards that resolve at once (Rules 6)"),
    }
    VALUES: ClassVar[Mapping[str, Needed]] = {
        "cost": Needed("number", "the energy that a card costs"),
        "health": Needed("number", "the damage that destroys a creature"),
        "attack": Needed("number", "the damage that a creature deals"),
    }
    WEIGHTS: ClassVar[Mapping[str, Option]] = {
        "destroyed": Option(100, (0, 10_000), "a creature that is destroyed"),
        "attack": Option(4, (0, 10_000), "each point of its attack"),
        "health": Option(2, (0, 10_000), "each point of its health, or of the damage to one that survives"),
        "board": Option(3, (1, 20), "creatures it summons at most: a card in the hand cannot be destroyed"),
    }
    VERBS: ClassVar[Mapping[str, Verb]] = {
        "play": Verb("play {0} in {1}", ("card", "slot")),
        "use": Verb("use {0}", ("card",)),
        "target": Verb("use {0} on {1} {2}", ("card", "side", "slot")),
        "combat": Verb("combat"),
        "attack": Verb("attack {0} -> {1}", ("slot", "theirs")),
        "end": Verb("end"),
    }
    ROWS = (
        Row("slots", "slots", "Battlefield"),
        Row("hand", "hand", "Hand"),
        Row("deck", "pile", "Deck"),
        Row("discard", "pile", "Discard"),
    )
    EVENTS: ClassVar[Mapping[str, str]] = {
        "turn": "{player} begin[s] a turn.",
        "draw": "{player} draw[s] {card}.",
        "summon": "{player} summon[s] {card} in slot {slot0}.",
        "use": "{player} use[s] {card}.",
        "attack": "{card} attacks {card0}.",
        "direct_pressure": "{card} attacks the empty slot {slot0}.",
        "damage": "{card} takes {0} damage.",
        "destroy": "{card} is destroyed.",
    }

    def prepare(self) -> None:
        super().prepare()
        self.cost = [card.number("cost") for card in self.cards]
        self.health = [card.number("health") for card in self.cards]
        self.attack = [card.number("attack") for card in self.cards]
        self.is_creature = ["creature" in card.kinds for card in self.cards]
        self.steps = [_steps(card) for card in self.cards]
        self.has_target = [any(not each for _, each in steps) for steps in self.steps]
        self.slots = range(int(self.options["slots"]))
        self.more_energy, self.draws = int(self.options["energy"]), int(self.options["draw"])
        # Made once: actions are listed at every step, and names are compared.
        self.attacks: list[list[Action]] = [[("attack", a, b) for b in self.slots] for a in self.slots]
        first = {card.name: number for number, card in reversed([*enumerate(self.cards)])}
        self.names = [first[card.name] for card in self.cards]
        self.empty_attacks = bool(self.options["empty_attacks"])

    def compiled(self, agents: Sequence[str]) -> Callable[[int], dict[str, Any]] | None:
        """The rules compiled by numba, for random and greedy agents."""
        if not set(agents) <= {"random", "greedy"}:
            return None
        if os.path.lexists(_NUMBA_SETTINGS):
            raise CardtoolsError(
                f"{_NUMBA_SETTINGS}: numba would take its settings, and with them code, from this folder\n"
                "  help: remove the file, or leave --engine fast out"
            )
        optional("numba", "--engine fast")
        from cardtools.play.games.alpha_fast import fast_matches

        return fast_matches(self, agents)

    def setup(self, state: AlphaState, random: Stream) -> None:
        """Shuffle both decks, draw both hands, let chance say who begins (Rules 2), and begin."""
        state.deck = self.shuffled_decks(random)
        state.hand, state.discard = [[], []], [[], []]
        for hand, deck in zip(state.hand, state.deck, strict=True):
            hand += [deck.pop() for _ in range(min(int(self.options["hand"]), len(deck)))]
        state.slots = [[EMPTY] * len(self.slots) for _ in self.decks]
        state.health = self.health[:]
        state.energy, state.most_energy, state.ready = [0, 0], [0, 0], []
        state.creatures = [sum(self.is_creature[card] for card in deck) for deck in self.decks]
        state.active = random.below(2)
        self._begin_turn(state)

    def _begin_turn(self, state: AlphaState) -> None:
        player = state.decider = state.active
        state.turn += 1
        state.phase = "action"
        state.most_energy[player] += self.more_energy
        state.energy[player] = state.most_energy[player]
        self.passing(state, "turn", player)
        for _ in range(min(self.draws, len(state.deck[player]))):
            card = state.deck[player].pop()
            state.hand[player].append(card)
            self.event(state, "draw", player, card, known_to=player)

    def legal_actions(self, state: AlphaState, every: bool = False) -> list[Action]:
        """Cards that can be paid, then combat; in combat the attacks that are left, then the end."""
        if state.outcome:
            return []
        own, other = state.slots[state.active], state.slots[1 - state.active]
        if state.phase == "combat":
            if not state.ready:
                return [END]
            targets = [slot for slot in self.slots if other[slot] != EMPTY]
            if self.empty_attacks and every:
                targets += [slot for slot in self.slots if other[slot] == EMPTY]
            elif self.empty_attacks and EMPTY in other:
                targets.append(other.index(EMPTY))
            attacks = self.attacks
            actions = [attacks[slot][target] for slot in state.ready for target in targets]
            actions.append(END)
            return actions
        actions = []
        cost, names, is_creature, energy = self.cost, self.names, self.is_creature, state.energy[state.active]
        seen: set[int] = set()
        for card in state.hand[state.active]:
            if cost[card] > energy or (names[card] in seen and not every):
                continue
            seen.add(names[card])
            if is_creature[card]:
                if EMPTY in own and every:
                    actions += [("play", card, slot) for slot in self.slots if own[slot] == EMPTY]
                elif EMPTY in own:
                    actions.append(("play", card, own.index(EMPTY)))
            elif self.has_target[card]:
                for side, slots in ((OPPOSING, other), (OWN, own)):
                    actions += [("target", card, side, slot) for slot in self.slots if slots[slot] != EMPTY]
            elif self.steps[card]:
                actions.append(("use", card))
        actions.append(COMBAT)
        return actions

    def perform(self, state: AlphaState, action: Action) -> None:
        """Play a card, go to combat, attack, or end the turn."""
        verb, player = action[0], state.active
        own = state.slots[player]
        if verb == "attack":
            _, slot, target = action
            state.ready.remove(slot)
            attacker, defender = own[slot], state.slots[1 - player][target]
            if defender == EMPTY:
                self.passing(state, "direct_pressure", player, attacker, target)
            else:
                self.event(state, "attack", player, attacker, defender)
                self._damage(state, defender, self.attack[attacker])
                self._damage(state, attacker, self.attack[defender])
        elif verb in ("play", "use", "target"):
            card = action[1]
            state.hand[player].remove(card)
            state.energy[player] -= self.cost[card]
            if verb == "play":
                own[action[2]] = card
                self.event(state, "summon", player, card, action[2])
            else:
                self._use(state, player, action)
        elif verb == "combat" and own.count(EMPTY) < len(own):
            state.ready, state.phase = [slot for slot in self.slots if own[slot] != EMPTY], "combat"
            self.passing(state, "combat", player)
        else:
            self._end(state)

    def _use(self, state: AlphaState, player: int, action: Action) -> None:
        card, target = action[1], self._target(state, action)
        self.event(state, "use", player, card, target)
        for damage, each in self.steps[card]:
            for creature in (*state.slots[player], *state.slots[1 - player]):
                if creature != EMPTY and (each or creature == target):
                    self._damage(state, creature, damage or state.health[creature])
        state.discard[player].append(card)

    def _target(self, state: AlphaState, action: Action) -> int:
        if action[0] == "use":
            return EMPTY
        side, slot = action[2:]
        return state.slots[state.active if side == OWN else 1 - state.active][slot]

    def _damage(self, state: AlphaState, creature: int, damage: int) -> None:
        state.health[creature] -= damage
        owner = self.owner[creature]
        self.event(state, "damage", owner, creature, damage)
        if state.health[creature] <= 0:
            slots = state.slots[owner]
            slots[slots.index(creature)] = EMPTY
            state.health[creature] = self.health[creature]
            state.discard[owner].append(creature)
            state.creatures[owner] -= 1
            self.event(state, "destroy", owner, creature)

    def _end(self, state: AlphaState) -> None:
        """Rules 3: who has lost is asked after combat and at the end of the turn, which come together."""
        state.ready = []
        lost = [player for player in (0, 1) if state.creatures[player] <= 0]
        if len(lost) == 2:
            state.outcome = Outcome("draw", -1, self.BOTH_LOST)
        elif lost:
            state.outcome = Outcome("win", 1 - lost[0], self.LOST)
        else:
            state.active = 1 - state.active
            self._begin_turn(state)

    def score(self, state: AlphaState, action: Action) -> float:
        """Rules 10: objects that destroy, the dearest creature, attacks that win more than they lose."""
        verb = action[0]
        if verb == "play":
            board = sum(card != EMPTY for card in state.slots[state.active])
            return 1000.0 + self.cost[action[1]] if board < self.weights["board"] else -1.0
        if verb in ("use", "target"):
            won = self._worth_of_use(state, action)
            return 100_000.0 + won if won > 0 else -1.0
        if verb == "attack":
            attacker = state.slots[state.active][action[1]]
            defender = state.slots[1 - state.active][action[2]]
            if defender == EMPTY:
                return -1.0
            won = self._worth(state, defender, self.attack[attacker])
            lost = self._worth(state, attacker, self.attack[defender])
            return won - lost + 0.5 if self.attack[attacker] >= state.health[defender] else won - lost
        return 0.25  # more than an even exchange that kills nobody

    def _worth(self, state: AlphaState, creature: int, damage: int) -> float:
        weights, health = self.weights, state.health[creature]
        if damage < health:
            return weights["health"] * damage
        return weights["destroyed"] + weights["attack"] * self.attack[creature] + weights["health"] * health

    def _worth_of_use(self, state: AlphaState, action: Action) -> float:
        """What an object destroys of the opponent's, less that of one's own; 0 if nothing dies."""
        target = self._target(state, action)
        health: dict[int, int] = {}
        for damage, each in self.steps[action[1]]:
            for creature in (c for side in state.slots for c in side if c != EMPTY) if each else (target,):
                left = health.get(creature, state.health[creature])
                health[creature] = left - (damage or left)
        total = 0.0
        for creature, left in health.items():
            worth = self._worth(state, creature, state.health[creature]) if left <= 0 else 0.0
            total += worth if self.owner[creature] != state.active else -worth
        return total

    def counters(self, state: AlphaState, player: int) -> list[tuple[str, str]]:
        return [("Energy", f"{state.energy[player]} of {state.most_energy[player]}")]

    def unspent(self, state: AlphaState, player: int) -> tuple[int, int]:
        return state.energy[player], state.most_energy[player]

    def badges(self, state: AlphaState, card: int) -> list[tuple[str, str]]:
        """The health that a damaged creature has left."""
        left = state.health[card]
        return [("health", str(left))] if self.is_creature[card] and left < self.health[card] else []

    def is_turned(self, state: AlphaState, card: int) -> bool:
        """A creature that has attacked."""
        in_combat = state.phase == "combat" and card in state.slots[state.active]
        return in_combat and state.slots[state.active].index(card) not in state.ready

    def question(self, state: AlphaState) -> str:
        return "Play cards, then go to combat" if state.phase == "action" else "Attack, then end the turn"

    def why_not(self, state: AlphaState, card: int) -> str:
        if card not in state.hand[state.decider]:
            is_early = state.phase == "action"
            return "Creatures attack in combat." if is_early else "It has attacked already."
        if state.phase == "combat":
            return "No card is played in combat."
        cost, energy = self.cost[card], state.energy[state.decider]
        if cost > energy:
            return f"It costs {cost} energy, and you have {energy}."
        if self.is_creature[card]:
            return "There is no empty slot."
        return "It has no target." if self.steps[card] else "The rules have no such effect."

    def value(self, state: AlphaState, player: int) -> float:
        """The share of the creatures' worth, in every zone, that is the player's; from -1 to 1."""
        worth = [
            10.0 * state.creatures[side]
            + sum(10 + self.attack[one] * 2 + state.health[one] for one in state.slots[side] if one != EMPTY)
            for side in (player, 1 - player)
        ]
        return (worth[0] - worth[1]) / sum(worth) if any(worth) else 0.0


def _steps(card: Definition) -> tuple[AlphaStep, ...]:
    """What an object does, step by step: none if that is not in the Rules, which know one target at most."""
    left = [one.effect for text in card.texts for one in text.abilities if isinstance(one, OnPlay)]
    steps: list[AlphaStep] = []
    while left:
        match left.pop(0):
            case Seq(effects=effects):
                left[:0] = effects
                continue
            case Damage(amount=int(amount), cards=cards) if amount > 0:
                pass
            case Move(reason="destroy", cards=cards):
                amount = DESTROY
            case _:
                return ()
        if replace(cards, count=None, target=False) not in _CREATURES or cards.count not in (None, 1):
            return ()
        steps.append((amount, cards.count is None))
    return tuple(steps) if sum(not each for _, each in steps) <= 1 else ()


_CREATURES = tuple(Selector(zone=zone, kind="creature") for zone in ("", "field"))
