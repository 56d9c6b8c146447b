"""The engine of games whose cards have effects. A game is a class of it; `games/ttcg/` is the model.

A game says how it differs: its words and numbers as class variables, the rest as the methods below, each of
which says what it does unless a game writes another. What it does with is in parts: `board` (the cards and
players of a state, and all that happens to them), `continuous` (modifiers that hold), `selectors` (which
cards, how many), `interpreter` (effects, tasks and choices), `abilities` (using them, triggers, response
windows), `possibility` and `merit` (of effects), `index` (what is known of the cards). Rules that several
games share are parts as well, in `play/parts/`; a game holds those that it plays by.

The turn is tasks such as ("battle", attacker, defender), each a method `step_battle` of the game or of a
part, which `interpreter.push` makes wait.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from types import MethodType
from typing import Any, ClassVar, TypeVar

from cardtools.play.engine import Action, Engine, Verb
from cardtools.play.interpreter.abilities import Abilities
from cardtools.play.interpreter.board import GameBoard
from cardtools.play.interpreter.card_index import CardIndex
from cardtools.play.interpreter.continuous import Continuous
from cardtools.play.interpreter.dependencies import nodes_of
from cardtools.play.interpreter.interpreter import Interpreter
from cardtools.play.interpreter.merit import Merit
from cardtools.play.interpreter.part import PARTS, connect
from cardtools.play.interpreter.possibility import Possibility
from cardtools.play.interpreter.selectors import Selectors
from cardtools.play.interpreter.state import SIDE, CardState, Frame
from cardtools.play.state import EMPTY
from cardtools.play.streams import Stream
from cardtools.programs.tree import Ability, Effect, Modifier

S = TypeVar("S", bound=CardState)


class CardEngine(Engine[S]):
    """The base of engines with effects."""

    # The resources of players in the order of `CardState.resources`, and what people call them where it is
    # not that word; the stats of cards; the vocabularies of traits, each with the value that has the words;
    # the zones of programs that are piles, each with the part of the state.
    RESOURCES: tuple[str, ...] = ()
    RESOURCE_NAMES: ClassVar[Mapping[str, str]] = {}
    STATS: ClassVar[tuple[str, ...]] = ()
    VOCABULARIES: ClassVar[Mapping[str, str]] = {}
    PILES: ClassVar[dict[str, str]] = {"deck": "deck", "hand": "hand", "discard": "discard"}
    READ: ClassVar[Any] = None  # the rules of the game with their programs, where they are data
    # Whether a number of cards must be adhered to: an effect that finds fewer does nothing, and cannot be
    # activated. Else it takes as many as there are, and who searches a pile may find nothing.
    EXACT: ClassVar[bool] = False
    # Whether players may respond again after each effect of a chain has taken place.
    REOPENS: ClassVar[bool] = False
    # Whether abilities that were set off go to the chain, so that players may respond to them.
    TRIGGERS_CHAIN: ClassVar[bool] = True
    # Whether the active player says in which order his that were set off together take place.
    ORDERS_TRIGGERS: ClassVar[bool] = False
    # Whether the cost of an ability is paid when its effect takes place, after the responses.
    PAYS_LATE: ClassVar[bool] = False
    # How many passes after another end the window that an effect opens: with 1 only the others respond to it,
    # until somebody does. The numbers are those of two players; each more is one more.
    PASSES: ClassVar[int] = 2
    # The verbs of choices, which a game's own `VERBS` include.
    CHOICES: ClassVar[Mapping[str, Verb]] = {
        "choose": Verb("choose {0}", ("card",)),
        "choose_number": Verb("choose {0}", ("number",)),
        "choose_slot": Verb("choose slot {0}", ("slot",)),
        "choose_effect": Verb("choose effect {0}", ("place",), "{0}"),
        "yes": Verb("yes"),
        "no": Verb("no"),
        "done": Verb("done", said="choose no more"),
        "pass": Verb("pass"),
    }
    # Events that every game with effects has; a game's own: `EVENTS = CardEngine.COMMON_EVENTS | {...}`.
    COMMON_EVENTS: ClassVar[Mapping[str, str]] = {
        "turn": "{player} begin[s] a turn.",
        "draw": "{player} draw[s] {card}.",
        "add": "{player} add[s] {card} to {their} hand.",
        "shuffle": "{player} shuffle[s] {zone0}.",
        "activate": "{player} activate[s] {card}{at}.",
        "resolve": "The effect of {card} takes place{at}.",
        "countered": "The effect of {card} is countered.",
        "apply": "{card} takes effect{at}.",
        "attach": "{card} is attached to {card0}.",
        "counters": "{card} gets {1} {0} counters.",
        "damage": "{card} takes {0} damage.",
        "destroy": "{card} is destroyed.",
        "discard": "{card} is discarded.",
        "mill": "{card} is milled.",
        "return": "{card} returns to {zone0}.",
        "send": "{card} is put into {zone0}.",
        "place": "{card} is placed under {card0}.",
        "enter": "{card} comes to the field.",
        "gain": "{player} gain[s] {1} {0}.",
        "lose": "{player} lose[s] {1} {0}.",
        "reveal": "{player} reveal[s] {card}.",
        "roll": "{player} roll[s] {0} for {card}.",
        "skip": "{player} skip[s] the {0}.",
        "stop_attack": "The attack of {card} does not take place.",
        "swap": "{card} and {card0} change places.",
        "tap": "{card} is tapped.",
        "trigger": "The effect of {card} triggers{at}.",
        "untap": "{card} is untapped.",
    }
    # The stats that a badge shows where they are not as printed.
    BADGES: ClassVar[tuple[str, ...]] = ()
    # What is asked in a response window, by its kind; and in a choice, by the task that goes on with it.
    WINDOWS: ClassVar[Mapping[str, str]] = {}
    QUESTIONS: ClassVar[Mapping[str, str]] = {}

    # CPython finds the methods of an object fast if it has at most 30 attributes that are not named in
    # `__slots__`, and nobody has asked for its `__dict__`.
    __slots__ = (
        "abilities", "board", "continuous", "index", "interpreter", "merit", "noted", "possibility", "rules",
        "selectors",
    )  # fmt: skip

    def __init__(
        self, decks: Any, options: Mapping[str, Any] | None = None, weights: Mapping[str, int] | None = None
    ) -> None:
        super().__init__(decks, options, weights)
        # Steps of verbs, then of parts; a later step replaces an earlier one of its name.
        steps: dict[str, Any] = {
            name: MethodType(getattr(verb, f"step_{name}"), self) for name, verb in self.index.verb_of.items()
        }
        for part in (self.interpreter, self.abilities, *self.rules, self):
            steps |= {name[5:]: getattr(part, name) for name in dir(type(part)) if name.startswith("step_")}
        self.interpreter.steps = steps

    def prepare(self) -> None:
        """Note what follows from the cards and options, and make the parts."""
        self.index = CardIndex(self)
        self.board, self.continuous, self.selectors = GameBoard(self), Continuous(self), Selectors(self)
        self.interpreter, self.abilities = Interpreter(self), Abilities(self)
        self.possibility, self.merit = Possibility(self), Merit(self)
        self.rules: list[RulePart] = []
        for name in PARTS:
            connect(getattr(self, name))

    def __reduce__(self) -> Any:
        return type(self), (self.deck_lists(), self.options, self.weights)

    # What a game writes: its actions and its end

    def actions(self, state: S, every: bool) -> list[Action]:
        """What the player whose turn it is may do when nothing else is to be decided."""
        return []

    def act(self, state: S, action: Action) -> None:
        """Do what such an action says: push tasks, or do it at once."""

    def check(self, state: S) -> None:
        """Look whether somebody has lost or won; asked whenever an effect or step has ended."""

    def responses(self, state: S, player: int, every: bool) -> list[Action]:
        """What a player may do in a response window, without `pass`."""
        return []

    def respond(self, state: S, player: int, action: Action) -> None:
        """Do what a response says."""
        self.act(state, action)

    def go_on_alone(self, state: S) -> bool:
        """Whether the match goes on without a decision: there is only one thing to do, and it is done."""
        return False

    # Cards and players

    def read_ability(self, card: int, place: int, ability: Ability) -> Ability:
        """An ability as the game plays it: here as it is."""
        return ability

    def free_slots(self, state: S, player: int, card: int) -> Sequence[int]:
        """The slots of a player that a card can enter now; the same but for names are listed once. Here: the
        first empty one, or a new one, which `enter` adds.
        """
        stacks = state.field[player]
        return (stacks.index([]) if [] in stacks else len(stacks),)

    def room(self, state: S, player: int, kind: str) -> bool:
        """Whether a card of a kind, "" for any, would find a place on a player's side. Here: always."""
        return True

    def fits_place(self, state: S, card: int, place: int) -> bool:
        """Whether a card may lie in a place of the field. Here: always."""
        return True

    def fits_under(self, state: S, card: int, upper: int) -> bool:
        """Whether a card may be placed under another. Here: always."""
        return True

    def can_rank_up(self, state: S, card: int, using: int) -> bool:
        """Whether a card may be placed on top of another by the rules of ranking up. Here: never."""
        return False

    def entering(self, state: S, card: int) -> None:
        """A card is about to come to the field."""

    def before_destroyed(self, state: S, card: int) -> Any:
        """What `destroyed` must know of a card as it was on the field."""
        return None

    def destroyed(self, state: S, card: int, by: int, before: Any) -> None:
        """A card was destroyed, and is in its owner's discard pile: what that costs by the rules."""

    def holder(self, state: S, card: int) -> int:
        """The player in whose piles a card is. Here: its owner."""
        return self.owner[card]

    def left_hand(self, state: S, card: int) -> None:
        """A card has left the hand of a player who does not own it."""

    def add(self, state: S, card: int, player: int) -> None:
        """Add a card that was taken to the hand of a player. Here: of its owner."""
        self.board.put(state, card, "hand")

    def base(self, state: S, card: int, stat: str) -> int:
        """A stat before modifiers: here as printed."""
        return self.index.printed[stat][card]

    def column(self, state: S, card: int, direction: str) -> int:
        """The card that is "above" or "below" a card on the field, EMPTY if there is none."""
        return EMPTY

    def toughness(self, state: S, card: int) -> int:
        """How much damage destroys a card; 0 where damage does not destroy."""
        return 0

    def can_draw(self, state: S, player: int, number: int) -> bool:
        """Whether a player can draw so many cards. Here: nothing forbids it."""
        return not self.continuous.cannot(state, "draw", -1, player)

    def draw_from_empty(self, state: S, player: int) -> None:
        """A player who must draw has no card left in the deck. Here: nothing happens."""

    def can_lose(self, state: S, player: int, resource: str, amount: int) -> bool:
        """Whether a player can pay so much of a resource."""
        if self.board.has(state, player, resource) < amount:
            return False
        return not (self.EXACT and self.continuous.is_prevented(state, resource, player))

    def is_paid_otherwise(self, state: S, player: int, resource: str, amount: int) -> bool:
        """Whether the game has taken a loss in its own way, such as energy that cards pay. Here: never."""
        return False

    def roll(self, state: S, player: int) -> int:
        """The face that a die shows which a player rolls."""
        return state.random.below(6) + 1

    # Abilities and attacks

    def can_use(self, state: S, player: int, card: int, place: int) -> bool:
        """Whether the rules let a player use an ability of a card now: where the card is, whose turn it is,
        which phase, whether it is tapped. `Abilities.allowed` asks for costs, conditions and limits.
        """
        return self.board.is_top(state, card) and self.board.controller(state, card) == player

    def used_ability(self, state: S, player: int, card: int, place: int) -> None:
        """An ability is being used: what using it does by the rules, such as tapping the card."""

    def can_trigger(self, state: S, card: int, place: int, event: int) -> bool:
        """Whether an ability can be set off where its card is now, by what happens to the card `event`, which
        has not moved yet. Here: on the field, on top; or wherever it is, if it happens to the card itself.
        """
        return card == event or self.board.is_top(state, card)

    def triggers_in_order(
        self, state: S, waiting: list[tuple[int, int, Frame]]
    ) -> list[tuple[int, int, Frame]]:
        """The order in which abilities that were set off together take place: here those of the active player
        go to the chain first, so that they take place last, then those of the next one.
        """
        return sorted(waiting, key=lambda one: (one[2].you - state.active) % self.players)

    def resolve_own(self, state: S, card: int, node: int, frame: Frame) -> None:
        """An effect on the chain with a negative node, which is the game's own, takes place."""

    def is_attacking(self, state: S, card: int, blocking: bool) -> bool:
        """Whether a card attacks (or blocks) now."""
        return False

    def can_stop(self, state: S, card: int) -> bool:
        """Whether a card is attacking, so that its attack can be stopped. Here: always."""
        return True

    def stop_attack(self, state: S, card: int) -> None:
        """The attack of a card does not take place, though it has attacked. Here: nothing happens."""

    def applicable(self, state: S, modifier: Modifier) -> list[int] | None:
        """Candidates: one is chosen for a modifier without a selector. Here there are none."""
        return None

    # What greedy players want

    def worth(self, state: S, card: int) -> float:
        """What a card on the field is worth to the player who controls it."""
        return 10.0

    def worth_in(self, state: S, card: int, zone: str) -> float:
        """What a card in a pile is worth to its owner; `card` may be negative, an unknown one."""
        return {"hand": 4.0, "deck": 0.5}.get(zone, 0.0)

    def worth_of(self, state: S, player: int, resource: str) -> float:
        """What one more of a resource is worth to a player."""
        return 3.0

    def merit_of_modifier(self, state: S, modifier: Modifier, cards: Sequence[int], frame: Frame) -> float:
        """The merit of a modifier for cards."""
        return self.merit.of_modifier(state, modifier, cards, frame)

    # What every engine does

    def legal_actions(self, state: S, every: bool = False) -> list[Action]:
        """Answers to the pending choice, or else the actions of the game."""
        if state.outcome is not None:
            return []
        if state.moves is not None and not every:
            return state.moves
        if state.choice is not None:
            return self.interpreter.answers(state, state.choice, every)
        return self.actions(state, every)

    def perform(self, state: S, action: Action) -> None:
        """Do an action, and all that follows from it up to the next decision."""
        state.moves = None
        if state.choice is not None:
            self.interpreter.answer(state, state.choice, action)
        else:
            self.act(state, action)
        self.interpreter.run(state)

    def different(self, cards: Iterable[int]) -> list[int]:
        """The cards without further copies of one among them."""
        first: dict[int, int] = {}
        same = self.index.same
        for card in cards:
            first.setdefault(same[card], card)
        return list(first.values())

    def observation(self, state: S, player: int) -> S:
        """The state as a player knows it; see `Engine.observation`."""
        seen = super().observation(state, player)
        seen.in_force, seen.stats, seen.moves = state.in_force, dict(state.stats), None
        seen.tops, seen.uses, seen.asked = state.tops, state.uses[:], state.asked
        return seen

    def hide(self, state: S, viewer: int) -> None:
        """What a player chooses from in secret, and hidden cards that an effect has chosen."""
        if state.choice is not None:
            self.interpreter.hide_choice(state, viewer)

    def determinise(self, observation: S, random: Stream) -> S:
        """A state that the observation could be of; see `Engine.determinise`."""
        state = super().determinise(observation, random)
        self.interpreter.deal_chosen(state, observation, random)
        return state

    def word(self, state: S, kind: str, value: Any) -> str:
        """An argument of an action in words: cards on the field with their side and slot."""
        name = super().word(state, kind, value)
        if kind != "card" or value < 0:
            return name
        if state.at[value] < 0:
            whose = "the opponent" if self.players == 2 else f"player {self.owner[value] + 1}"
            return name if self.owner[value] == state.decider else f"{name} of {whose}"
        side, slot = divmod(state.at[value], SIDE)
        whose = "opposing " if self.players == 2 else f"player {side + 1}'s "
        return f"{name} in {'' if side == state.decider else whose}{slot + 1}"

    def counters(self, state: S, player: int) -> list[tuple[str, str]]:
        """Every resource."""
        return [
            (self.RESOURCE_NAMES.get(name, name.capitalize()), str(self.board.has(state, player, name)))
            for name in self.RESOURCES
        ]

    def badges(self, state: S, card: int) -> list[tuple[str, str]]:
        """Stats that are not as printed, damage, and counters."""
        if state.at[card] < 0:
            return []
        now = {stat: self.continuous.stat(state, card, stat) for stat in self.BADGES}
        altered = (stat for stat in self.BADGES if now[stat] != self.index.printed[stat][card])
        found = [(stat, f"{stat[:1].upper()} {now[stat]}") for stat in altered]
        if state.damage[card]:
            found.append(("damage", f"−{state.damage[card]}"))
        return found + [(name or "counters", str(number)) for name, number in state.counters[card] if number]

    def is_turned(self, state: S, card: int) -> bool:
        """A tapped card."""
        return state.at[card] >= 0 and bool(state.tapped[card])

    def waiting(self, state: S) -> list[str]:
        """The chain, what takes place first at the top."""
        return [
            self.cards[card].name + (" (countered)" if countered else "")
            for card, _, _, countered in reversed(state.chain)
        ]

    def effect_said(self, state: S, action: Action) -> str:
        """What the effect does, after what it costs."""
        name, at, *_ = state.choice.then if state.choice and action[0] == "choose_effect" else action
        is_part = name == "chosen_effect"
        return self._said((self.index.nodes[at].effects if is_part else self.index.abilities[at])[action[-1]])

    def _said(self, node: Any) -> str:
        """What an effect, or an ability with its cost, does: `discard a card; then draw two cards`."""
        parts = (node,) if isinstance(node, Effect) else (getattr(node, "cost", None), node.effect)
        words = (part.words() for part in parts if part is not None)
        return "; then ".join(re.sub("^you (?!can|may)", "", one) for one in words)

    @staticmethod
    def _whose(state: S, player: int, decider: int) -> str:
        """Whose something is of which the decider is asked, for whoever looks at the state."""
        return "" if player == decider else "your " if player == state.viewer else "the opponent's "

    def _asking(self, cards: Any) -> Effect | None:
        """The innermost effect that a selector is of."""
        effects = (node for node in reversed(self.index.nodes) if isinstance(node, Effect))
        return next((one for one in effects if any(part is cards for part in nodes_of(one))), None)

    def _window(self, state: S, kind: str, player: int) -> str:
        """What is asked in a response window: `{chain}` is what waits, `{attack}` what attacks."""
        tops = chain(*self.board.all_tops(state))
        attack = Counter(self.cards[card].name for card in tops if self.is_attacking(state, card, False))
        names = (name if number == 1 else f"{name} ({number} times)" for name, number in attack.items())
        words = {"attack": self._whose(state, state.active, player) + (", ".join(names) or "what is gone")}
        for card, _, frame, _ in state.chain[-1:]:
            words["chain"] = self._whose(state, frame.you, player) + self.cards[card].name
        return self.WINDOWS.get(kind, "Respond, or pass").format_map(words)

    def question(self, state: S) -> str:
        """What is to be decided: the phase, a response, or a choice: for whose effect, and what that does."""
        choice = state.choice
        if choice is None:
            return state.phase.capitalize()
        name, *rest = then = choice.then
        if name in self.QUESTIONS:
            return self.QUESTIONS[name]
        if choice.kind == "respond":
            return self._window(state, rest[0], choice.chooser)
        frame, effect = next((part for part in then if isinstance(part, Frame)), None), None
        if state.asked and state.asked[0] == then:
            frame, effect = state.asked[2], self._asking(state.asked[1])
        elif name in ("decided", "trigger_wanted"):
            effect = (
                self.index.nodes[rest[0]] if name == "decided" else self.index.abilities[rest[0]][rest[1]]
            )
        of, card = "", frame.card if frame else rest[-1] if choice.kind == "slot" else -1
        if card >= 0:
            of = self._whose(state, frame.you if frame else choice.chooser, choice.chooser)
            of += self.cards[card].name
        # The words of a text speak to its player.
        is_mine = frame and frame.you == choice.chooser and state.viewer in (-1, choice.chooser)
        does = self._said(effect) if effect and is_mine else ""
        if choice.kind == "yes":
            return f"Use {of}?{f' It says: {does}.' if does else ''}" if of else "Do you want to?"
        costs = (getattr(ability, "cost", None) for ability in self.index.abilities[card] if card >= 0)
        paying = " to pay" if any(effect is one for cost in costs for one in nodes_of(cost)) else ""
        of, does = f"{paying} for {of}" if of else "", f": {does}" if does else ""
        if choice.kind == "cards":
            number = choice.most - len(choice.chosen)
            cards, none = "a card" if number == 1 else f"{number} cards", ""
            if choice.least < choice.most:
                cards, none = cards if number == 1 else f"up to {cards}", ", or none"
            return f"Choose {cards}{of}{none}{does}"
        questions = {"slot": "Choose a place", "number": "Choose a number"}
        return questions.get(choice.kind, "Choose what it does") + of + does

    def why_not(self, state: S, card: int) -> str:
        """Why the decider can do nothing with a card."""
        if state.choice is None:
            return super().why_not(state, card)
        is_window = state.choice.kind == "respond"
        return "You can't respond with it." if is_window else "It is not one of the cards to choose."


class RulePart:
    """A part of the rules of a game, which several games may share. Its steps are found by their names; it
    answers `HOOKS` for a game that does not do so itself.
    """

    HOOKS: ClassVar[tuple[str, ...]] = ()
    index: CardIndex
    owner: Sequence[int]
    board: GameBoard
    continuous: Continuous
    selectors: Selectors
    interpreter: Interpreter
    abilities: Abilities
    possibility: Possibility
    merit: Merit

    def __init__(self, game: Any) -> None:
        self.game, self.index, self.owner = game, game.index, game.owner
        connect(self)
        game.rules.append(self)
        for name in self.HOOKS:
            if getattr(type(game), name) is getattr(CardEngine, name):
                setattr(game, name, getattr(self, name))
