"""Abilities at work: using them, paying for them, what sets them off, and the windows to respond."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardtools.play.engine import Action
from cardtools.play.interpreter.board import GameBoard
from cardtools.play.interpreter.continuous import Continuous
from cardtools.play.interpreter.interpreter import PASS, Interpreter
from cardtools.play.interpreter.part import EnginePart
from cardtools.play.interpreter.selectors import FrameTest, Selectors
from cardtools.play.interpreter.state import CardState, Decision, Frame, PendingTask, Waiting
from cardtools.programs.tree import Activated, AtMost, Trigger
from cardtools.programs.verbs.skip import Skip

_new = tuple.__new__  # of a NamedTuple, in half the time


OWN = -1  # the node of a card that is played, on the chain
PAID_LATE = -2  # that of the first ability of a card, if its cost is paid late; the next have one less each


class Abilities(EnginePart):
    """Abilities, the chain and response windows."""

    board: GameBoard
    continuous: Continuous
    selectors: Selectors
    interpreter: Interpreter

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.after, self.more = [*range(1, game.players), 0], game.players - 2  # who is next; more than two
        # By card and place the tests that using an ability must pass, None until they are asked for.
        self.kinds_heard = self.index.kinds_heard  # asked for all the time
        self.tests: list[list[tuple[FrameTest, ...] | None]]
        self.tests = [[None] * len(abilities) for abilities in self.index.abilities]

    # Using an ability

    def usable(self, state: CardState, player: int, card: int, place: int) -> bool:
        """Whether a player can use an activated ability now: rules, condition, limit, cost and targets."""
        ability = self.index.abilities[card][place]
        return (
            isinstance(ability, Activated)
            and self.game.can_use(state, player, card, place)
            and self.allowed(state, player, card, place)
        )

    def allowed(self, state: CardState, player: int, card: int, place: int) -> bool:
        """Whether everything but the rules of the game lets a player use an activated ability now."""
        forbidding = self.continuous.of_kind(state, "activate") or self.continuous.of_kind(state, AtMost)
        if forbidding and not self.may_activate(state, player, card):
            return False
        frame = self.index.frames[player][card]
        return all(test(state, frame) for test in self.tests_of(card, place))

    def tests_of(self, card: int, place: int) -> tuple[FrameTest, ...]:
        """The tests that using an ability must pass, besides that nothing forbids it."""
        tests = self.tests[card][place]
        if tests is None:
            tests = self.tests[card][place] = tuple(self._tests(card, place))
        return tests

    def _tests(self, card: int, place: int) -> Iterator[FrameTest]:
        ability: Any = self.index.abilities[card][place]
        if isinstance(ability, Activated):
            turn, phase, limit = ability.turn, ability.phase, ability.limit
            if turn in ("you", "opponent"):
                yield lambda s, f: (turn == "you") == (f.you == s.active)
            if phase:
                yield lambda s, _: s.phase == phase
            if limit is not None:
                yield lambda s, _: s.used.count((card, place)) < limit
        if getattr(ability, "condition", None) is not None:
            yield lambda s, f: self.selectors.true(s, ability.condition, f)
        yield from self.possibility.whole(getattr(ability, "cost", None), ability.effect)

    def may_activate(self, state: CardState, player: int, card: int) -> bool:
        """Whether nothing forbids that a player activates an effect of a card."""
        if self.continuous.cannot(state, "activate", card, player):
            return False
        most = self.continuous.at_most(state, "activate", player)
        return (
            most is None or sum(self.board.controller(state, one) == player for one, _ in state.used) < most
        )

    def use(self, state: CardState, player: int, card: int, place: int) -> None:
        """A player uses an ability: chooses its targets, pays, and its effect goes to the chain."""
        self.set_off(state, card, place, self.index.frames[player][card])

    def set_off(self, state: CardState, card: int, place: int, frame: Frame) -> None:
        ability: Any = self.index.abilities[card][place]
        state.used.append((card, place))
        self.game.used_ability(state, frame.you, card, place)
        number = self.index.number[id(ability.effect)]
        if self.index.targets[number]:
            self.interpreter.push(state, ("aim", number, frame, 0, ("pay", card, place)))
        else:
            self.step_pay(state, card, place, frame)

    def step_aim(self, state: CardState, node: int, frame: Frame, place: int, then: PendingTask) -> None:
        """The targets of an effect are chosen, one selector after the other; then its frame is passed on."""
        targets = self.index.targets[node]
        if place == len(targets):
            self.interpreter.go_on(state, then, frame)
            return
        cards = targets[place]
        found = self.selectors.candidates(state, cards, frame)
        most = len(found) if cards.count is None else self.selectors.amount(state, cards.count, frame)
        chooser = self.interpreter.chooser(state, cards, frame)
        least = 0 if cards.up_to else most
        self.interpreter.ask_cards(state, chooser, found, least, most, ("aimed", node, frame, place, then))

    def step_aimed(
        self, state: CardState, node: int, frame: Frame, place: int, then: PendingTask, cards: tuple[int, ...]
    ) -> None:
        """The targets of one selector are chosen."""
        frame = frame.naming(self.index.number[id(self.index.targets[node][place])], cards)
        self.step_aim(state, node, frame, place + 1, then)

    def step_pay(self, state: CardState, card: int, place: int, frame: Frame) -> None:
        """The cost of an ability is paid, then its effect goes to the chain, or is done."""
        ability: Any = self.index.abilities[card][place]
        has_cost, node = getattr(ability, "cost", None) is not None, self.index.number[id(ability.effect)]
        chained = self.game.TRIGGERS_CHAIN or isinstance(ability, Activated)
        if has_cost and self.game.PAYS_LATE and isinstance(ability, Activated):
            self.step_put(state, card, PAID_LATE - place, frame)
        elif has_cost:
            then = ("put", card, node, frame) if chained else ("effect", node, frame)
            self.pay_cost(state, ability, frame, then)
        elif chained:
            self.step_put(state, card, node, frame)
        else:
            self.game.event(state, "trigger", frame.you, card)
            ability.effect.do(self.game, state, frame)

    def pay_cost(self, state: CardState, ability: Any, frame: Frame, then: PendingTask) -> None:
        """Pay a cost, if one can; then a task is done, of what is skipped when it has been."""
        cost = ability.cost
        if not cost.payable(self.game, state, frame, blind=False):
            return
        is_skip = any(isinstance(part, Skip) for part in cost.parts())
        self.interpreter.push(state, ("after_skip", then) if is_skip else then)
        if among := self.possibility.useful(state, cost, ability.effect, frame):
            moved = ("moved", self.index.number[id(cost)], frame)
            self.interpreter.select(state, cost.cards, frame, moved, among)
        else:
            cost.do(self.game, state, frame)

    def step_after_skip(self, state: CardState, then: PendingTask) -> None:
        """A task is done when what was just noted to be skipped has been."""
        state.skips[-1] = (*state.skips[-1][:2], then)

    # What sets abilities off

    def trigger(
        self,
        state: CardState,
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
        for other, place in (*self.index.own.get((kind, card), ()), *self.index.heard.get(kind, ())):
            is_there = state.at[other] >= 0 or other == card
            if is_there and self.game.can_trigger(state, other, place, card):
                ability: Any = self.index.abilities[other][place]
                frame = _new(Frame, (other, self.board.controller(state, other), card, target, player, ()))
                if self.hears(state, ability.trigger, frame, direct, face):
                    state.triggered.append((other, place, frame))

    def hears(self, state: CardState, trigger: Trigger, frame: Frame, direct: bool, face: int) -> bool:
        """Whether what the frame is about is what a trigger waits for."""
        matches, cards, target = self.selectors.matches, trigger.cards, trigger.target
        return (
            (cards is None or matches(state, frame.event, cards, frame))
            and (target is None or matches(state, frame.target, target, frame))
            and (direct or not trigger.direct)
            and (not trigger.faces or face in trigger.faces)
            and (trigger.who == "any" or frame.about in self.selectors.players(state, trigger.who, frame))
        )

    def settle(self, state: CardState) -> None:
        """Abilities that were set off go to the chain, or take place."""
        waiting, state.triggered = self.game.triggers_in_order(state, state.triggered), []
        tasks: list[PendingTask] = [("trigger", *one) for one in waiting]
        if self.game.TRIGGERS_CHAIN:
            tasks.append(("window", "chain", self.after[waiting[-1][2].you], 0, self.game.PASSES))
        self.interpreter.push(state, *tasks)

    def step_trigger(self, state: CardState, card: int, place: int, frame: Frame) -> None:
        """An ability that was set off takes place if its condition holds; one with a cost is optional."""
        ability: Any = self.index.abilities[card][place]
        if self.game.EXACT:
            is_able = all(test(state, frame) for test in self.tests_of(card, place))
        else:
            is_able = self.selectors.true(state, ability.condition, frame)
        if not is_able or self.continuous.cannot(state, "activate", card, frame.you):
            return
        if ability.cost is None:
            self.set_off(state, card, place, frame)
        elif ability.cost.payable(self.game, state, frame):
            self.interpreter.ask(state, frame.you, "yes", (card,), ("trigger_wanted", card, place, frame))

    def step_trigger_wanted(
        self, state: CardState, card: int, place: int, frame: Frame, wanted: bool
    ) -> None:
        """The player has decided whether to pay for an ability that was set off."""
        if wanted:
            self.set_off(state, card, place, frame)

    # Response windows

    def step_window(self, state: CardState, kind: str, player: int, passes: int, most: int) -> None:
        """It is a player's turn to respond in a window, in which `passes` have passed after another; or, if
        they are `most` of two players (each more is one more), it closes, and what waits on the chain takes
        place, the last first.
        """
        if kind == "chain" and not state.chain:
            return
        while passes < most + self.more:
            responses = self.game.responses(state, player, every=False)
            if responses:
                self.ask_response(state, kind, player, passes, most, responses)
                return
            player, passes = self.after[player], passes + 1
        if state.chain:
            self.step_resolve(state)

    def ask_response(
        self, state: CardState, kind: str, player: int, passes: int, most: int, responses: list[Action]
    ) -> None:
        """A player responds, or passes."""
        then = ("responded", kind, player, passes, most)
        state.choice = _new(Decision, ("respond", player, (), (), 0, 0, then, ""))
        state.moves = [*responses, PASS]

    def step_responded(
        self, state: CardState, kind: str, player: int, passes: int, most: int, responded: bool
    ) -> None:
        """A player has responded, or passed."""
        if responded:  # what the response is comes first
            state.tasks.append(("window", kind, self.after[player], 0, 2))
        else:
            self.step_window(state, kind, self.after[player], passes + 1, most)

    def step_put(self, state: CardState, card: int, node: int, frame: Frame) -> None:
        """An effect goes to the chain. It opens a response window, unless one is open."""
        opened = "window" in [task[0] for task in state.tasks]
        state.chain.append(_new(Waiting, (card, node, frame, False)))
        self.game.event(state, "activate", frame.you, card)
        self.trigger(state, "activates", card, frame.you)
        if not opened:
            other = self.after[frame.you]
            if self.game.PASSES > 1 or self.more:
                self.step_window(state, "chain", other, 0, self.game.PASSES)
            elif responses := self.game.responses(state, other, every=False):
                self.ask_response(state, "chain", other, 0, 1, responses)
            else:
                self.step_resolve(state, at_once=True)

    def step_resolve(self, state: CardState, at_once: bool = False) -> None:
        """The last effect of the chain takes place, after responses or at once."""
        card, node, frame, countered = state.chain.pop()
        reopens = self.game.REOPENS
        if state.chain:
            state.tasks.append(("window", "chain", state.active, 0, 2) if reopens else ("resolve",))
        if state.tasks and (not state.chain or reopens):
            state.tasks.append(("settle",))
        if countered or self.continuous.cannot(state, "resolve", card, frame.you):
            self.game.event(state, "countered", frame.you, card)
            return
        if node < 0:
            self.game.resolve_own(state, card, node, frame)
            return
        effect, is_certain = self.index.nodes[node], at_once or not self.game.EXACT
        fizzles = self.fizzles(state, node, frame)
        if fizzles or not (is_certain or self.possibility.possible(state, effect, frame)):
            self.game.event(state, "fizzle", frame.you, card)
            return
        self.game.event(state, "resolve", frame.you, card)
        effect.do(self.game, state, frame)

    def resolve_late(self, state: CardState, card: int, node: int, frame: Frame) -> None:
        """An ability whose cost is paid only now takes place."""
        ability = self.index.abilities[card][PAID_LATE - node]
        if ability.cost.payable(self.game, state, frame, blind=False):
            self.game.event(state, "resolve", frame.you, card)
            self.interpreter.push(state, ("effect", self.index.number[id(ability.effect)], frame))
            ability.cost.do(self.game, state, frame)

    def fizzles(self, state: CardState, node: int, frame: Frame) -> bool:
        """Whether an effect had targets and none of them is legal any more."""
        gone = [
            set(known).isdisjoint(self.selectors.candidates(state, cards, frame))
            for cards in self.index.targets.get(node, ())
            if (known := frame.chosen_as(self.index.number[id(cards)]))
        ]
        return bool(gone) and all(gone)
