"""The kingdom dice game ("Rules", chapters in parentheses): creatures, spells, a stack, and dice.

Where the Rules are silent, the rulings KP1 to KP10 hold (docs/rulings.md).

A match need not end, because decks are recycled (2.4). Nothing loops within a turn: cards are limited, and an
effect of a creature is used once a turn (2.8).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from cardtools.play.engine import Action, Needed, Option, Row, Verb
from cardtools.play.interpreter.abilities import OWN
from cardtools.play.interpreter.card_engine import CardEngine
from cardtools.play.interpreter.state import CardState, Frame
from cardtools.play.parts.casting import STACK, Stack
from cardtools.play.parts.dice import DICE, DiceAttacks
from cardtools.play.parts.turns import Turns
from cardtools.play.state import EMPTY, Outcome, Part
from cardtools.play.streams import Stream
from cardtools.programs.verbs.apply import Apply


class KingdomState(CardState):
    """With the parts of the stack and the dice; `plays` counts the cards played this turn by each player,
    `third` says who has used the third card rule, and `traded` who the bonus draw of this turn.
    """

    ADDED = (*STACK, *DICE, Part("plays", 1), Part("third", 1), Part("traded", 1))
    PARTS = (*CardState.PARTS, *ADDED)
    __slots__ = tuple(part.name for part in ADDED)
    stack: list[list[int]]
    attackers: list[int]
    attacked: list[int]
    rerolled: int
    plays: list[int]
    third: list[int]
    traded: list[int]


class KingdomEngine(CardEngine[KingdomState]):
    """The kingdom dice game."""

    NAME = "kingdom"
    VERSION = "1"
    STATE = KingdomState
    RESOURCES = ("life",)
    VOCABULARIES: ClassVar[Mapping[str, str]] = {"colour": "colour"}
    PILES: ClassVar[dict[str, str]] = {**CardEngine.PILES, "stack": "stack"}
    TRIGGERS_CHAIN = False
    PAYS_LATE = True  # (2.5, 2.9)
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
    VALUES: ClassVar[Mapping[str, Needed]] = {"colour": Needed("text", "the colour of a card", optional=True)}
    WEIGHTS: ClassVar[Mapping[str, Option]] = {
        "creature": Option(10, (0, 1000), "a creature on the battlefield"),
        "card": Option(4, (0, 1000), "a card in the hand"),
        "life": Option(3, (0, 1000), "a life point"),
    }
    VERBS: ClassVar[Mapping[str, Verb]] = {
        **CardEngine.CHOICES,
        "first": Verb("go first"),
        "second": Verb("go second"),
        "play": Verb("play {0}", ("card",)),
        "ability": Verb("use {0}: effect {1}", ("card", "place"), "use {0}: {1}"),
        "trade": Verb("trade {0} for a new card", ("card",)),
        "attack": Verb("attack", said="attack: choose the attackers"),
        "end": Verb("end", said="end the turn"),
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
        "recycle": "{player} shuffle[s] {their} graveyard into a new deck.",
        "activate": "{player} use[s] {card}{at}.",
        "enter": "{card} comes to the battlefield.",
        "fizzle": "{card} fizzles.",
        "declare": "{card} attacks.",
        "reroll": "{player} reroll[s] the die of {card}: {0}.",
        "ignored": "{player} ignore[s] {0} hits.",
        "discard": "{player} put[s] {card} into the graveyard.",
    }
    WINDOWS: ClassVar[Mapping[str, str]] = {
        "chain": "Answer {chain} with a spell, or pass",
        "attack": "Respond to the attack of {attack}, or pass",
        "end": "The turn ends: play a spell, trade a card, or pass",
    }
    QUESTIONS: ClassVar[Mapping[str, str]] = {
        "ordered": "Go first or second?",
        "rerolls": "How many rerolls will you use?",
        "declared": "Choose attackers",
    }

    def setup(self, state: KingdomState, random: Stream) -> None:
        """Both roll two dice, and the winner chooses who goes first (1.5)."""
        state.clear(len(self.cards), 0, (int(self.options["life"]),))
        state.stack, state.attackers, state.attacked, state.rerolled = [[], []], [], [], 0
        state.plays, state.third, state.traded = [0, 0], [0, 0], [0, 0]
        state.deck = self.shuffled_decks(random)
        sums = [0, 0]
        while sums[0] == sums[1]:
            for player in (0, 1):
                dice = random.below(6) + 1, random.below(6) + 1
                sums[player] = sum(dice)
                self.event(state, "dice", player, EMPTY, *dice)
        winner = state.active = state.decider = sums.index(max(sums))
        state.phase = "start"
        self.interpreter.ask(state, winner, "verb", ("first", "second"), ("ordered", winner))

    def step_ordered(self, state: KingdomState, winner: int, order: str) -> None:
        """Both draw their hands (1.6), and the first turn begins."""
        state.active = winner if order == "first" else 1 - winner
        for player in (0, 1):
            self.board.draw(state, player, int(self.options["hand"]))
        self.interpreter.push(state, ("turn",))

    def step_turn(self, state: KingdomState) -> None:
        """Creatures are turned upright, then two cards are drawn; none in the very first turn (2.1, 4.3)."""
        state.attacked, state.plays, state.traded, state.rerolled = [], [0, 0], [0, 0], 0
        self.turns.begin_turn(state, "turn")
        if state.turn > 1:
            self.board.draw(state, state.active, int(self.options["draw"]))

    def draw_from_empty(self, state: KingdomState, player: int) -> None:
        """The graveyard becomes the deck (2.4)."""
        if self.options["recycle"] and state.discard[player]:
            state.deck[player], state.discard[player] = state.discard[player], []
            state.random.shuffle(state.deck[player])
            self.event(state, "recycle", player)

    # Playing cards

    def prepare(self) -> None:
        super().prepare()
        self.stack, self.dice = Stack(self, enters_tapped=True), DiceAttacks(self)
        self.turns = Turns(self)
        self.most_plays = int(self.options["plays"])
        self.more_plays = ("can", "play") in self.index.modifier_kinds
        self.is_spell = ["spell" in kinds for kinds in self.index.kinds]
        # By card whether what it does is about the attack that is going on.
        parts = [effect.parts() if effect else () for effect in self.stack.spell_effect]
        self.needs_attack = [
            any(isinstance(one, Apply) and one.duration == "combat" for one in effects) for effects in parts
        ]
        # By card whether nothing but the limits of a turn ever keeps it from being played.
        aims, limited = self.stack.spell_targets, "play" in self.index.modifier_kinds
        self.always_playable = [
            not (limited or attack or targets or (spell and targets is None))
            for attack, spell, targets in zip(self.needs_attack, self.is_spell, aims, strict=True)
        ]

    def stays(self, state: KingdomState, card: int) -> bool:
        """A creature does (1.3)."""
        return not self.is_spell[card]

    def actions(self, state: KingdomState, every: bool) -> list[Action]:
        """Cards, effects of creatures, an attack, or the end of the turn, in any order (2.2)."""
        player = state.active
        actions = self._plays(state, player, state.hand[player], every)
        actions += self.stack.abilities_now(state, player)
        if self.dice.ready(state):
            actions.append(("attack",))
        actions.append(("end",))
        return actions

    def _plays(self, state: KingdomState, player: int, cards: list[int], every: bool) -> list[Action]:
        if not cards or not self._may_play(state, player):
            return []
        always = self.always_playable
        return [
            ("play", card)
            for card in (cards if every else self.different(cards))
            if always[card] or self._playable(state, player, card)
        ]

    def _left(self, state: KingdomState, player: int) -> int:
        """How many cards the player may still play this turn, without the third card rule (2.5)."""
        left = self.most_plays - state.plays[player]
        for node, frame, _ in self.continuous.can(state, "play", EMPTY, player) if self.more_plays else ():
            left += 1 if node.times is None else self.selectors.amount(state, node.times, frame)
        return left

    def _may_play(self, state: KingdomState, player: int) -> bool:
        """Whether the limits let a player play one more card this turn (2.5, 2.6)."""
        if state.plays[player] < self.most_plays:
            return True
        left = self._left(state, player)
        if left or not self.options["third_card"]:
            return left > 0
        life = state.resources
        return player == state.active and not state.third[player] and life[player] < life[1 - player]

    def _playable(self, state: KingdomState, player: int, card: int) -> bool:
        """Whether a card itself may be played: what has a target (2.11), and what needs an attack in one."""
        must_work = self.is_spell[card] or self.stack.spell_targets[card]
        return (
            (not self.needs_attack[card] or bool(state.attackers))
            and (not must_work or self.stack.can_work(state, player, card))
            and not self.continuous.cannot(state, "play", card, player)
        )

    def act(self, state: KingdomState, action: Action) -> None:
        """Play a card, use an effect, declare an attack, or end the turn."""
        verb, player = action[0], state.active
        if verb == "play":
            self._play(state, player, action[1])
        elif verb == "ability":
            self.abilities.use(state, player, action[1], action[2])
        elif verb == "attack":
            ready = self.dice.ready(state)
            self.interpreter.ask_cards(state, player, ready, 1, len(ready), ("declared",))
        else:
            self.interpreter.push(state, ("window", "end", 1 - player, 0, 1), ("end",))

    def _play(self, state: KingdomState, player: int, card: int) -> None:
        """A card counts toward the limits, and goes to the stack (2.5 to 2.7)."""
        if self._left(state, player) == 0:
            state.third[player] = 1
        state.plays[player] += 1
        self.stack.to_stack(state, player, card)

    def resolve_own(self, state: KingdomState, card: int, node: int, frame: Frame) -> None:
        """A card that is played, or an effect with a cost; then it is looked whether somebody has lost."""
        state.tasks.append(("check",))
        if node == OWN:
            self.stack.resolve_own(state, card, node, frame)
        else:
            self.abilities.resolve_late(state, card, node, frame)

    # Effects of creatures

    def can_use(self, state: KingdomState, player: int, card: int, place: int) -> bool:
        """Each effect of a creature once in a turn, on its side or not (4.2)."""
        return super().can_use(state, player, card, place) and (card, place) not in state.used

    def entering(self, state: KingdomState, card: int) -> None:
        """A creature that comes back is a new card (4.2)."""
        if state.used:
            state.used = [used for used in state.used if used[0] != card]

    def step_trigger(self, state: KingdomState, card: int, place: int, frame: Frame) -> None:
        """Once in a turn (4.2); then it is looked whether somebody has lost before the next (5.1)."""
        if (card, place) not in state.used:
            self.interpreter.push(state, ("check",))
            self.abilities.step_trigger(state, card, place, frame)

    # The end of a match

    def check(self, state: KingdomState) -> None:
        """A player without life has lost; if both are, cards decide, then dice (5.1 to 5.3)."""
        if state.stack[0] or state.stack[1]:
            self.stack.clear_stack(state)
        if state.resources[0][0] > 0 < state.resources[1][0]:
            return
        alive = [player for player in (0, 1) if state.resources[player][0] > 0]
        if alive:
            state.outcome = Outcome("win", alive[0], "the other player has no life points left")
            return
        reason, numbers = "more cards on the battlefield", [*map(len, self.board.all_tops(state))]
        if numbers[0] == numbers[1]:
            reason, numbers = "more cards in hand", [*map(len, state.hand)]
        while numbers[0] == numbers[1]:
            reason = "the dice decided"
            numbers = [state.random.below(6) + state.random.below(6) + 2 for _ in numbers]
        winner = numbers.index(max(numbers))
        state.outcome = Outcome("win", winner, f"both have no life points left; {reason}")

    # Responses

    def responses(self, state: KingdomState, player: int, every: bool) -> list[Action]:
        """Spells, and the bonus draw (2.3, 2.5), much the same at any time: agents are asked at the end."""
        hand, is_spell = state.hand[player], self.is_spell
        actions = self._plays(state, player, [card for card in hand if is_spell[card]], every)
        if (
            player != state.active
            and (every or not (state.chain or state.attackers))
            and not state.traded[player]
            and self.options["bonus_draw"]
        ):
            actions += [("trade", card) for card in (hand if every else self.different(hand))]
        return actions

    def respond(self, state: KingdomState, player: int, action: Action) -> None:
        """Play a spell, or trade a card for a new one."""
        if action[0] == "play":
            self._play(state, player, action[1])
        else:
            state.traded[player] = 1
            self.board.discard(state, action[1])
            self.board.draw(state, player)

    # Agents

    def worth(self, state: KingdomState, card: int) -> float:
        return float(self.weights["creature"])

    def worth_in(self, state: KingdomState, card: int, zone: str) -> float:
        """A card in the hand, a creature a little more than others."""
        is_creature = card >= 0 and zone == "hand" and not self.is_spell[card]
        return self.stack.worth_in(state, card, zone) + is_creature

    def score(self, state: KingdomState, action: Action) -> float:
        """Creatures first, then spells that are worth their card, then attacks with all that can."""
        verb = action[0]
        if verb == "play":
            return 200.0 if self.stays(state, action[1]) else self.stack.score_spell(state, action[1])
        if verb == "choose" and state.choice is not None and state.choice.then[0] == "declared":
            return 1.0
        own = {"attack": 50.0, "ability": 40.0, "trade": -1.0, "first": 1.0}
        return own[verb] if verb in own else self.stack.score_answer(state, action)

    # What people see

    def counters(self, state: KingdomState, player: int) -> list[tuple[str, str]]:
        """Life points, and what is left of the turn's plays."""
        left, had = self.unspent(state, player)
        return [*super().counters(state, player), ("Plays left", f"{left} of {had}")]

    def unspent(self, state: KingdomState, player: int) -> tuple[int, int]:
        """The cards that may be played in a turn (2.5)."""
        return max(0, self.most_plays - state.plays[player]), self.most_plays

    def question(self, state: KingdomState) -> str:
        own = "Play cards and attack in any order, then end the turn"
        return own if state.choice is None else super().question(state)

    def why_not(self, state: KingdomState, card: int) -> str:
        player = state.decider
        if state.at[card] >= 0:
            is_down = state.tapped[card]
            return "It is on its side until your next turn." if is_down else "Choose to attack first."
        if not self._may_play(state, player):
            return "You have played all the cards that you may play this turn."
        if not self.is_spell[card]:
            return "Creatures are played in your own turn, when nothing waits to take place."
        if self.needs_attack[card] and not state.attackers:
            return "It is played once attackers are declared."
        return self.stack.why_not(card)
