"""Effects that players activate, and what opponents respond with (Doc 2.2.4, 2.2.5)."""

from __future__ import annotations

from typing import Any

from cardtools.play.effects.matching import FrameTest
from cardtools.play.effects.state import SIDE, Frame, PendingTask
from cardtools.play.engine import Action
from cardtools.play.games.ttcg.rules import TtcgRules
from cardtools.play.games.ttcg.state import TtcgState
from cardtools.play.state import EMPTY
from cardtools.programs.tree import AtMost, Triggered

SETTLE: PendingTask = ("settle",)


class TtcgResponses(TtcgRules):
    """Which effects can be activated, and when a player may respond."""

    def add_uses(self, state: TtcgState, player: int, actions: list[Action], every: bool) -> None:
        """The effects that a player can activate now."""
        uses = state.uses[player]
        if uses is None:
            uses = state.uses[player] = self._uses_on_field(state, player)
        holds = state.holds
        if holds is None:
            holds = self.held(state)
        if "activate" in holds or AtMost in holds:
            uses = [use for use in uses if self.may_activate(state, player, use[0][1])]
        for action, frame, tests in uses:
            for test in tests:
                if not test(state, frame):
                    break
            else:
                actions.append(action)
        hand = state.hand[player]
        if player == state.active and not self.discarders.isdisjoint(hand):
            for card in hand if every else self.different(hand):
                for place in self.discarding[card]:
                    if self.usable(state, player, card, place):
                        actions.append(("use_hand", card, place))

    def _uses_on_field(
        self, state: TtcgState, player: int
    ) -> list[tuple[Action, Frame, tuple[FrameTest, ...]]]:
        """The effects of top cards that are untapped, or dormant since an earlier turn, if nothing else
        prevents them; in the turn of the opponent those of spells. Each with its frame and tests.
        """
        first = player * SIDE + (0 if player == state.active else self.columns)
        found = []
        for card in self.tops(state, player):
            since, at = state.tapped[card], state.at[card]
            if since < state.turn and at >= first:
                for place in self.ready[card][since > 0]:
                    tests = self.tests[card][place]
                    if tests is None:
                        tests = self.tests_of(card, place)
                    found.append((("use", card, at % SIDE, place), self.frames[player][card], tests))
        return found

    def can_use(self, state: TtcgState, player: int, card: int, place: int) -> bool:
        """Untapped cards on the field; a dormant effect only of a card that was tapped in an earlier turn; a
        card that is discarded for its effect, from the hand.
        """
        if self.from_hand[card][place]:
            return state.at[card] < 0
        tapped = state.tapped[card]
        return 0 < tapped < state.turn if self.dormant[card][place] else not tapped

    def used_ability(self, state: TtcgState, player: int, card: int, place: int) -> None:
        """Its card is tapped; not by a passive effect, nor in the hand or the discard pile."""
        if self.passive[card][place]:
            return
        if self.is_top(state, card):
            self.tap(state, card)

    def can_trigger(self, state: TtcgState, card: int, place: int, event: int) -> bool:
        """Untapped cards on the field, or whatever their place if it happens to themselves; a passive effect
        whether tapped or not.
        """
        if state.at[card] >= 0:
            if not self.is_top(state, card):
                return card == event
            return not state.tapped[card] or self.passive[card][place]
        return card == event

    def triggers_in_order(
        self, state: TtcgState, waiting: list[tuple[int, int, Frame]]
    ) -> list[tuple[int, int, Frame]]:
        """The active player's go to the chain first, so that they take place last."""
        first = state.active if self.options["together"] == "lifo" else 1 - state.active
        return sorted(waiting, key=lambda one: one[2].you != first)

    def responses(self, state: TtcgState, player: int, every: bool) -> list[Action]:
        """The effects of spells, and counters of what the opponent has activated last."""
        actions: list[Action] = []
        self.add_uses(state, player, actions, every)
        if state.chain and state.chain[-1].frame.you != player and "activates" in self.heard:
            waiting = state.chain[-1]
            for card, place in self.heard["activates"]:
                if state.at[card] // SIDE != player or not self.is_top(state, card):
                    continue
                ability: Any = self.abilities[card][place]
                frame = Frame(card, player, waiting.card, EMPTY, waiting.frame.you)
                if (
                    not state.tapped[card]
                    and self._hears(state, ability.trigger, frame, direct=False, face=0)
                    and all(test(state, frame) for test in self.tests_of(card, place))
                    and not self.cannot(state, "activate", card, player)
                ):
                    actions.append(("use", card, state.at[card] % SIDE, place))
        return actions

    def respond_then(self, state: TtcgState, kind: str, then: PendingTask) -> None:
        """What was set off takes place and the opponent may respond; then a task."""
        self.check(state)
        if state.outcome is not None:
            return
        other = 1 - state.active
        if state.triggered:
            self.push(state, SETTLE, ("window", kind, other, 0, 1), SETTLE, then)
        elif state.uses[other] != [] and (responses := self.responses(state, other, every=False)):
            self.push(state, SETTLE, then)
            self.ask_response(state, kind, other, 0, 1, responses)
        elif then != SETTLE:
            self.steps[then[0]](state, *then[1:])

    def respond(self, state: TtcgState, player: int, action: Action) -> None:
        """Activate an effect."""
        card, place = action[1], action[-1]
        self._set_off(state, card, place, self.frame_of(state, player, card, place))

    def frame_of(self, state: TtcgState, player: int, card: int, place: int) -> Frame:
        """The frame of an effect that a player activates: a counter's is about what it answers."""
        if state.chain and isinstance(self.abilities[card][place], Triggered):
            waiting = state.chain[-1]
            return Frame(card, player, waiting.card, EMPTY, waiting.frame.you)
        return self.frames[player][card]
