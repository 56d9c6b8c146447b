"""The whole pipeline: effects, tags, texts, checks, cards, sheets; what has not changed is passed over.

A step that has findings runs again next time, so that nothing is told only once.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools import pipeline
from cardtools.console import Console
from cardtools.errors import InputError, counted
from cardtools.files import digest, make_folder, read_lines, shown
from cardtools.incremental import BuildRecord, tool_digest
from cardtools.project import BASELINE_NAME, CardSettings, EffectSettings, Project

if TYPE_CHECKING:
    from cardtools.drawing import Cards
    from cardtools.render.pictures import CardSource
    from cardtools.rulesets import Ruleset


# What the steps that make the lists have told already when the texts are checked.
_TOLD = {"GEN001", "GEN002", "GEN003", "GEN004", "GEN005", "GEN013", "GEN019", "GEN020", "GEN021"}


@dataclass(frozen=True)
class Outcome:
    """What a step did: in words, where its outputs lie, how long it took, its exit code (0, 1 or 2)."""

    step: str
    made: str
    where: str = ""
    seconds: float = 0.0
    code: int = 0
    skipped: bool = False


@dataclass
class Build:
    """A build under way."""

    project: Project
    console: Console
    strict: bool
    record: BuildRecord
    jobs: int = 0
    outcomes: list[Outcome] = field(default_factory=list)

    @cached_property
    def ruleset(self) -> Ruleset:
        """The project's ruleset. Raises InputError when it cannot be used."""
        from cardtools.rulesets import load_ruleset

        return load_ruleset(self.project.settings.ruleset, self.project.root)

    def inputs(self, settings: object, paths: Iterable[Path]) -> str:
        """The digest of what a step depends on: the tool, settings, and the content of files by name."""
        parts: list[str | bytes] = [tool_digest(), repr(settings)]
        for path in sorted(paths):
            parts += [self.name(path), self.record.content(path) if path.is_file() else ""]
        return digest(*parts)

    def name(self, path: Path) -> str:
        """A file's name among the inputs: relative to the project, so that moving it makes nothing anew."""
        root = self.project.root
        return (path.relative_to(root) if path.is_relative_to(root) else path).as_posix()

    def fresh(self, step: str, inputs: str, where: str) -> bool:
        """Whether the step can be passed over; notes that it was."""
        found = self.record.fresh_step(step, inputs)
        if found:
            self.outcomes.append(Outcome(step, found.summary, where, skipped=True))
        return found is not None


def run_build(
    project: Project, console: Console, strict: bool, again: bool = False, jobs: int = 0
) -> list[Outcome]:
    """Run every step whose inputs or outputs have changed (`again`: every step), in order; pictures are drawn
    by up to `jobs` processes (0: as many as there are processors).

    Raises CardtoolsError when the effects or tags cannot be made. A card or a deck that cannot be used stops
    no other one; it is told, and the step's outcome has exit code 2.
    """
    output = make_folder(project.output)
    record = BuildRecord(project.root, output)
    if again:
        record.steps.clear()
        record.made.clear()
        record.cards.clear()
    build = Build(project, console, strict, record, jobs)
    try:
        for step in (_effects, _tags, _texts, _checks, _cards_and_sheets):
            step(build)
        if all(outcome.code < 2 for outcome in build.outcomes):
            for path in record.remove_outdated():
                console.say(f"removed {shown(path)}, which nothing makes any more")
    finally:
        record.save()
    return build.outcomes


def _grammar_files(project: Project) -> list[Path]:
    return list(project.path(project.settings.effects.placeholders).glob("*.txt"))


def _has_effects(project: Project) -> bool:
    """Whether the project makes effects: cards without any effect file are a game that has none."""
    settings = project.settings.effects
    templates, placeholders = project.path(settings.templates), project.path(settings.placeholders)
    cards = project.path(project.settings.cards.database)
    own = settings.templates != EffectSettings.templates
    return own or templates.is_file() or placeholders.is_dir() or not cards.is_file()


