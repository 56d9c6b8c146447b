"""Playing cards and ranking them up (Doc 2.2.4, 2.2.6, 2.2.9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardtools.play.engine import Action
from cardtools.play.games.ttcg.state import RANKS, ROOM, SETTLE, TtcgState
from cardtools.play.interpreter.card_engine import RulePart
from cardtools.play.interpreter.card_index import RANK_ALTERED
from cardtools.play.interpreter.state import SIDE
from cardtools.play.state import EMPTY
from cardtools.programs.tree import AtMost, Become


class Plays(RulePart):
    """Where cards can be played, and what happens when they are."""

    def empty_slots(self, field: list[list[int]], every: bool) -> dict[int, list[int]]:
        """The empty slots for spells and for units: those that share a column with a card, and those of the
        first empty column, or of `every` one.
        """
        columns = self.game.columns
        spells: list[int] = []
        units: list[int] = []
        seen = every
        for column in range(columns):
            upper, lower = field[column], field[column + columns]
            if not upper and not lower:
                if not seen or every:
                    seen = True
                    units.append(column)
                    spells.append(column + columns)
            elif not upper:
                units.append(column)
            elif not lower:
                spells.append(column + columns)
        return {ROOM: spells, ROOM + 1: units}

    def _slots(
        self, state: TtcgState, player: int, in_force: Mapping[Any, Any], every: bool
    ) -> dict[int, list[int]]:
        """The slots that cards can be played to: those with room, and by type and rank of their top card."""
        slots = self.empty_slots(state.field[player], every)
        rewritten = RANK_ALTERED in in_force or Become in in_force
        step = self.game.step
        for card in self.board.tops(state, player):
            key = self.type_and_rank(state, card, in_force) if rewritten else step[card]
            if key in slots:
                slots[key].append(state.at[card] % SIDE)
            else:
                slots[key] = [state.at[card] % SIDE]
        return slots

    def add_plays(self, state: TtcgState, player: int, every: bool, actions: list[Action]) -> None:
        """Cards of the hand: rank 1 to an empty slot, others on top of their type, one rank lower."""
        limited = len(state.plays) >= self.game.most_plays
        in_force = self.continuous.by_kind(state)
        if limited and not any(
            node.times is None or self.selectors.amount(state, node.times, frame) > 0
            for node, frame, _ in self.continuous.can(state, "play", EMPTY, player)
        ):
            return
        if AtMost in in_force:
            most = self.continuous.at_most(state, "play", player)
            if most is not None and len(state.plays) >= most:
                return
        field, rank, onto, same = state.field[player], self.game.rank, self.game.onto, self.index.same
        no_play, no_rank_up = "play" in in_force, "rank_up" in in_force
        slots_for = self._slots(state, player, in_force, every)
        seen: set[int] = set()
        for card in state.hand[player]:
            slots = slots_for.get(onto[card])
            if not slots or same[card] in seen:
                continue
            if not every:
                seen.add(same[card])
            if no_play and self.continuous.cannot(state, "play", card, player):
                continue
            if limited and not self._allowed(state, player, card):
                continue
            if rank[card] <= 1:
                for slot in slots:
                    actions.append(("play", card, slot))
            else:
                for slot in slots:
                    if not (no_rank_up and self.continuous.cannot(state, "rank_up", field[slot][-1], player)):
                        actions.append(("rank_up", card, slot))
        if ("can", "rank_up") not in in_force:
            return
        tops = [(slot, stack[-1]) for slot, stack in enumerate(field) if stack]
        for permission in self.continuous.can(state, "rank_up", EMPTY, player):
            self._rank_up_from(state, player, permission, tops, actions)

    def _rank_up_from(
        self,
        state: TtcgState,
        player: int,
        permission: Any,
        tops: list[tuple[int, int]],
        actions: list[Action],
    ) -> None:
        """An effect lets the player rank up with cards of other zones. To use the deck is to search it."""
        node, frame, _ = permission
        if node.using is None:
            return
        found = () if node.using.zone == "deck" else self.selectors.candidates(state, node.using, frame)
        for slot, below in tops:
            if not self.continuous.affects(state, permission, node.cards, below):
                continue
            more: list[Action] = [
                ("rank_up", card, slot) for card in found if self.game.can_rank_up(state, below, card)
            ]
            if node.using.zone == "deck":
                more.append(("search_rank_up", slot))
            actions += [action for action in more if action not in actions]

    def search_to_rank_up(self, state: TtcgState, player: int, slot: int) -> None:
        """Search the deck for a card to rank up with; it is shuffled, and the card counts as played."""
        below = state.field[player][slot][-1]
        fitting = sorted(card for card in state.deck[player] if self.game.can_rank_up(state, below, card))
        self.interpreter.push(state, ("shuffle", "deck", player), SETTLE)
        then = ("search_ranked_up", below)
        self.interpreter.ask_cards(state, player, fitting, 0, 1, then, secret="deck")

    def step_search_ranked_up(self, state: TtcgState, below: int, cards: tuple[int, ...]) -> None:
        """The card to rank up with is found, or not."""
        state.plays.append(cards[0] if cards else EMPTY)
        self.interpreter.go_on(state, ("ranked_up", below), cards)

    def _allowed(self, state: TtcgState, player: int, card: int) -> bool:
        """Whether a card may be played beyond the limit: each card uses up a permission that it fits."""
        extra = state.plays[self.game.most_plays :]
        left = []
        for node, frame, _ in self.continuous.can(state, "play", EMPTY, player):
            times = 99 if node.times is None else self.selectors.amount(state, node.times, frame)
            left += [(node.cards, frame)] * times
        for played in (*extra, card):
            for place, (cards, frame) in enumerate(left):
                if self.selectors.fits(state, played, cards, frame):
                    del left[place]
                    break
            else:
                return False
        return True

    def type_and_rank(self, state: TtcgState, card: int, in_force: Mapping[Any, Any]) -> int:
        """The type and rank of a card as one number."""
        if RANK_ALTERED not in in_force and Become not in in_force:
            return int(self.game.step[card])
        types = self.continuous.traits(state, card, "type")
        return int(self.game.types.get(types, -1)) * RANKS + self.continuous.stat(state, card, "rank")

    def play_card(self, state: TtcgState, player: int, action: Action) -> None:
        verb, card, slot = action
        state.plays.append(card)
        if verb == "rank_up":
            self.board.rank_up(state, state.field[player][slot][-1], card)
        else:
            self.board.take(state, card)
            self.board.enter(state, card, player, slot)
            self.game.event(state, "play", player, card, slot)
            self.abilities.trigger(state, "enters", card, player)
        self.game.uses.respond_then(state, "played", SETTLE)
