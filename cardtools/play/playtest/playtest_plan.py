"""The plan of a playtest: contestants, pairings, and each game's seed and seats."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from cardtools.ground.errors import CardtoolsError
from cardtools.ground.io.files import digest
from cardtools.play.agents import Agent
from cardtools.play.agents.notation import make_agent
from cardtools.play.engine import DeckCards, Engine
from cardtools.play.match import Match, MatchRecord, finish, play_match
from cardtools.play.playtest.watching import Watcher, by_contestant
from cardtools.play.replay import MatchSetting, Replay, card_data
from cardtools.play.streams import stream_key

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def wins(game: Mapping[str, Any], who: int) -> bool:
    """Whether a contestant wins a game, alone or with others."""
    return bool(game["winner"] == who or who in game.get("also", ()))


@dataclass(frozen=True)
class Contestant:
    """A deck in the hands of an agent."""

    deck: str
    agent: str
    cards: DeckCards

    @property
    def name(self) -> str:
        """How the report calls it."""
        return f"{self.deck} ({self.agent})"


@dataclass(frozen=True)
class Pairing:
    """Contestants who play each other. Another card is in the deck of the first in place of so many `copies`
    of the card `changed`.

    Where the decks are the same (`paired`), as many games as there are seats, which go round, have one seed.
    """

    contestants: tuple[Contestant, ...]
    paired: bool
    changed: str = ""
    copies: int = 0


@dataclass(frozen=True)
class PlaytestPlan:
    """A playtest. Everything that its games depend on is in it, so that a process can play any of them."""

    engine: type[Engine[Any]]
    options: Mapping[str, bool | int | str]
    weights: Mapping[str, int]
    ruleset: tuple[str, str, str]
    pairings: tuple[Pairing, ...]
    seed: int
    root: Path
    files: tuple[str, ...] = ()  # digests of the files that agents are in
    baseline: str = ""  # the card that takes the place of others
    irreplaceable: tuple[str, ...] = ()  # the cards in whose place no legal deck has it
    fast: bool = False  # whether the games are played by the engine's compiled rules
    made: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"made": {}}

    @cached_property
    def digest(self) -> str:
        """The digest of all that the games depend on: the same digest, the same games."""
        data = {
            "engine": [self.engine.NAME, self.engine.VERSION],
            "options": dict(self.options),
            "weights": dict(self.weights),
            "ruleset": self.ruleset,
            "pairings": [
                [*([one.name, _deck_data(one.cards)] for one in pairing.contestants), pairing.changed]
                for pairing in self.pairings
            ],
            "seed": self.seed,
            "files": self.files,
        }
        return _hash(data)

    def _once(self, key: tuple[Any, ...], make: Callable[..., Any], *arguments: Any) -> Any:
        if key not in self.made:
            self.made[key] = make(*arguments)
        return self.made[key]

    def _seated(self, number: int, turned: int) -> tuple[Contestant, ...]:
        """The contestants by seat, the first of them so many seats on."""
        contestants = self.pairings[number].contestants
        return contestants[-turned:] + contestants[:-turned]

    def _turned(self, number: int, game: int) -> int:
        return game % len(self.pairings[number].contestants)

    def made_engine(self, number: int, turned: int = 0) -> Engine[Any]:
        """The engine of a pairing with its decks, in the order of seats."""
        decks = [one.cards for one in self._seated(number, turned)]
        found: Engine[Any]
        found = self._once((number, turned), self.engine, decks, dict(self.options), dict(self.weights))
        return found

    def _agents(self, number: int, turned: int) -> list[Agent]:
        found: list[Agent] = []
        for seat, one in enumerate(self.pairings[number].contestants):
            if (one.agent, seat) not in self.made:
                self.made[one.agent, seat] = make_agent(one.agent, self.root, self.engine)
            found.append(self.made[one.agent, seat])
        return found[-turned:] + found[:-turned]

    def seed_of(self, number: int, game: int) -> int:
        """The seed of a game of a pairing. All pairings play the same deals."""
        pairing = self.pairings[number]
        return stream_key(self.seed, "match", game // len(pairing.contestants) if pairing.paired else game)

    def play(self, games: tuple[int, int]) -> list[str]:
        """The games from the first number up to, not including, the second, each a line of JSON."""
        return [
            json.dumps(self.game(number, game), ensure_ascii=False, separators=(",", ":"))
            for game in range(*games)
            for number in range(len(self.pairings))
        ]

    def game(self, number: int, game: int) -> dict[str, Any]:
        """The record of a game: in each the contestants sit one seat on."""
        turned, seed = self._turned(number, game), self.seed_of(number, game)
        if self.fast:
            data = self._compiled(number, turned)(seed)
        else:
            engine = self.made_engine(number, turned)
            match = Match(engine, self._agents(number, turned), seed)
            watcher = Watcher(engine, match.state)
            finish(match, watcher.see)
            data = watcher.data(match)
        return {"pairing": number, "game": game, "seed": seed} | by_contestant(data, turned)

    def _compiled(self, number: int, turned: int) -> Callable[[int], dict[str, Any]]:
        """The player of compiled games of a pairing. Raises CardtoolsError where the engine has none."""
        agents = [one.agent for one in self._seated(number, turned)]
        engine = self.made_engine(number, turned)
        playing: Callable[[int], dict[str, Any]] | None
        playing = self._once(("compiled", number, turned), engine.compiled, agents)
        if playing is None:
            raise CardtoolsError(
                f"--engine fast: the game {self.engine.NAME} of {' and '.join(agents)} is not compiled\n"
                "  help: leave --engine out; compiled are games of alpha between random and greedy agents"
            )
        return playing

    def replay(self, number: int, game: int) -> Replay:
        """The replay of a game, which is played again for it."""
        turned = self._turned(number, game)
        engine, record = self.made_engine(number, turned), MatchRecord(self.seed_of(number, game))
        play_match(engine, self._agents(number, turned), record.seed, record=record)
        decks, agents = zip(*((one.deck, one.agent) for one in self._seated(number, turned)), strict=True)
        return Replay(MatchSetting(self.ruleset, decks, agents), engine, record)

    def provenance(self) -> dict[str, Any]:
        """Where the figures come from."""
        from cardtools.ground.version import __version__

        contestants = {one.name: one for pairing in self.pairings for one in pairing.contestants}
        return {
            "cardtools": __version__,
            "ruleset": dict(zip(("id", "version", "hash"), self.ruleset, strict=True)),
            "engine": {"name": self.engine.NAME, "version": self.engine.VERSION},
            "options": dict(self.options),
            "weights": dict(self.weights),
            "seed": self.seed,
            "contestants": [
                {"name": name, "deck": one.deck, "agent": one.agent, "hash": _hash(_deck_data(one.cards))}
                for name, one in contestants.items()
            ],
            "pairings": [
                {"contestants": [one.name for one in pairing.contestants], "changed": pairing.changed}
                for pairing in self.pairings
            ],
            "games": self.digest,
        }


def _hash(data: Any) -> str:
    return digest(json.dumps(data, sort_keys=True, default=str))


def _deck_data(deck: DeckCards) -> dict[str, list[Any]]:
    found: dict[int, dict[str, Any]] = {}
    return {
        section: [found.setdefault(id(card), card_data(card)) for card in cards]
        for section, cards in deck.items()
    }
