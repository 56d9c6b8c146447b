"""`cardtools parse`: from an effect text back to its template and values."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardtools.cards.game_words import GameWords
from cardtools.commands import EFFECTS, argument, command, option, options, print_data, uses_only
from cardtools.effects.combinations import Binding, Expansion
from cardtools.effects.parsing.parse import read_parser
from cardtools.ground.console import Console
from cardtools.ground.spelling import counted
from cardtools.project.project import find_project
from cardtools.steps.effect_lists import read_template_file
from cardtools.steps.programs import read_compiler

if TYPE_CHECKING:
    from cardtools.effects.parsing.nearest import NearMiss
    from cardtools.programs.compiling import TextMeaning


_SHOWN = 20


@command(epilog='Example: cardtools parse "Draw two cards."')
def parse(
    console: Console,
    text: str | None = argument(),
    cards: bool = option("--cards", "In place of TEXT: the effects of all cards of the project."),
    file: Path | None = option("-f", "--file", f"The templates. [default: {EFFECTS.templates}]"),
    limit: int = option(
        "-n", "--limit", "The most ways to show where values overlap.", least=1, default=20, metavar=None
    ),
    form: str = options.form(),
) -> int:
    """Find the template and the values that TEXT is made of.

    TEXT is an effect as in the finished list, after the stages of the project. Exits 1 if no template makes
    it, and shows the nearest one, the first word that does not fit, and what was probably meant. Where the
    project has programs, shows what the text does when the card is played, as a program and in plain words.

    With --cards, lists the effects that no template makes, those of the most cards first (-v: all of them).
    """
    if cards:
        uses_only("--cards", "cards", "form")
        return _parse_cards(console, form)
    if not text or not text.strip():
        raise click.UsageError('TEXT is empty: give an effect, such as "Draw two cards."')
    if "\n" in text:
        raise click.UsageError("TEXT is one effect on one line.")
    project = find_project(required=file is None)
    settings = project.settings.effects
    templates = read_template_file(file or project.path(settings.templates))
    parser, notices = read_parser(project.root, settings, templates, GameWords(project))
    console.problems(notices)
    found = list(itertools.islice(parser.matches(text), limit + 1))
    compiler = read_compiler(project, parser=parser) if file is None else None
    compiled = compiler.compile(text) if compiler else None
    known = bool(found) or (compiled is not None and compiled.program is not None)
    miss = compiled.miss if compiled and not known else None
    if not (known or compiled):
        from cardtools.effects.parsing.nearest import NearestEffect

        miss = NearestEffect(parser).to(text)
    data = _data(text, found[:limit], miss, compiled)
    print_data(console, form, data, *_lines(data, miss, limit if len(found) > limit else 0))
    return int(not known)


def _parse_cards(console: Console, form: str) -> int:
    """Which effects of the cards a template makes."""
    from cardtools.steps.card_effects import CardEffects

    every = CardEffects(find_project(required=True))
    table, origins = every.table, every.origins
    data = [
        {
            "place": str(table.place(row, column)),
            "card": table.name(row),
            "column": column,
            "effect": effect.number,
            "text": effect.text,
            "template": origins[effect.text].text if effect.text in origins else None,
        }
        for row, column, effect in every.found
    ]
    missing = Counter(effect.text for _, _, effect in every.found if effect.text not in origins)
    first = {one["text"]: f"{one['place']}: {one['card']}" for one in reversed(data)}
    listed = missing.most_common(None if console.verbosity > 0 else _SHOWN)
    lines = [line for text, count in listed for line in (f"{count:>5}  {text}", f"       {first[text]}")]
    cards = {row for row, _, _ in every.found}
    whole = len(cards - {row for row, _, effect in every.found if effect.text in missing})
    parsed, total = len(data) - missing.total(), max(len(data), 1)
    what = f"{parsed:,} of {counted(len(data), 'effect')} ({parsed / total:.0%}) have a template"
    lines.append(f"{what}, all those of {whole:,} of {counted(len(cards), 'card')}")
    print_data(console, form, data, *lines)
    return int(bool(missing))


def _lines(data: dict[str, Any], miss: NearMiss | None, limit: int) -> Iterator[str]:
    """What is known of a text, in words; with a `limit`, there are more ways to read it than these."""
    for match in data["matches"]:
        yield f"{match['place']}: {match['template']}"
        yield from _tree(match["bindings"])
    if limit:
        yield f"and more: only {counted(limit, 'way')} {'is' if limit == 1 else 'are'} shown"
    if "program" in data:
        yield from ("its program", f"  {data['program']}", "what it does")
        yield from (f"  {sentence}" for sentence in data["words"])
    if "not_played" in data:
        yield f"it cannot be played: {data['not_played']}"
    if miss:
        yield "no template makes this text; the nearest is"
        yield f"{miss.template.location}: {miss.template.text}"
        yield from (f"  {line}" for line in (miss.message, miss.hint) if line)


def _tree(bindings: Iterable[dict[str, Any]], depth: int = 1) -> Iterator[str]:
    for binding in bindings:
        yield f"{'  ' * depth}{binding['slot']} = {binding['text'] or '(nothing)'}"
        yield from _tree(binding["inside"], depth + 1)


def _nested(binding: Binding) -> dict[str, Any]:
    return {**binding._asdict(), "inside": list(map(_nested, binding.inside))}


def _data(
    text: str, found: list[Expansion], miss: NearMiss | None, compiled: TextMeaning | None
) -> dict[str, Any]:
    data: dict[str, Any] = {"text": text, "found": bool(found)}
    data["matches"] = [
        {
            "template": match.template.text,
            "place": str(match.template.location),
            "index": match.index,
            "expanded": match.text,
            "bindings": list(map(_nested, match.bindings)),
        }
        for match in found
    ]
    if compiled and compiled.program is not None:
        from cardtools.programs.describe import describe
        from cardtools.programs.node_types import to_data
        from cardtools.programs.writer import write

        data["program"] = write(compiled.program)
        data |= {"tree": to_data(compiled.program), "words": describe(compiled.program)}
    elif compiled and found:
        data["not_played"] = compiled.reason
    if miss:
        data["nearest"] = {
            "template": miss.template.text,
            "place": str(miss.template.location),
            "word": miss.word or None,
            "message": miss.message,
            "expected": [{"slot": one.slot or None, "words": list(one.words)} for one in miss.expected],
            "dropped_by": miss.dropped_by or None,
            "did_you_mean": miss.effect or None,
        }
    return data
