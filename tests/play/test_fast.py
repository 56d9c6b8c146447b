"""The compiled Alpha rules play the same games as the engine: each action, outcome and figure kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from engines import sample
from outcome import Outcome
from projects import copied

pytest.importorskip("numba")

import numpy as np

from cardtools.ground.errors import CardtoolsError
from cardtools.play.agents import GreedyAgent, RandomAgent
from cardtools.play.games.alpha import AlphaEngine
from cardtools.play.games.alpha_fast import FIELDS, KINDS, compiled, play_game
from cardtools.play.match import Match, finish
from cardtools.play.playtest.watching import Watcher
from cardtools.play.streams import ALL, GOLDEN, mix

_VERBS = ("play", "use", "target", "combat", "attack", "end")


def engine(**options: int | bool) -> AlphaEngine:
    own = sample("alpha")
    decks: list[dict[str, list[Any]]] = [{}, {}]
    for card, owner, section in zip(own.cards, own.owner, own.section, strict=True):
        decks[owner].setdefault(section, []).append(card)
    return AlphaEngine(decks, options)


def test_numba_takes_no_settings_from_a_project(folder: Path) -> None:
    """They may name a folder of code to load."""
    (folder / ".numba_config.yaml").write_text("cache_dir: evil\n")
    with pytest.raises(CardtoolsError, match=r"\.numba_config\.yaml: numba would take its settings"):
        engine().compiled(["greedy", "greedy"])


def action_for_action(rules: AlphaEngine, code: int, games: int) -> None:
    agent = GreedyAgent() if code else RandomAgent()
    results = np.zeros((games, len(FIELDS)), np.int64)
    rounds = 1 if agent.has_no_memory else 10
    game, players = compiled(rules, 5000), np.array([code, code])
    seats, counts = np.zeros((2, 4), np.int64), np.zeros((len(rules.cards), 5), np.int64)
    for seed, result in enumerate(results):
        play_game(game, np.uint64(seed), players, rounds, result, np.zeros(0), seats, counts)
    for seed, row in enumerate(results.tolist()):
        match, done = Match(rules, [agent, agent], seed), 0

        def see(state: Any, step: Any) -> None:
            nonlocal done
            verb, first, second, third = (*step.action, 0, 0, 0)[:4]
            packed = _VERBS.index(verb) << 48 | first << 32 | second << 16 | third
            done = mix((done ^ packed) + GOLDEN & ALL)

        finish(match, see)
        assert match.outcome is not None
        expected = (match.outcome.kind, match.outcome.winner, match.state.turn, match.number, done >> 1)
        assert (KINDS[row[0]], row[1], row[3], row[4], row[6]) == expected


@pytest.mark.parametrize("code", [0, 1])
@pytest.mark.parametrize(
    "options", [{}, {"hand": 0, "slots": 3}, {"energy": 3, "draw": 2, "empty_attacks": False}], ids=str
)
def test_games_are_the_same_action_for_action(code: int, options: Mapping[str, int | bool]) -> None:
    action_for_action(engine(**options), code, 40)


@pytest.mark.parametrize("agents", [("random", "random"), ("greedy", "random"), ("greedy", "greedy")])
def test_what_is_kept_of_a_game_is_the_same(agents: tuple[str, str]) -> None:
    rules = engine()
    playing = rules.compiled(agents)
    assert playing is not None
    players = [GreedyAgent() if name == "greedy" else RandomAgent() for name in agents]
    for seed in range(40):
        match = Match(rules, players, seed)
        watcher = Watcher(match)
        finish(match, watcher.see)
        assert playing(seed) == watcher.data(match)


def test_other_agents_are_not_compiled() -> None:
    assert engine().compiled(["greedy", "search:50"]) is None


def test_a_run_has_the_same_bytes(
    folder: Path, cardtools: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(copied("alpha", folder / "alpha"))
    command = ("playtest", "run", "-n", "30", "--agent", "greedy", "--agent", "random", "--jobs", "1", "-o")
    assert cardtools(*command, "plain").code == 0
    assert cardtools(*command, "fast", "--engine", "fast").code == 0
    for name in ("games.jsonl", "report.json", "report.html"):
        assert Path("plain", name).read_bytes() == Path("fast", name).read_bytes()
    other = cardtools("playtest", "run", "-n", "2", "--agent", "search:5", "--engine", "fast")
    assert other.code == 2
    assert "is not compiled" in other.err
