"""The steps of a build: effects, their tags, the files they are made from; checks, cards and sheets."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.cards.lexicon import Lexicon
from cardtools.effects.grammar import KINDS
from cardtools.ground.errors import InputError
from cardtools.ground.io.build_record import tool_digest
from cardtools.ground.io.files import digest, files_below, iter_lines, read_bytes, shown
from cardtools.ground.spelling import counted, listed
from cardtools.ground.tables.workbooks import table_file
from cardtools.ground.toml.tomlfile import read_toml
from cardtools.project.project import BASELINE_NAME, Project
from cardtools.rulesets import project_ruleset
from cardtools.steps import effect_lists
from cardtools.steps.build.job import Build
from cardtools.steps.programs import check_program_file, program_file

if TYPE_CHECKING:
    from cardtools.steps.draw_cards import Composer


def _grammar_files(project: Project) -> list[Path]:
    """The files of the placeholders, and where they or the templates name words of the game, those too."""
    settings = project.settings.effects
    files = list(project.path(settings.placeholders).glob("*.txt"))
    asking = [*files, *map(project.path, (settings.templates, settings.tags))]
    texts = (read_bytes(path) for path in asking if os.path.isfile(path))
    if any(f"<{kind}:".encode() in text for text in texts for kind in KINDS):
        files += [*project.tables, *project_ruleset(project).files]
    return files


def _has_effects(project: Project) -> bool:
    """Whether the project makes effects: it has or names their files, or has nothing else to make."""
    settings, own = project.settings.effects, project.names("effects", "templates")
    templates, placeholders = project.path(settings.templates), project.path(settings.placeholders)
    has_cards = any(os.path.isfile(table_file(table)) for table in project.tables)
    return own or os.path.isfile(templates) or os.path.isdir(placeholders) or not has_cards


def make_effects(build: Build) -> None:
    """Expand the templates into the list of effects."""
    project, settings = build.project, build.project.settings.effects
    target = project.path(settings.effects)
    if not _has_effects(project):
        build.passed_over("effects", f"none: there is no {shown(project.path(settings.templates))}")
        return
    sources = [project.path(name) for name in (settings.templates, settings.drop, settings.replace)]
    inputs = build.inputs((settings, build.strict), [*sources, *_grammar_files(project)])
    if build.fresh("effects", inputs, shown(target)):
        return
    templates = effect_lists.read_template_file(project.path(settings.templates))
    read = effect_lists.read_sources(project.root, settings, Lexicon(project))
    problems = [*read.notices, *effect_lists.check_templates(read.grammar, templates, build.strict)]
    build.console.problems(problems)
    effects = effect_lists.list_effects(effect_lists.plan_effects(templates, read, settings))
    build.record.write(target, inputs, "".join(f"{effect}\n" for effect in effects))
    made = f"{counted(len(effects), 'effect')} from {counted(len(templates), 'template')}"
    build.done("effects", made, [target], problems)


def make_tags(build: Build) -> None:
    """Write the tagged CSV of the effects."""
    project, settings = build.project, build.project.settings.effects
    rules, target = project.path(settings.tags), project.path(settings.tagged)
    if not os.path.isfile(rules) and not project.names("effects", "tags"):
        if _has_effects(project):
            build.passed_over("tags", f"none: there is no {shown(rules)}")
        return
    effects = project.path(settings.effects)
    inputs = build.inputs((settings, build.strict), [rules, effects, *_grammar_files(project)])
    if build.fresh("tags", inputs, shown(target)):
        return
    grammar = effect_lists.read_placeholders(project.root, settings, Lexicon(project))
    tagger, problems = effect_lists.read_tagger(rules, grammar, settings.limit, build.strict)
    tagged = "".join(tagger.csv(iter_lines(effects), "\r\n"))
    problems += tagger.idle()
    build.console.problems(problems)
    build.record.write(target, inputs, tagged)
    made = f"{counted(len(tagger.wanted), 'column')} for {counted(tagger.counts.total(), 'effect')}"
    build.done("tags", made, [target], problems)


def check_texts(build: Build) -> None:
    """Check the effect files themselves: templates, placeholders, phrases, tag rules, and the lists made."""
    project, settings = build.project, build.project.settings.effects
    if not _has_effects(project):
        return
    names = [settings.templates, settings.drop, settings.replace, settings.tags, settings.effects]
    names += [settings.tagged, settings.programs]
    inputs = build.inputs(settings, [*map(project.path, names), *_grammar_files(project)])
    where = shown(project.path(settings.templates))
    if build.fresh("texts", inputs, where):
        return
    from cardtools.effects.effect_checks import REPORTED_WHEN_MADE
    from cardtools.effects.lint import check_effect_files

    findings = check_effect_files(project.root, settings, Lexicon(project))
    if program_file(project):
        findings += check_program_file(project, project_ruleset(project))
    # Notes are for `cardtools validate --effects`; a build reports what should be fixed.
    worth = (finding for finding in findings if finding.severity != "info")
    problems = [finding for finding in worth if finding.code not in REPORTED_WHEN_MADE]
    build.console.problems(problems)
    # Those that the steps before reported are problems of these files too.
    number = len(problems) + sum(outcome.problems for outcome in build.outcomes)
    made = f"effect files: {counted(number, 'problem') if number else 'no problems'}"
    build.done("texts", made, [], problems)


def check_cards(build: Build) -> None:
    """Check the cards and decks, and write what was found."""
    project, settings = build.project, build.project.settings
    tables, tagged = project.tables, project.path(settings.effects.tagged)
    if not build.has_cards:
        build.passed_over("checks", f"no cards yet in {shown(tables[0])}")
        return
    from cardtools.checks.findings.selection import load_selection
    from cardtools.steps.check import check_game

    game = build.game
    ruleset, selection = game.ruleset, load_selection(project, game.ruleset)
    decks = [project.path(deck) for deck in settings.cards.decks]
    target = project.output / "validation.txt"
    art = [(build.name(path), path.stat().st_size) for path in sorted(build.art_files)]
    sources = [*tables, tagged, *ruleset.files, project.root / BASELINE_NAME, *decks, *project.extras]
    sources += [project.path(settings.cards.crops)]
    inputs = build.inputs((settings, art, selection.ended), sources)
    if build.fresh("checks", inputs, shown(target)):
        return
    try:
        report = check_game(game, selection=selection).capped()
    except InputError as error:
        build.report(error.diagnostics)
        build.failed("checks")
        return
    build.report(report.diagnostics)
    build.record.write(target, inputs, report.text(project.root))
    summary = report.summary(project.root)
    build.done("checks", summary, [target], report.diagnostics)


def make_cards_and_sheets(build: Build) -> None:
    """Both in one, because a card is composed once for its picture and for every sheet it is on."""
    project, settings = build.project, build.project.settings
    if not build.has_cards:
        return
    faces = {project.path(choice.face) for choice in (*settings.faces, *settings.backs)}
    folders = {face.parent for face in faces} | {project.path("templates")}
    sources = {Path(name) for folder in folders for name in files_below(folder)}
    sources.update(*map(_made_of, faces))
    # The ruleset types the cells, and says by which columns decks name cards.
    sources |= {*project.tables, *build.game.ruleset.files, *build.art_files}
    sources |= {*project.extras, project.root / BASELINE_NAME, project.path(settings.cards.crops)}
    edition = settings.editions.get(project.edition)
    if edition and edition.table:
        sources.add(project.path(edition.table))
    decks = [project.path(deck) for deck in settings.cards.decks]
    definitions = {project.sheet(), *(project.sheet(table.stem) for table in project.extras)}
    pictures, sheets = project.output_path("cards"), project.output_path("sheets")
    card_settings = (
        settings.name, settings.copyright, settings.columns, settings.cards.database, settings.ruleset,
        settings.faces, settings.render, build.strict_art, edition, settings.suppress,
        build.game.selection.ended
    )  # fmt: skip
    card_inputs = build.inputs((card_settings, settings.cards.art, settings.cards.pictures), sources)
    sheet_settings = (
        card_inputs, settings.sheet, settings.printers, settings.backs, settings.cards.decks, settings.extras,
        settings.cards.quantity
    )  # fmt: skip
    sheet_inputs = build.inputs(sheet_settings, [*definitions, *decks])
    cards_fresh = build.fresh("cards", card_inputs, shown(pictures))
    sheets_fresh = build.fresh("sheets", sheet_inputs, shown(sheets))
    build.finished += [folder for folder, done in ((pictures, cards_fresh), (sheets, sheets_fresh)) if done]
    if cards_fresh and sheets_fresh:
        return

    from cardtools.steps.draw_cards import Composer

    composer = Composer(build.game, build.record, checked=not project.edition)
    found = composer.compose_changed(composer.project_cards.everything)
    if not cards_fresh:
        checked = () if project.edition else build.game.table.problems
        build.report(one for one in found if one not in checked)
        _cards(build, composer, pictures)
        build.finished.append(pictures)
    if not sheets_fresh:
        _sheets(build, composer, sheets)
        build.finished.append(sheets)


def _made_of(face: Path) -> set[Path]:
    """What a face extends, its fonts and icons, wherever they lie; nothing of a file that cannot be read."""
    found: set[Path] = set()
    ahead = [face]
    while ahead:
        path = ahead.pop()
        with suppress(InputError):
            data = read_toml(path).data
            tables = [table for name in ("fonts", "icons") if isinstance(table := data.get(name), dict)]
            values = [value for table in tables for value in table.values()]
            names = [name for value in values for name in (value if isinstance(value, list) else [value])]
            found |= {path.parent / name for name in names if isinstance(name, str)}
            base = data.get("extends")
            if isinstance(base, str) and (above := Path(os.path.normpath(path.parent / base))) not in found:
                found.add(above)
                ahead.append(above)
    return found


def _cards(build: Build, composer: Composer, folder: Path) -> None:
    from cardtools.steps.draw_cards import PictureOptions, draw_pictures

    options = PictureOptions(build.project.settings.render.dpi, jobs=build.jobs)
    every = [card for card in composer.project_cards.everything if composer.inputs(card)]
    targets = {card.slug: folder / f"{card.slug}.png" for card in every}
    tool, dpi = tool_digest(), str(options.dpi)
    made_of = {card.slug: digest(tool, composer.inputs(card), dpi) for card in every}
    old = {slug for slug in targets if build.record.fresh(targets[slug], made_of[slug])}
    new = composer.compose(card for card in every if card.slug not in old)
    drawn = draw_pictures(composer.project_cards, build.project, new, options)
    with build.console.progress(drawn, len(new), "cards") as waiting:
        for card, data in waiting:
            build.record.write(targets[card.card.slug], made_of[card.card.slug], data)
    said = "" if len(new) == len(targets) else f", {len(new)} of them new"
    if composer.broken:
        said += f"; not drawn: {listed(composer.broken)}"
    made, paths = counted(len(targets), "picture"), list(targets.values())
    build.done("cards", made, paths, composer.findings, said, composer.incomplete)


def _sheets(build: Build, composer: Composer, folder: Path) -> None:
    """Lay out each deck (without any, one of each card) and the extras, where their cards have changed."""
    from cardtools.print.sheets.printing import PrintOptions, find_printer, project_sheet
    from cardtools.steps.card_choice import find_printed, uncounted
    from cardtools.steps.sheets import plan_sheet

    project, settings = build.project, build.project.settings
    options = PrintOptions(printer=find_printer(project))
    read = cache(partial(project_sheet, project, paper=settings.sheet.paper))
    targets: list[Path] = []
    pages, incomplete = 0, False
    paths = list(map(project.path, settings.cards.decks))
    decks = find_printed(build.game, paths, project.extras)
    findings = uncounted(build.game, paths, project.extras)
    build.report(findings)
    told = set(build.game.reported(composer.project_cards.problems, composer.checked))
    for name, find_cards in decks.items():
        try:
            cards = find_cards()
            # A deck may name other pictures of its cards than the project does.
            found = composer.compose_changed(cards)
            plan = plan_sheet(composer, name, cards, read(name), options)
            found += [one for one in composer.reported(plan.backs) if one not in (*findings, *told)]
            build.report(found)
            findings += found
            if cards and not plan.cards:  # none of them can be drawn
                continue
            targets.append(folder / f"{name}.pdf")
            pages += plan.count()
            made_of = (settings.sheet, settings.printers, settings.name, plan.name, plan.prints)
            made_from = build.inputs(made_of, [plan.definition.path])
            if not build.record.fresh(targets[-1], made_from):
                with build.record.writing(targets[-1], made_from) as file:
                    plan.write(file)
        except InputError as error:
            build.report(error.diagnostics, of_deck=True)
            incomplete = True
    made = f"{counted(len(targets), 'PDF')} of {counted(pages, 'sheet')}"
    incomplete = incomplete or composer.incomplete
    build.done("sheets", made, targets, findings, "", incomplete)
