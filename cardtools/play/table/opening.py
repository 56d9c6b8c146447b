"""How a match comes to the table: begun with decks, or gone on with from where it was saved."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from shlex import quote
from typing import Any

from cardtools.ground.errors import CardtoolsError, bad_input
from cardtools.ground.io.files import shown, write_atomic
from cardtools.play.agents import PERSON, Agent, agent_in_words
from cardtools.play.agents.notation import built_in_agent, is_foreign, make_agent
from cardtools.play.engine import Definition, Engine
from cardtools.play.load import deck_paths, load_match, play_rules, understanding
from cardtools.play.match import MatchRecord
from cardtools.play.replay import MatchSetting, Replay, read_replay, ruleset_mark
from cardtools.play.table.saving import Saver
from cardtools.play.table.table import GameTable, numbered
from cardtools.programs.describe import describe
from cardtools.programs.tree import Program
from cardtools.steps.game_files import GameFiles

_TWO_PEOPLE = "a match at the table has one person at most"
_ADVISERS = (("search", "value"), ("greedy", "score"))  # each with what an engine must have for it


@dataclass(frozen=True)
class OpenedMatch:
    """A match to be played: its engine, who plays (None is the person), what it is played with, and what has
    been played of it.
    """

    engine: Engine[Any]
    seats: Sequence[Agent | None]
    setting: MatchSetting
    record: MatchRecord

    def table(
        self, practice: bool, saver: Saver, told: Callable[[int], None], people: Path | None = None
    ) -> GameTable:
        """The table with the match, which is saved after each action; `told` then gets its version. In the
        folder `people` it is kept once it is over, if the person agrees.

        Raises InputError where the actions so far cannot be done again.
        """
        engine, seats = self.engine, self.seats
        names = numbered(["You" if agent is None else agent_in_words(agent.name)[0] for agent in seats])
        # The best of the agents that can play the game.
        able = (
            name for name, method in _ADVISERS if getattr(type(engine), method) is not getattr(Engine, method)
        )
        adviser = built_in_agent(next(able, "random"), type(engine))
        table = GameTable(engine, seats, self.record.seed, names, adviser, practice, people is not None)
        done = table.resume(self.record.actions)
        if done < len(self.record.actions):
            message = f"action {done + 1}, {self.record.actions[done]!r}, is not legal in this version"
            raise bad_input(shown(saver.path), message, "begin another match")

        kept: dict[int, Path] = {}  # by story, since each further match has its own

        def changed(table: GameTable) -> None:
            match = table.match
            record = replace(table.record, outcome=match.outcome, turns=match.state.turn)
            saver.save(Replay(self.setting, self.engine, record).text())
            if people and table.study and match.outcome:
                files = (people / f"match-{number}.json" for number in count(1))
                path = kept.setdefault(table.story, next(path for path in files if not path.exists()))
                write_atomic(path, Replay(self.setting, self.engine, record, table.study).text())
            told(table.version)

        table.changed = changed
        return table


def begin(
    game: GameFiles,
    decks: Sequence[str],
    agents: Sequence[str],
    seed: int | None,
    allow_blank: bool,
    number: int | None = None,
) -> OpenedMatch:
    """A new match: a person and agents, or agents alone. Without decks it is played with the first of the
    project; the last deck and agent are those of all seats that are left. Without a seed nobody knows it.

    Raises InputError for decks that are not legal, and everything else that cannot be played; CardtoolsError
    for a deck or an agent that does not exist, and for too many of them.
    """
    seated = play_rules(game.ruleset)[1].number_of_players(number)
    paths = deck_paths(game, decks, seated)
    if max(len(paths), len(agents)) > seated:
        most = f"give {seated} decks and {seated} agents at most"
        raise CardtoolsError(f"this match has {seated} players\n  help: {most}")
    paths += paths[-1:] * (seated - len(paths))
    engine = load_match(game, paths, understanding(game), allow_blank)
    given = agents or ("greedy",)
    others = [given[min(seat, len(given) - 1)] for seat in range(seated - 1)]
    players = tuple(agents) if len(agents) == seated else (PERSON, *others)
    if players.count(PERSON) > 1:
        raise CardtoolsError(f"{_TWO_PEOPLE}\n  help: give one --agent, your opponent")
    seats = [
        None if name == PERSON else make_agent(name, game.project.root, type(engine)) for name in players
    ]
    names = tuple(path.stem for path in paths)
    setting = MatchSetting(ruleset_mark(game.ruleset), names, players)
    record = MatchRecord(secrets.randbelow(2**31) if seed is None else seed)
    return OpenedMatch(engine, seats, setting, record)


def go_on(path: Path, root: Path, agents: Sequence[str]) -> OpenedMatch:
    """The match that was saved in a file. Code that plays in it, in the project's folder `root` or installed,
    is run only if the user names the `agents` again: the file is data, which may be a stranger's.

    Raises InputError if there is none, it is over, or its agents are not those named or ours; CardtoolsError
    for a named agent that does not exist.
    """
    replay = read_replay(path)
    where, engine, setting = shown(path), replay.engine, replay.setting
    if replay.record.outcome:
        raise bad_input(where, f"this match is over: {replay.record.outcome.reason}", "begin another")
    if setting.agents.count(PERSON) > 1:
        raise bad_input(where, _TWO_PEOPLE, "begin another")
    saved = [name for name in setting.agents if name != PERSON]
    again = f"if it is yours: cardtools play --resume {' '.join(f'--agent {quote(name)}' for name in saved)}"
    if agents:
        if [name.strip() for name in agents] != [name.strip() for name in saved]:
            raise bad_input(where, f"the match is played by {', '.join(saved) or 'people alone'}", again)
        players = [make_agent(named, root, type(engine)) for named in agents]
    else:
        for name in filter(is_foreign, saved):
            raise bad_input(where, f"the agent {name} is code, which only you may name", again)
        try:
            players = [built_in_agent(name, type(engine)) for name in saved]
        except CardtoolsError as error:
            message, _, hint = str(error).partition("\n  help: ")
            raise bad_input(where, message, hint) from None
    left = iter(players)
    seats = [None if name == PERSON else next(left) for name in setting.agents]
    return OpenedMatch(engine, seats, setting, replay.record)


def described(card: Definition) -> str:
    """What the texts of a card do, in words; "" for one without."""
    return "\n".join(sentence for text in card.texts for sentence in describe(Program(tuple(text.abilities))))
