"""`cardtools effects`: templates for the effects that cards have."""

from __future__ import annotations

import os
from pathlib import Path

from cardtools.commands import command, group, option, options, print_data
from cardtools.ground.console import Console
from cardtools.ground.io.files import check_output, is_standard, make_folder, read_text, shown, write_atomic
from cardtools.ground.spelling import counted
from cardtools.project.project import find_project
from cardtools.steps.card_effects import CardEffects

_SHOWN = 20


@group("Example: cardtools effects learn -o effects/learned.txt")
def effects() -> None:
    """Propose templates for the effects that cards have."""


@command("Example: cardtools effects learn -o effects/learned.txt", of=effects)
def learn(
    console: Console,
    output: Path | None = option(
        "-o", "--output", "The template file to write, or to add to. Placeholders go to their folder."
    ),
    least: int = option("--least", "The fewest effects that a template explains.", least=1, default=2),
    form: str = options.form(),
) -> None:
    """Propose templates from the texts of the cards: for effects that differ only in numbers and in words of
    the ruleset's vocabularies, of columns, and of the project's placeholders.

    Effects that the project's templates give already are left out. The templates that explain the most
    effects come first, each with an example; -v shows all of them. Keep those that are right.
    """
    project = find_project(required=True)
    cards = CardEffects(project)
    found, files = cards.learn(least)
    total, explained = len(cards.found), sum(one.count for one in found)
    known = sum(effect.text in cards.origins for _, _, effect in cards.found)
    data = {
        "effects": total,
        "parsed": known,
        "explained": explained,
        "templates": [
            {"template": one.text, "count": one.count, "examples": list(one.effects)[:3]} for one in found
        ],
        "placeholders": {name: list(words) for name, words in files.items()},
    }
    listed = found if console.verbosity > 0 else found[:_SHOWN]
    pairs = ((f"{one.count:>5}  {one.text}", f"       {next(iter(one.effects))}") for one in listed)
    lines = [line for pair in pairs for line in pair]
    if len(listed) < len(found):
        lines.append(f"and {counted(len(found) - len(listed), 'more template')}: -v")
    share = f"{explained / max(total, 1):.0%}"
    print_data(console, form, data, *lines)
    what = f"{counted(len(found), 'template')} for {explained:,} of {counted(total, 'effect')} ({share})"
    where = ""
    if output and found:
        before = read_text(output).rstrip("\n").split("\n") if os.path.isfile(output) else []
        folder = project.path(project.settings.effects.placeholders)
        for name, words in files.items():
            path = check_output(folder / f"{name}.txt", project.root)
            make_folder(path.parent)
            write_atomic(path, "\n".join(words) + "\n")
        if not is_standard(output):
            make_folder(output.parent)
        write_atomic(output, "\n".join([*before, *(one.text for one in found)]) + "\n")
        where = f" -> {shown(output)}" + (f", {counted(len(files), 'placeholder')}" if files else "")
    if not cards.table.ruleset.split.how and any("\n" in effect.text for _, _, effect in cards.found):
        hint = 'split = "line" under [effects] of the ruleset makes each line an effect'
        console.say(f"some cells have several lines: {hint}")
    console.say(f"{what}; {known:,} had one before{where}")
