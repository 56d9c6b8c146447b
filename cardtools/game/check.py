"""Checking a game: its cards, decks, art, effects and effect files, as one report."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.cards.extras import check_headings
from cardtools.checks.art.files import check_art
from cardtools.checks.effect_list import read_effect_list
from cardtools.checks.effects import EFFECTS_NOT_CHECKED
from cardtools.checks.face_choices import check_face_choices
from cardtools.checks.findings.report import Checked, Report, ReportPart, by_place
from cardtools.checks.findings.selection import Selection, load_selection
from cardtools.checks.near import NearTemplates
from cardtools.checks.texts.vocabulary import UNRESOLVED_PLACEHOLDER
from cardtools.checks.validate import validate, validate_deck, validate_rows
from cardtools.game.crops import coarse_crops, stray_crops
from cardtools.game.programs import check_program_file, check_texts
from cardtools.ground.errors import Diagnostic, InputError, Location
from cardtools.ground.io.files import read_table, shown
from cardtools.ground.spelling import counted
from cardtools.ground.tables.csvfaults import RAGGED_ROW, without_ragged
from cardtools.ground.tables.csvread import find_delimiter

if TYPE_CHECKING:
    import pandas

    from cardtools.checks.fixes.fix_files import FixedFile, SheetChanges
    from cardtools.checks.proof.figures import Proofed
    from cardtools.checks.proof.proof_limits import PrintLimits
    from cardtools.game.game import Game
    from cardtools.project.settings import PrintSettings
    from cardtools.render.card_pictures import CardSource
    from cardtools.render.pdf.profile import PressProfile

NO_RULESET = "no ruleset: general checks only"


@dataclass(frozen=True)
class Scope:
    """Which parts of a game are checked besides its cards and decks: their art, whether their effects are in
    the tagged list, the files that this list is made of, and what drawing reports as well: unusable
    faces, faulty marks in texts, icons that are not drawn whole, pictures that are coarse because of a crop.
    """

    art: bool = True
    effects: bool = True
    effect_files: bool = False
    drawing: bool = False


def check_game(
    game: Game, scope: Scope = Scope(), selection: Selection | None = None, fixes: bool = False
) -> Report:
    """Check the cards of a game and its decks, its effects against the tagged list, its images in the art
    folders; of the extras only the images. A tagged list that does not exist yet is a warning.

    `selection` says which findings are reported (None: what the project accepts is left out); with `fixes`
    each has its fix. Raises InputError when a file cannot be used.
    """
    selection = selection or load_selection(game.project, game.ruleset)
    try:
        with _uncollected():
            diagnostics = _check(game, scope)
    except InputError as error:
        raise InputError([*error.diagnostics, *_of_whole_rows(game, error, selection)]) from None
    report = Report(_checked(game, scope), tuple(diagnostics))
    merged: frozenset[str] = frozenset()
    if diagnostics:
        from cardtools.checks.spreadsheet import SPREADSHEET_HAZARD, merge_damage

        if selection.asks(SPREADSHEET_HAZARD.code):
            kept = [finding for finding in diagnostics if finding.code not in selection.ignore]
            diagnostics, merged = merge_damage(game.table, kept)
            report = replace(report, diagnostics=tuple(diagnostics))
    report = selection.of(report, merged)
    if fixes and report.diagnostics:
        from cardtools.checks.fixes.fixes import attach_fixes

        report = replace(report, diagnostics=tuple(attach_fixes(game.table, report.diagnostics)))
    return report


def _check(game: Game, scope: Scope) -> list[Diagnostic]:
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
        findings += check_art(table, art_folders(game), game.extras)
    if scope.art and game.database is None:
        findings += stray_crops(game)
        findings += coarse_crops(game) if scope.drawing else ()
    if game.database is None:
        findings += check_face_choices(game.project, table, game.extras)
        findings += _drawing(game, findings) if scope.drawing else ()
    for extra in game.extras:
        findings += check_headings(extra, game.project.settings.cards.quantity)
    found += by_place(findings)
    own = game.database is None and game.ruleset_name is None
    if own:
        found += by_place(check_texts(game.project, table, known or ()))
    for deck in decks:
        found += validate_deck(deck, table, ruleset)
    if scope.effect_files:
        from cardtools.effects.lint import check_effect_files

        found += check_effect_files(game.project.root, game.project.settings.effects)
        if own:
            found += check_program_file(game.project, ruleset)
    return found


def _drawing(game: Game, known: Iterable[Diagnostic]) -> list[Diagnostic]:
    """What drawing reports as well, but faulty marks in rows with an unresolved placeholder, which may be the
    same one.
    """
    from cardtools.game.drawing_findings import drawing_findings

    def row(finding: Diagnostic) -> tuple[str, int]:
        return finding.location.path, finding.location.line

    rows = {row(one) for one in known if one.code == UNRESOLVED_PLACEHOLDER.code}
    return [one for one in drawing_findings(game) if row(one) not in rows]


def _of_whole_rows(game: Game, error: InputError, selection: Selection) -> Iterable[Diagnostic]:
    """The findings about the other rows, where nothing is wrong with the tables but the length of rows."""
    from cardtools.cards.table import read_tables
    from cardtools.ground.tables.workbooks import is_workbook

    if {one.code for one in error.diagnostics} != {RAGGED_ROW.code} or any(map(is_workbook, game.tables)):
        return ()
    texts = [read_table(path)[0] for path in game.tables]
    try:
        table = read_tables(
            game.tables, game.ruleset, [without_ragged(text, find_delimiter(text)) for text in texts]
        )
    except InputError:
        return ()
    checked = Checked("", (), frozenset(), (table,), (), game.ruleset, {}, "")
    return replace(selection, complete=False).of(Report(checked, tuple(validate_rows(table)))).diagnostics


def near_templates(game: Game) -> NearTemplates | None:
    """The templates that the project's own effect list is made of."""
    return None if game.tagged else NearTemplates(game.project.root, game.project.settings.effects)


