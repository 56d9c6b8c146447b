"""Agents by their text on the command line."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from shutil import which
from typing import Any

from cardtools.ground.errors import CardtoolsError
from cardtools.ground.spelling import did_you_mean
from cardtools.play.agents import Agent, GreedyAgent, RandomAgent, RestrictedAgent
from cardtools.play.agents.foreign import ProgramAgent, load_class
from cardtools.play.agents.search import DEFAULT_PLAYOUTS, SearchAgent
from cardtools.play.engine import Engine

_SIMPLE: dict[str, Callable[[], Agent]] = {
    "random": RandomAgent, "greedy": GreedyAgent, "search": SearchAgent
}  # fmt: skip
_WITHOUT = " without "
_PROGRAM = "program:"
_MOST_PLAYOUTS = 1_000_000
FORMS = (
    f"random, greedy, search, search:N (N playouts a decision, {DEFAULT_PLAYOUTS} if not given), "
    '"AGENT without ACTION" (greedy without attack), module:Class, or program:COMMAND'
)


def make_agent(text: str, root: Path, engine: type[Engine[Any]] | None = None) -> Agent:
    """The agent that a text of the command line means, for games of the `engine`: one of ours, or code of the
    user's own, which is looked for in the project's folder `root`. Texts of files are for `built_in_agent`.
    Raises CardtoolsError where there is none.
    """
    text = text.strip()
    if text.startswith(_PROGRAM):
        try:
            program = ProgramAgent(text.removeprefix(_PROGRAM).strip(), root)
        except ValueError as error:
            raise _unknown(text, f"the command cannot be read: {error}") from None
        if not program.argv:
            raise _unknown(text, "write the command: program:python3 my_agent.py")
        if not any(which(name) for name in (program.argv[0], str(root / program.argv[0]))):
            raise _unknown(text, f"there is no program {program.argv[0]}")
        return program
    if not is_foreign(text):
        return built_in_agent(text, engine)
    first, without, never = text.partition(_WITHOUT)
    agent = load_class(first.strip(), root)
    return _restricted(text, agent, never, engine) if without else agent


def is_foreign(text: str) -> bool:
    """Whether a text means an agent that is code of others: `program:COMMAND` or `module:Class`."""
    first = text.strip().partition(_WITHOUT)[0].strip()
    is_class = re.fullmatch(r"[\w.]+:\w+", first) and not first.startswith("search:")
    return text.strip().startswith(_PROGRAM) or bool(is_class)


def built_in_agent(text: str, engine: type[Engine[Any]] | None = None) -> Agent:
    """The agent of ours that a text means, wherever the text is from: no code of others is run. Raises
    CardtoolsError where there is none.
    """
    text = text.strip()
    first, without, never = text.partition(_WITHOUT)
    if without:
        return _restricted(text, built_in_agent(first, engine), never, engine)
    if text.startswith("search:"):
        number = text.removeprefix("search:")
        if not re.fullmatch("[0-9]{1,7}", number):
            raise _unknown(text, f"write a number of playouts, 2 to {_MOST_PLAYOUTS:,}: search:200")
        if not 2 <= int(number) <= _MOST_PLAYOUTS:
            raise _unknown(text, f"a search has 2 to {_MOST_PLAYOUTS:,} playouts a decision")
        agent: Agent = SearchAgent(int(number))
    elif text in _SIMPLE:
        agent = _SIMPLE[text]()
    else:
        near = did_you_mean(text, _SIMPLE)
        raise _unknown(text, f"did you mean {near}?" if near else f"write {FORMS}")
    if engine and text != "random" and engine.score is Engine.score:
        raise _unknown(agent.name, f"the engine {engine.NAME} cannot compare actions; only random plays it")
    return agent


def _restricted(text: str, agent: Agent, never: str, engine: type[Engine[Any]] | None) -> Agent:
    verbs = [word.strip() for word in never.split(",") if word.strip()]
    if not verbs:
        raise _unknown(text, "write what it may never do: greedy without attack")
    known = dict.fromkeys(verb.text.partition(" ")[0] for verb in engine.VERBS.values()) if engine else {}
    for verb in verbs if engine else ():
        if verb.partition(" ")[0].casefold() not in known:
            raise _unknown(text, f"no action begins with {verb!r}: {', '.join(known)}")
    return RestrictedAgent(agent, verbs)


def _unknown(text: str, hint: str) -> CardtoolsError:
    return CardtoolsError(f"agent {text!r} cannot be used\n  help: {hint}")
