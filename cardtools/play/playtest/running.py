"""Plays the games of a plan, as many as are missing: one line of JSON a game, in a fixed order.

`games.jsonl` grows part by part, so that a run that was killed goes on where it ended; its
bytes are the same with any number of processes. `run.json` says what the games are of.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from cardtools.ground.io.files import make_folder, open_to_change, read_json, remove, write_atomic
from cardtools.ground.processes import in_order
from cardtools.play.playtest.playtest_plan import PlaytestPlan
from cardtools.play.playtest.watching import distinct, fits

_LONGEST = 1_000_000  # bytes of a line
GAMES, RUN = "games.jsonl", "run.json"
# Games of a task, which one process plays.
PART = 8
MatchRange = tuple[int, int]
# How tasks are played: what plays one, the tasks, and the number of processes.
Play = Callable[[Callable[[MatchRange], list[str]], Sequence[MatchRange], int], Iterator[list[str]]]


def play_plan(
    plan: PlaytestPlan,
    games: int,
    folder: Path,
    progress: Callable[..., Any],
    jobs: int = 1,
    play: Play = in_order,
) -> list[dict[str, Any]]:
    """The first `games` games of each pairing, in order; those that the folder has not are played."""
    make_folder(folder)
    path, run = folder / GAMES, json.dumps(plan.provenance(), indent=2, ensure_ascii=False) + "\n"
    try:
        same = read_json(folder / RUN)["games"] == plan.digest
    except (ValueError, KeyError, TypeError):
        same = False
    if not same:  # the games in the folder are of another plan
        remove(path, missing_ok=True)
        write_atomic(folder / RUN, run)
    done = _whole_games(path, plan)
    if tasks := [(at, min(at + PART, games)) for at in range(done, games, PART)]:
        with open_to_change(path) as file, progress(tasks, len(tasks), "games") as bar:
            file.seek(0, os.SEEK_END)
            made = play(plan.play, tasks, min(jobs, len(tasks)))
            for _, lines in zip(bar, made, strict=True):
                file.write("".join(f"{line}\n" for line in lines).encode())
                file.flush()
    with open(path, "rb") as file:
        played = (json.loads(line) for line in file)
        return [game for game in played if game["game"] < games]


def _whole_games(path: Path, plan: PlaytestPlan) -> int:
    """How many games of each pairing are played; what is behind them, of a run that was killed or damaged, is
    cut off.
    """
    if not os.path.isfile(path):
        return 0
    done = kept = at = 0
    pairings = len(plan.pairings)
    sizes = [
        [len(distinct(plan.made_engine(number), side)) for side in range(len(pairing.contestants))]
        for number, pairing in enumerate(plan.pairings)
    ]
    with open(path, "rb") as file:
        for number, line in enumerate(iter(partial(file.readline, _LONGEST), b"")):
            game, pairing = divmod(number, pairings)
            seed = plan.seed_of(pairing, game)
            try:
                data = json.loads(line)
                which = data["pairing"], data["game"], data["seed"]
                whole = line.endswith(b"\n") and which == (pairing, game, seed) and fits(data, sizes[pairing])
            except (ValueError, KeyError, TypeError, RecursionError):
                whole = False
            if not whole:
                break
            at += len(line)
            if pairing == pairings - 1:
                done, kept = game + 1, at
    if kept < path.stat().st_size:
        with open_to_change(path) as file:
            file.truncate(kept)
    return done
