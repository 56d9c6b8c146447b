"""The page of problems: what the checks and the drawing of all cards find, and what would mend it."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cardtools.checks.findings.check_report import SEVERITIES, CheckedFiles, FindingKind, Report, local_path
from cardtools.checks.findings.selection import load_selection
from cardtools.checks.fixes.fix_files import FixedFile, edited_files, fix_others
from cardtools.ground.catalogue import catalogue
from cardtools.ground.errors import Diagnostic, Fix, InputError, bad_input
from cardtools.ground.io.files import shown
from cardtools.pages.studio.desk import Desk, DeskAnswer, key_of
from cardtools.pages.studio.history import content_digest
from cardtools.pages.studio.reading import checked, find_table, slugs_of
from cardtools.reports.reference.checks import check_parts
from cardtools.steps.check import Scope, fix_game

if TYPE_CHECKING:
    from cardtools.cards.table import Card
    from cardtools.pages.studio.studio import Studio

_MOST = 50  # findings of a kind that are sent at once
_PIECE = 0.04  # seconds of drawing, while others wait
DrawnCards = dict[str, tuple["Card", tuple[Diagnostic, ...]]]  # by slug, with what drawing finds


def problems(desk: Desk, file: str = "", line: str = "", code: str = "", start: str = "0") -> dict[str, Any]:
    """What is found, in a file, on a line of it and by a check where these are given: by kind, the worst and
    most frequent first, each with its findings from `start` on; and how many there are in each file.
    """
    report, first = _report(desk), int(start) if start.isdecimal() else 0
    paths = {one.location.path: local_path(one.location.path, desk.root) for one in report}
    kinds: dict[FindingKind, list[Diagnostic]] = {}
    for one in report:
        own = paths[one.location.path], str(one.location.line), one.code
        if all(wanted in ("", known) for wanted, known in zip((file, line, code), own, strict=True)):
            kinds.setdefault((one.code, one.name, one.severity), []).append(one)
    groups = [
        {
            **dict(zip(("code", "name", "severity"), kind, strict=True)),
            "about": _about(report, kind[0]),
            "count": len(some),
            "fixes": sum(one.fix is not None for one in some),
            "items": [_item(desk, one) for one in some[first:][:_MOST]],
        }
        for kind, some in sorted(kinds.items(), key=lambda kind: -len(kind[1]))
    ]
    return {
        "summary": report.summary(desk.root),
        "suppressed": report.suppressed,
        "usable": report.checked.complete,
        "paths": sorted(Counter(paths[one.location.path] for one in report).items()),
        "safe": sum(bool(one.fix and one.fix.safe) for one in report),
        "groups": sorted(groups, key=lambda one: -SEVERITIES.index(one["severity"])),
    }


def problem_count(desk: Desk) -> dict[str, int]:
    """How many problems there are of each severity."""
    report = _report(desk)
    return {severity: report.count(severity) for severity in SEVERITIES}


def _about(report: Report, code: str) -> list[tuple[str, str]]:
    """What `cardtools explain` says of a check: titles with texts."""
    check = report.checked.checks.get(code)
    return check_parts(check, None if code in catalogue() else report.checked.ruleset) if check else []


def draw_on(desk: Desk) -> dict[str, int]:
    """Draw a few more cards, to see what only drawing finds: how many are done, of how many."""
    (found, left, total), end = _drawn(desk), time.monotonic() + _PIECE
    while left:
        cards, card = desk.game.project_cards, left.pop()
        sides = (*cards.compose([card]), *cards.compose_backs([card]))
        found[card.slug] = card, tuple(one for side in sides for one in (*side.findings, *side.problems))
        if time.monotonic() > end:
            break
    return {"done": total - len(left), "of": total}


def _drawn(desk: Desk) -> tuple[DrawnCards, list[Card], int]:
    """What drawing has found, the cards that are left, those that have changed last, and the number of all.
    Of cards that are drawn again, since faces or art may have changed, it is what was found before.
    """

    def make() -> tuple[DrawnCards, list[Card], int]:
        try:
            cards = desk.game.project_cards
        except InputError:  # which is a problem itself
            return {}, [], 0
        faces, old = desk.__dict__.get("drawn", (None, {}))
        same = [one for one in cards.everything if one.slug in old and old[one.slug][0] == one]
        found = {one.slug: (one, old[one.slug][1]) for one in same}
        left = [
            one for one in reversed(cards.everything) if faces is not cards.faces or one.slug not in found
        ]
        desk.__dict__["drawn"] = cards.faces, found
        return found, sorted(left, key=lambda one: one.slug not in found), len(cards.everything)

    known: tuple[DrawnCards, list[Card], int] = desk.keep("left to draw", make)
    return known


def _report(desk: Desk) -> Report:
    """What the checks find, and drawing as far as it is; what cannot be used, where that stops them."""
    drawn, left, _ = _drawn(desk)
    known = desk.keep("problems", dict[int, Report])
    if len(left) not in known:
        known.clear()
        try:
            report = checked(desk)
            found = dict.fromkeys(one for _, some in drawn.values() for one in some)
            told = {(one.code, one.location, one.message) for one in report}
            more = desk.game.reported(found, checked=True)
            new = [one for one in more if (one.code, one.location, one.message) not in told]
            known[len(left)] = replace(report, diagnostics=(*report, *new))
        except InputError as error:
            stopped = CheckedFiles("the cards cannot be checked", complete=False)
            known[len(left)] = Report(stopped, error.diagnostics)
    made: Report = known[len(left)]
    return made


def _item(desk: Desk, one: Diagnostic) -> dict[str, Any]:
    """A finding for the page: with the card and the file that it is about, and its fix."""
    place, path = one.location, local_path(one.location.path, desk.root)
    known = {**one.data(), "path": path, "line": place.line, "fix": fix_for_page(one) if one.fix else None}
    with suppress(InputError):
        cards, file, first, _ = find_table(desk, path)
        row, index = file.cell_at(place)
        if row >= 0:
            row += first
            known |= {"card": cards.name(row), "slug": slugs_of(desk, cards)[row]}
            known |= {"column": file.header[index]}
    return known


def fix_for_page(one: Diagnostic) -> dict[str, Any]:
    """The fix of a finding: where, if not at its place, what was there, and what comes."""
    edits, safe = one.fix or Fix((), False)
    where = ["" if edit.path in ("", one.location.path) else f"{edit.path}:{edit.line}" for edit in edits]
    changes = [(at, edit.old, edit.new) for at, edit in zip(where, edits, strict=True)]
    return {"id": _id(one), "safe": safe, "changes": changes[:_MOST]}


def _id(one: Diagnostic) -> str:
    return key_of(one.code, one.location, one.message)


def preview_fixes(desk: Desk, code: str = "") -> dict[str, Any]:
    """What the fixes of the findings of a check would change, or else all that are safe: the first ones, and
    what is done to each file in words. A workbook is not written: it says what to change there.
    """
    wanted = [one for one in _report(desk) if one.fix and (one.code == code or (one.fix.safe and not code))]
    files = [one for one in _fixed(desk, "", code) if one.changes != ()]
    done = [f"{shown(one.path)}: {one.done or ', '.join(one.changes or ())}" for one in files]
    return {"items": [_item(desk, one) for one in wanted[:_MOST]], "count": len(wanted), "done": done}


def fixed(desk: Desk, id: str = "", code: str = "") -> dict[str, tuple[str, bytes]]:
    """By file, its version and what it becomes by the fixes of a finding, of a check, or all safe ones."""
    files = [file for file in _fixed(desk, id, code) if not file.is_sheet]
    return {local_path(str(one.path), desk.root): (content_digest(one.before), one.after) for one in files}


def _fixed(desk: Desk, id: str, code: str) -> list[FixedFile]:
    game = desk.game
    if not id:
        selection = load_selection(desk.project, game.ruleset, select=(code,) if code else ())
        return fix_game(game, Scope(drawing=True), selection, unsafe=bool(code))
    one = next((one for one in _report(desk) if one.fix and _id(one) == id), None)
    if not one or not one.fix:
        raise bad_input("this problem", "is not there any more")
    edits = [edit._replace(path=edit.path or one.location.path) for edit in one.fix.edits]
    tables = [cards.file for cards in (game.table, *game.extras)]
    names = {file.name for table in tables for file in table.parts}
    rest = Fix(tuple(edit for edit in edits if edit.path not in names), True)
    delimiters = {shown(deck.path): deck.file.delimiter for deck in game.decks if deck.file}
    files = [made for table in tables for made in edited_files(table, edits, defaultdict(str))]
    return [*files, *fix_others([one._replace(fix=rest)], True, delimiters)]


def fix(studio: Studio, by: str, what: str, cards: list[str], id: str = "", code: str = "") -> Any:
    """Make fixes, as `fixed`."""
    files = studio.read("fixed", id=id, code=code)
    event, conflicts = studio.workspace.change(by, what, files, map(str, cards))
    return {"changed": bool(event), "conflicts": len(conflicts)}


ANSWERS: dict[str, DeskAnswer] = {
    "problems": problems,
    "problem_count": problem_count,
    "draw_on": draw_on,
    "preview_fixes": preview_fixes,
    "fixed": fixed,
}
