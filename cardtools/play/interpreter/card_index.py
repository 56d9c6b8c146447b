"""What is known of the cards and texts of a match before it begins, by the numbers of the cards."""

from __future__ import annotations

from typing import Any

from cardtools.play.interpreter.dependencies import nodes_of
from cardtools.play.interpreter.state import Frame
from cardtools.programs.tree import (
    ZONES,
    Ability,
    Activated,
    Can,
    Cannot,
    OnPlay,
    Selector,
    Static,
    Triggered,
    remade,
)
from cardtools.programs.verbs import VERBS
from cardtools.programs.verbs.activate import Activate
from cardtools.programs.verbs.move import HINDERING
from cardtools.programs.verbs.reveal import Reveal

# Fields whose words are compared without regard to case.
_WORDS = set("kind word vocabulary stat other extreme_stat resource keyword what phase".split())

# The key of what alters ranks among the modifiers that hold.
RANK_ALTERED = "rank"


class CardIndex:
    """Lists by the number of a card, and what the texts of all cards have in them.

    - `kinds`: the engine's words for a card, `words` those of a vocabulary, both in lower case; `printed` the
      printed numbers of a stat; `same` the first card of the player that is the same but for its number.
    - `abilities`: those of a card in the order of its texts; an ability is named by the card and its place
      there. `statics` are the conditions and modifiers of those that hold by themselves, `activatable` the
      places of those that effects of other cards can activate.
    - `nodes`: every node of every program, `number` by the id of a node its place there, so that a state
      names nodes by numbers. `targets`: by the number of an effect the selectors that are chosen before it.
    - `heard`: by kind of trigger the abilities that other cards set off, `own` by kind and card those that
      the card itself does, `kinds_heard` the kinds of both.
    - `keys`: by the id of a node the keys under which it is found while it holds; `modifier_kinds` all of
      them: what has none of these keys never holds in the match. `moves_freely`: nothing ever forbids a move.
    - `rules`: the rules of the game, where they are data. `frames`: by player and card the frame of the
      card's effects for the player. `unseen`: the zones whose order nobody knows. `verb_of`: the verbs by
      their steps.
    """

    def __init__(self, game: Any) -> None:
        cards = game.cards
        self.kinds: list[frozenset[str]] = [frozenset(word.lower() for word in card.kinds) for card in cards]
        self.printed: dict[str, list[int]] = {
            name: [card.number(name) for card in cards] for name in game.STATS
        }
        self.words: dict[str, list[frozenset[str]]] = {
            name: [_words(card.values.get(value, ())) for card in cards]
            for name, value in game.VOCABULARIES.items()
        }
        # Copies of a card share one tree and different cards share nothing, so that the numbers of nodes do
        # not depend on what happened to be one object when the texts were read.
        trees: dict[int, tuple[Ability, ...]] = {}
        for card in cards:
            if id(card) not in trees:
                abilities = (ability for text in card.texts for ability in text.abilities)
                trees[id(card)] = tuple([remade(one, _lowered) for one in abilities])
        self.abilities: list[tuple[Any, ...]] = [
            tuple(game.read_ability(number, place, one) for place, one in enumerate(trees[id(card)]))
            for number, card in enumerate(cards)
        ]
        self.rules = remade(game.READ, _lowered)
        self.nodes: list[Any] = []
        self.number: dict[int, int] = {}
        for node in nodes_of((tuple(self.abilities), self.rules)):
            if id(node) not in self.number:
                self.number[id(node)] = len(self.nodes)
                self.nodes.append(node)
        zones = {*ZONES, *game.PILES}
        for node in self.nodes:
            for zone in (getattr(node, "zone", ""), getattr(node, "to", "")):
                if isinstance(zone, str) and zone not in zones and not isinstance(node, Reveal):
                    raise ValueError(f"there is no zone {zone!r}")
        self._find_abilities()
        self.keys = {id(node): _keys_of(node) for node in self.nodes}
        self.modifier_kinds = frozenset(key for keys in self.keys.values() for key in keys)
        self.moves_freely = self.modifier_kinds.isdisjoint(HINDERING)
        self.frames = [[Frame(card, player) for card in range(len(cards))] for player in range(game.players)]
        piles = {part.name for part in game.STATE.PARTS if part.seen == "nobody"}
        self.unseen: frozenset[str] = frozenset(zone for zone, part in game.PILES.items() if part in piles)
        first: dict[tuple[int, int], int] = {}
        self.same = [first.setdefault((id(card), game.owner[n]), n) for n, card in enumerate(cards)]
        self.verb_of = {name[5:]: verb for verb in VERBS for name in dir(verb) if name.startswith("step_")}

    def _find_abilities(self) -> None:
        """Note the abilities by what they are."""
        self.heard: dict[str, list[tuple[int, int]]] = {}
        self.own: dict[tuple[str, int], list[tuple[int, int]]] = {}
        self.targets: dict[int, tuple[Selector, ...]] = {}
        for card, abilities in enumerate(self.abilities):
            for place, ability in enumerate(abilities):
                if isinstance(ability, Triggered):
                    kind, cards = ability.trigger.kind, ability.trigger.cards
                    if cards is not None and cards.relation == "this":
                        self.own.setdefault((kind, card), []).append((card, place))
                    else:
                        self.heard.setdefault(kind, []).append((card, place))
                if not isinstance(ability, Static):
                    selectors = (one for one in nodes_of(ability.effect) if isinstance(one, Selector))
                    self.targets[self.number[id(ability.effect)]] = tuple(
                        one for one in selectors if one.target
                    )
        self.statics = [
            tuple((one.condition, one.modifiers) for one in abilities if isinstance(one, Static))
            for abilities in self.abilities
        ]
        self.has_statics = any(self.statics)
        self.activatable = [
            [
                place
                for place, ability in enumerate(abilities)
                if isinstance(ability, Activated | OnPlay)
                and not any(isinstance(node, Activate) for node in nodes_of(ability))
            ]
            for abilities in self.abilities
        ]
        self.kinds_heard = {*self.heard, *(kind for kind, _ in self.own)}


def _keys_of(node: Any) -> tuple[Any, ...]:
    """What a modifier that holds is found by: its kind, a prohibition also its action, and so on."""
    kind = type(node)
    if kind is Cannot:
        return kind, node.action
    if getattr(node, "stat", "") == "rank" or getattr(node, "other", "") == "rank":
        return kind, RANK_ALTERED
    return (kind, ("can", node.action)) if kind is Can else (kind,)


def _words(value: Any) -> frozenset[str]:
    words = value if isinstance(value, tuple | list) else (value,)
    return frozenset(str(word).lower() for word in words)


def _lowered(value: Any, field: str) -> Any:
    return value.lower() if field in _WORDS and isinstance(value, str) else value
