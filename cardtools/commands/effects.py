"""`cardtools effects`: templates for the effects that cards have."""

from __future__ import annotations

import os
from pathlib import Path

from cardtools.commands import command, group, option, options, print_data
from cardtools.commands.parse import examples
from cardtools.ground.console import Console
from cardtools.ground.io.files import check_output, make_folder, read_bytes, shown, write_atomic
from cardtools.ground.spelling import counted
from cardtools.project.project import find_project
from cardtools.steps.card_effects import CardEffects


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
    total, explained = len(cards.found), sum(one.number for one in found)
    data = {"effects": total, "parsed": total - cards.missing.total(), "explained": explained}
    templates = [{"template": one.text, "count": one.number, "examples": one.effects[:3]} for one in found]
    where = ""
    if output and found:
        make_folder(output.parent)
        before = read_bytes(output) if os.path.isfile(output) else b""
        end = "\r\n" if b"\r\n" in before else "\n"
        gap = end if before and not before.endswith(b"\n") else ""
        folder = check_output(project.path(project.settings.effects.placeholders), project.root)
        for name, words in files.items():
            write_atomic(make_folder(folder) / f"{name}.txt", "\n".join(words) + "\n")
        write_atomic(output, before + (gap + "".join(f"{one.text}{end}" for one in found)).encode())
        where = f" -> {shown(output)}" + (f", {counted(len(files), 'placeholder')}" if files else "")
    lines = examples(console, [(one.number, one.text, one.effects[0]) for one in found], "template")
    print_data(console, form, {**data, "templates": templates, "placeholders": files}, *lines)
    if not cards.table.ruleset.split.how and any("\n" in effect.text for _, _, effect in cards.found):
        hint = 'split = "line" under [effects] of the ruleset makes each line an effect'
        console.say(f"some cells have several lines: {hint}")
    what = f"{counted(len(found), 'template')} for {explained:,} of {counted(total, 'effect')}"
    console.say(f"{what} ({explained / total:.0%}); {data['parsed']:,} had one before{where}")
