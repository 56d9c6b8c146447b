"""Abilities at work: using them, paying for them, what sets them off, and the windows to respond."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, TypeVar

from cardtools.play.effects.choosing import PASS, Choosing
from cardtools.play.effects.matching import FrameTest
from cardtools.play.effects.state import CardState, Decision, Frame, PendingTask, Waiting
from cardtools.play.effects.touching import Plan
from cardtools.play.engine import Action
from cardtools.programs.tree import Ability, Activated, AtMost, Effect, Selector, Skip, Trigger

S = TypeVar("S", bound=CardState)
_new = tuple.__new__  # of a NamedTuple, in half the time


class Abilities(Choosing[S]):
    """Abilities, the chain and response windows.

    `abilities` is by card its abilities in the order of its texts; an ability is named by the card and its
    place there.
    """

    # Whether players may respond again after each effect of a chain has taken place.
    REOPENS: ClassVar[bool] = False
    # Whether abilities that were set off go to the chain, so that players may respond to them.
    TRIGGERS_CHAIN: ClassVar[bool] = True
    # How many passes after another end the window that an effect opens: with 1 only the other player responds
    # to it, until somebody does.
    PASSES: ClassVar[int] = 2
    abilities: list[tuple[Ability, ...]]
    # By kind of trigger the abilities of the match that other cards set off; by kind and card those that the
    # card itself does; and the kinds of both.
    heard: dict[str, tuple[tuple[int, int], ...]]
    own: dict[tuple[str, int], tuple[int, ...]]
    kinds_heard: set[str]
    # By the number of an effect its selectors that are chosen before it is done.
    targets: dict[int, tuple[Selector, ...]]
    # By the id of an effect the test of whether it can be performed; by the id of a cost of one card what is
    # done with that card and after it, None where it does not matter which card it is. Made when asked for.
    able: dict[int, FrameTest | None]
    chosen_well: dict[int, Plan | None]
    # By card and place the tests that using an ability must pass, None until they are asked for.
    tests: list[list[tuple[FrameTest, ...] | None]]

    # What a game may override

    def can_use(self, state: S, player: int, card: int, place: int) -> bool:
        """Whether the rules let a player use an ability of a card now: where the card is, whose turn it is,
        which phase, whether it is tapped. Costs, conditions and limits are looked at as well, by others.
        """
        return self.is_top(state, card) and self.controller(state, card) == player

    def used_ability(self, state: S, player: int, card: int, place: int) -> None:
        """An ability is being used: what using it does by the rules, such as tapping the card."""

    def can_trigger(self, state: S, card: int, place: int, event: int) -> bool:
        """Whether an ability can be set off where its card is now, by what happens to the card `event`, which
        has not moved yet. Here: on the field, on top; or wherever it is, if it happens to the card itself.
        """
        return card == event or self.is_top(state, card)

    def triggers_in_order(
        self, state: S, waiting: list[tuple[int, int, Frame]]
    ) -> list[tuple[int, int, Frame]]:
        """The order in which abilities that were set off together take place: here the active player's go to
        the chain first, so that they take place last.
        """
        return sorted(waiting, key=lambda one: one[2].you != state.active)

    def resolve_own(self, state: S, card: int, node: int, frame: Frame) -> None:
        """A waiting effect with a negative node, which is the game's own, takes place."""
        raise NotImplementedError

    def do(self, state: S, effect: Effect, frame: Frame) -> None:
        """Do an effect; see `Effects`."""
        raise NotImplementedError

    def payable(self, state: S, cost: Effect, frame: Frame, blind: bool = True) -> bool:
        """Whether a cost can be paid in full; see `Able`."""
        raise NotImplementedError

    def whole(self, cost: Effect | None, effect: Effect) -> Iterator[FrameTest]:
        """The tests of whether a cost can be paid and the effect be performed after it; see `Able`."""
        raise NotImplementedError

    def doable(self, effect: Effect) -> FrameTest | None:
        """The test of whether an effect can be performed; see `Able`."""
        raise NotImplementedError

    def useful(self, state: S, cost: Effect, effect: Effect, frame: Frame) -> list[int] | None:
        """The cards that one can pay a cost with so that the effect can be performed; see `Able`."""
        raise NotImplementedError

    def possible(self, state: S, effect: Effect, frame: Frame) -> bool:
        """Whether an effect can be performed, as far as its player can know."""
        key = id(effect)
        if key not in self.able:
            self.able[key] = self.doable(effect)
        test = self.able[key]
        return test is None or bool(test(state, frame))

    # Using an ability

    def usable(self, state: S, player: int, card: int, place: int) -> bool:
        """Whether a player can use an activated ability now: rules, condition, limit, cost and targets."""
        ability = self.abilities[card][place]
        return (
            isinstance(ability, Activated)
            and self.can_use(state, player, card, place)
            and self.allowed(state, player, card, place)
        )

    def allowed(self, state: S, player: int, card: int, place: int) -> bool:
        """Whether everything but the rules of the game lets a player use an activated ability now."""
        forbidding = self.holding(state, "activate") or self.holding(state, AtMost)
        if forbidding and not self.may_activate(state, player, card):
            return False
        frame = self.frames[player][card]
        return all(test(state, frame) for test in self.tests_of(card, place))

    def tests_of(self, card: int, place: int) -> tuple[FrameTest, ...]:
        """The tests that using an ability must pass, besides that nothing forbids it."""
        tests = self.tests[card][place]
        if tests is None:
            tests = self.tests[card][place] = tuple(self._tests(card, place))
        return tests

    def _tests(self, card: int, place: int) -> Iterator[FrameTest]:
        ability: Any = self.abilities[card][place]
        if isinstance(ability, Activated):
            turn, phase, limit = ability.turn, ability.phase, ability.limit
            if turn in ("you", "opponent"):
                yield lambda s, f: (turn == "you") == (f.you == s.active)
            if phase:
                yield lambda s, _: s.phase == phase
            if limit is not None:
                yield lambda s, _: s.used.count((card, place)) < limit
        if getattr(ability, "condition", None) is not None:
            yield lambda s, f: self.true(s, ability.condition, f)
        yield from self.whole(getattr(ability, "cost", None), ability.effect)

    def may_activate(self, state: S, player: int, card: int) -> bool:
        """Whether nothing forbids that a player activates an effect of a card."""
        if self.cannot(state, "activate", card, player):
            return False
        most = self.at_most(state, "activate", player)
        return most is None or sum(self.controller(state, one) == player for one, _ in state.used) < most

    def use(self, state: S, player: int, card: int, place: int) -> None:
        """A player uses an ability: chooses its targets, pays, and its effect goes to the chain."""
        self._set_off(state, card, place, self.frames[player][card])

    def _set_off(self, state: S, card: int, place: int, frame: Frame) -> None:
        ability: Any = self.abilities[card][place]
        state.used.append((card, place))
        self.used_ability(state, frame.you, card, place)
        number = self.number[id(ability.effect)]
        if self.targets[number]:
            self.push(state, ("aim", number, frame, 0, ("pay", card, place)))
        else:
            self.step_pay(state, card, place, frame)

    def step_aim(self, state: S, node: int, frame: Frame, place: int, then: PendingTask) -> None:
        """The targets of an effect are chosen, one selector after the other; then its frame is passed on."""
        targets = self.targets[node]
        if place == len(targets):
            self.go_on(state, then, frame)
            return
        cards = targets[place]
        found = self.candidates(state, cards, frame)
        most = len(found) if cards.count is None else self.amount(state, cards.count, frame)
        chooser = self.chooser(state, cards, frame)
        least = 0 if cards.up_to else most
        self.ask_cards(state, chooser, found, least, most, ("aimed", node, frame, place, then))

    def step_aimed(
        self, state: S, node: int, frame: Frame, place: int, then: PendingTask, cards: tuple[int, ...]
    ) -> None:
        """The targets of one selector are chosen."""
        frame = self.bind(frame, self.number[id(self.targets[node][place])], cards)
        self.step_aim(state, node, frame, place + 1, then)

    def step_pay(self, state: S, card: int, place: int, frame: Frame) -> None:
        """The cost of an ability is paid, then its effect goes to the chain, or is done."""
        ability: Any = self.abilities[card][place]
        chained = self.TRIGGERS_CHAIN or isinstance(ability, Activated)
        node = self.number[id(ability.effect)]
        if getattr(ability, "cost", None) is not None:
            self._pay(
                state, ability, frame, ("put", card, node, frame) if chained else ("effect", node, frame)
            )
        elif chained:
            self.wait(state, card, node, frame)
        else:
            self.event(state, "trigger", frame.you, card)
            self.do(state, ability.effect, frame)

    def _pay(self, state: S, ability: Any, frame: Frame, then: PendingTask) -> None:
        """Pay a cost, if one can; then a task is done, of what is skipped when it has been."""
        cost = ability.cost
        if not self.payable(state, cost, frame, blind=False):
            return
        is_skip = any(isinstance(part, Skip) for part in getattr(cost, "effects", (cost,)))
        self.push(state, ("after_skip", then) if is_skip else then)
        among = self.useful(state, cost, ability.effect, frame)
        if among:
            self.select(state, cost.cards, frame, ("moved", self.number[id(cost)], frame), among)
        else:
            self.do(state, cost, frame)

    def step_after_skip(self, state: S, then: PendingTask) -> None:
        """A task is done when what was just noted to be skipped has been."""
        state.skips[-1] = (*state.skips[-1][:2], then)

    def step_put(self, state: S, card: int, node: int, frame: Frame) -> None:
        """An effect goes to the chain."""
        self.wait(state, card, node, frame)

    # What sets abilities off

    def trigger(
        self,
        state: S,
        kind: str,
        card: int,
        player: int,
        target: int = -1,
        direct: bool = False,
        face: int = 0,
    ) -> None:
        """Something is about to happen, or happens, to or by a card (EMPTY if to a player alone): abilities
        that it sets off wait until the effect that is going on has ended.
        """
        if kind not in self.kinds_heard:
            return
        for place in self.own.get((kind, card), ()):
            self._set_off_by(state, card, place, (kind, card, player, target, direct, face))
        for other, place in self.heard.get(kind, ()):
            if state.at[other] >= 0 or other == card:
                self._set_off_by(state, other, place, (kind, card, player, target, direct, face))

    def _set_off_by(
        self, state: S, other: int, place: int, happened: tuple[str, int, int, int, bool, int]
    ) -> None:
        _, card, player, target, direct, face = happened
        if self.can_trigger(state, other, place, card):
            ability: Any = self.abilities[other][place]
            frame = _new(Frame, (other, self.controller(state, other), card, target, player, ()))
            if self._hears(state, ability.trigger, frame, direct, face):
                state.triggered.append((other, place, frame))

    def _hears(self, state: S, trigger: Trigger, frame: Frame, direct: bool, face: int) -> bool:
        card, target, about = frame.event, frame.target, frame.about
        if trigger.cards is not None and not self.matches(state, card, trigger.cards, frame):
            return False
        if trigger.target is not None and not self.matches(state, target, trigger.target, frame):
            return False
        if trigger.direct and not direct:
            return False
        if trigger.faces and face not in trigger.faces:
            return False
        return trigger.who == "any" or about in self.players(state, trigger.who, frame)

    def settle(self, state: S) -> None:
        """Abilities that were set off go to the chain, or take place."""
        waiting, state.triggered = self.triggers_in_order(state, state.triggered), []
        tasks: list[PendingTask] = [("trigger", *one) for one in waiting]
        if self.TRIGGERS_CHAIN:
            tasks.append(("window", "chain", 1 - waiting[-1][2].you, 0, self.PASSES))
        self.push(state, *tasks)

    def step_trigger(self, state: S, card: int, place: int, frame: Frame) -> None:
        """An ability that was set off takes place if its condition holds; one with a cost is optional."""
        ability: Any = self.abilities[card][place]
        if self.cannot(state, "activate", card, frame.you):
            return
        if self.EXACT:
            is_able = all(test(state, frame) for test in self.tests_of(card, place))
        else:
            is_able = self.true(state, ability.condition, frame)
        if not is_able:
            return
        if ability.cost is None:
            self._set_off(state, card, place, frame)
        elif self.payable(state, ability.cost, frame):
            self.ask(state, frame.you, "yes", (card,), ("trigger_wanted", card, place, frame))

    def step_trigger_wanted(self, state: S, card: int, place: int, frame: Frame, wanted: bool) -> None:
        """The player has decided whether to pay for an ability that was set off."""
        if wanted:
            self._set_off(state, card, place, frame)

    # Response windows

    def window(self, state: S, kind: str, first: int, then: int = 2) -> None:
        """Open a response window next: players respond in turn, `first` first, until `then` have passed one
        after the other; then what waits on the chain takes place, the last first.
        """
        self.push(state, ("window", kind, first, 0, then))

    def step_window(self, state: S, kind: str, player: int, passes: int, most: int) -> None:
        """It is a player's turn to respond, or the window closes."""
        if kind == "chain" and not state.chain:
            return
        while passes < most:
            responses = self.responses(state, player, every=False)
            if responses:
                self.ask_response(state, kind, player, passes, most, responses)
                return
            player, passes = 1 - player, passes + 1
        if state.chain:
            self.step_resolve(state)

    def ask_response(
        self, state: S, kind: str, player: int, passes: int, most: int, responses: list[Action]
    ) -> None:
        """A player responds, or passes."""
        then = ("responded", kind, player, passes, most)
        state.choice = _new(Decision, ("respond", player, (), (), 0, 0, then, ""))
        state.moves = [*responses, PASS]

    def step_responded(
        self, state: S, kind: str, player: int, passes: int, most: int, responded: bool
    ) -> None:
        """A player has responded, or passed."""
        if responded:  # what the response is comes first
            state.tasks.append(("window", kind, 1 - player, 0, 2))
        else:
            self.step_window(state, kind, 1 - player, passes + 1, most)

    def in_window(self, state: S) -> bool:
        """Whether a response window is open, so that effects join its chain."""
        return "window" in [task[0] for task in state.tasks]

    def wait(self, state: S, card: int, node: int, frame: Frame) -> None:
        """An effect goes to the chain. It opens a response window, unless one is open."""
        opened = state.tasks and self.in_window(state)
        state.chain.append(_new(Waiting, (card, node, frame, False)))
        self.event(state, "activate", frame.you, card)
        self.trigger(state, "activates", card, frame.you)
        if not opened:
            if self.PASSES > 1:
                self.step_window(state, "chain", 1 - frame.you, 0, self.PASSES)
            elif responses := self.responses(state, 1 - frame.you, every=False):
                self.ask_response(state, "chain", 1 - frame.you, 0, 1, responses)
            else:
                self.step_resolve(state, at_once=True)

    def step_resolve(self, state: S, at_once: bool = False) -> None:
        """The last effect of the chain takes place, after responses or at once."""
        card, node, frame, countered = state.chain.pop()
        if state.chain:
            if self.REOPENS:
                self.window(state, "chain", state.active)
            else:
                state.tasks.append(("resolve",))
        if state.tasks and (not state.chain or self.REOPENS):
            state.tasks.append(("settle",))
        if countered or self.cannot(state, "resolve", card, frame.you):
            self.event(state, "countered", frame.you, card)
        elif node >= 0 and (
            self.fizzles(state, node, frame)
            or (self.EXACT and not at_once and not self.possible(state, self.nodes[node], frame))
        ):
            self.event(state, "fizzle", frame.you, card)
        elif node < 0:
            self.resolve_own(state, card, node, frame)
        else:
            self.event(state, "resolve", frame.you, card)
            self.do(state, self.nodes[node], frame)

    def fizzles(self, state: S, node: int, frame: Frame) -> bool:
        """Whether an effect had targets and none of them is legal any more."""
        had = False
        for cards in self.targets.get(node, ()):
            known = self.chosen(frame, self.number[id(cards)])
            if known:
                legal = self.candidates(state, cards, frame)
                if any(card in legal for card in known):
                    return False
                had = True
        return had
