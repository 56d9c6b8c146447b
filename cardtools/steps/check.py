"""Checking a game: its cards, decks, art, effects and effect files, as one report."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cardtools.cards.extra_tables import check_headings
from cardtools.cards.lexicon import Lexicon
from cardtools.checks.art.files import check_art
from cardtools.checks.effect_list import NearTemplates, read_effect_list
from cardtools.checks.face_choices import check_face_choices
from cardtools.checks.findings.check_report import CheckedFiles, Report, ReportPart, by_place
from cardtools.checks.findings.selection import Selection, load_selection
from cardtools.checks.listed_effects import EFFECTS_NOT_CHECKED
from cardtools.checks.validate import validate, validate_deck, validate_rows
from cardtools.ground.errors import Diagnostic, InputError, Location
from cardtools.ground.io.files import read_table, shown
from cardtools.ground.spelling import counted
from cardtools.ground.tables.csv_faults import RAGGED_ROW, without_ragged
from cardtools.ground.tables.csv_reader import find_delimiter
from cardtools.steps.card_choice import CardChoice
from cardtools.steps.programs import check_program_file, check_texts

if TYPE_CHECKING:
    from cardtools.cards.table import Card
    from cardtools.checks.fixes.fix_files import FixedFile
    from cardtools.checks.proof.side import PrintLimits, SideFigures
    from cardtools.project.settings import PrintSettings
    from cardtools.steps.game_files import GameFiles

NO_RULESET = "no ruleset: general checks only"


@dataclass(frozen=True)
class Scope:
    """Which parts of a game are checked besides its cards and decks: art, effects against the tagged list,
    the files that this is made of, and what drawing reports: unusable faces, faulty marks, icons, crops.
    """

    art: bool = True
    effects: bool = True
    effect_files: bool = False
    drawing: bool = False


def check_game(
    game: GameFiles,
    scope: Scope = Scope(),
    selection: Selection | None = None,
    fixes: bool = False,
    where: str = "",
) -> Report:
    """Check the cards of a game and its decks, its effects against the tagged list, its images in the art
    folders; of the extras only the images. A tagged list that does not exist yet is a warning.

    `selection` says which findings are reported (None: what the project accepts is left out); with `fixes`
    each has its fix; `where` is a condition that the cards meet that findings are about. Raises InputError
    when a file or the condition cannot be used, and when no card meets it.
    """
    rows = set(CardChoice(where=where).rows(game.table)) if where else set()
    selection = selection or load_selection(game.project, game.ruleset)
    collects = gc.isenabled()
    gc.disable()  # All that is read is kept: the collector would walk a large table in vain, again and again.
    try:
        diagnostics = _check(game, scope)
    except InputError as error:
        raise InputError([*error.diagnostics, *_of_whole_rows(game, error, selection)]) from None
    finally:
        if collects:
            gc.enable()
    report = Report(_checked(game, scope), tuple(diagnostics))
    merged: frozenset[str] = frozenset()
    if diagnostics:
        from cardtools.checks.validate import SPREADSHEET_HAZARD, merge_damage

        if selection.asks(SPREADSHEET_HAZARD.code):
            kept = [finding for finding in diagnostics if finding.code not in selection.ignore]
            diagnostics, merged = merge_damage(game.table, kept)
            report = replace(report, diagnostics=tuple(diagnostics))
    report = selection.of(report, merged)
    if fixes and report.diagnostics:
        from cardtools.checks.fixes.cell_fixes import attach_fixes

        report = replace(report, diagnostics=tuple(attach_fixes(game.table, report.diagnostics)))
    if where:
        tables = {file.name for file in game.table.file.parts}
        in_tables = (one for one in report.diagnostics if one.location.path in tables)
        about = tuple(one for one in in_tables if report.checked.subject(one).row in rows)
        report = replace(report, diagnostics=about)
    return report


def _check(game: GameFiles, scope: Scope) -> list[Diagnostic]:
    table, ruleset, effects = game.table, game.table.ruleset, game.effects_file
    found: list[Diagnostic] = []
    decks = game.decks
    known = None
    if scope.effects and os.path.exists(effects):
        known = read_effect_list(effects)
    elif scope.effects and ruleset.effect_columns:
        message = "effects are not checked: there is no tagged effect list yet"
        place = Location(shown(effects))
        templates = game.project.settings.effects.templates
        hint = "run `cardtools build` to make it"
        if not os.path.exists(game.project.path(templates)):
            hint = f"write templates into {templates}, or take [effects] out of the ruleset"
        found.append(EFFECTS_NOT_CHECKED.finding(place, message, hint))
    findings = validate(table, ruleset, known, near_templates(game))
    if scope.art:
        findings += check_art(table, game.art_folders, game.extras)
    if game.database is None:
        from cardtools.steps import drawing_findings

        if scope.art:
            findings += drawing_findings.stray_crops(game)
            findings += drawing_findings.coarse_crops(game) if scope.drawing else ()
        findings += check_face_choices(game.project, table, game.extras)
        if scope.drawing:
            from cardtools.checks.texts.vocabulary import UNRESOLVED_PLACEHOLDER

            # A faulty mark may be the placeholder that is reported for the row already.
            odd = (one.location for one in findings if one.code == UNRESOLVED_PLACEHOLDER.code)
            rows = {(place.path, place.line) for place in odd}
            drawn = [*drawing_findings.drawing_findings(game), *drawing_findings.unused_terms(game)]
            findings += [one for one in drawn if (one.location.path, one.location.line) not in rows]
    for extra in game.extras:
        findings += check_headings(extra, game.project.settings.cards.quantity)
    found += by_place(findings)
    own = game.database is None and game.ruleset_name is None
    if own:
        found += by_place(check_texts(game.project, table, known or ()))
    if decks and ruleset.lists:
        from cardtools.checks.decks.card_lists import check_list, read_lists

        for name, listed in read_lists(ruleset).items():
            of_list = [*validate(listed, listed.ruleset), *check_list(name, listed, table)]
            found += by_place(one._replace(fix=None) for one in of_list)
    for deck in decks:
        found += validate_deck(deck, table, ruleset)
    if scope.effect_files:
        from cardtools.effects.lint import check_effect_files

        found += check_effect_files(game.project.root, game.project.settings.effects, Lexicon(game.project))
        if own:
            found += check_program_file(game.project, ruleset)
    return found


def _of_whole_rows(game: GameFiles, error: InputError, selection: Selection) -> Iterable[Diagnostic]:
    """The findings about the other rows, where nothing is wrong with the tables but the length of rows."""
    from cardtools.cards.table import read_tables
    from cardtools.ground.tables.workbooks import is_workbook

    if {one.code for one in error.diagnostics} != {RAGGED_ROW.code} or any(map(is_workbook, game.tables)):
        return ()
    texts = (read_table(path)[0] for path in game.tables)
    whole = [without_ragged(text, find_delimiter(text)) for text in texts]
    try:
        table = read_tables(game.tables, game.ruleset, whole)
    except InputError:
        return ()
    checked = CheckedFiles("", (), frozenset(), (table,), (), game.ruleset, {}, "")
    return replace(selection, complete=False).of(Report(checked, tuple(validate_rows(table)))).diagnostics


def near_templates(game: GameFiles) -> NearTemplates | None:
    """The templates that the project's own effect list is made of."""
    project = game.project
    words = Lexicon(project)
    return None if game.tagged else NearTemplates(project.root, project.settings.effects, words)