def _effects(build: Build) -> None:
    project, settings = build.project, build.project.settings.effects
    target = project.path(settings.effects)
    if not _has_effects(project):
        where = shown(project.path(settings.templates))
        build.outcomes.append(Outcome("effects", f"no templates yet in {where}", skipped=True))
        return
    sources = [project.path(name) for name in (settings.templates, settings.drop, settings.replace)]
    inputs = build.inputs((settings, build.strict), [*sources, *_grammar_files(project)])
    if build.fresh("effects", inputs, shown(target)):
        return
    start = time.perf_counter()
    templates = pipeline.read_template_file(project.path(settings.templates))
    read = pipeline.read_sources(project.root, settings)
    problems = [*read.notices, *pipeline.check_templates(read.grammar, templates, build.strict)]
    build.console.problems(problems)
    effects = pipeline.generate(templates, read, settings)
    make_folder(target.parent)
    build.record.write(target, inputs, "".join(f"{effect}\n" for effect in effects))
    made = f"{counted(len(effects), 'effect')} from {counted(len(templates), 'template')}"
    if not problems:
        build.record.finish_step("effects", inputs, [target], made)
    build.outcomes.append(Outcome("effects", made, shown(target), time.perf_counter() - start))


def _tags(build: Build) -> None:
    project, settings = build.project, build.project.settings.effects
    rules, target = project.path(settings.tags), project.path(settings.tagged)
    if not rules.is_file() and settings.tags == EffectSettings.tags:
        build.outcomes.append(Outcome("tags", f"no rules yet in {shown(rules)}", skipped=True))
        return
    effects = project.path(settings.effects)
    inputs = build.inputs((settings, build.strict), [rules, effects, *_grammar_files(project)])
    if build.fresh("tags", inputs, shown(target)):
        return
    start = time.perf_counter()
    grammar = pipeline.read_placeholders(project.root, settings)
    columns, tagger, problems = pipeline.read_tagger(rules, grammar, settings.limit, build.strict)
    lines = read_lines(effects)
    tagged = "".join(tagger.csv([lines], columns, "\r\n"))
    problems += tagger.idle()
    build.console.problems(problems)
    make_folder(target.parent)
    build.record.write(target, inputs, tagged)
    made = f"{counted(len(columns), 'column')} for {counted(len(lines), 'effect')}"
    if not problems:
        build.record.finish_step("tags", inputs, [target], made)
    build.outcomes.append(Outcome("tags", made, shown(target), time.perf_counter() - start))


def _texts(build: Build) -> None:
    """Check the effect files themselves: templates, placeholders, phrases, tag rules, and the lists made."""
    project, settings = build.project, build.project.settings.effects
    names = (
        settings.templates,
        settings.drop,
        settings.replace,
        settings.tags,
        settings.effects,
        settings.tagged,
    )
    inputs = build.inputs(settings, [*map(project.path, names), *_grammar_files(project)])
    where = shown(project.path(settings.templates))
    if not _has_effects(project):
        build.outcomes.append(Outcome("texts", "no effect files yet", skipped=True))
        return
    if build.fresh("texts", inputs, where):
        return
    from cardtools.effects.lint.files import check_effect_files

    start = time.perf_counter()
    findings = check_effect_files(project.root, settings)
    # Notes are for `cardtools validate --effects`; a build tells what should be mended.
    problems = [finding for finding in findings if finding.severity != "info" and finding.code not in _TOLD]
    build.console.problems(problems)
    made = f"effect files: {counted(len(problems), 'problem') if problems else 'no problems'}"
    if not problems:
        build.record.finish_step("texts", inputs, [], made)
    code = int(any(problem.severity == "error" for problem in problems))
    build.outcomes.append(Outcome("texts", made, where, time.perf_counter() - start, code))


def _art_files(project: Project) -> list[Path]:
    roots = [project.path(folder) for folder in project.settings.cards.art]
    return [path for root in roots for path in root.rglob("*") if path.is_file()]


def _has_cards(build: Build) -> bool:
    """Whether there is a card to check or draw; a database that the project file names must exist."""
    database = build.project.path(build.project.settings.cards.database)
    if not database.is_file() and build.project.settings.cards.database == CardSettings.database:
        return False
    return len(read_lines(database)) > 1


