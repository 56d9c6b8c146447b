"""The options that several commands have, with one meaning everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardtools.commands import EFFECTS, File, OneOf, argument, completing, option, together
from cardtools.ground.io.files import is_standard, shown
from cardtools.ground.spelling import did_you_mean
from cardtools.project.project import find_project

if TYPE_CHECKING:
    from cardtools.steps.card_choice import CardChoice as CardChoice


class _Deck(File):
    """A deck list; where there is none, the nearest deck of the project is the hint."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        path = super().convert(value, param, ctx)
        if not (path.exists() or is_standard(path)) and not path.parent.name:
            decks = {Path(deck).stem: deck for deck in find_project().settings.cards.decks}
            if near := did_you_mean(path.stem, decks):
                self.fail(f"no such file: {shown(path)}. Did you mean {decks[near]}?", param, ctx)
        return path


def form(*more: str, default: str | None = "text", help: str = "") -> Any:
    """The one way to ask for data: text, json (the standard output is always one JSON text), or `more`."""
    words = help or "text for people, json for programs. [default: text]"
    return option("--format", words, type=OneOf(("text", "json", *more)), default=default)


deck = option("--deck", "A deck list; may be repeated.", metavar="FILE", type=_Deck(path_type=Path))
where = option(
    "--where",
    "Only cards that meet a condition, \"TYPE == 'Fire' and LEVEL >= 3\", or a search, 't:fire level>2'.",
    metavar="CONDITION",
)
edition = option(
    "--edition",
    "An edition of the project file: the cards in another language.",
    metavar="NAME",
    shell_complete=completing.editions,
)
# A command with this option, `all_editions`, runs once for each edition; its exit code is the highest.
each_edition = option("--all-editions", "The cards' own language, and every edition of the project.")
ruleset = option(
    "--ruleset",
    "A built-in ruleset, or a ruleset file.",
    metavar="NAME_OR_FILE",
    shell_complete=completing.rulesets,
)
strict = option("--strict", "Missing art is an error; without it, a placeholder is drawn.")
paper = option(
    "--paper",
    "letter, a4 or another paper (default: the project's).",
    metavar="NAME",
    shell_complete=completing.papers,
)
drawing_jobs = option("--jobs", "Draw with N processes (default: all processors).", least=1)
scheduler = option(
    "--scheduler", "Address of the Dask cluster. [default: one on this machine]", metavar="ADDRESS"
)
players = option(
    "--players", "How many play, where a game is for several numbers. [default: the game's]", least=1, most=6
)
key = option("--key", "The key of the run. [default: the one in your settings folder]")
placeholders = option(
    "-p",
    "--placeholder_dir",
    f"Folder of the placeholder files. [default: {EFFECTS.placeholders}]",
    metavar="DIR",
)


def _card_choice(
    names: tuple[str, ...] = argument(metavar="[CARD]...", shell_complete=completing.cards),
    where: str = where,
    decks: tuple[Path, ...] = deck,
    edition: str = edition,
) -> CardChoice:
    from cardtools.steps.card_choice import CardChoice

    return CardChoice(names, where, decks, edition)


# The filters of cards, and the edition in which they are drawn.
card_filters = together(_card_choice)
