"""The programs of a project: a compiler of its texts, and the texts that cannot be played."""

from __future__ import annotations

import os
from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.cards.lexicon import Lexicon
from cardtools.ground.errors import Diagnostic
from cardtools.ground.toml.tomlfile import load
from cardtools.project.project import Project
from cardtools.steps.effect_lists import read_placeholders, read_template_file

if TYPE_CHECKING:
    from cardtools.cards.table import CardTable
    from cardtools.effects.parsing.parse import Parser
    from cardtools.programs.compiling import Compiler
    from cardtools.programs.reader import ProgramWords
    from cardtools.programs.tree import Program
    from cardtools.rulesets import Ruleset
    from cardtools.rulesets.effect_split import CellEffect


def program_file(project: Project) -> Path | None:
    """The project's file of programs, None where there is none."""
    path = project.path(project.settings.effects.programs)
    return path if os.path.isfile(path) else None


def vocabulary(ruleset: Ruleset) -> ProgramWords:
    """The words of a ruleset that programs may use: what its texts call cards, and its vocabularies."""
    from cardtools.programs.reader import ProgramWords

    nouns = ruleset.design.nouns if ruleset.design else {}
    types = ruleset.vocabulary["type"].values if "type" in ruleset.vocabulary else ()
    played = ruleset.play.kinds if ruleset.play else {}
    kinds = {word.casefold() for word in (*nouns, *types, *played, *ruleset.text.entry.words, "card")}
    words = ruleset.vocabulary["keyword"].values if "keyword" in ruleset.vocabulary else ()
    keywords = {word.casefold(): word for word in words}
    own = ruleset.play.entry if ruleset.play and ruleset.play.entry.turn else None
    names = frozenset((*ruleset.vocabulary, *(own.values if own else ())))
    zones, known = (own.own_zones, own.words) if own else ({}, {})
    return ProgramWords(frozenset(kinds), names, keywords, zones, known)


def told(program: Program) -> tuple[str, list[str]]:
    """A program as it is written, and what it does in words, line by line."""
    from cardtools.programs.describe import describe
    from cardtools.programs.writer import write

    return write(program), describe(program)


def read_compiler(
    project: Project, ruleset: Ruleset | None = None, parser: Parser | None = None
) -> Compiler | None:
    """What turns a project's texts into programs; None without a file of these. Raises InputError."""
    path = program_file(project)
    if path is None:
        return None
    from cardtools.effects.parsing.parse import read_parser
    from cardtools.programs.compiling import Compiler
    from cardtools.programs.template_programs import read_programs
    from cardtools.rulesets import project_ruleset

    settings = project.settings.effects
    if parser is None:
        templates = read_template_file(project.path(settings.templates))
        parser, _ = read_parser(project.root, settings, templates, Lexicon(project))
    words = vocabulary(ruleset or project_ruleset(project))
    return Compiler(parser, read_programs(path, parser.grammar, words))


def check_program_file(project: Project, ruleset: Ruleset) -> list[Diagnostic]:
    """What is wrong with the project's file of programs (PRG001 to PRG004), by place."""
    compiler = read_compiler(project, ruleset)
    if compiler is None:
        return []
    from cardtools.programs.template_programs import check_programs

    found = check_programs(compiler.programs, compiler.parser.templates)
    return sorted(found, key=lambda one: (*one.location, one.code))


def text_columns(ruleset: Ruleset) -> tuple[str, ...]:
    """The columns with the texts that are played."""
    return ruleset.text_fields or tuple(ruleset.text.columns)


def card_effects(table: CardTable) -> list[tuple[int, str, CellEffect]]:
    """The effects of the cards, with their rows and columns."""
    columns = [name for name in text_columns(table.ruleset) if name in table.values]
    rows = table.ruleset.split.rows
    return [(row, name, one) for name in columns for row, one in rows(table.values[name])]


def declined_texts(project: Project, texts: Iterable[str], known: Container[str] = ()) -> Mapping[str, str]:
    """Those of the texts that cannot be played, unless `known`, each with the reason. Raises InputError."""
    path = program_file(project)
    if path is None:
        return {}
    from cardtools.programs.programs_file import ProgramFile, ProgramSource

    settings = project.settings.effects
    data, file = load(path, ProgramFile)
    words = Lexicon(project)
    source = ProgramSource(file, data, read_placeholders(project.root, settings, words))
    templates = read_template_file(project.path(settings.templates))
    if all(map(source.is_complete, templates)):
        texts = [text for text in texts if text not in known]
    texts = list(texts)
    if not texts:
        return {}
    from cardtools.effects.parsing.parse import read_parser
    from cardtools.programs.coverage import declined

    parser, _ = read_parser(project.root, settings, templates, words)
    return declined(texts, parser, source)


def check_texts(project: Project, table: CardTable, known: Container[str]) -> Iterator[Diagnostic]:
    """The cards with a text that cannot be played (PRG005); `known` are texts that the templates give."""
    from cardtools.programs.program_checks import TEXT_NOT_PLAYED

    check = table.ruleset.check(TEXT_NOT_PLAYED)
    if check.off or program_file(project) is None:
        return
    columns = [name for name in text_columns(table.ruleset) if name in table.values]
    effects = [
        (name, row, one) for name in columns for row, one in table.ruleset.split.rows(table.values[name])
    ]
    reasons = declined_texts(project, dict.fromkeys(one.text for _, _, one in effects), known)
    for name, row, effect in effects if reasons else ():
        if reason := reasons.get(effect.text):
            what = "the text" if effect.of == 1 else effect.named(name)
            message = f"{table.name(row)}: {what} cannot be played: {reason}"
            hint = "write what a template gives, or add a template and its program"
            yield check.info.finding(table.place(row, name), message, hint)