def _checks(build: Build) -> None:
    project, settings = build.project, build.project.settings
    database, tagged = project.path(settings.cards.database), project.path(settings.effects.tagged)
    if not _has_cards(build):
        build.outcomes.append(Outcome("checks", f"no cards yet in {shown(database)}", skipped=True))
        return
    from cardtools.checks.near import NearTemplates
    from cardtools.checks.report import accepts_findings, check_project
    from cardtools.checks.suppress import load_selection

    ruleset = build.ruleset
    accepted = load_selection(project, ruleset) if accepts_findings(project) else None
    decks = [project.path(deck) for deck in settings.cards.decks]
    target = project.output / "validation.txt"
    art = [(build.name(path), path.stat().st_size) for path in sorted(_art_files(project))]
    sources = [database, tagged, *ruleset.files, project.root / BASELINE_NAME, *decks, *project.extras]
    inputs = build.inputs((settings, art, accepted.ended if accepted else 0), sources)
    if build.fresh("checks", inputs, shown(target)):
        return
    start = time.perf_counter()
    roots = [project.path(folder) for folder in settings.cards.art]
    templates = NearTemplates(project.root, settings.effects)
    report = check_project(database, ruleset, decks, tagged, roots, accepted, templates, project.extras)
    build.console.problems(report.diagnostics)
    build.record.write(target, inputs, report.text(project.root))
    if not report.diagnostics:
        build.record.finish_step("checks", inputs, [target], report.summary(project.root))
    seconds = time.perf_counter() - start
    build.outcomes.append(
        Outcome("checks", report.summary(project.root), shown(target), seconds, int(report.failed))
    )


def _cards_and_sheets(build: Build) -> None:
    """Both in one, because a card is composed once for its picture and for every sheet it is on."""
    project, settings = build.project, build.project.settings
    if not _has_cards(build):
        return
    chosen = (*settings.faces, *settings.backs)
    faces = {project.path(choice.face).parent for choice in chosen} | {project.path("templates")}
    sources = [path for folder in faces for path in folder.rglob("*") if path.is_file()]
    # The ruleset types the cells, and says by which columns decks name cards.
    sources += [project.path(settings.cards.database), *build.ruleset.files, *_art_files(project)]
    sources += project.extras
    decks = [project.path(deck) for deck in settings.cards.decks]
    definitions = {project.sheet(), *(project.sheet(table.stem) for table in project.extras)}
    pictures, sheets = make_folder(project.output / "cards"), make_folder(project.output / "sheets")
    card_settings = (settings.name, settings.copyright, settings.ruleset, settings.faces, settings.render)
    card_inputs = build.inputs((card_settings, settings.cards.art, settings.cards.pictures), sources)
    sheet_settings = (
        card_inputs, settings.sheet, settings.printers, settings.backs, settings.cards.decks, settings.extras
    )  # fmt: skip
    sheet_inputs = build.inputs(sheet_settings, [*definitions, *decks])
    cards_fresh = build.fresh("cards", card_inputs, shown(pictures))
    sheets_fresh = build.fresh("sheets", sheet_inputs, shown(sheets))
    if cards_fresh and sheets_fresh:
        return

    from cardtools.drawing import Cards
    from cardtools.render.sources import load_studio

    start = time.perf_counter()
    cards = Cards(load_studio(project), build.record)
    found = cards.findings
    build.console.problems(found)
    if not cards_fresh:
        _cards(build, cards, pictures, "" if found else card_inputs, start)
        start = time.perf_counter()
    if not sheets_fresh:
        _sheets(build, cards, sheets, "" if found else sheet_inputs, start)


