"""The loop of tasks, and the decisions in it: a state can be copied in the middle of an effect.

A task is the name of a `step_*` method with its arguments. A step does something at once, and pushes the
tasks that come after it. One that needs a decision sets `state.choice`; the answer is the last argument of
the task that goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardtools.play.engine import Action
from cardtools.play.interpreter.board import GameBoard
from cardtools.play.interpreter.part import EnginePart
from cardtools.play.interpreter.selectors import Selectors
from cardtools.play.interpreter.state import CardState, Decision, Frame, PendingTask
from cardtools.play.state import EMPTY, HIDDEN
from cardtools.play.streams import Stream
from cardtools.programs.tree import Effect, Selector

YES: Action = ("yes",)
NO: Action = ("no",)
DONE: Action = ("done",)
PASS: Action = ("pass",)
# So many turns pass without a decision at most, so that an action always ends.
_TURNS_ALONE = 4
_new = tuple.__new__  # of a NamedTuple, in half the time


class Interpreter(EnginePart):
    """Does effects, task by task, and asks for choices. `steps` is the table of what tasks do, by their name:
    the steps of verbs, of the parts, and of the game. `own_kinds` are kinds of decisions that parts of a game
    have, with what lists the legal answers; a whole action is the answer.
    """

    board: GameBoard
    selectors: Selectors
    steps: dict[str, Callable[..., None]]

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.own_kinds: dict[str, Callable[[Any, Decision], list[Action]]] = {}

    # The loop

    def run(self, state: CardState) -> None:
        """Do the tasks until somebody must decide or the match is over."""
        tasks, steps, last_turn = state.tasks, self.steps, state.turn + _TURNS_ALONE
        while state.choice is None and state.outcome is None:
            if tasks:
                task = tasks.pop()
                steps[task[0]](state, *task[1:])
            elif state.triggered:
                self.abilities.settle(state)
            else:
                self.game.check(state)
                state.last = EMPTY
                if state.outcome or state.turn >= last_turn or not self.game.go_on_alone(state):
                    break
        state.decider = state.active if state.choice is None else state.choice.chooser

    def push(self, state: CardState, *tasks: PendingTask) -> None:
        """Do these tasks next, in this order."""
        state.tasks.extend(reversed(tasks))

    def go_on(self, state: CardState, then: PendingTask, answer: Any) -> None:
        """Go on with a task that waited for an answer."""
        self.steps[then[0]](state, *then[1:], answer)

    def step_settle(self, state: CardState) -> None:
        """What was set off takes place now, before the tasks that wait."""
        if state.triggered:
            self.abilities.settle(state)
        self.game.check(state)

    # Doing effects

    def step_effect(self, state: CardState, node: int, frame: Frame) -> None:
        """An effect is done."""
        self.index.nodes[node].do(self.game, state, frame)

    def later(self, state: CardState, frame: Frame, *effects: Effect) -> None:
        """Do these effects one after the other, the first now."""
        number, tasks = self.index.number, state.tasks
        for effect in effects[:0:-1]:
            tasks.append(("effect", number[id(effect)], frame))
        for effect in effects[:1]:
            effect.do(self.game, state, frame)

    def skipping(self, state: CardState, player: int, phase: str, then: PendingTask) -> bool:
        """Whether a player skips a phase that begins; the skip is used up, what it was the cost of takes
        place after it, and then a task is done.
        """
        for place, (who, what, paid) in enumerate(state.skips):
            if (who, what) == (player, phase):
                del state.skips[place]
                self.game.event(state, "skip", player, -1, phase if phase == "turn" else f"{phase} phase")
                self.push(state, *((paid, ("settle",), then) if paid else (then,)))
                return True
        return False

    # Choices

    def ask_cards(
        self,
        state: CardState,
        player: int,
        cards: Sequence[int],
        least: int,
        most: int,
        then: PendingTask,
        secret: str = "",
    ) -> None:
        """A player chooses `least` to `most` of the cards; `then` goes on with them, at once if there is
        nothing to choose. `secret` is the pile of the player that only the player may look through.
        """
        most = min(most, len(cards))
        least = min(least, most)
        if most <= 0:
            self.go_on(state, then, ())
        elif least == len(cards):
            self.go_on(state, then, tuple(cards))
        else:
            state.choice = _new(Decision, ("cards", player, tuple(cards), (), least, most, then, secret))

    def ask(
        self, state: CardState, player: int, kind: str, options: Sequence[Any], then: PendingTask
    ) -> None:
        """A player chooses one of the options: a "yes" (answer True or False), "number", "slot", "effect"
        (its place) or "verb" (an action of that verb alone). `then` goes on with it, at once if there is only
        one.
        """
        if kind != "yes" and len(options) == 1:
            self.go_on(state, then, options[0])
        else:
            state.choice = _new(Decision, (kind, player, tuple(options), (), 1, 1, then, ""))

    def answers(self, state: CardState, choice: Decision, every: bool) -> list[Action]:
        """The legal answers to a choice."""
        kind, options, chosen, least = choice.kind, choice.options, choice.chosen, choice.least
        if kind == "yes":
            return [YES, NO]
        if kind == "respond":
            return [*self.game.responses(state, choice.chooser, every), PASS]
        if kind == "verb":
            return [(verb,) for verb in options]
        if kind in self.own_kinds:
            return self.own_kinds[kind](state, choice)
        if kind != "cards":
            return [(f"choose_{kind}", option) for option in options]
        if every:
            cards = [card for card in options if card not in chosen]
        else:
            # Of the orders in which the same cards can be chosen, the first.
            start = options.index(chosen[-1]) + 1 if chosen else 0
            last = len(options) - max(0, least - len(chosen)) + 1
            first: dict[tuple[int, int], int] = {}
            for card in options[start:last]:
                first.setdefault((self.index.same[card], state.at[card]), card)
            cards = [*first.values()]
        actions: list[Action] = [("choose", card) for card in cards]
        if len(chosen) >= least:
            actions.append(DONE)
        return actions

    def answer(self, state: CardState, choice: Decision, action: Action) -> None:
        """Take an answer to the pending choice."""
        state.choice = None
        kind, then = choice.kind, choice.then
        if kind == "respond":
            self.go_on(state, then, action != PASS)
            if action != PASS:
                self.game.respond(state, choice.chooser, action)
        elif kind == "cards":
            chosen = choice.chosen if action == DONE else (*choice.chosen, action[1])
            if action == DONE or len(chosen) == choice.most:
                self.go_on(state, then, chosen)
            else:
                state.choice = _new(Decision, (*choice[:3], chosen, *choice[4:]))
        elif kind == "yes":
            self.go_on(state, then, action == YES)
        elif kind in self.own_kinds:
            self.go_on(state, then, action)
        else:
            self.go_on(state, then, action[0] if kind == "verb" else action[1])

    # Selectors as choices

    def select(
        self,
        state: CardState,
        cards: Selector,
        frame: Frame,
        then: PendingTask,
        among: list[int] | None = None,
    ) -> None:
        """Go on with the cards that a selector means (of those `among`), chosen by whoever chooses."""
        if cards.target and (known := frame.chosen_as(self.index.number[id(cards)])) is not None:
            legal = self.selectors.candidates(state, cards, frame)
            self.go_on(state, then, tuple(card for card in known if card in legal))
            return
        found = self.selectors.candidates(state, cards, frame) if among is None else among
        search = cards.zone in self.index.unseen and cards.relation == "" and not cards.position
        if search:
            found.sort()  # by number, which says nothing about the order of the pile
        most = len(found) if cards.count is None else self.selectors.amount(state, cards.count, frame)
        if self.game.EXACT and len(found) < most and not cards.up_to:
            self.game.passing(state, "fizzle", frame.you, frame.card)
            self.go_on(state, then, ())
            return
        if cards.count is None or cards.position:
            self.go_on(state, then, tuple(found))
            return
        if cards.chooser == "random":
            picked = found[:]
            state.random.shuffle(picked)
            self.go_on(state, then, tuple(picked[:most]))
            return
        if search and found:
            for player in self.selectors.players(state, cards.who, frame):
                self.push(state, ("shuffle", cards.zone, player))
        least = 0 if cards.up_to or (search and not self.game.EXACT) else most
        secret = cards.zone if search or cards.zone == "hand" else ""
        self.ask_cards(state, self.chooser(state, cards, frame), found, least, most, then, secret)

    def chooser(self, state: CardState, cards: Selector, frame: Frame) -> int:
        """The player who chooses the cards of a selector."""
        if cards.chooser == "you":
            return frame.you
        return self.selectors.player(state, cards.chooser, frame)

    def hide_choice(self, state: CardState, viewer: int) -> None:
        """What a player chooses from in secret is not for others to see, nor what hidden cards an effect that
        is going on has chosen.
        """
        choice = state.choice
        if choice and choice.secret and choice.chooser != viewer:
            hidden = (HIDDEN,) * len(choice.chosen)
            choice = state.choice = choice._replace(options=(), chosen=hidden)
        if choice and (state.last >= 0 or any(map(_names_cards, (choice.then, *state.tasks)))):
            known = {card for _, _, card in state.places() if card >= 0}
            if choice.chooser == viewer:
                known.update(choice.options)
            self._replace_chosen(state, choice, lambda card: card if card in known else HIDDEN)
            if state.last not in known:
                state.last = EMPTY

    @staticmethod
    def _replace_chosen(state: CardState, choice: Decision, other: Callable[[int], int]) -> None:
        """Put others in the place of the cards that were chosen for tasks, and for the pending choice."""
        state.tasks = [_replaced(task, other) for task in state.tasks]
        state.choice = choice._replace(then=_replaced(choice.then, other))

    def deal_chosen(self, state: CardState, observation: CardState, random: Stream) -> None:
        """Of a state that the observation could be of: cards that a pending effect has chosen, and which the
        viewer does not know, are any of those that are hidden.
        """
        choice = state.choice
        if choice:
            seen = {card for _, _, card in observation.places()} | set(choice.options)
            dealt: list[int] = []
            for player in (
                *self.game.opponents[choice.chooser],
                choice.chooser,
            ):  # the chooser's are taken first
                unseen = [card for card in state.hand[player] + state.deck[player] if card not in seen]
                random.shuffle(unseen)
                dealt += unseen
            if choice.secret and not choice.options:
                options = sorted(self.board.pile(state, choice.secret, choice.chooser))
                choice = choice._replace(options=tuple(options), chosen=tuple(options[: len(choice.chosen)]))
            self._replace_chosen(state, choice, lambda c: dealt.pop() if c == HIDDEN and dealt else c)


def _names_cards(value: Any) -> bool:
    """Whether a task names cards that were chosen for it."""
    if isinstance(value, Frame):
        return bool(value.chosen)
    if not isinstance(value, tuple) or not value:
        return False
    return all(type(item) is int for item in value) or any(map(_names_cards, value))


def _replaced(value: Any, other: Callable[[int], int]) -> Any:
    """A task with others in the place of the cards that were chosen for it."""
    if isinstance(value, Frame):
        chosen = tuple((name, tuple(map(other, cards))) for name, cards in value.chosen)
        return value._replace(chosen=chosen) if chosen else value
    if not isinstance(value, tuple):
        return value
    are_cards = all(type(item) is int for item in value)
    return tuple(other(item) if are_cards else _replaced(item, other) for item in value)
