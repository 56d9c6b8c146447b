"""`cardtools parse`: from an effect text back to its template and values."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cardtools.cards.lexicon import Lexicon
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
    parser, notices = read_parser(project.root, settings, templates, Lexicon(project))
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


def examples(console: Console, rows: Sequence[tuple[int, str, str]], what: str) -> list[str]:
    """Counted texts as lines, each with an example below it: the first ones, with -v all."""
    listed = rows if console.verbosity > 0 else rows[:_SHOWN]
    lines = [line for count, text, below in listed for line in (f"{count:>5}  {text}", f"       {below}")]
    more = len(rows) - len(listed)
    return [*lines, f"and {counted(more, f'more {what}')}: -v"] if more else lines


def _parse_cards(console: Console, form: str) -> int:
    """Which effects of the cards a template makes."""
    from cardtools.steps.card_effects import CardEffects

    cards = CardEffects(find_project(required=True))
    table, missing = cards.table, cards.missing
    keys = ("place", "card", "column", "effect", "text", "template")
    data = []
    for row, column, one in cards.found:
        place, template = str(table.place(row, column)), cards.origins.get(one.text)
        made = (place, table.name(row), column, one.number, one.text, template and template.text)
        data.append(dict(zip(keys, made, strict=True)))
    first = {one["text"]: f"{one['place']}: {one['card']}" for one in reversed(data)}
    lines = examples(console, [(n, text, first[text]) for text, n in missing.most_common()], "effect")
    every, known = {row for row, _, _ in cards.found}, len(data) - missing.total()
    whole = every - {row for row, _, one in cards.found if one.text in missing}
    what = f"{known:,} of {counted(len(data), 'effect')} ({known / len(data):.0%}) have a template"
    lines.append(f"{what}, all those of {len(whole):,} of {counted(len(every), 'card')}")
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
        from cardtools.programs.node_types import to_data
        from cardtools.steps.programs import told

        written, words = told(compiled.program)
        data |= {"program": written, "tree": to_data(compiled.program), "words": words}
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
