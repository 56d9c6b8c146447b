"""What holds for some time: stats with their changes, prohibitions, permissions, keywords, prevention."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from cardtools.play.effects.state import CardState, Frame, Held
from cardtools.play.effects.zones import Zones
from cardtools.programs.tree import (
    Alter,
    Amount,
    AtMost,
    Become,
    Can,
    Cannot,
    Condition,
    Exchange,
    Has,
    Prevent,
    Selector,
)

S = TypeVar("S", bound=CardState)
# A modifier that holds now, its frame, and the cards it was applied to, None for whatever matches.
Holds = tuple[Any, Frame, tuple[int, ...] | None]
_NO_WORDS: frozenset[str] = frozenset()
# The key of what alters ranks among the modifiers that hold.
RANK_ALTERED = "rank"
# The actions that a prohibition of keeps effects from moving cards.
HINDERING = frozenset({"be_destroyed", "be_returned", "be_shuffled", "leave_discard", "add"})
_NOTHING: dict[Any, list[Holds]] = {}
_MOST = 10**15


def bounded(number: int) -> int:
    """A number that was computed, within bounds: what is multiplied again and again grows without end."""
    return -_MOST if number < -_MOST else min(number, _MOST)


class Holding(Zones[S]):
    """Modifiers: those of static abilities of cards on the field, then those that effects applied, in order.

    `printed` is by stat the printed numbers of the cards; `words` by vocabulary their words, in lower case.
    """

    # The vocabularies of traits, each with the name of the value that has a card's words.
    VOCABULARIES: ClassVar[Mapping[str, str]] = {}
    STATS: ClassVar[tuple[str, ...]] = ()
    nodes: list[Any]
    printed: dict[str, list[int]]
    words: dict[str, list[frozenset[str]]]
    has_statics: bool
    # By player and card the frame of the card's effects for the player.
    frames: list[list[Frame]]
    # By the id of a node the keys that it is entered under where it holds; and all keys of this match: where
    # one is not among them, nothing ever holds under it.
    keys: dict[int, tuple[Any, ...]]
    modifier_kinds: frozenset[Any]

    # What a game may override

    def base(self, state: S, card: int, stat: str) -> int:
        """A stat before modifiers: here as printed."""
        return self.printed[stat][card]

    def statics_of(self, state: S) -> list[int]:
        """The cards whose static abilities hold, in the order they came into play."""
        statics = self.statics
        cards = [card for tops in self.all_tops(state) for card in tops if statics[card]]
        if len(cards) > 1:
            cards.sort(key=state.entered.__getitem__)
        return cards

    # What is written further on

    def matches(self, state: S, card: int, cards: Selector, frame: Frame) -> bool:
        """Whether a card is one that a selector means; see `Matching`."""
        raise NotImplementedError

    def amount(self, state: S, amount: Amount, frame: Frame) -> int:
        """A number; see `Matching`."""
        raise NotImplementedError

    def true(self, state: S, condition: Condition | None, frame: Frame) -> bool:
        """Whether a condition holds; see `Matching`."""
        raise NotImplementedError

    def players(self, state: S, who: str, frame: Frame) -> tuple[int, ...]:
        """The players that a word of a program means; see `Matching`."""
        raise NotImplementedError

    # What holds

    def held(self, state: S) -> dict[Any, list[Holds]]:
        """The modifiers that hold now, by kind (of prohibitions and permissions also by action)."""
        known = state.holds
        return self._find(state) if known is None else known

    def holding(self, state: S, kind: Any) -> Sequence[Holds]:
        """The modifiers of a kind that hold now, by what they are noted by."""
        if kind not in self.modifier_kinds:
            return ()
        known = state.holds
        return (self._find(state) if known is None else known).get(kind, ())

    def _find(self, state: S) -> dict[Any, list[Holds]]:
        cards = self.statics_of(state) if self.has_statics else ()
        if not cards and not state.modifiers:
            state.holds = _NOTHING
            return _NOTHING
        found: dict[Any, list[Holds]] = {}
        state.holds = found  # for conditions, which see what was found before them
        for card in cards:
            frame = self.frames[self.controller(state, card)][card]
            for condition, modifiers in self.statics[card]:
                if condition is not None:
                    found[None] = []  # so that every change asks again
                if condition is None or self.true(state, condition, frame):
                    for modifier in modifiers:
                        self._note(found, (modifier, frame, None))
                    state.stats.clear()
        for node, frame, chosen, _, _, _ in state.modifiers:
            self._note(found, (self.nodes[node], frame, chosen))
        if state.stats:
            state.stats.clear()
        return found

    def _note(self, found: dict[Any, list[Holds]], holds: Holds) -> None:
        for key in self.keys[id(holds[0])]:
            if key in found:
                found[key].append(holds)
            else:
                found[key] = [holds]

    def affects(self, state: S, holds: Holds, cards: Selector | None, card: int) -> bool:
        """Whether a modifier that holds means a card."""
        _, frame, chosen = holds
        if chosen is not None:
            return card in chosen
        return cards is None or self.matches(state, card, cards, frame)

    def stat(self, state: S, card: int, stat: str) -> int:
        """A stat of a card now, never below 0."""
        holds = state.holds
        if holds is None:
            holds = self._find(state)
        if Alter not in holds and Exchange not in holds:
            value = self.base(state, card, stat)
            return value if value > 0 else 0
        key = (card, stat)
        known = state.stats.get(key)
        if known is None:
            base = self.base(state, card, stat)
            state.stats[key] = max(0, base)  # for selectors that ask for it
            known = state.stats[key] = max(0, self._altered(state, card, stat, base))
        return known

    def _altered(self, state: S, card: int, stat: str, base: int) -> int:
        """A stat with its changes, and exchanged with another one, in the order they were made in each."""
        value = self._changed_stat(state, card, stat, base)
        for holds in self.holding(state, Exchange):
            node = holds[0]
            if stat in (node.stat, node.other) and self.affects(state, holds, node.cards, card):
                stat = node.other if stat == node.stat else node.stat
                value = self._changed_stat(state, card, stat, self.base(state, card, stat))
        return value

    def _changed_stat(self, state: S, card: int, stat: str, value: int) -> int:
        for holds in self.holding(state, Alter):
            node, frame, _ = holds
            if node.stat == stat and self.affects(state, holds, node.cards, card):
                changed = _OPERATIONS[node.operation](value, self.amount(state, node.amount, frame))
                gains = changed > value and node.operation in ("add", "multiply")
                if not (gains and self.cannot(state, f"gain_{stat}", card, self.controller(state, card))):
                    value = bounded(changed)
        return value

    def traits(self, state: S, card: int, vocabulary: str) -> frozenset[str]:
        """The words of a card in a vocabulary now, in lower case."""
        if vocabulary == "keyword":
            return self.keywords(state, card)
        known = self.words.get(vocabulary)
        words = known[card] if known else _NO_WORDS
        for holds in self.holding(state, Become):
            node = holds[0]
            if node.vocabulary == vocabulary and self.affects(state, holds, node.cards, card):
                words = frozenset((node.word,))
        return words

    def keywords(self, state: S, card: int) -> frozenset[str]:
        """The keywords that a card has now, in lower case."""
        known = self.words.get("keyword")
        words = known[card] if known else _NO_WORDS
        if Has not in self.modifier_kinds:
            return words
        holding = state.holds
        if holding is None:
            holding = self._find(state)
        if Has not in holding:
            return words
        for holds in holding[Has]:
            if self.affects(state, holds, holds[0].cards, card):
                words |= {holds[0].keyword}
        return words

    def cannot(
        self, state: S, action: str, card: int, player: int = -1, by: int = -1, battle: bool = False
    ) -> bool:
        """Whether a modifier forbids an action of or to a card, or of a player (with a card, or -1), done by
        a card or in battle.
        """
        if action not in self.modifier_kinds:
            return False
        known = state.holds
        if known is None:
            known = self._find(state)
        for holds in known.get(action, ()):
            node, frame, _ = holds
            if node.in_battle and not battle:
                continue
            if node.who != "any" and player >= 0 and player not in self.players(state, node.who, frame):
                continue
            if node.by is not None and (by < 0 or not self.matches(state, by, node.by, frame)):
                continue
            if card < 0 or self.affects(state, holds, node.cards, card):
                return True
        return False

    def can(self, state: S, action: str, card: int, player: int = -1) -> list[Holds]:
        """The permissions for an action of a card, or of a player (with a card, or -1), that hold."""
        found: list[Holds] = []
        key = ("can", action)
        for holds in self.holding(state, key) if key in self.modifier_kinds else ():
            node, frame, _ = holds
            if node.who != "any" and player >= 0 and player not in self.players(state, node.who, frame):
                continue
            if card < 0 or self.affects(state, holds, node.cards, card):
                found.append(holds)
        return found

    def at_most(self, state: S, action: str, player: int) -> int | None:
        """How often in a turn a player can do something at most, None without a limit."""
        holding = self.holding(state, AtMost)
        if not holding:
            return None
        limits = [
            self.amount(state, node.amount, frame)
            for node, frame, _ in holding
            if node.action == action and player in self.players(state, node.who, frame)
        ]
        return min(limits) if limits else None

    def prevented(self, state: S, what: str, player: int, card: int, amount: int) -> int:
        """How much of a loss of a player, or of damage to a card, is left; prevention is used up by it."""
        for holds in self.holding(state, Prevent) if amount > 0 else ():
            node, frame, _ = holds
            if node.what != what or player not in self.players(state, node.who, frame):
                continue
            if card >= 0 and node.cards is not None and not self.affects(state, holds, node.cards, card):
                continue
            most = self.amount(state, node.amount, frame)
            if not node.each:
                most = self._use_up(state, holds, most, amount)
            amount = max(0, amount - most)
        return amount

    def is_prevented(self, state: S, what: str, player: int) -> bool:
        """Whether some of a loss of a player would not take place."""
        holding = self.holding(state, Prevent)
        return bool(holding) and any(
            node.what == what and player in self.players(state, node.who, frame) for node, frame, _ in holding
        )

    def _use_up(self, state: S, holds: Holds, most: int, amount: int) -> int:
        """Use up prevention that an effect applied; how much of it there was."""
        for place, held in enumerate(state.modifiers):
            if self.nodes[held.node] is holds[0] and held.frame == holds[1]:
                left = most if held.left < 0 else held.left
                state.modifiers[place] = held._replace(left=max(0, left - amount))
                if amount >= left:
                    del state.modifiers[place]
                self.moved(state)
                return left
        return most

    # How long it holds

    def hold(self, state: S, node: int, frame: Frame, cards: tuple[int, ...] | None, duration: str) -> None:
        """From now on a modifier holds, for cards that were chosen or (None) for whatever matches."""
        mark = {"turn": state.turn, "combat": state.turn, "next_turn": frame.you}.get(duration, frame.card)
        state.modifiers.append(Held(node, frame, cards, duration, mark))
        self.moved(state)

    def expire(self, state: S, *durations: str, mark: int = -1) -> None:
        """Modifiers of these durations (with that mark, if one is given) no longer hold."""
        if state.modifiers:
            left = [
                held
                for held in state.modifiers
                if held.duration not in durations or (mark >= 0 and held.mark != mark)
            ]
            if len(left) < len(state.modifiers):
                state.modifiers = left
                self.moved(state)


def keys_of(node: Any) -> tuple[Any, ...]:
    """What a modifier that holds is found by: its kind, a prohibition also its action, and so on."""
    kind = type(node)
    if kind is Cannot:
        return kind, node.action
    if getattr(node, "stat", "") == "rank" or getattr(node, "other", "") == "rank":
        return kind, RANK_ALTERED
    return (kind, ("can", node.action)) if kind is Can else (kind,)


_OPERATIONS = {
    "add": lambda value, amount: value + amount,
    "subtract": lambda value, amount: max(0, value - amount),
    "multiply": lambda value, amount: value * amount,
    "divide": lambda value, amount: value // amount if amount else value,
    "set": lambda value, amount: amount,
}
