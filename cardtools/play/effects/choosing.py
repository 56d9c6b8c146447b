"""The loop of tasks, and the decisions in it: a state can be copied in the middle of an effect.

A task is the name of a `step_*` method with its arguments. A step does something at once, and pushes the
tasks that come after it. One that needs a decision sets `state.choice`; the answer is the last argument of
the task that goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from cardtools.play.effects.matching import Matching
from cardtools.play.effects.state import CardState, Decision, Frame, PendingTask
from cardtools.play.engine import Action, Verb
from cardtools.play.state import EMPTY, HIDDEN
from cardtools.play.streams import Stream
from cardtools.programs.tree import Selector

S = TypeVar("S", bound=CardState)
YES: Action = ("yes",)
NO: Action = ("no",)
DONE: Action = ("done",)
PASS: Action = ("pass",)
# So many turns pass without a decision at most, so that an action always ends.
_TURNS_ALONE = 4
_new = tuple.__new__  # of a NamedTuple, in half the time


class Choosing(Matching[S]):
    """Tasks and choices."""

    # The verbs of choices; a game's own VERBS include them: `VERBS = Choosing.CHOICES | {...}`.
    CHOICES: ClassVar[Mapping[str, Verb]] = {
        "choose": Verb("choose {0}", ("card",)),
        "choose_number": Verb("choose {0}", ("number",)),
        "choose_slot": Verb("choose slot {0}", ("slot",)),
        "choose_effect": Verb("choose effect {0}", ("place",)),
        "yes": Verb("yes"),
        "no": Verb("no"),
        "done": Verb("done"),
        "pass": Verb("pass"),
    }
    # Whether a number of cards must be adhered to: an effect that finds fewer does nothing, and cannot be
    # activated. Else it takes as many as there are, and who searches a pile may find nothing.
    EXACT: ClassVar[bool] = False
    steps: dict[str, Callable[..., None]]
    # The zones whose order nobody knows.
    unseen: frozenset[str]
    # By card the first card of the same player that is the same but for its number.
    same: list[int]

    # What a game writes

    def actions(self, state: S, every: bool) -> list[Action]:
        """What the player whose turn it is may do when nothing else is to be decided."""
        raise NotImplementedError

    def act(self, state: S, action: Action) -> None:
        """Do what such an action says: push tasks, or do it at once."""
        raise NotImplementedError

    def check(self, state: S) -> None:
        """Look whether somebody has lost or won; asked whenever an effect or step has ended."""

    def responses(self, state: S, player: int, every: bool) -> list[Action]:
        """What a player may do in a response window, without `pass`."""
        return []

    def respond(self, state: S, player: int, action: Action) -> None:
        """Do what a response says."""
        self.act(state, action)

    def go_on_alone(self, state: S) -> bool:
        """Whether the match goes on without a decision: there is only one thing to do, and it is done."""
        return False

    def settle(self, state: S) -> None:
        """Let abilities that were set off take place; see `Abilities`."""
        raise NotImplementedError

    def different(self, cards: Iterable[int]) -> list[int]:
        """The cards without further copies of one among them."""
        first: dict[int, int] = {}
        same = self.same
        for card in cards:
            first.setdefault(same[card], card)
        return list(first.values())

    # The loop

    def legal_actions(self, state: S, every: bool = False) -> list[Action]:
        """Answers to the pending choice, or else the actions of the game."""
        if state.outcome is not None:
            return []
        if state.moves is not None and not every:
            return state.moves
        if state.choice is not None:
            return self.answers(state, state.choice, every)
        return self.actions(state, every)

    def perform(self, state: S, action: Action) -> None:
        """Do an action, and all that follows from it up to the next decision."""
        state.moves = None
        if state.choice is not None:
            self.answer(state, state.choice, action)
        else:
            self.act(state, action)
        self.run(state)

    def run(self, state: S) -> None:
        """Do the tasks until somebody must decide or the match is over."""
        tasks, steps, last_turn = state.tasks, self.steps, state.turn + _TURNS_ALONE
        while state.choice is None and state.outcome is None:
            if tasks:
                task = tasks.pop()
                steps[task[0]](state, *task[1:])
            elif state.triggered:
                self.settle(state)
            else:
                self.check(state)
                state.last = EMPTY
                if state.outcome or state.turn >= last_turn or not self.go_on_alone(state):
                    break
        state.decider = state.active if state.choice is None else state.choice.chooser

    def push(self, state: S, *tasks: PendingTask) -> None:
        """Do these tasks next, in this order."""
        state.tasks.extend(reversed(tasks))

    def go_on(self, state: S, then: PendingTask, answer: Any) -> None:
        """Go on with a task that waited for an answer."""
        self.steps[then[0]](state, *then[1:], answer)

    def step_settle(self, state: S) -> None:
        """What was set off takes place now, before the tasks that wait."""
        if state.triggered:
            self.settle(state)
        self.check(state)

    def step_shuffle(self, state: S, zone: str, player: int) -> None:
        """A pile is shuffled."""
        self.shuffle(state, zone, player)

    # Choices

    def ask_cards(
        self,
        state: S,
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

    def ask(self, state: S, player: int, kind: str, options: Sequence[Any], then: PendingTask) -> None:
        """A player chooses one of the options: a "yes" (answer True or False), "number", "slot", "effect"
        (its place) or "verb" (an action of that verb alone). `then` goes on with it, at once if there is only
        one.
        """
        if kind != "yes" and len(options) == 1:
            self.go_on(state, then, options[0])
        else:
            state.choice = _new(Decision, (kind, player, tuple(options), (), 1, 1, then, ""))

    def answers(self, state: S, choice: Decision, every: bool) -> list[Action]:
        """The legal answers to a choice."""
        kind, options, chosen, least = choice.kind, choice.options, choice.chosen, choice.least
        if kind == "yes":
            return [YES, NO]
        if kind == "respond":
            return [*self.responses(state, choice.chooser, every), PASS]
        if kind == "verb":
            return [(verb,) for verb in options]
        if kind != "cards":
            return [(f"choose_{kind}", option) for option in options]
        actions: list[Action] = []
        if every:
            actions = [("choose", card) for card in options if card not in chosen]
        else:
            # Of the orders in which the same cards can be chosen, the first.
            start = options.index(chosen[-1]) + 1 if chosen else 0
            last = len(options) - max(0, least - len(chosen)) + 1
            same, at = self.same, state.at
            first: dict[tuple[int, int], int] = {}
            for card in options[start:last]:
                first.setdefault((same[card], at[card]), card)
            actions = [("choose", card) for card in first.values()]
        if len(chosen) >= least:
            actions.append(DONE)
        return actions

    def answer(self, state: S, choice: Decision, action: Action) -> None:
        """Take an answer to the pending choice."""
        state.choice = None
        then = choice.then
        if choice.kind == "respond":
            if action == PASS:
                self.go_on(state, then, False)
            else:
                self.go_on(state, then, True)
                self.respond(state, choice.chooser, action)
        elif choice.kind == "yes":
            self.go_on(state, then, action == YES)
        elif choice.kind != "cards":
            self.go_on(state, then, action[0] if choice.kind == "verb" else action[1])
        else:
            chosen = choice.chosen if action == DONE else (*choice.chosen, action[1])
            if action == DONE or len(chosen) == choice.most:
                self.go_on(state, then, chosen)
            else:
                state.choice = _new(Decision, (*choice[:3], chosen, *choice[4:]))

    # Selectors as choices

    def select(
        self, state: S, cards: Selector, frame: Frame, then: PendingTask, among: list[int] | None = None
    ) -> None:
        """Go on with the cards that a selector means (of those `among`), chosen by whoever chooses."""
        if cards.target and (known := self.chosen(frame, self.number[id(cards)])) is not None:
            legal = self.candidates(state, cards, frame)
            self.go_on(state, then, tuple(card for card in known if card in legal))
            return
        found = self.candidates(state, cards, frame) if among is None else among
        search = cards.zone in self.unseen and cards.relation == "" and not cards.position
        if search:
            found.sort()  # by number, which says nothing about the order of the pile
        if cards.count is None:
            self.go_on(state, then, tuple(found))
            return
        most = self.amount(state, cards.count, frame)
        if self.EXACT and len(found) < most and not cards.up_to:
            self.passing(state, "fizzle", frame.you, frame.card)
            self.go_on(state, then, ())
            return
        if cards.position:
            self.go_on(state, then, tuple(found))
            return
        least = 0 if cards.up_to or (search and not self.EXACT) else most
        if cards.chooser == "random":
            picked = found[:]
            state.random.shuffle(picked)
            self.go_on(state, then, tuple(picked[:most]))
            return
        if search and found:
            for player in self.players(state, cards.who, frame):
                self.push(state, ("shuffle", cards.zone, player))
        chooser = self.chooser(state, cards, frame)
        if search and not cards.up_to and not found:
            self.go_on(state, then, ())
            return
        secret = cards.zone if search or cards.zone == "hand" else ""
        self.ask_cards(state, chooser, found, least, most, then, secret)

    def chooser(self, state: S, cards: Selector, frame: Frame) -> int:
        """The player who chooses the cards of a selector."""
        if cards.chooser == "you":
            return frame.you
        players = self.players(state, cards.chooser, frame)
        return players[0] if players else frame.you

    number: dict[int, int]

    def hide(self, state: S, viewer: int) -> None:
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
            state.tasks = [_without(task, known) for task in state.tasks]
            state.choice = choice._replace(then=_without(choice.then, known))
            if state.last not in known:
                state.last = EMPTY

    def determinise(self, observation: S, random: Stream) -> S:
        """A state that the observation could be of; see `Engine.determinise`. Cards that a pending effect has
        chosen, and which the viewer does not know, are any of those that are hidden.
        """
        state = super().determinise(observation, random)
        choice = state.choice
        if choice:
            seen = {card for _, _, card in observation.places()} | set(choice.options)
            dealt: list[int] = []
            for player in (1 - choice.chooser, choice.chooser):  # the chooser's are taken first
                unseen = [card for card in state.hand[player] + state.deck[player] if card not in seen]
                random.shuffle(unseen)
                dealt += unseen
            state.tasks = [_dealt(task, dealt) for task in state.tasks]
            choice = choice._replace(then=_dealt(choice.then, dealt))
            if choice.secret and not choice.options:
                options = sorted(self.pile(state, choice.secret, choice.chooser))
                choice = choice._replace(options=tuple(options), chosen=tuple(options[: len(choice.chosen)]))
            state.choice = choice
        return state


def _names_cards(value: Any) -> bool:
    """Whether a task names cards that were chosen for it."""
    if isinstance(value, Frame):
        return bool(value.chosen)
    if not isinstance(value, tuple) or not value:
        return False
    return all(type(item) is int for item in value) or any(map(_names_cards, value))


def _without(value: Any, known: set[int]) -> Any:
    """A task without the hidden cards that were chosen for it."""
    if isinstance(value, Frame):
        chosen = tuple((name, _hidden(cards, known)) for name, cards in value.chosen)
        return value._replace(chosen=chosen) if chosen else value
    if isinstance(value, tuple):
        if value and all(type(item) is int for item in value):
            return _hidden(value, known)
        return tuple(_without(item, known) for item in value)
    return value


def _hidden(cards: tuple[int, ...], known: set[int]) -> tuple[int, ...]:
    return tuple(card if card in known else HIDDEN for card in cards)


def _dealt(value: Any, cards: list[int]) -> Any:
    """A task with cards in the place of hidden ones."""
    if type(value) is tuple:
        if HIDDEN in value:
            return tuple(cards.pop() if item == HIDDEN and cards else item for item in value)
        return tuple(_dealt(item, cards) for item in value)
    if isinstance(value, Frame) and value.chosen:
        return value._replace(chosen=_dealt(value.chosen, cards))
    return value
