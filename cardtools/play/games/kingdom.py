"""The kingdom dice game ("Rules", chapters in parentheses): creatures, spells, a stack, and dice.

Rulings where the Rules are silent: a hit costs one life and only effects remove creatures; the stack takes
cards in turn until both have passed, then resolves whole, and a response counts toward the two spells of the
opponent's turn; effects of creatures wait until the responses to their arrival have resolved, the active
player's first; attackers and the number of rerolls are declared, then there are responses, then all dice are
rolled, and misses are rolled again; with deck and graveyard empty nothing is drawn; the third card of a turn
needs strictly fewer life points when it is played.

A match need not end, because decks are recycled (2.4). Nothing loops within a turn: cards are limited, and an
effect of a creature is used once a turn (2.8).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from cardtools.play.effects.choosing import Choosing
from cardtools.play.effects.engine import CardEngine
from cardtools.play.effects.state import CardState, Frame
from cardtools.play.engine import Action, Needed, Option, Row, Verb
from cardtools.play.state import EMPTY, Outcome, Part
from cardtools.play.streams import Stream
from cardtools.programs.tree import Apply, Dice, FixDie, Move, OnPlay, Prevent, Seq

END: Action = ("end",)
ATTACK: Action = ("attack",)
_HITS = (2, 4, 6)
_OWN = -1  # the effect of a card that is played, on the chain


class KingdomState(CardState):
    """`stack` has the cards that are being played; `plays` counts those of the turn, by player; `third` and
    `traded` say who has used the third card rule, and the bonus draw of this turn. `attackers` are the
    creatures whose dice are still to be rolled, `attacked` those that have attacked this turn.
    """

    PARTS = (
        *CardState.PARTS,
        Part("stack", 2, has_cards=True),
        Part("plays", 1),
        Part("third", 1),
        Part("traded", 1),
        Part("attackers", 1),
        Part("attacked", 1),
    )
    __slots__ = ("attacked", "attackers", "plays", "stack", "third", "traded")
    stack: list[list[int]]
    plays: list[int]
    third: list[int]
    traded: list[int]
    attackers: list[int]
    attacked: list[int]


class KingdomEngine(CardEngine[KingdomState]):
    """The kingdom dice game."""

    NAME = "kingdom"
    VERSION = "1"
    STATE = KingdomState
    RESOURCES = ("life",)
    VOCABULARIES: ClassVar[Mapping[str, str]] = {"colour": "colour"}
    PILES: ClassVar[dict[str, str]] = {"deck": "deck", "hand": "hand", "discard": "discard", "stack": "stack"}
    TRIGGERS_CHAIN = False
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "life": Option(20, (1, 1000), "life points at the start (1.4)"),
        "hand": Option(6, (0, 60), "cards that each player draws at the start (1.6)"),
        "draw": Option(2, (0, 10), "cards drawn at the start of a turn (2.1)"),
        "plays": Option(2, (0, 20), "cards that a player may play in a turn (2.5)"),
        "third_card": Option(True, None, "once a game the player with less life may play one more (2.6)"),
        "bonus_draw": Option(True, None, "once in a turn the opponent may trade a card for a new one (2.3)"),
        "recycle": Option(True, None, "an empty deck is made of the graveyard (2.4)"),
    }
    KINDS: ClassVar[Mapping[str, Needed]] = {
        "creature": Needed("condition", "cards that stay on the battlefield"),
        "spell": Needed("condition", "cards that go to the graveyard once they have worked"),
    }
    VALUES: ClassVar[Mapping[str, Needed]] = {
        "colour": Needed("text", "the colour of a card", optional=True),
    }
    WEIGHTS: ClassVar[Mapping[str, Option]] = {
        "creature": Option(10, (0, 1000), "a creature on the battlefield"),
        "card": Option(4, (0, 1000), "a card in the hand"),
        "life": Option(3, (0, 1000), "a life point"),
    }
    VERBS: ClassVar[Mapping[str, Verb]] = {
        **Choosing.CHOICES,
        "first": Verb("go first"),
        "second": Verb("go second"),
        "play": Verb("play {0}", ("card",)),
        "ability": Verb("use {0}", ("card",)),
        "trade": Verb("trade {0} for a new card", ("card",)),
        "attack": Verb("attack"),
        "end": Verb("end"),
    }
    ROWS = (
        Row("field", "slots", "Battlefield"),
        Row("stack", "pile", "Stack"),
        Row("hand", "hand", "Hand"),
        Row("deck", "pile", "Deck"),
        Row("discard", "pile", "Graveyard"),
    )
    EVENTS: ClassVar[Mapping[str, str]] = {
        **CardEngine.COMMON_EVENTS,
        "dice": "{player} roll[s] {0} and {1} for the first turn.",
        "recycle": "{player} make[s] a new deck of the graveyard.",
        "activate": "{player} play[s] {card}.",
        "ability": "{player} use[s] {card}.",
        "summon": "{card} comes to the battlefield.",
        "fizzle": "{card} fizzles.",
        "declare": "{card} attacks.",
        "reroll": "{player} reroll[s] the die of {card}: {0}.",
        "ignored": "{player} ignore[s] {0} hits.",
        "discard": "{player} put[s] {card} into the graveyard.",
    }
    WINDOWS: ClassVar[Mapping[str, str]] = {
        "chain": "Answer with a spell, or pass",
        "attack": "Respond to the attack, or pass",
        "end": "The turn ends: play a spell, trade a card, or pass",
    }

    def setup(self, state: KingdomState, random: Stream) -> None:
        """Both roll two dice, and the winner chooses who goes first; both draw their hands (1.5, 1.6)."""
        state.begin(len(self.cards), 0, (int(self.options["life"]),))
        state.stack, state.attackers, state.attacked = [[], []], [], []
        state.plays, state.third, state.traded = [0, 0], [0, 0], [0, 0]
        for player in (0, 1):
            deck = list(self.decks[player])
            random.shuffle(deck)
            state.deck[player] = deck
        sums = [0, 0]
        while sums[0] == sums[1]:
            for player in (0, 1):
                dice = random.below(6) + 1, random.below(6) + 1
                sums[player] = sum(dice)
                self.event(state, "dice", player, EMPTY, *dice)
        for player in (0, 1):
            self.draw(state, player, int(self.options["hand"]))
        winner = sums.index(max(sums))
        state.active = winner
        state.phase = "start"
        self.ask(state, winner, "order", ("first", "second"), ("ordered", winner))
        state.decider = winner

    def answers(self, state: KingdomState, choice: Any, every: bool) -> list[Action]:
        """Who goes first is a choice of this game; see `Choosing.answers` for the others."""
        if choice.kind == "order":
            return [("first",), ("second",)]
        return super().answers(state, choice, every)

    def answer(self, state: KingdomState, choice: Any, action: Action) -> None:
        """Take an answer."""
        if choice.kind == "order":
            state.choice = None
            self.go_on(state, choice.then, action[0])
        else:
            super().answer(state, choice, action)

    def step_ordered(self, state: KingdomState, winner: int, order: str) -> None:
        """The first turn begins."""
        state.active = winner if order == "first" else 1 - winner
        self._begin(state)

    def _begin(self, state: KingdomState) -> None:
        """Creatures are turned upright, then two cards are drawn; none in the very first turn (2.1, 4.3)."""
        player = state.active
        state.turn += 1
        state.phase = "turn"
        state.used, state.attacked, state.plays, state.traded = [], [], [0, 0], [0, 0]
        self.expire(state, "turn", "combat")
        self.expire(state, "next_turn", mark=player)
        self.passing(state, "turn", player)
        for card in self.tops(state, player):
            if state.tapped[card] and not self.cannot(state, "untap", card):
                state.tapped[card] = 0
        self.changed(state)
        self.trigger(state, "turn_starts", EMPTY, player)
        if state.turn > 1:
            self.draw(state, player, int(self.options["draw"]))

    def draw_from_empty(self, state: KingdomState, player: int) -> None:
        """The graveyard becomes the deck (2.4)."""
        if self.options["recycle"] and state.discard[player]:
            state.deck[player], state.discard[player] = state.discard[player], []
            state.random.shuffle(state.deck[player])
            self.event(state, "recycle", player)

    # Playing cards

    def actions(self, state: KingdomState, every: bool) -> list[Action]:
        """Cards, effects of creatures, an attack, or the end of the turn, in any order (2.2)."""
        player = state.active
        hand = state.hand[player] if every else self.different(state.hand[player])
        actions: list[Action] = [("play", card) for card in hand if self._playable(state, player, card)]
        for card in self.tops(state, player):
            for place in range(len(self.abilities[card])):
                if self.usable(state, player, card, place):
                    actions.append(("ability", card))
        if self._ready(state):
            actions.append(ATTACK)
        actions.append(END)
        return list(dict.fromkeys(actions))

    def _may_play(self, state: KingdomState, player: int) -> bool:
        """Whether the limits let a player play one more card this turn (2.5, 2.6)."""
        most = int(self.options["plays"])
        for node, frame, _ in self.can(state, "play", EMPTY, player):
            most += 1 if node.times is None else self.amount(state, node.times, frame)
        played = state.plays[player]
        if played < most:
            return True
        life = [self.has(state, who, "life") for who in (player, 1 - player)]
        is_third = played == most and player == state.active and life[0] < life[1]
        return bool(self.options["third_card"]) and is_third and not state.third[player]

    def _playable(self, state: KingdomState, player: int, card: int) -> bool:
        if not self._may_play(state, player) or self.cannot(state, "play", card, player):
            return False
        if "spell" not in self.kinds[card]:
            return player == state.active and not state.chain and not self.in_window(state)
        effect = self._effect(card)
        return effect is not None and self._has_targets(state, card, player)

    def _effect(self, card: int) -> Any:
        """What a spell does."""
        for ability in self.abilities[card]:
            if isinstance(ability, OnPlay):
                return ability.effect
        return None

    def _has_targets(self, state: KingdomState, card: int, player: int) -> bool:
        """Whether there is something to choose for each target (2.11)."""
        frame = Frame(card, player)
        return all(
            selector.up_to or self.candidates(state, selector, frame)
            for selector in self.targets[self.number[id(self._effect(card))]]
        )

    def act(self, state: KingdomState, action: Action) -> None:
        """Play a card, use an effect, declare an attack, or end the turn."""
        verb, player = action[0], state.active
        if verb == "play":
            self._play(state, player, action[1])
        elif verb == "ability":
            self._use(state, player, action[1])
        elif verb == "attack":
            ready = self._ready(state)
            self.ask_cards(state, player, ready, 1, len(ready), ("declared",))
        else:
            self.push(state, ("window", "end", 1 - player, 0, 1), ("end",))

    def _use(self, state: KingdomState, player: int, card: int) -> None:
        for place in range(len(self.abilities[card])):
            if self.usable(state, player, card, place):
                self.event(state, "ability", player, card)
                self.use(state, player, card, place)
                return

    def _play(self, state: KingdomState, player: int, card: int) -> None:
        """A card goes to the stack; targets of a spell are chosen as it is played (2.7, 2.11)."""
        if state.plays[player] >= int(self.options["plays"]) and player == state.active:
            extra = self.can(state, "play", EMPTY, player)
            state.third[player] = int(not extra) or state.third[player]
        state.plays[player] += 1
        self.take(state, card)
        state.stack[player].append(card)
        frame = Frame(card, player)
        effect = self._effect(card) if "spell" in self.kinds[card] else None
        if effect is None:
            self.wait(state, card, _OWN, frame)
        else:
            self.push(state, ("aim", self.number[id(effect)], frame, 0, ("aimed_spell", card)))

    def step_aimed_spell(self, state: KingdomState, card: int, frame: Frame) -> None:
        """A spell and its targets are on the stack."""
        self.wait(state, card, _OWN, frame)

    def resolve_own(self, state: KingdomState, card: int, node: int, frame: Frame) -> None:
        """A creature comes to the battlefield on its side (4.1); a spell works and goes to the graveyard."""
        if "spell" in self.kinds[card]:
            number = self.number[id(self._effect(card))]
            fizzles = any(self._lost(state, selector, frame) for selector in self.targets[number])
            self.push(state, ("bury", card))
            if fizzles:
                self.event(state, "fizzle", frame.you, card)
            else:
                self.push(state, ("effect", number, frame))
            return
        self.take(state, card)
        (slot,) = self.free_slots(state, frame.you, card)
        self.enter(state, card, frame.you, slot, tapped=True)
        self.event(state, "summon", frame.you, card)
        self.trigger(state, "enters", card, frame.you)

    def _lost(self, state: KingdomState, selector: Any, frame: Frame) -> bool:
        """Whether all targets of a selector that had some are illegal by now."""
        known = self.chosen(frame, self.number[id(selector)]) or ()
        legal = self.candidates(state, selector, frame)
        return bool(known) and not any(card in legal for card in known)

    def step_bury(self, state: KingdomState, card: int) -> None:
        """A spell that has worked goes to the graveyard."""
        if card in state.stack[self.owner[card]]:
            self.take(state, card)
            self.put(state, card, "discard")

    def check(self, state: KingdomState) -> None:
        """A player without life has lost; if both are, cards decide, then dice (5.1 to 5.3)."""
        if not state.chain and not state.tasks:
            for player in (0, 1):
                for card in state.stack[player][:]:  # those that were countered
                    self.step_bury(state, card)
        dead = [player for player in (0, 1) if self.has(state, player, "life") <= 0]
        if len(dead) == 1:
            state.outcome = Outcome("win", 1 - dead[0], "the other player has no life points left")
        elif dead:
            self._break_tie(state)

    def _break_tie(self, state: KingdomState) -> None:
        for reason, numbers in (
            ("more cards on the battlefield", [len(self.tops(state, player)) for player in (0, 1)]),
            ("more cards in hand", [len(state.hand[player]) for player in (0, 1)]),
        ):
            if numbers[0] != numbers[1]:
                winner = numbers.index(max(numbers))
                state.outcome = Outcome("win", winner, f"both have no life points left; {reason}")
                return
        sums = [0, 0]
        while sums[0] == sums[1]:
            sums = [state.random.below(6) + state.random.below(6) + 2 for _ in sums]
        winner = sums.index(max(sums))
        state.outcome = Outcome("win", winner, "both have no life points left; the dice decided")

    # Responses

    def responses(self, state: KingdomState, player: int, every: bool) -> list[Action]:
        """Spells, and once in the opponent's turn the bonus draw (2.3, 2.5)."""
        hand = state.hand[player] if every else self.different(state.hand[player])
        actions: list[Action] = [
            ("play", card)
            for card in hand
            if "spell" in self.kinds[card] and self._playable(state, player, card)
        ]
        may_trade = self.options["bonus_draw"] and player != state.active and not state.traded[player]
        if may_trade and (every or not state.chain) and not state.attackers:
            # A trade is worth the same at any time of the turn, so agents are asked once, at its end.
            actions += [("trade", card) for card in hand]
        return actions

    def respond(self, state: KingdomState, player: int, action: Action) -> None:
        """Play a spell, or trade a card for a new one."""
        if action[0] == "play":
            self._play(state, player, action[1])
            return
        state.traded[player] = 1
        self.discard(state, action[1])
        self.draw(state, player, 1)

    # Attacks

    def is_attacking(self, state: KingdomState, card: int, blocking: bool) -> bool:
        """Whether the die of a creature is still to be rolled."""
        return not blocking and card in state.attackers

    def _ready(self, state: KingdomState) -> list[int]:
        """The creatures that may attack: upright ones, and new ones that may attack at once (4.1)."""
        player = state.active
        return [
            card
            for card in self.tops(state, player)
            if (not state.tapped[card] or self._at_once(state, card))
            and not self.cannot(state, "attack", card, player)
        ]

    def _at_once(self, state: KingdomState, card: int) -> bool:
        is_new = state.entered[card] == state.turn and card not in state.attacked
        return is_new and bool(self.can(state, "attack_at_once", card))

    def step_declared(self, state: KingdomState, cards: tuple[int, ...]) -> None:
        """Attackers are turned on their side; how many rerolls are used is said now (4.3, 4.6)."""
        player = state.active
        state.attackers = list(cards)
        state.attacked += cards
        for card in cards:
            state.tapped[card] = state.turn
            self.event(state, "declare", player, card)
            self.trigger(state, "attacks", card, player, direct=True)
        self.changed(state)
        rerolls = 0
        for node, frame, _ in self.can(state, "reroll", EMPTY, player):
            rerolls += 1 if node.times is None else self.amount(state, node.times, frame)
        then = ("rerolls", cards)
        if rerolls:
            self.ask(state, player, "number", tuple(range(rerolls, -1, -1)), then)
        else:
            self.go_on(state, then, 0)

    def step_rerolls(self, state: KingdomState, cards: tuple[int, ...], rerolls: int) -> None:
        """The opponent, then the attacker may respond; then the dice are rolled."""
        player = state.active
        self.push(state, ("settle",), ("window", "attack", 1 - player, 0, 2), ("dice", cards, rerolls))

    def step_dice(self, state: KingdomState, cards: tuple[int, ...], rerolls: int) -> None:
        """All dice are rolled, those of creatures that are gone too (4.5); each hit costs a life (4.4)."""
        player = state.active
        hits = 0
        fixed = [node.face for node, frame, _ in self.holding(state, FixDie) if frame.you == player]
        rolled: list[tuple[int, int]] = []
        for place, card in enumerate(cards):
            face = fixed[place] if place < len(fixed) else state.random.below(6) + 1
            rolled.append((card, face))
            self.event(state, "roll", player, card, face)
        for place, (card, face) in enumerate(rolled):
            if rerolls and place >= len(fixed) and not self._hits(state, card, face):
                rerolls -= 1
                rolled[place] = card, state.random.below(6) + 1
                self.event(state, "reroll", player, card, rolled[place][1])
        for card, face in rolled:
            worth = self._hits(state, card, face)
            hits += worth
            if worth:
                self.trigger(state, "hits", card, player, direct=True, face=face)
        left = self.prevented(state, "hits", 1 - player, EMPTY, hits)
        if left < hits:
            self.event(state, "ignored", 1 - player, EMPTY, hits - left)
        if left:
            self.lose(state, 1 - player, "life", left)
        state.attackers = []
        self._drop_fixed(state)
        self.expire(state, "combat")
        self.push(state, ("settle",))

    def _drop_fixed(self, state: KingdomState) -> None:
        """A die that was fixed is rolled once."""
        state.modifiers = [held for held in state.modifiers if not isinstance(self.nodes[held.node], FixDie)]
        self.moved(state)

    def _hits(self, state: KingdomState, card: int, face: int) -> int:
        """How many life points a face costs: one if it is even, if nothing says otherwise (4.3, 4.4)."""
        worth = 1 if face in _HITS else 0
        for holds in self.holding(state, Dice):
            node = holds[0]
            if face in node.faces and self._was(state, holds, card):
                worth = node.hits if node.hits == 0 else max(worth, node.hits)
        return worth

    def _was(self, state: KingdomState, holds: Any, card: int) -> bool:
        """Whether a modifier means an attacker; one that is gone has none but its roll (4.5)."""
        return state.at[card] >= 0 and self.affects(state, holds, holds[0].cards, card)

    def step_end(self, state: KingdomState) -> None:
        """The turn passes to the opponent."""
        self.trigger(state, "turn_ends", EMPTY, state.active)
        self.push(state, ("settle",), ("next",))

    def step_next(self, state: KingdomState) -> None:
        """The next turn begins."""
        state.active = 1 - state.active
        self._begin(state)

    # Agents

    def score(self, state: KingdomState, action: Action) -> float:
        """Creatures first, then spells that are worth their card, then attacks with all that can."""
        verb, player = action[0], state.decider
        if verb == "play":
            if "creature" in self.kinds[action[1]]:
                return 100.0
            worth = self._worth(state, self._effect(action[1]), player) - self.weights["card"]
            return 60.0 + worth if worth > 0 else -1.0
        if verb == "choose":
            return self._worth_of_choice(state, action[1], player)
        return {"attack": 50.0, "ability": 40.0, "first": 1.0, "yes": 1.0, "trade": -1.0}.get(verb, 0.0)

    def _worth_of_choice(self, state: KingdomState, card: int, player: int) -> float:
        if state.at[card] >= 0:
            declares = state.choice is not None and state.choice.then[0] == "declared"
            return 1.0 if declares or self.controller(state, card) != player else -1.0
        is_creature = "creature" in self.kinds[card]
        in_hand = card in state.hand[player]
        return 2.0 - is_creature if in_hand else 1.0 + is_creature  # the creature is kept, or taken

    def _worth(self, state: KingdomState, effect: Any, player: int) -> float:
        """About how much an effect is worth to a player now."""
        weights, theirs = self.weights, self.tops(state, 1 - player)
        if isinstance(effect, Seq):
            return sum(self._worth(state, part, player) for part in effect.effects)
        if isinstance(effect, Move):
            number = effect.cards.count if isinstance(effect.cards.count, int) else 1
            if effect.reason == "destroy":
                return weights["creature"] if theirs else -weights["creature"]
            if effect.reason in ("draw", "return", "add"):
                mine = effect.cards.who in ("you", "any")
                return weights["card"] * number * (1.1 if mine else -0.5)
            return -0.5 * weights["card"] * number
        if isinstance(effect, Apply):
            return self._worth_of_modifier(state, effect.modifier, player)
        return 0.0

    def _worth_of_modifier(self, state: KingdomState, modifier: Any, player: int) -> float:
        life, attackers = self.weights["life"], len(state.attackers)
        attacks = attackers if player == state.active else 0
        if isinstance(modifier, Prevent):
            return life * min(2.0, attackers / 2) * 2 if player != state.active else 0.0
        if isinstance(modifier, FixDie):
            return life * 2.0 if attacks else 0.0
        ready = len(self._ready(state)) if player == state.active and not attackers else 0
        return life * ready * len(modifier.faces) / 2 if isinstance(modifier, Dice) else 0.0

    def value(self, state: KingdomState, player: int) -> float:
        """Life, creatures and cards, each side's share."""
        worth = [
            self.weights["life"] * self.has(state, side, "life")
            + self.weights["creature"] * len(self.tops(state, side))
            + self.weights["card"] * len(state.hand[side])
            for side in (0, 1)
        ]
        total = max(1, sum(worth))
        return (worth[player] - worth[1 - player]) / total

    # What people see

    def counters(self, state: KingdomState, player: int) -> list[tuple[str, str]]:
        """Life points, and what is left of the turn's plays."""
        left = max(0, int(self.options["plays"]) - state.plays[player])
        return [*super().counters(state, player), ("Plays left", str(left))]

    def question(self, state: KingdomState) -> str:
        """What is to be decided."""
        choice = state.choice
        if choice is None:
            return "Play cards and attack in any order, then end the turn"
        own = {"order": "Go first or second?", "number": "How many rerolls will you use?"}
        if choice.kind in own:
            return own[choice.kind]
        return "Choose attackers" if choice.then[0] == "declared" else super().question(state)

    def why_not(self, state: KingdomState, card: int) -> str:
        """Why a card of the hand is not played, or a creature does not attack."""
        player = state.decider
        if state.at[card] >= 0:
            return (
                "It is on its side until your next turn." if state.tapped[card] else "Choose to attack first."
            )
        if not self._may_play(state, player):
            return "You have played all the cards that you may play this turn."
        if "creature" in self.kinds[card]:
            return "Creatures are played in your own turn, when nothing waits to take place."
        return "It has no target." if self._effect(card) is not None else "Its text cannot be played."
