"""The engine of games whose cards have effects. A game is a class of it; `games/ttcg/` is the model.

What a game writes:
- `STATE`, a class of `CardState` with the game's own parts; `setup`, which calls `state.begin`.
- `RESOURCES`, `STATS`, `VOCABULARIES`, `PILES`: the words of programs that are the game's own.
- `actions` and `act`: what the player whose turn it is may do, and does. `check`: who has lost.
- The turn: tasks such as ("battle", attacker, defender), each a method `step_battle`, pushed by `push`.
- `free_slots`, `draw_from_empty`, `destroyed`, `toughness`, `can_use`, `used_ability`, `can_trigger`,
  `responses`, `respond`: what differs between games; each says what it does unless it is overridden.
- `EXACT` says whether the numbers of effects are, and `can_draw`, `room`, `fits_place`, `fits_under` and
  `can_stop` what cannot be done.
- `PASSES`, `REOPENS` and `TRIGGERS_CHAIN` say how response windows work, `go_on_alone` whether a player is
  asked who has only one thing to do, and `worth`, `worth_in` and `worth_of` what greedy players want.

What it uses: `use` (an ability), `wait` (an effect goes to the chain), `window`, `trigger`, `do` (an effect),
`take`, `put`, `enter`, `draw`, `destroy`, `deal`, `gain`, `lose`, `stat`, `cannot`, `can`, `hold`, `expire`.
What changes the state in another way says so: `moved` if it is the field or what holds, else `changed`.
"""

from __future__ import annotations

import dataclasses
from types import MethodType
from typing import Any, TypeVar

from cardtools.play.effects.holding import HINDERING, keys_of
from cardtools.play.effects.shown import Shown
from cardtools.play.effects.state import SIDE, CardState, Frame
from cardtools.play.effects.touching import nodes_of
from cardtools.programs.tree import Ability, Activated, OnPlay, Selector, Static, Triggered
from cardtools.programs.verbs import VERBS
from cardtools.programs.verbs.activate import Activate

S = TypeVar("S", bound=CardState)
# Fields whose words are compared without regard to case.
_WORDS = {
    "kind",
    "word",
    "vocabulary",
    "stat",
    "other",
    "extreme_stat",
    "resource",
    "keyword",
    "what",
    "phase",
}


