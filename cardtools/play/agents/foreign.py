"""Agents that are not ours: a Python class, and a program that speaks one line of JSON a decision.

Whatever they do wrong loses the match and never stops the run. docs/guides/playtest.md describes both.
"""

from __future__ import annotations

import json
import queue
import shlex
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from cardtools.ground.errors import CardtoolsError, printable
from cardtools.ground.limits import limits
from cardtools.play.agents import Agent, AgentError
from cardtools.play.engine import Action, Engine
from cardtools.play.state import EMPTY, HIDDEN
from cardtools.play.streams import Stream

_LONGEST_ANSWER = 10_000  # characters
_WORDS = 200  # of a foreign text in a message


class ClassAgent(Agent):
    """An agent of the user's own class, which has `choose` as `Agent` says; the rest is optional. It gets a
    copy of the observation, so that it cannot change the match.
    """

    def __init__(self, agent: Any, name: str) -> None:
        self.agent, self.name = agent, name
        self.has_no_memory = bool(getattr(agent, "has_no_memory", False))

    def choose(self, engine: Engine[Any], seen: Any, actions: Sequence[Action], random: Stream) -> Action:
        """What the class chooses. Raises AgentError where it fails, or chooses what is not legal."""
        try:
            chosen: Action = self.agent.choose(engine, seen.copy(), tuple(actions), random)
            legal = chosen in actions or not engine.illegal(seen, chosen)
        except (Exception, SystemExit) as error:
            raise AgentError(_short(f"{type(error).__name__}: {error}")) from error
        if not legal:
            raise AgentError(f"{_short(repr(chosen))} is not legal")
        return chosen


class ProgramAgent(Agent):
    """A program that is asked by a line of JSON on its standard input, and answers with one. It is started
    for its first decision, and again after each fault. Threads read and write, so that a program which does
    neither can be left in time.
    """

    def __init__(self, command: str, root: Path) -> None:
        self.process: Any = None
        self.name = f"program:{command}"
        self.argv, self.root = shlex.split(command), root
        self.told: Engine[Any] | None = None
        self.number = 0

    def choose(self, engine: Engine[Any], seen: Any, actions: Sequence[Action], random: Stream) -> Action:
        """What the program answers. Raises AgentError for anything else than one legal action, in time."""
        self.number += 1
        asked = {
            "id": self.number,
            "player": seen.viewer,
            "turn": seen.turn,
            "phase": seen.phase,
            "state": {part.name: getattr(seen, part.name) for part in seen.PARTS},
            "random": random.below(1 << 31),
            "actions": [engine.text(seen, action) for action in actions],
        }
        try:
            return actions[self._answer(engine, asked)]
        except AgentError:
            self.close()
            raise

    def _answer(self, engine: Engine[Any], asked: Mapping[str, Any]) -> int:
        """The place of the action that the program chooses."""
        if self.process is None:
            self._start()
        news = [asked] if self.told is engine else [_game(engine), asked]
        self.told = engine
        if not self.lines.empty():
            raise AgentError(f"it wrote without being asked: {_short(self.lines.get())}")
        text = "".join(f"{json.dumps(one)}\n" for one in news)
        threading.Thread(target=_write, args=(self.process.stdin, text), daemon=True).start()
        seconds = limits().agent_seconds
        try:
            line = self.lines.get(timeout=seconds)
        except queue.Empty:
            raise AgentError(f"no answer within {seconds} s") from None
        if not line:
            self.errors.join(1)
            try:
                code = self.process.wait(1)
            except subprocess.TimeoutExpired:
                raise AgentError("it closed its standard output") from None
            raise AgentError(f"it ended with {code}" + "".join(f": {_short(one)}" for one in self.last))
        if len(line) >= _LONGEST_ANSWER:
            raise AgentError(f"its answer is longer than {_LONGEST_ANSWER:,} characters")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise AgentError(f"its answer is not JSON: {_short(line)}") from None
        if not isinstance(answer, dict) or not isinstance(answer.get("action"), str):
            raise AgentError(f'expected {{"id": ..., "action": "..."}}, found {_short(line)}')
        if answer.get("id") != asked["id"]:
            raise AgentError("its answer has another id than the decision")
        if answer["action"] not in asked["actions"]:
            raise AgentError("its answer is none of the actions")
        return int(asked["actions"].index(answer["action"]))

    def _start(self) -> None:
        pipe = subprocess.PIPE
        try:
            self.process = subprocess.Popen(
                self.argv, stdin=pipe, stdout=pipe, stderr=pipe, cwd=self.root, encoding="utf-8",
                errors="replace",
            )  # fmt: skip
        except (OSError, ValueError) as error:
            raise AgentError(f"cannot be started: {error}") from None
        self.told = None
        self.lines, self.last = queue.Queue[str](maxsize=1_000), deque[str](maxlen=1)
        note = self.last.append
        out = self.process.stdout, self.lines.put
        err = self.process.stderr, lambda line: line.strip() and note(line)
        readers = [threading.Thread(target=_read, args=pair, daemon=True) for pair in (out, err)]
        for reader in readers:
            reader.start()
        self.errors = readers[1]

    def close(self) -> None:
        """End the program."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
        self.process = None

    __del__ = close


def _game(engine: Engine[Any]) -> dict[str, Any]:
    """What a program gets to know about the game, once: its cards by number, and what the numbers mean."""
    return {
        "game": engine.NAME,
        "players": engine.players,
        "options": engine.options,
        "hidden": HIDDEN,
        "empty": EMPTY,
        "cards": [
            {
                "name": card.name,
                "owner": owner,
                "kinds": sorted(card.kinds),
                "values": dict(card.values),
                "texts": [text.words for text in card.texts],
            }
            for card, owner in zip(engine.cards, engine.owner, strict=True)
        ],
    }


def _read(file: IO[str], take: Callable[[str], object]) -> None:
    """Take each line of a pipe, and an empty one at its end."""
    while line := file.readline(_LONGEST_ANSWER):
        take(line)
    take("")


def _write(file: IO[str], text: str) -> None:
    with suppress(OSError, ValueError):  # it has ended, as its reader finds
        file.write(text)
        file.flush()


def _short(text: str) -> str:
    text = printable(text.strip())
    return text if len(text) <= _WORDS else f"{text[:_WORDS]}…"


def load_class(text: str, root: Path) -> Agent:
    """The agent of `module:Class`, of an installed module or, where there is none of that name, one in the
    project's folder: a stranger's project takes the place of no other code. Raises CardtoolsError where there
    is none or it cannot be made.
    """
    import importlib
    import sys

    module, _, name = text.partition(":")
    was_there = str(root) in sys.path
    sys.path += [] if was_there else [str(root)]
    try:
        made = getattr(importlib.import_module(module), name)()
    except (Exception, SystemExit) as error:
        where = f"write module:Class, of a module in {root.as_posix()} or an installed one"
        raise CardtoolsError(
            f"agent {text!r}: cannot be loaded: {type(error).__name__}: {_short(str(error))}\n  help: {where}"
        ) from error
    finally:
        if not was_there:
            sys.path.remove(str(root))
    if not callable(getattr(made, "choose", None)):
        raise CardtoolsError(
            f"agent {text!r}: it has no method choose\n"
            "  help: write choose(self, engine, observation, actions, random), which gives one of the actions"
        )
    return ClassAgent(made, text)