def _cards(build: Build, cards: Cards, folder: Path, inputs: str, start: float) -> None:
    """Draw the pictures of the cards whose inputs have changed; `inputs` is empty when there are findings."""
    from cardtools.drawing import Easel

    dpi = build.project.settings.render.dpi
    every = cards.studio.everything
    targets = {card.slug: folder / f"{card.slug}.png" for card in every if cards.inputs(card)}
    wanted = {
        card.slug: card_inputs
        for card in every
        if card.slug in targets
        and (card_inputs := digest(tool_digest(), cards.inputs(card), str(dpi)))
        and not build.record.fresh(targets[card.slug], card_inputs)
    }
    new = cards.compose(card for card in every if card.slug in wanted)
    drawn = Easel(build.project, dpi).draw(cards.studio, new, build.jobs)
    with build.console.progress(drawn, len(new), "cards") as waiting:
        for card, data in waiting:
            build.record.write(targets[card.card.slug], wanted[card.card.slug], data)
    made = counted(len(targets), "picture")
    if inputs:
        build.record.finish_step("cards", inputs, list(targets.values()), made)
    said = made if len(new) == len(targets) else f"{made}, {len(new)} of them new"
    if cards.broken:
        said += f"; not drawn: {', '.join(cards.broken)}"
    code = 2 if cards.broken else int(any(finding.severity == "error" for finding in cards.findings))
    build.outcomes.append(Outcome("cards", said, shown(folder), time.perf_counter() - start, code))


def _sheets(build: Build, drawn: Cards, folder: Path, inputs: str, start: float) -> None:
    """Lay out each deck (without any, one of each card) and the extras, where their cards have changed;
    `inputs` as for cards.
    """
    from cardtools.cards.deck import read_deck
    from cardtools.render.proxies import sheet_names

    project, studio = build.project, drawn.studio
    targets: list[Path] = []
    pages, code = 0, 0
    decks = sheet_names([project.path(deck) for deck in project.settings.cards.decks], project.extras)
    for name in (*decks, *studio.extras):
        try:
            if name in studio.extras:
                cards = studio.copies_of_extras(name)
            else:
                deck = decks[name]
                cards = studio.deck(read_deck(deck)) if deck else studio.cards
            # A deck may name other pictures of its cards than the project does.
            found = drawn.learn(cards)
            build.console.problems(found)
            inputs = "" if found else inputs
            targets.append(folder / f"{name}.pdf")
            pages += _sheet(build, drawn, name, cards, targets[-1])
        except InputError as error:
            build.console.problems(error.diagnostics)
            code = 2
    made = f"{counted(len(targets), 'PDF')} of {counted(pages, 'sheet')}"
    if inputs and not code:
        build.record.finish_step("sheets", inputs, targets, made)
    build.outcomes.append(Outcome("sheets", made, shown(folder), time.perf_counter() - start, code))


def _sheet(build: Build, drawn: Cards, name: str, cards: Sequence[CardSource], target: Path) -> int:
    """Lay out one deck, unless it is fresh; how many sheets of paper it has."""
    from cardtools.render.proxies import (
        PrintOptions,
        compose_backs,
        find_printer,
        load_label_font,
        sheet_count,
        sheet_title,
        write_sheets,
    )
    from cardtools.render.sheets import load_sheet

    settings, studio = build.project.settings, drawn.studio
    definition = build.project.sheet(name)
    layout = load_sheet(definition, settings.sheet.paper)
    cards = [card for card in cards if drawn.inputs(card)]
    pages = sheet_count(layout, len(cards), *drawn.size(cards[0]), definition) if cards else 0
    backs = compose_backs(layout, studio, cards)
    build.console.problems(problem for back in backs for problem in (*back.findings, *back.problems))
    made_of = [*map(drawn.inputs, cards), *(back.inputs for back in backs)]
    inputs = build.inputs((settings.sheet, settings.printers, settings.name, name, made_of), [definition])
    if build.record.fresh(target, inputs):
        return pages
    scenes = [card.scene for card in drawn.compose(cards) if card.scene]
    with build.record.writing(target, inputs) as file:
        write_sheets(
            file,
            layout,
            scenes,
            studio.fonts(),
            studio.gallery,
            sheet_title(settings.name, name),
            load_label_font(layout, definition),
            definition,
            [back.scene for back in backs],
            PrintOptions(printer=find_printer(build.project)),
        )
    return pages
