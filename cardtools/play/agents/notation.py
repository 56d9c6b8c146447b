"""Agents by their text on the command line."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from shutil import which
from typing import Any

from cardtools.errors import CardtoolsError
from cardtools.play.agents import Agent, GreedyAgent, RandomAgent, RestrictedAgent
from cardtools.play.agents.foreign import ProgramAgent, load_class
from cardtools.play.agents.search import DEFAULT_PLAYOUTS, SearchAgent
from cardtools.play.engine import Engine
from cardtools.spelling import did_you_mean

_SIMPLE: dict[str, Callable[[], Agent]] = {
    "random": RandomAgent,
    "greedy": GreedyAgent,
    "search": SearchAgent,
}
_WITHOUT = " without "
_MOST_PLAYOUTS = 1_000_000
FORMS = (
    f"random, greedy, search, search:N (N playouts a decision, {DEFAULT_PLAYOUTS} if not given), "
    '"AGENT without ACTION" (greedy without attack), module:Class, or program:COMMAND'
)


def make_agent(text: str, root: Path, engine: type[Engine[Any]] | None = None) -> Agent:
    """The agent that a text means, for games of the `engine`; a module or program is looked for in the
    project's folder `root`.

    Raises CardtoolsError where there is none.
    """
    text = text.strip()
    if text.startswith("program:"):
        return _program(text, root)
    first, without, never = text.partition(_WITHOUT)
    if without:
        verbs = [word.strip() for word in never.split(",") if word.strip()]
        if not verbs:
            raise _unknown(text, "write what it may never do: greedy without attack")
        _check_verbs(text, verbs, engine)
        return RestrictedAgent(make_agent(first, root, engine), verbs)
    if text in _SIMPLE:
        return _scored(_SIMPLE[text](), engine)
    if match := re.fullmatch(r"search:(\d+)", text):
        number = int(match[1])
        if not 2 <= number <= _MOST_PLAYOUTS:
            raise _unknown(text, f"a search has 2 to {_MOST_PLAYOUTS:,} playouts a decision")
        return _scored(SearchAgent(number), engine)
    if re.fullmatch(r"[\w.]+:\w+", text):
        if text.startswith("search:"):
            raise _unknown(text, "write a number of playouts: search:200")
        return load_class(text, root)
    near = did_you_mean(text, _SIMPLE)
    raise _unknown(text, f"did you mean {near}?" if near else f"write {FORMS}")


def _program(text: str, root: Path) -> Agent:
    try:
        agent = ProgramAgent(text.removeprefix("program:").strip(), root)
    except ValueError as error:
        raise _unknown(text, f"the command cannot be read: {error}") from None
    if not agent.words:
        raise _unknown(text, "write the command: program:python3 my_agent.py")
    if not any(which(name) for name in (agent.words[0], str(root / agent.words[0]))):
        raise _unknown(text, f"there is no program {agent.words[0]}")
    return agent


def _scored(agent: Agent, engine: type[Engine[Any]] | None) -> Agent:
    if engine and not isinstance(agent, RandomAgent) and engine.score is Engine.score:
        raise _unknown(agent.name, f"the engine {engine.NAME} cannot compare actions; only random plays it")
    return agent


def _check_verbs(text: str, verbs: list[str], engine: type[Engine[Any]] | None) -> None:
    known = [verb.text.partition(" ")[0] for verb in engine.VERBS.values()] if engine else []
    for verb in verbs if engine else ():
        if verb.partition(" ")[0].casefold() not in known:
            raise _unknown(text, f"no action begins with {verb!r}: {', '.join(dict.fromkeys(known))}")


def _unknown(text: str, hint: str) -> CardtoolsError:
    return CardtoolsError(f"agent {text!r} cannot be used\n  help: {hint}")