def _checked(game: GameFiles, scope: Scope) -> CheckedFiles:
    table, ruleset, decks = game.table, game.table.ruleset, [shown(deck.path) for deck in game.decks]
    tables = [file.name for file in table.file.parts]
    others = f" and {counted(len(tables) - 1, 'more table')}" if tables[1:] else ""
    what = f"{tables[0]}{others}: {counted(len(table), 'card')}"
    what += f", {counted(len(decks), 'deck')}" if decks else ""
    what += ", effect files" if scope.effect_files else ""
    parts: set[ReportPart] = {"cards", "effects"} if scope.effect_files else {"cards"}
    facts = {
        "ruleset": {"id": ruleset.id, "version": ruleset.version},
        "cards": {"path": tables[0], "count": len(table)} | ({"paths": tables} if tables[1:] else {}),
        "decks": decks,
    }
    note = f" ({NO_RULESET})" if ruleset.is_general else ""
    files = (*tables, *decks)
    return CheckedFiles(what, files, frozenset(parts), (table,), game.decks, ruleset, facts, note)


def proof_game(
    game: GameFiles,
    cards: Iterable[Card],
    limits: PrintLimits,
    selection: Selection | None = None,
    whole: bool = False,
) -> tuple[Report, list[SideFigures]]:
    """Draw cards and their backs and measure them, the worst first; with `whole`, also report files that
    nothing uses. Raises InputError when a file cannot be used; a card that cannot be drawn is a finding.
    """
    from cardtools.checks.proof.proofer import Proofer
    from cardtools.checks.proof.side import facts, note, worst_first
    from cardtools.checks.proof.unused import unused_assets
    from cardtools.render.pdf.profile import press_profile

    selection = selection or load_selection(game.project, game.ruleset)
    profile = press_profile(game.project, "[print]") if game.project.settings.print.profile else None
    proofed = Proofer(game.project_cards, limits, profile).proof(cards)
    sides = [replace(side, findings=tuple(game.ruleset.applied(side.findings))) for side in proofed]
    # From some of the cards, or faces, nobody can tell which files the others use.
    unusable = game.project_cards.problems
    others = unused_assets(game.project, game.project_cards, sides) if whole and not unusable else unusable
    fronts = sum(side.side == "face" for side in sides)
    backs = f", {counted(len(sides) - fronts, 'back')}" if len(sides) > fronts else ""
    what = f"{counted(fronts, 'card')}{backs}"
    tables = (game.table, *game.extras)
    paths = tuple(file.name for table in tables for file in table.file.parts)
    parts: frozenset[ReportPart] = frozenset(("drawing",))
    checked = CheckedFiles(what, paths, parts, tables, (), game.table.ruleset, {}, note(sides))
    every = dict.fromkeys([*(finding for side in sides for finding in side.findings), *others])
    report = selection.of(Report(checked, tuple(every)))
    sides = worst_first(sides, set(report.diagnostics))
    ordered = [finding for side in sides for finding in side.findings]
    in_cards = set(ordered)
    rest = [finding for finding in report.diagnostics if finding not in in_cards]
    checked = replace(checked, facts=facts(sides, limits))
    return replace(report, checked=checked, diagnostics=(*ordered, *rest)), sides


def ink_limit(settings: PrintSettings) -> float:
    """The most ink (2.4 is 240 %) that the project's press takes in any place."""
    from cardtools.render.pdf.ink import LIMIT, PROFILE_LIMIT

    return settings.ink / 100 or (PROFILE_LIMIT if settings.profile else LIMIT)


def fix_game(game: GameFiles, scope: Scope, selection: Selection, unsafe: bool = False) -> list[FixedFile]:
    """The files of a game with the selected findings fixed; none is written. Raises InputError."""
    from cardtools.checks.fixes.fix_files import fix_files, fix_others

    decks, folders = [deck.path for deck in game.decks], game.art_folders if scope.art else ()
    fixed = fix_files(
        game.tables, decks, game.ruleset, unsafe, selection, folders, game.effects_file, near_templates(game)
    )
    if scope.drawing and game.database is None:
        from cardtools.steps.drawing_findings import drawing_findings

        found = tuple(one for one in drawing_findings(game) if one.fix)
        report = Report(CheckedFiles("", tables=(game.table,)), found)
        fixed += fix_others(selection.fixable(report), unsafe)
    return fixed
