"""Continuous effects: stats with their changes, prohibitions, permissions, keywords, prevention."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardtools.play.interpreter.board import GameBoard
from cardtools.play.interpreter.part import EnginePart
from cardtools.play.interpreter.state import AppliedModifier, CardState, Frame
from cardtools.programs.tree import Alter, AtMost, Become, Exchange, Has, Prevent, Selector

# A modifier that holds now, its frame, and the cards it was applied to, None for whatever matches.
InForce = tuple[Any, Frame, tuple[int, ...] | None]
_NO_WORDS: frozenset[str] = frozenset()
_NOTHING: dict[Any, list[InForce]] = {}
_MOST = 10**15


def bounded(number: int) -> int:
    """A number that was computed, within bounds: what is multiplied again and again grows without end."""
    return -_MOST if number < -_MOST else min(number, _MOST)


class Continuous(EnginePart):
    """Modifiers: those of static abilities of cards on the field, then those that effects applied."""

    board: GameBoard

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.kinds = self.index.modifier_kinds  # asked for all the time

    # What holds

    def by_kind(self, state: CardState) -> dict[Any, list[InForce]]:
        """The modifiers that hold now, by kind (of prohibitions and permissions also by action)."""
        known = state.in_force
        return self._find(state) if known is None else known

    def of_kind(self, state: CardState, kind: Any) -> Sequence[InForce]:
        """The modifiers of a kind that hold now, by what they are noted by."""
        if kind not in self.kinds:
            return ()
        known = state.in_force
        return (self._find(state) if known is None else known).get(kind, ())

    def _find(self, state: CardState) -> dict[Any, list[InForce]]:
        cards: list[int] = []  # those whose static abilities hold, in the order they came into play
        if self.index.has_statics:
            statics = self.index.statics
            cards = [card for tops in self.board.all_tops(state) for card in tops if statics[card]]
            if len(cards) > 1:
                cards.sort(key=state.entered.__getitem__)
        if not cards and not state.modifiers:
            state.in_force = _NOTHING
            return _NOTHING
        found: dict[Any, list[InForce]] = {}
        state.in_force = found  # for conditions, which see what was found before them
        for card in cards:
            frame = self.index.frames[self.board.controller(state, card)][card]
            for condition, modifiers in self.index.statics[card]:
                if condition is not None:
                    found[None] = []  # so that every change asks again
                if condition is None or self.selectors.true(state, condition, frame):
                    for modifier in modifiers:
                        self._note(found, (modifier, frame, None))
                    state.stats.clear()
        for node, frame, chosen, _, _, _ in state.modifiers:
            self._note(found, (self.index.nodes[node], frame, chosen))
        if state.stats:
            state.stats.clear()
        return found

    def _note(self, found: dict[Any, list[InForce]], one: InForce) -> None:
        for key in self.index.keys[id(one[0])]:
            if key in found:
                found[key].append(one)
            else:
                found[key] = [one]

    def affects(self, state: CardState, one: InForce, cards: Selector | None, card: int) -> bool:
        """Whether a modifier that holds means a card."""
        _, frame, chosen = one
        if chosen is not None:
            return card in chosen
        return cards is None or self.selectors.matches(state, card, cards, frame)

    def stat(self, state: CardState, card: int, stat: str) -> int:
        """A stat of a card now, never below 0."""
        in_force = state.in_force
        if in_force is None:
            in_force = self._find(state)
        if Alter not in in_force and Exchange not in in_force:
            value = self.game.base(state, card, stat)
            return value if value > 0 else 0
        key = (card, stat)
        known = state.stats.get(key)
        if known is None:
            base = self.game.base(state, card, stat)
            state.stats[key] = max(0, base)  # for selectors that ask for it
            known = state.stats[key] = max(0, self._altered(state, card, stat, base))
        return known

    def _altered(self, state: CardState, card: int, stat: str, base: int) -> int:
        """A stat with its changes, and exchanged with another one, in the order they were made in each."""
        value = self._changed_stat(state, card, stat, base)
        for one in self.of_kind(state, Exchange):
            node = one[0]
            if stat in (node.stat, node.other) and self.affects(state, one, node.cards, card):
                stat = node.other if stat == node.stat else node.stat
                value = self._changed_stat(state, card, stat, self.game.base(state, card, stat))
        return value

    def _changed_stat(self, state: CardState, card: int, stat: str, value: int) -> int:
        for one in self.of_kind(state, Alter):
            node, frame, _ = one
            if node.stat == stat and self.affects(state, one, node.cards, card):
                changed = _OPERATIONS[node.operation](value, self.selectors.amount(state, node.amount, frame))
                gains = changed > value and node.operation in ("add", "multiply")
                player = self.board.controller(state, card)
                if not (gains and self.cannot(state, f"gain_{stat}", card, player)):
                    value = bounded(changed)
        return value

    def traits(self, state: CardState, card: int, vocabulary: str) -> frozenset[str]:
        """The words of a card in a vocabulary now, in lower case."""
        if vocabulary == "keyword":
            return self.keywords(state, card)
        known = self.index.words.get(vocabulary)
        words = known[card] if known else _NO_WORDS
        for one in self.of_kind(state, Become):
            node = one[0]
            if node.vocabulary == vocabulary and self.affects(state, one, node.cards, card):
                words = frozenset((node.word,))
        return words

    def keywords(self, state: CardState, card: int) -> frozenset[str]:
        """The keywords that a card has now, in lower case."""
        printed = self.index.words.get("keyword")
        words = printed[card] if printed else _NO_WORDS
        for one in self.of_kind(state, Has):
            if self.affects(state, one, one[0].cards, card):
                words |= {one[0].keyword}
        return words

    def cannot(
        self, state: CardState, action: str, card: int, player: int = -1, by: int = -1, battle: bool = False
    ) -> bool:
        """Whether a modifier forbids an action of or to a card, or of a player (with a card, or -1), done by
        a card or in battle.
        """
        if action not in self.kinds:
            return False
        for one in self.by_kind(state).get(action, ()):
            node, frame, _ = one
            if (
                (battle or not node.in_battle)
                and self._is_of(state, one, player)
                and (node.by is None or (by >= 0 and self.selectors.matches(state, by, node.by, frame)))
                and (card < 0 or self.affects(state, one, node.cards, card))
            ):
                return True
        return False

    def _is_of(self, state: CardState, one: InForce, player: int) -> bool:
        """Whether a modifier that holds is for a player, or for the cards alone."""
        who: str = one[0].who
        return who == "any" or player < 0 or player in self.selectors.players(state, who, one[1])

    def can(self, state: CardState, action: str, card: int, player: int = -1) -> list[InForce]:
        """The permissions for an action of a card, or of a player (with a card, or -1), that hold."""
        return [
            one
            for one in self.of_kind(state, ("can", action))
            if self._is_of(state, one, player) and (card < 0 or self.affects(state, one, one[0].cards, card))
        ]

    def at_most(self, state: CardState, action: str, player: int) -> int | None:
        """How often in a turn a player can do something at most, None without a limit."""
        limits = (
            self.selectors.amount(state, node.amount, frame)
            for node, frame, _ in self.of_kind(state, AtMost)
            if node.action == action and player in self.selectors.players(state, node.who, frame)
        )
        return min(limits, default=None)

    def prevented(self, state: CardState, what: str, player: int, card: int, amount: int) -> int:
        """How much of a loss of a player, or of damage to a card, is left; prevention is used up by it."""
        for one in self.of_kind(state, Prevent) if amount > 0 else ():
            node, frame, _ = one
            if node.what != what or player not in self.selectors.players(state, node.who, frame):
                continue
            if card >= 0 and node.cards is not None and not self.affects(state, one, node.cards, card):
                continue
            most = self.selectors.amount(state, node.amount, frame)
            if not node.each:
                most = self._use_up(state, one, most, amount)
            amount = max(0, amount - most)
        return amount

    def is_prevented(self, state: CardState, what: str, player: int) -> bool:
        """Whether some of a loss of a player would not take place."""
        return any(
            node.what == what and player in self.selectors.players(state, node.who, frame)
            for node, frame, _ in self.of_kind(state, Prevent)
        )

    def _use_up(self, state: CardState, one: InForce, most: int, amount: int) -> int:
        """Use up prevention that an effect applied; how much of it there was."""
        for place, applied in enumerate(state.modifiers):
            if self.index.nodes[applied.node] is one[0] and applied.frame == one[1]:
                left = most if applied.left < 0 else applied.left
                state.modifiers[place] = applied._replace(left=max(0, left - amount))
                if amount >= left:
                    del state.modifiers[place]
                self.board.moved(state)
                return left
        return most

    # How long it holds

    def hold(
        self, state: CardState, node: int, frame: Frame, cards: tuple[int, ...] | None, duration: str
    ) -> None:
        """From now on a modifier holds, for cards that were chosen or (None) for whatever matches."""
        mark = {"turn": state.turn, "combat": state.turn, "next_turn": frame.you}.get(duration, frame.card)
        state.modifiers.append(AppliedModifier(node, frame, cards, duration, mark))
        self.board.moved(state)

    def expire(self, state: CardState, *durations: str, mark: int = -1) -> None:
        """Modifiers of these durations (with that mark, if one is given) no longer hold."""
        left = [
            applied
            for applied in state.modifiers
            if applied.duration not in durations or (mark >= 0 and applied.mark != mark)
        ]
        if len(left) < len(state.modifiers):
            state.modifiers = left
            self.board.moved(state)


_OPERATIONS = {
    "add": lambda value, amount: value + amount,
    "subtract": lambda value, amount: max(0, value - amount),
    "multiply": lambda value, amount: value * amount,
    "divide": lambda value, amount: value // amount if amount else value,
    "set": lambda value, amount: amount,
}