class CardEngine(Shown[S]):
    """The base of engines with effects."""

    # CPython finds the methods of an object fast if it has at most 30 attributes that are not named in
    # `__slots__`, and nobody has asked for its `__dict__`.
    __slots__ = (
        "abilities",
        "able",
        "activatable",
        "chosen_well",
        "finders",
        "frames",
        "has_statics",
        "heard",
        "keys",
        "kinds",
        "kinds_heard",
        "modifier_kinds",
        "moves_freely",
        "nodes",
        "number",
        "own",
        "printed",
        "same",
        "statics",
        "steps",
        "targets",
        "tests",
        "unseen",
        "verb_of",
        "words",
    )  # fmt: skip

    def prepare(self) -> None:
        """Note what follows from the cards and options."""
        super().prepare()
        self.kinds = [frozenset(word.lower() for word in card.kinds) for card in self.cards]
        self.printed = {name: [card.number(name) for card in self.cards] for name in self.STATS}
        self.words = {
            name: [_words(card.values.get(value, ())) for card in self.cards]
            for name, value in self.VOCABULARIES.items()
        }
        # Copies of a card share one tree and different cards share nothing, so that the numbers of nodes do
        # not depend on what happened to be one object when the texts were read.
        trees: dict[int, tuple[Ability, ...]] = {}
        for card in self.cards:
            if id(card) not in trees:
                abilities = (ability for text in card.texts for ability in text.abilities)
                trees[id(card)] = tuple(map(_lowered, abilities))
        self.abilities = [trees[id(card)] for card in self.cards]
        self.abilities = [
            tuple(self.read_ability(card, place, one) for place, one in enumerate(abilities))
            for card, abilities in enumerate(self.abilities)
        ]
        self._number()
        self._index()
        self._find_methods()
        piles = {part.name for part in self.STATE.PARTS if part.seen == "nobody"}
        self.unseen = frozenset(zone for zone, part in self.PILES.items() if part in piles)
        first: dict[tuple[int, int], int] = {}
        self.same = [first.setdefault((id(card), self.owner[n]), n) for n, card in enumerate(self.cards)]

    def read_ability(self, card: int, place: int, ability: Ability) -> Ability:
        """An ability as the game plays it: here as it is."""
        return ability

    def _find_methods(self) -> None:
        self.finders, self.able, self.chosen_well = {}, {}, {}
        self.keys = {id(node): keys_of(node) for node in self.nodes}
        self.modifier_kinds = frozenset(key for keys in self.keys.values() for key in keys)
        self.moves_freely = self.modifier_kinds.isdisjoint(HINDERING)
        self.tests = [[None] * len(abilities) for abilities in self.abilities]
        self.verb_of = {name[5:]: verb for verb in VERBS for name in dir(verb) if name.startswith("step_")}
        self.steps = {name[5:]: getattr(self, name) for name in dir(type(self)) if name.startswith("step_")}
        for name, verb in self.verb_of.items():
            self.steps.setdefault(name, MethodType(getattr(verb, f"step_{name}"), self))

    def _number(self) -> None:
        """Number every node, so that a state names nodes by numbers."""
        self.nodes = []
        self.number = {}
        for abilities in self.abilities:
            for ability in abilities:
                for node in nodes_of(ability):
                    if id(node) not in self.number:
                        self.number[id(node)] = len(self.nodes)
                        self.nodes.append(node)

    def _index(self) -> None:
        heard: dict[str, list[tuple[int, int]]] = {}
        own: dict[tuple[str, int], list[int]] = {}
        self.statics = []
        self.targets = {}
        for card, abilities in enumerate(self.abilities):
            for place, ability in enumerate(abilities):
                if isinstance(ability, Triggered):
                    kind, cards = ability.trigger.kind, ability.trigger.cards
                    if cards is not None and cards.relation == "this":
                        own.setdefault((kind, card), []).append(place)
                    else:
                        heard.setdefault(kind, []).append((card, place))
                if not isinstance(ability, Static):
                    self.targets[self.number[id(ability.effect)]] = tuple(
                        node
                        for node in nodes_of(ability.effect)
                        if isinstance(node, Selector) and node.target
                    )
            self.statics.append(
                tuple((one.condition, one.modifiers) for one in abilities if isinstance(one, Static))
            )
        self.activatable = [
            [
                place
                for place, ability in enumerate(abilities)
                if isinstance(ability, Activated | OnPlay)
                and not any(isinstance(node, Activate) for node in nodes_of(ability))
            ]
            for abilities in self.abilities
        ]
        self.heard = {kind: tuple(listeners) for kind, listeners in heard.items()}
        self.own = {key: tuple(places) for key, places in own.items()}
        self.kinds_heard = {*heard, *(kind for kind, _ in own)}
        self.has_statics = any(self.statics)
        everything = range(len(self.cards))
        self.frames = [[Frame(card, player) for card in everything] for player in range(2)]

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: everything but the numbers by identity, which `__setstate__` makes again."""
        made_again = ("number", "verb_of", "steps", "finders", "tests", "keys", "able", "chosen_well")
        names = (*CardEngine.__slots__, *vars(self))
        return {name: getattr(self, name) for name in names if name not in made_again}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        for name, value in kept.items():
            setattr(self, name, value)
        self.number = {id(node): number for number, node in enumerate(self.nodes)}
        self._find_methods()

    def observation(self, state: S, player: int) -> S:
        """The state as a player knows it; see `Engine.observation`."""
        seen = super().observation(state, player)
        seen.holds, seen.stats, seen.moves = state.holds, dict(state.stats), None
        seen.tops, seen.uses = state.tops, state.uses[:]
        return seen

    def word(self, state: S, kind: str, value: Any) -> str:
        """An argument of an action in words: cards on the field with their side and slot."""
        name = super().word(state, kind, value)
        if kind != "card" or value < 0:
            return name
        if state.at[value] < 0:
            return name if self.owner[value] == state.decider else f"{name} of the opponent"
        side, slot = divmod(state.at[value], SIDE)
        return f"{name} in {'' if side == state.decider else 'opposing '}{slot + 1}"


def _words(value: Any) -> frozenset[str]:
    words = (value,) if isinstance(value, str) else value
    return frozenset(str(word).lower() for word in words)


def _lowered(value: Any) -> Any:
    """A new tree with the words that are compared in lower case."""
    if isinstance(value, tuple):
        return tuple(map(_lowered, value))
    if not dataclasses.is_dataclass(value) or isinstance(value, type):
        return value
    fields = {}
    for field in dataclasses.fields(value):
        old = getattr(value, field.name)
        is_word = field.name in _WORDS and isinstance(old, str)
        fields[field.name] = old.lower() if is_word else _lowered(old)
    return type(value)(**fields)
