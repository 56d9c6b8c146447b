"""Matches a second: the engines beside OpenSpiel's Python API, on the same Alpha game and decks.

    python -m pip install -e ".[bench-play]"
    python tests/bench/bench_play.py

Every figure is the median of several runs, taken in turn with those of the others: games in a CPU second of
one process. The peer plays its own implementation, written as OpenSpiel's Python games are.
"""

from __future__ import annotations

import argparse
import gc
import importlib.util
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "play"))
SECONDS = 2.0
gc.set_threshold(50_000, 20, 20)  # as the command line does; the peer too


def peer(engine: Any) -> Callable[[], float]:
    """OpenSpiel, with the cards of the engine."""
    names = list(dict.fromkeys(card.name for card in engine.cards))
    of = {card.name: at for at, card in enumerate(engine.cards)}
    cards = [
        {
            "cost": engine.cost[of[name]],
            "health": engine.health[of[name]],
            "attack": engine.attack[of[name]],
            "creature": engine.is_creature[of[name]],
            "aimed": engine.has_target[of[name]],
            "steps": engine.steps[of[name]],
        }
        for name in names
    ]
    decks = [[names.index(engine.cards[card].name) for card in deck] for deck in engine.decks]
    file = Path(tempfile.mkdtemp()) / "cards.json"
    file.write_text(json.dumps({"cards": cards, "decks": decks}), "utf-8")
    command = [sys.executable, str(HERE / "peers/alpha_openspiel.py"), str(file), str(SECONDS)]

    def run() -> float:
        return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    return run


def reference(engine: Any, agent: Any) -> Callable[[], float]:
    """The engine itself."""
    from cardtools.play.match import play_match

    def run() -> float:
        began, games, ended = time.process_time(), 0, 0.0
        while ended < SECONDS:
            play_match(engine, (agent, agent), games)
            games += 1
            ended = time.process_time() - began
        return games / ended

    return run


def fast(engine: Any, code: int, rounds: int) -> Callable[[], float]:
    """The compiled Alpha rules."""
    import numpy as np
    from numba import njit

    from cardtools.play.games.alpha_fast import FIELDS, compiled, play_game

    @njit
    def play_games(game: Any, seeds: Any, agents: Any, rounds: int, results: Any) -> None:
        values, seats = np.zeros(0), np.zeros((2, 4), np.int64)
        counts = np.zeros((len(game[0]), 5), np.int64)
        for at in range(len(seeds)):
            play_game(game, seeds[at], agents, rounds, results[at], values, seats, counts)

    game, seeds = compiled(engine, 5000), np.arange(20_000, dtype=np.uint64)
    results = np.zeros((len(seeds), len(FIELDS)), np.int64)
    play_games(game, seeds[:1], np.array([code, code]), rounds, results[:1])

    def run() -> float:
        began = time.process_time()
        play_games(game, seeds, np.array([code, code]), rounds, results)
        return len(seeds) / (time.process_time() - began)

    return run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    from engines import GAMES, sample

    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--games", nargs="*", default=list(GAMES), choices=list(GAMES))
    chosen = parser.parse_args()

    from cardtools.play.agents import GreedyAgent, RandomAgent

    alpha = sample("alpha")
    programs: dict[str, Callable[[], float]] = {}
    if importlib.util.find_spec("pyspiel"):
        programs["OpenSpiel, random"] = peer(alpha)
    for name in chosen.games:
        programs[f"{name}, random"] = reference(sample(name), RandomAgent())
        programs[f"{name}, greedy"] = reference(sample(name), GreedyAgent())
    if importlib.util.find_spec("numba"):
        programs["alpha compiled, random"] = fast(alpha, 0, 10)
        programs["alpha compiled, greedy"] = fast(alpha, 1, 1)
    figures: dict[str, list[float]] = {name: [] for name in programs}
    for _ in range(chosen.runs):
        for name, run in programs.items():
            figures[name].append(run())
    base = statistics.median(figures.get("OpenSpiel, random", [float("nan")]))
    print(f"{'games in a CPU second':<26}{'median':>12}{'lowest':>12}{'highest':>12}{'to OpenSpiel':>15}")
    for name, found in figures.items():
        middle = statistics.median(found)
        print(f"{name:<26}{middle:>12,.0f}{min(found):>12,.0f}{max(found):>12,.0f}{middle / base:>15.2f}")


if __name__ == "__main__":
    main()
