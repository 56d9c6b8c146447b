"""The laws of play in thousands of random matches of each sample game; the tests play a dozen of each.

    python tests/bench/laws_of_play.py --matches 10000 --jobs 2

Cards are conserved, hidden cards stay hidden, a copy never changes its original, a replay is the same match,
and every match ends. Prints a line for each seed that breaks a law, then a table; exits 1 if there was one.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "play"))
import laws
from engines import GAMES, sample

PIECE = 50  # matches played in one go


def broken(game: str, seeds: range) -> list[tuple[int, str]]:
    """The seeds in which a law did not hold, each with what went wrong."""
    found = []
    for seed in seeds:
        try:
            laws.steps_keep_to_the_laws(sample(game), [seed])
            laws.the_same_seed_is_the_same_match(sample(game), seed)
        except Exception:  # whatever it is, the next seeds are played too
            found.append((seed, traceback.format_exc().strip()))
    return found


def pieces(first: int, matches: int) -> Iterator[range]:
    """The seeds, a piece at a time."""
    for start in range(first, first + matches, PIECE):
        yield range(start, min(start + PIECE, first + matches))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--games", nargs="*", default=list(GAMES), choices=list(GAMES))
    chosen = parser.parse_args()
    failed = False
    with ProcessPoolExecutor(chosen.jobs) as pool:
        for game in chosen.games:
            began, bad = time.monotonic(), 0
            for found in pool.map(partial(broken, game), pieces(chosen.first, chosen.matches)):
                for seed, why in found:
                    print(f"{game}, seed {seed}:\n{why}", flush=True)
                bad += len(found)
            failed = failed or bad > 0
            seconds = time.monotonic() - began
            print(f"{game:<10}{chosen.matches:>8,} matches{bad:>6} broken{seconds:>10,.0f} s", flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()
