"""Effects that players activate, and what opponents respond with (Doc 2.2.4, 2.2.5)."""

from __future__ import annotations

from typing import Any

from cardtools.play.engine import Action
from cardtools.play.games.ttcg.state import SETTLE, TtcgState
from cardtools.play.interpreter.card_engine import RulePart
from cardtools.play.interpreter.selectors import FrameTest
from cardtools.play.interpreter.state import SIDE, Frame, PendingTask
from cardtools.play.state import EMPTY
from cardtools.programs.tree import AtMost, Triggered


class Uses(RulePart):
    """Which effects can be activated, and when a player may respond."""

    def add_uses(self, state: TtcgState, player: int, actions: list[Action], every: bool) -> None:
        """The effects that a player can activate now."""
        uses = state.uses[player]
        if uses is None:
            uses = state.uses[player] = self._uses_on_field(state, player)
        in_force = state.in_force
        if in_force is None:
            in_force = self.continuous.by_kind(state)
        if "activate" in in_force or AtMost in in_force:
            uses = [use for use in uses if self.abilities.may_activate(state, player, use[0][1])]
        for action, frame, tests in uses:
            for test in tests:
                if not test(state, frame):
                    break
            else:
                actions.append(action)
        hand = state.hand[player]
        if player == state.active and not self.game.discarders.isdisjoint(hand):
            for card in hand if every else self.game.different(hand):
                for place in self.game.discarding[card]:
                    if self.abilities.usable(state, player, card, place):
                        actions.append(("use_hand", card, place))

    def _uses_on_field(
        self, state: TtcgState, player: int
    ) -> list[tuple[Action, Frame, tuple[FrameTest, ...]]]:
        """The effects of top cards that are untapped, or dormant since an earlier turn, if nothing else
        prevents them; in the turn of the opponent those of spells. Each with its frame and tests.
        """
        first = player * SIDE + (0 if player == state.active else self.game.columns)
        found = []
        ready, known, frames = self.game.ready, self.abilities.tests, self.index.frames[player]
        for card in self.board.tops(state, player):
            since, at = state.tapped[card], state.at[card]
            if since < state.turn and at >= first:
                for place in ready[card][since > 0]:
                    tests = known[card][place]
                    if tests is None:
                        tests = self.abilities.tests_of(card, place)
                    found.append((("use", card, at % SIDE, place), frames[card], tests))
        return found

    def add_counters(self, state: TtcgState, player: int, actions: list[Action]) -> None:
        """Counters of what the opponent has activated last."""
        for card, place in self.index.heard["activates"]:
            if state.at[card] // SIDE != player or not self.board.is_top(state, card):
                continue
            ability: Any = self.index.abilities[card][place]
            frame = self.frame_of(state, player, card, place)
            if (
                not state.tapped[card]
                and self.abilities.hears(state, ability.trigger, frame, direct=False, face=0)
                and all(test(state, frame) for test in self.abilities.tests_of(card, place))
                and not self.continuous.cannot(state, "activate", card, player)
            ):
                actions.append(("use", card, state.at[card] % SIDE, place))

    def respond_then(self, state: TtcgState, kind: str, then: PendingTask) -> None:
        """What was set off takes place and the opponent may respond; then a task."""
        self.game.check(state)
        if state.outcome is not None:
            return
        other = 1 - state.active
        if state.triggered:
            self.interpreter.push(state, SETTLE, ("window", kind, other, 0, 1), SETTLE, then)
        elif state.uses[other] != [] and (responses := self.game.responses(state, other, every=False)):
            self.interpreter.push(state, SETTLE, then)
            self.abilities.ask_response(state, kind, other, 0, 1, responses)
        elif then != SETTLE:
            self.interpreter.steps[then[0]](state, *then[1:])

    def frame_of(self, state: TtcgState, player: int, card: int, place: int) -> Frame:
        """The frame of an effect that a player activates: a counter's is about what it answers."""
        if state.chain and isinstance(self.index.abilities[card][place], Triggered):
            waiting = state.chain[-1]
            return Frame(card, player, waiting.card, EMPTY, waiting.frame.you)
        return self.index.frames[player][card]