def art_folders(game: Game) -> tuple[Path, ...]:
    """The folders that art may come from."""
    return tuple(map(game.project.path, game.project.settings.cards.art))


def _checked(game: Game, scope: Scope) -> Checked:
    table, ruleset = game.table, game.table.ruleset
    tables = [file.name for file in table.file.parts]
    files = (*tables, *(shown(deck.path) for deck in game.decks))
    what = f"{files[0]}{_others(tables)}: {counted(len(table), 'card')}"
    if game.decks:
        what += f", {counted(len(game.decks), 'deck')}"
    parts: set[ReportPart] = {"cards"}
    if scope.effect_files:
        what += ", effect files"
        parts.add("effects")
    facts = {
        "ruleset": {"id": ruleset.id, "version": ruleset.version},
        "cards": {"path": files[0], "count": len(table)} | ({"paths": tables} if tables[1:] else {}),
        "decks": list(files[len(tables) :]),
    }
    note = f" ({NO_RULESET})" if ruleset.is_general else ""
    return Checked(what, files, frozenset(parts), (table,), game.decks, ruleset, facts, note)


def _others(tables: Sequence[str]) -> str:
    return f" and {counted(len(tables) - 1, 'more table')}" if tables[1:] else ""


def proof_game(
    game: Game,
    cards: Iterable[CardSource],
    limits: PrintLimits,
    selection: Selection | None = None,
    whole: bool = False,
) -> tuple[Report, list[Proofed]]:
    """Draw cards and their backs and measure them; with `whole`, also report files that nothing uses.

    The sides come with the worst first. Raises InputError when a file cannot be used; a card that cannot be
    drawn is a finding.
    """
    from cardtools.checks.proof.figures import facts, note, worst_first
    from cardtools.checks.proof.proofer import Proofer
    from cardtools.checks.proof.unused import unused_assets

    selection = selection or load_selection(game.project, game.ruleset)
    proofed = Proofer(game.card_set, limits, _press(game)).proof(cards)
    sides = [replace(side, findings=tuple(game.ruleset.applied(side.findings))) for side in proofed]
    # From some of the cards, or faces, nobody can tell which files the others use.
    unusable = game.card_set.problems
    others = unused_assets(game.project, game.card_set, sides) if whole and not unusable else unusable
    fronts = sum(side.side == "face" for side in sides)
    what = counted(fronts, "card")
    if len(sides) > fronts:
        what += f", {counted(len(sides) - fronts, 'back')}"
    tables = (game.table, *game.extras)
    paths = tuple(file.name for table in tables for file in table.file.parts)
    checked = Checked(what, paths, frozenset(("drawing",)), tables, (), game.table.ruleset, {}, note(sides))
    every = dict.fromkeys([*(finding for side in sides for finding in side.findings), *others])
    report = selection.of(Report(checked, tuple(every)))
    sides = worst_first(sides, set(report.diagnostics))
    ordered = [finding for side in sides for finding in side.findings]
    in_cards = set(ordered)
    rest = [finding for finding in report.diagnostics if finding not in in_cards]
    checked = replace(checked, facts=facts(sides, limits))
    return replace(report, checked=checked, diagnostics=(*ordered, *rest)), sides


def _press(game: Game) -> PressProfile | None:
    """The profile of the press that the project names; None for none."""
    from cardtools.render.pdf.profile import press_profile

    return press_profile(game.project, "[print]") if game.project.settings.print.profile else None


def ink_limit(settings: PrintSettings) -> float:
    """The most ink (2.4 is 240 %) that the project's press takes in any place."""
    from cardtools.render.pdf.ink import LIMIT, PROFILE_LIMIT

    return settings.ink / 100 or (PROFILE_LIMIT if settings.profile else LIMIT)


def check_table(frame: pandas.DataFrame, ruleset: str | Path = "ttcg") -> Report:
    """Check a table of cards in memory, a card a row, by a built-in ruleset or a ruleset file.

    The first row is line 2, as in a file with a header. Raises InputError when the ruleset cannot be used, or
    a column that it needs is missing.
    """
    from cardtools.cards.table import read_cards
    from cardtools.rulesets import load_ruleset

    rules = load_ruleset(str(ruleset), Path())
    # pandas turns whole numbers into decimals where a cell of the column is empty.
    whole = frame.map(lambda cell: int(cell) if isinstance(cell, float) and cell.is_integer() else cell)
    table = read_cards(Path("table.csv"), rules, whole.to_csv(sep=";", index=False))
    what = f"{table.file.name}: {counted(len(table), 'card')}"
    checked = Checked(what, (table.file.name,), tables=(table,), ruleset=rules)
    return Report(checked, tuple(rules.applied(validate(table, rules))))


def fix_game(
    game: Game, scope: Scope, selection: Selection, unsafe: bool = False
) -> list[FixedFile | SheetChanges]:
    """The card tables and the decks of a game with the selected findings fixed; nothing is written.

    Raises InputError when a file cannot be used.
    """
    from cardtools.checks.fixes.fix_files import fix_files

    return fix_files(
        game.tables,
        [deck.path for deck in game.decks],
        game.ruleset,
        unsafe,
        selection,
        art_folders(game) if scope.art else (),
        game.effects_file,
        near_templates(game),
    )


@contextmanager
def _uncollected() -> Iterator[None]:
    # All that is read is kept, so the collector would walk a large table again and again and find nothing.
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
