"""Playtests: matches between agents, as a table of games and as a report."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardtools.ground.console import to_json
from cardtools.ground.frozen_record import Record
from cardtools.ground.io.files import make_folder, write_atomic
from cardtools.ground.processes import in_order
from cardtools.ground.spelling import counted
from cardtools.library import no_bar
from cardtools.play.playtest.measures import NOTICE, make_tables
from cardtools.play.playtest.playtest_plan import PlaytestPlan, wins
from cardtools.play.playtest.running import play_plan
from cardtools.reports.stats.table import Table
from cardtools.steps.game_files import GameFiles

if TYPE_CHECKING:
    import pandas

    from cardtools.play.playtest.opening_hands import Asked

_COLUMNS = "pairing game one other winner outcome reason first turns decisions seed".split()
_REMARKABLE = ("stalemate", "cap", "fault")


class Playtest(Record):
    """The games that were played, and their folder; in a notebook their report."""

    title: str
    plan: PlaytestPlan
    games: Sequence[dict[str, Any]]
    folder: Path

    @cached_property
    def tables(self) -> list[Table]:
        """The measures of the report, each with its number of games and its interval."""
        return list(make_tables(self.plan, self.games))

    @property
    def summary(self) -> str:
        """One line: how many games, and what they can tell."""
        games, pairings = counted(len(self.games), "game"), counted(len(self.plan.pairings), "pairing")
        return f"{games} of {pairings}. {NOTICE}"

    def to_pandas(self) -> pandas.DataFrame:
        """A row a game, in the order of the run: `pairing` and `game` (numbers from 0), `one` and `other`
        (the contestants: deck and agent; of more than two all others), `winner` (of them; None for a draw),
        `outcome`, `reason`, `first` (who began), `turns`, `decisions` and `seed`.
        """
        import pandas

        rows = []
        for game in self.games:
            names = [who.name for who in self.plan.pairings[game["pairing"]].contestants]
            winner = " + ".join(name for who, name in enumerate(names) if wins(game, who)) or None
            others = {"one": names[0], "other": " + ".join(names[1:])}
            rows.append(game | others | {"winner": winner, "first": names[game["first"]]})
        return pandas.DataFrame(rows, columns=_COLUMNS)

    def to_json(self) -> str:
        """The report as JSON: what was played, and every table."""
        tables = [table.data() for table in self.tables]
        return to_json({"notice": NOTICE, "run": self.plan.provenance(), "tables": tables}) + "\n"

    def to_html(self) -> str:
        """The report as one page with charts."""
        from cardtools.reports.stats.page import format_page

        return format_page(self.title, self.summary, self.tables, "playtest", "cardtools playtest")

    def save_report(self) -> None:
        """Write `report.json` and `report.html` into the folder."""
        write_atomic(self.folder / "report.json", self.to_json())
        write_atomic(self.folder / "report.html", self.to_html())

    def save_replays(self, numbers: Sequence[int] = ()) -> list[tuple[int, Path]]:
        """Write the replays of these games of the first pairing, of its first game of each remarkable end,
        and of its longest; the number and the file of each.
        """
        first = [game for game in self.games if game["pairing"] == 0]
        wanted = {f"game-{number}": number for number in numbers}
        for kind in _REMARKABLE:
            ended = [game["game"] for game in first if game["outcome"] == kind]
            wanted |= {kind: ended[0]} if ended else {}
        wanted["longest"] = max(first, key=lambda game: (game["turns"], -game["game"]))["game"]
        folder = make_folder(self.folder / "replays")
        for name, number in wanted.items():
            write_atomic(folder / f"{name}.json", self.plan.replay(0, number).text())
        return [(number, folder / f"{name}.json") for name, number in wanted.items()]

    def __len__(self) -> int:
        return len(self.games)

    def __repr__(self) -> str:
        return f"<playtest: {counted(len(self), 'game')} of {counted(len(self.plan.pairings), 'pairing')}>"

    def _repr_html_(self) -> str:
        from html import escape

        tables = []
        for table in self.tables:
            head = "".join(f"<th>{escape(name)}</th>" for name in (table.name, *table.columns))
            rows = (map(escape, (label, *cells)) for label, cells in table.texts())
            body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
            tables.append(f"<h4>{escape(table.title)}</h4><table><tr>{head}</tr>{body}</table>")
        return f"<p>{escape(self.summary)}</p>{''.join(tables)}"


def run_playtest(
    game: GameFiles,
    plan: PlaytestPlan,
    games: int,
    engine: str = "local",
    scheduler: str | None = None,
    jobs: int | None = None,
    folder: Path | None = None,
    progress: Callable[..., Any] = no_bar,
) -> Playtest:
    """Play games of each pairing of a plan by `jobs` processes (None: as many as processors), with an engine:
    local, fast (compiled) or dask. Games that the folder has are not played again.
    """
    plan = replace(plan, fast=engine == "fast")
    names = "-".join(dict.fromkeys(one.deck for pairing in plan.pairings for one in pairing.contestants))
    name = re.sub(r"[^\w-]+", "_", names)[:60]
    folder = folder or game.project.output_path("playtest", f"{name}-{plan.digest[:8]}")
    play: Any = in_order
    if engine == "dask":
        from cardtools.effects.large.cluster import in_order_on_cluster

        play = partial(in_order_on_cluster, scheduler=scheduler)
    played = play_plan(plan, games, folder, progress, jobs or os.cpu_count() or 1, play)
    return Playtest(game.project.settings.name or "Playtest", plan, played, folder)


def opening_odds(game: GameFiles, decks: Sequence[str], asked: Asked) -> list[Table]:
    """The exact odds of opening hands, a table a question. Raises InputError and CardtoolsError."""
    from cardtools.cards.deck import read_deck
    from cardtools.checks.decks.contents import read_contents
    from cardtools.play.load import deck_paths
    from cardtools.play.playtest.opening_hands import ask, questions, tables

    found: list[Table] = []
    for path in deck_paths(game, decks):
        contents = read_contents(read_deck(path), game.table, game.ruleset)
        for question in questions(contents, asked):
            size, good = ask(contents, question)
            if size:
                found += tables(path.stem, question, size, good)
    return found
