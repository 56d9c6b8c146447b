"""How a match comes to the table: begun with two decks, or gone on with from where it was saved."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardtools.errors import bad_input
from cardtools.files import shown
from cardtools.play.agents import Agent
from cardtools.play.agents.notation import make_agent
from cardtools.play.engine import Definition, Engine
from cardtools.play.load import deck_paths, load_match, play_rules
from cardtools.play.match import MatchRecord
from cardtools.play.replay import MatchSetting, Replay, read_replay, ruleset_mark
from cardtools.play.table.saving import Saver
from cardtools.play.table.table import GameTable
from cardtools.play.texts import understanding
from cardtools.programs.describe import describe
from cardtools.programs.tree import Program
from cardtools.stages.game import Game

PERSON = "you"
_ADVISERS = ("search", "greedy", "random")


@dataclass(frozen=True)
class OpenedMatch:
    """A match to be played: its engine, what it is played with, and what has been played of it."""

    engine: Engine[Any]
    setting: MatchSetting
    record: MatchRecord

    def table(self, game: Game, practice: bool, saver: Saver, told: Callable[[int], None]) -> GameTable:
        """The table with the match, which is saved after each action; `told` then gets its version.

        Raises InputError where the actions so far cannot be done again, and CardtoolsError for an agent that
        does not exist.
        """
        root, engine = game.project.root, self.engine
        seats = [
            None if name == PERSON else make_agent(name, root, type(engine)) for name in self.setting.agents
        ]
        table = GameTable(engine, seats, self.record.seed, _names(seats), _adviser(engine, root), practice)
        done = table.resume(self.record.actions)
        if done < len(self.record.actions):
            message = f"action {done + 1}, {self.record.actions[done]!r}, is not legal in this version"
            raise bad_input(shown(saver.path), message, "begin another match")

        def changed(table: GameTable) -> None:
            saver.save(self._replay(table).text())
            told(table.version)

        table.changed = changed
        return table

    def _replay(self, table: GameTable) -> Replay:
        match = table.match
        record = MatchRecord(match.seed, table.actions, table.digests, match.outcome, match.state.turn)
        return Replay(self.setting, self.engine, record)


def begin(
    game: Game, decks: Sequence[str], agents: Sequence[str], seed: int | None, allow_blank: bool
) -> OpenedMatch:
    """A new match: a person against an agent, or two agents. Without decks it is played with the first two of
    the project; one deck is played by both. Without a seed it is one that nobody knows.

    Raises InputError for decks that are not legal, and everything else that cannot be played; CardtoolsError
    for a deck that does not exist.
    """
    paths = deck_paths(game, decks)
    paths = [paths[0], paths[-1]]
    play_rules(game.ruleset)
    engine = load_match(game, paths, understanding(game), allow_blank)
    players = agents if len(agents) == 2 else (PERSON, *(agents or ("greedy",)))
    names = tuple(path.stem for path in paths)
    setting = MatchSetting(ruleset_mark(game.ruleset), names, tuple(players))
    return OpenedMatch(engine, setting, MatchRecord(secrets.randbelow(2**31) if seed is None else seed))


def go_on(path: Path) -> OpenedMatch:
    """The match that was saved in a file. Raises InputError if there is none, or it is over."""
    replay = read_replay(path)
    if replay.record.outcome:
        raise bad_input(shown(path), f"this match is over: {replay.record.outcome.reason}", "begin another")
    return OpenedMatch(replay.engine, replay.setting, replay.record)


def _names(seats: Sequence[Agent | None]) -> list[str]:
    names = ["You" if agent is None else agent.name.capitalize() for agent in seats]
    return [f"{name} {number}" for number, name in enumerate(names, 1)] if names[0] == names[-1] else names


def _adviser(engine: Engine[Any], root: Path) -> Agent:
    """The best of the agents that can play the game."""
    has = {"search": "value", "greedy": "score"}
    for name in _ADVISERS:
        method = has.get(name)
        if method is None or getattr(type(engine), method) is not getattr(Engine, method):
            return make_agent(name, root, type(engine))
    raise AssertionError("there is always the random agent")


def described(card: Definition) -> str:
    """What the texts of a card do, in words; "" for one without."""
    return "\n".join(sentence for text in card.texts for sentence in describe(Program(tuple(text.abilities))))
