"""A match at the table: what the page shows and what it may ask for, one thing at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from cardtools.play.agents import Agent
from cardtools.play.engine import Action, Definition, Engine
from cardtools.play.match import DIGEST_EVERY, Match, MatchRecord
from cardtools.play.state import Event
from cardtools.play.view import event_in_words, handles, view

# What a text of a card will do, in words; "" where nobody can say.
Describe = Callable[[Definition], str]


class StaleError(Exception):
    """A request about a match that has moved on, from another tab or before a reload."""


class GameTable:
    """A match between `seats`, in which None is a person. `viewer` is the person's seat, or -1 if there is
    none, and everything is shown.

    Every change makes a new `version`; whoever asks for a change says which version he has seen. `changed` is
    called after each of them. Its methods may be called from any thread.
    """

    def __init__(
        self,
        engine: Engine[Any],
        seats: Sequence[Agent | None],
        seed: int,
        names: Sequence[str],
        adviser: Agent,
        practice: bool = False,
    ) -> None:
        self.engine, self.seats, self.names, self.adviser = engine, tuple(seats), tuple(names), adviser
        self.practice = practice
        self.changed: Callable[[GameTable], None] = lambda table: None
        people = [seat for seat, agent in enumerate(self.seats) if agent is None]
        self.viewer = people[0] if people else -1
        self._lock = threading.RLock()
        self.version = self.story = 0
        self._begin(seed)

    def _begin(self, seed: int) -> None:
        self.record = MatchRecord(seed)
        self.match = Match(self.engine, self.seats, seed, record=self.record)
        self.past: list[tuple[Match, int]] = []  # the match before each action, and how long the log was
        self.log: list[dict[str, Any]] = []
        self._tell(self.match.state.events)

    def _tell(self, events: Sequence[Event]) -> None:
        turn = self.match.state.turn
        for event in events:
            if text := event_in_words(self.engine, event, self.viewer, self.names):
                self.log.append(line(event, turn, text))

    def state(self, since: int = 0, story: int = -1) -> dict[str, Any]:
        """Everything that the page shows; of the log the lines from `since`, or all of them if the page knows
        another `story`, where lines were taken back.
        """
        with self._lock:
            since = min(since, len(self.log)) if story == self.story else 0
            match, engine = self.match, self.engine
            shown = view(engine, match.state, self.viewer)
            if match.outcome is not None:
                shown |= {"decider": -1, "outcome": match.outcome.data()}
            return {
                "version": self.version,
                "number": match.number,
                "view": shown,
                "actions": self._actions() if self._is_persons(match) else [],
                "canTakeBack": self.practice and any(self._is_persons(match) for match, _ in self.past),
                "story": self.story,
                "since": since,
                "log": self.log[since:],
            }

    def _is_persons(self, match: Match) -> bool:
        return match.outcome is None and bool(match.state.decider == self.viewer)

    def _actions(self) -> list[dict[str, Any]]:
        engine, state = self.engine, self.match.state
        short = set(engine.legal_actions(state))
        return [
            {
                "text": engine.text(state, action),
                "handles": handles(engine, state, action),
                "listed": action in short,
            }
            for action in engine.legal_actions(state, every=True)
        ]

    def setting(self) -> dict[str, Any]:
        """What never changes in a match: who plays, and with what."""
        return {
            "mode": "play",
            "names": list(self.names),
            "viewer": self.viewer,
            "agents": [agent.name if agent else "" for agent in self.seats],
            "practice": self.practice,
        }

    def act(self, version: int, number: int) -> None:
        """Do the person's action with this number in the list of the version. Raises StaleError."""
        with self._change(version):
            state = self.match.state
            actions = self.engine.legal_actions(state, every=True)
            if not self._is_persons(self.match) or not 0 <= number < len(actions):
                raise StaleError
            # Of several copies the one that a replay would take.
            self._do(self.engine.parse(state, self.engine.text(state, actions[number])) or actions[number])

    def go(self, version: int) -> None:
        """Let the agent who decides choose and act. Raises StaleError."""
        with self._change(version):
            if self.match.outcome or self.seats[self.match.state.decider] is None:
                raise StaleError
            action = self.match.action()
            if action is None:
                self._moved()
            else:
                self._do(action)

    def back(self, version: int) -> None:
        """Take back to the person's last decision, in practice. Raises StaleError."""
        with self._change(version):
            self.story += 1
            while self.practice and self.past:
                self.match, lines = self.past.pop()
                del self.log[lines:], self.record.actions[self.match.number :]
                del self.record.digests[-(-self.match.number // DIGEST_EVERY) :]
                if self._is_persons(self.match):
                    self._moved()
                    return
            raise StaleError

    def again(self, version: int, seed: int) -> None:
        """Begin another match with the same decks. Raises StaleError."""
        with self._change(version):
            self.story += 1
            self._begin(seed)
            self._moved()

    def advice(self, version: int) -> dict[str, Any]:
        """What the adviser would do in the person's place, in practice. Raises StaleError."""
        with self._change(version):
            if not self.practice or not self._is_persons(self.match):
                raise StaleError
            action = self.match.copy().action(self.adviser)
            if action is None:
                raise StaleError
            state = self.match.state
            return {"text": self.engine.text(state, action), "handles": handles(self.engine, state, action)}

    def why_not(self, card: int) -> str:
        """Why the person can do nothing with a card now."""
        with self._lock:
            state = self.match.state
            if not self._is_persons(self.match):
                return "It is not your turn to decide."
            seen = self.engine.observation(state, self.viewer)
            if not 0 <= card < len(self.engine.cards) or self.engine.owner[card] != self.viewer:
                return "It is not yours."
            return self.engine.why_not(seen, card)

    def resume(self, actions: Sequence[str]) -> int:
        """Do actions of a saved match again, before anybody sees it; how many of them could be done."""
        for number, text in enumerate(actions):
            action = None if self.match.outcome else self.engine.parse(self.match.state, text)
            if action is None:
                return number
            self._do(action)
        return len(actions)

    def _do(self, action: Action) -> None:
        if self.practice:
            self.past.append((self.match.copy(), len(self.log)))
        self._tell(self.match.do(action))
        self._moved()

    def _moved(self) -> None:
        self.version += 1
        self.changed(self)

    @contextmanager
    def _change(self, version: int) -> Iterator[None]:
        with self._lock:
            if version != self.version:
                raise StaleError
            yield


def numbered(names: Sequence[str]) -> list[str]:
    """The names of players, with the number of the seat where several have the same."""
    return [f"{name} {at}" if names.count(name) > 1 else name for at, name in enumerate(names, 1)]


def line(event: Event, turn: int, text: str) -> dict[str, Any]:
    """A line of the log. An event of the kind `roll` or `reroll` has the face of its die first."""
    shown = {"turn": turn, "player": event.player, "kind": event.kind, "text": text}
    return shown | {"die": event.details[0]} if event.kind in ("roll", "reroll") else shown


def cards_of(engine: Engine[Any], pictures: Mapping[str, str], describe: Describe) -> list[dict[str, str]]:
    """Each card of the match by number: its name, values and texts, what they do, its picture's address."""
    different = {id(card): card for card in engine.cards}
    found = {
        number: {
            "name": card.name,
            "facts": ", ".join(
                f"{name} {' '.join(map(str, value)) if isinstance(value, tuple) else value}"
                for name, value in card.values.items()
                if value not in ("", ())
            ),
            "text": "\n".join(text.words for text in card.texts),
            "does": describe(card),
            "blank": "; ".join(filter(None, (text.blank for text in card.texts))),
            "picture": pictures.get(card.name, ""),
        }
        for number, card in different.items()
    }
    return [found[id(card)] for card in engine.cards]
