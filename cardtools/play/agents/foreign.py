"""Agents that are not ours: a Python class, and a program that speaks one line of JSON a decision.

Whatever they do wrong loses the match and never stops the run. docs/guides/playtest.md describes both.
"""

from __future__ import annotations

import json
import queue
import shlex
import subprocess
import threading
from collections.abc import Mapping, Sequence
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


class ClassAgent:
    """An agent of the user's own class, which has `choose` as `Agent` says; the rest is optional.

    It gets a copy of the observation, so that it cannot change the match.
    """

    def __init__(self, agent: Any, name: str) -> None:
        self.agent, self.name = agent, name
        self.has_no_memory = bool(getattr(agent, "has_no_memory", False))
        self.sees = True

    def choose(
        self, engine: Engine[Any], observation: Any, actions: Sequence[Action], random: Stream
    ) -> Action:
        """What the class chooses. Raises AgentError where it fails, or chooses what is not legal."""
        try:
            chosen = self.agent.choose(engine, observation.copy(), tuple(actions), random)
            legal = chosen in actions or not engine.illegal(observation, chosen)
        except (Exception, SystemExit) as error:
            raise AgentError(_short(f"{type(error).__name__}: {error}")) from error
        if not legal:
            raise AgentError(f"{_short(repr(chosen))} is not legal")
        return chosen  # type: ignore[no-any-return]


class ProgramAgent:
    """A program that is asked by a line of JSON on its standard input, and answers with one.

    It is started for its first decision, and again after each fault.
    """

    has_no_memory = False
    sees = True

    def __init__(self, command: str, root: Path) -> None:
        self.process: _Process | None = None
        self.name = f"program:{command}"
        self.argv, self.root = shlex.split(command), root
        self.told: Engine[Any] | None = None
        self.number = 0

    def choose(
        self, engine: Engine[Any], observation: Any, actions: Sequence[Action], random: Stream
    ) -> Action:
        """What the program answers. Raises AgentError for anything else than one legal action, in time."""
        texts = [engine.text(observation, action) for action in actions]
        self.number += 1
        asked = {
            "id": self.number,
            "player": observation.viewer,
            "turn": observation.turn,
            "phase": observation.phase,
            "state": {part.name: getattr(observation, part.name) for part in observation.PARTS},
            "random": random.below(1 << 31),
            "actions": texts,
        }
        try:
            return actions[texts.index(self._ask(engine, asked))]
        except ValueError:
            self.close()
            raise AgentError("its answer is none of the actions") from None
        except AgentError:
            self.close()
            raise

    def _ask(self, engine: Engine[Any], asked: Mapping[str, Any]) -> str:
        lines = [json.dumps(asked)]
        if self.process is None:
            self.process = _Process(self.argv, self.root)
            self.told = None
        if self.told is not engine:
            lines.insert(0, json.dumps(_game(engine)))
            self.told = engine
        line = self.process.exchange("".join(f"{line}\n" for line in lines), limits().agent_seconds)
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise AgentError(f"its answer is not JSON: {_short(line)}") from None
        if not isinstance(answer, dict) or not isinstance(answer.get("action"), str):
            raise AgentError(f'expected {{"id": ..., "action": "..."}}, found {_short(line)}')
        if answer.get("id") != asked["id"]:
            raise AgentError("its answer has another id than the decision")
        return str(answer["action"])

    def close(self) -> None:
        """End the program."""
        if self.process is not None:
            self.process.end()
        self.process = None

    def __del__(self) -> None:
        self.close()


def _game(engine: Engine[Any]) -> dict[str, Any]:
    """What a program gets to know about the game, once: its cards by number, and what the numbers mean."""
    return {
        "game": engine.NAME,
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


class _Process:
    """A running program. Threads read and write, so that one that does neither can be left in time."""

    def __init__(self, argv: Sequence[str], root: Path) -> None:
        pipe = subprocess.PIPE
        try:
            self.process = subprocess.Popen(
                argv, stdin=pipe, stdout=pipe, stderr=pipe, cwd=root, encoding="utf-8", errors="replace"
            )
        except (OSError, ValueError) as error:
            raise AgentError(f"cannot be started: {error}") from None
        self.answers: queue.Queue[str] = queue.Queue(maxsize=1_000)
        self.last = ""
        self.readers = [
            threading.Thread(target=read, args=(file,), daemon=True)
            for read, file in ((self._answers, self.process.stdout), (self._errors, self.process.stderr))
        ]
        for reader in self.readers:
            reader.start()

    def _answers(self, file: IO[str]) -> None:
        while line := file.readline(_LONGEST_ANSWER):
            self.answers.put(line)
        self.answers.put("")

    def _errors(self, file: IO[str]) -> None:
        while line := file.readline(_LONGEST_ANSWER):
            self.last = line.strip() or self.last

    def exchange(self, text: str, seconds: int) -> str:
        """The program's answer. Raises AgentError if there is none in time, or something is there already."""
        if not self.answers.empty():
            raise AgentError(f"it wrote without being asked: {_short(self.answers.get())}")
        threading.Thread(target=self._write, args=(text,), daemon=True).start()
        try:
            line = self.answers.get(timeout=seconds)
        except queue.Empty:
            raise AgentError(f"no answer within {seconds} s") from None
        if not line:
            self.readers[1].join(1)
            try:
                code = self.process.wait(1)
            except subprocess.TimeoutExpired:
                raise AgentError("it closed its standard output") from None
            raise AgentError(f"it ended with {code}" + (f": {_short(self.last)}" if self.last else ""))
        if len(line) >= _LONGEST_ANSWER:
            raise AgentError(f"its answer is longer than {_LONGEST_ANSWER:,} characters")
        return line

    def _write(self, text: str) -> None:
        try:
            assert self.process.stdin is not None
            self.process.stdin.write(text)
            self.process.stdin.flush()
        except (OSError, ValueError):
            pass  # it has ended, as its reader finds

    def end(self) -> None:
        """End the program and let go of its pipes."""
        self.process.kill()
        self.process.wait()


def _short(text: str) -> str:
    text = printable(text.strip())
    return text if len(text) <= _WORDS else f"{text[:_WORDS]}…"


def load_class(text: str, root: Path) -> Agent:
    """The agent of `module:Class`, of an installed module or, where there is none of that name, one in the
    project's folder: a stranger's project takes the place of no other code.

    Raises CardtoolsError where there is none or it cannot be made.
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
