"""How long a person at the table waits, in a real browser: from a click to the new state painted, and for
the move of the search agent at its default budget.

    python tests/bench/bench_table.py               # all games
    python tests/bench/bench_table.py alpha 40      # one, 40 decisions

The person's clicks are those of a greedy player. Pictures are drawn before the match, and the match is saved
after each action. It needs Chromium and Playwright (extra `dev`); it is no test.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "play"), str(HERE.parent)]

from at_table import Seat  # noqa: E402
from engines import GAMES  # noqa: E402

from cardtools.ground.web.answers import Feed  # noqa: E402
from cardtools.ground.web.local import LocalServer  # noqa: E402
from cardtools.library.game import load  # noqa: E402
from cardtools.play.table.opening import begin, described  # noqa: E402
from cardtools.play.table.pictures import Pictures  # noqa: E402
from cardtools.play.table.routes import PAGE, routes  # noqa: E402
from cardtools.play.table.saving import Saver  # noqa: E402
from cardtools.play.table.table import cards_of  # noqa: E402

_MEASURED = "path => performance.getEntriesByName(path).map(one => one.duration)"


def waits(browser: Any, name: str, decisions: int) -> tuple[list[float], list[float]]:
    """Milliseconds of each click and of each move of the computer in one match."""
    folder, *decks = GAMES[name]
    game = load(folder).files
    opening = begin(game, [str(folder / "cards/decks" / deck) for deck in decks], ["search"], 1, False)
    feed, pictures = Feed("0"), Pictures(game, opening.engine, print)
    for number in pictures.first.values():
        pictures.png(number)
    cards = cards_of(opening.engine, pictures.addresses(), described)
    with tempfile.TemporaryDirectory() as scratch, Saver(Path(scratch) / "match.json") as saver:
        table = opening.table(game, False, saver, lambda version: feed.publish(str(version)))
        with LocalServer("127.0.0.1", 0, PAGE, routes(table, cards, pictures.png, feed)) as server:
            context = browser.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce")
            seat = Seat(context.new_page(), table)
            seat.tab.goto(server.link)
            for _ in range(decisions):
                seat.wait()
                if table.match.outcome:
                    break
                seat.by_clicks(seat.wanted())
            found = [sorted(seat.tab.evaluate(_MEASURED, path)) for path in ("/act", "/go")]
            context.close()
    return found[0], found[1]


def main(arguments: list[str]) -> None:
    from playwright.sync_api import sync_playwright

    names = [name for name in arguments if name in GAMES] or list(GAMES)
    decisions = next((int(number) for number in arguments if number.isdecimal()), 60)
    figures = f"{'median':>8}{'p95':>8}{'most':>8}"
    print(f"{'ms':<10}{'click: n':>10}{figures}{'move: n':>10}{figures}")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), chromium_sandbox=False)
        for name in names:
            line = f"{name:<10}"
            for found in waits(browser, name, decisions):
                shares = (len(found) // 2, int(len(found) * 0.95), -1)
                line += f"{len(found):>10}" + "".join(f"{found[share]:>8.0f}" for share in shares)
            print(line)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
