"""Pictures of cards for the pages of the studio, drawn by the print renderer."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cardtools.cards.table import Card, CardTable, make_table
from cardtools.checks.findings.check_report import CheckedFiles
from cardtools.checks.validate import validate_rows
from cardtools.ground.errors import InputError, bad_input
from cardtools.pages.studio.desk import TYPED, Desk, DeskAnswer
from cardtools.render.card_pictures import CardSide
from cardtools.render.face.assignment import Faces
from cardtools.render.pdf.profile import press_profile
from cardtools.render.pdf.raster import Rasteriser
from cardtools.render.project_cards import cards_to_draw
from cardtools.steps.tiers import printed_table

_TYPED = 2  # pictures of which what does not change is kept
_DPI = (20, 1200)  # the least and the most that a page may ask for


def draw(
    desk: Desk,
    slug: str,
    side: str = "face",
    dpi: int = 150,
    bleed: bool = False,
    cells: Mapping[str, str] | None = None,
    press: bool = False,
    tier: int | None = None,
    checked: bool = False,
) -> dict[str, Any]:
    """The picture of a card as a data URL, with what is wrong with it: with other `cells`, by heading, as it
    is printed in a `tier`, and in the colours of the `press`; if it is to be `checked`, with what is wrong
    with its row. `size` is that of the picture in mm, `trim` the box that is cut out of it, and `safe` how
    far texts stay from the cut.
    """
    table, card = _row_of(desk, slug, cells or {}, tier)
    composed = _compose(desk, card, side)
    found = [*composed.findings]
    if checked and table is not None:
        found = list(dict.fromkeys((*validate_rows(table), *found)))
    told = {(one.message, one.location) for one in composed.problems}
    reported = desk.game.reported(found)
    known = CheckedFiles("", tables=tuple(filter(None, (table,))), ruleset=desk.game.ruleset)
    headings = dict(zip(table.columns, table.file.header, strict=True)) if table else {}
    answer: dict[str, Any] = {
        "slug": slug,
        "picture": "",
        "findings": [
            {**one.data(), "part": one.part, "column": headings.get(known.subject(one).column, "")}
            for one in reported
            if (one.message, one.location) not in told
        ],
        "problems": [one.data() for one in composed.problems],
    }
    scene = composed.scene
    if scene is None:
        return answer
    beyond, dpi = scene.bleed if bleed else 0.0, min(max(int(dpi), _DPI[0]), _DPI[1])
    png = _typed(desk, f"{slug} {side} {dpi} {beyond} {tier}", dpi, beyond).next_png(scene)
    if press:
        png = press_profile(desk.project, "[print] profile").proof_png(png, dpi)
    return answer | {
        "picture": "data:image/png;base64," + base64.b64encode(png).decode("ascii"),
        "size": [scene.width + 2 * beyond, scene.height + 2 * beyond],
        "trim": [beyond, beyond, scene.width, scene.height],
        "safe": desk.game.project_cards.faces.choose(card.values, card.where, card.name).design.card.safe,
    }


def picture(desk: Desk, slug: str, side: str = "face", dpi: int = 150, known: str = "") -> tuple[str, bytes]:
    """The digest of what a card's picture is made from, and it as PNG, b"" if `known`. Raises InputError."""
    composed = _compose(desk, card_of(desk, slug), side)
    if composed.scene is None:
        raise InputError(composed.problems)
    if composed.inputs == known:
        return known, b""
    return composed.inputs, _rasteriser(desk, dpi, 0.0).png(composed.scene)


def faces_of(desk: Desk, side: str) -> Faces:
    """The faces of the project, or its backs. Raises InputError if it has none."""
    cards = desk.game.project_cards
    if faces := cards.faces if side == "face" else cards.backs:
        return faces
    raise bad_input(side, "the project has no back")


def _compose(desk: Desk, card: Card, side: str) -> CardSide:
    cards = desk.game.project_cards
    made = list(cards.compose([card]) if side == "face" else cards.compose_backs([card]))
    if not made:
        raise bad_input(side, "the project has no back for this card")
    return made[0]


def _rasteriser(desk: Desk, dpi: int, bleed: float) -> Rasteriser:
    made: Rasteriser = desk.keep(
        f"rasteriser {dpi} {bleed}", lambda: desk.game.project_cards.rasteriser(dpi, bleed)
    )
    return made


def _typed(desk: Desk, key: str, dpi: int, bleed: float) -> Rasteriser:
    """The rasteriser of the picture that is drawn again and again while somebody types: the last few."""
    known: dict[str, Rasteriser] = desk.keep("typed", dict)
    made = known.pop(key, None) or desk.game.project_cards.rasteriser(dpi, bleed)
    known[key] = made  # the last used stands last
    while len(known) > _TYPED:
        del known[next(iter(known))]
    return made


def card_of(desk: Desk, slug: str, cells: Mapping[str, str] = {}) -> Card:
    """A card of the project, with other cells. Raises InputError if there is none of this name."""
    return _row_of(desk, slug, cells)[1]


def row_of(desk: Desk, slug: str, cells: Mapping[str, str]) -> tuple[CardTable, CardTable]:
    """The table of a card, and one that has only its row, with other cells. Raises InputError."""
    card, name = _find(desk, slug)
    table = desk.game.project_cards.tables[name]
    file = table.file.only([card.row])
    columns = tuple([cells.get(title, own[0])] for title, own in zip(file.header, file.columns, strict=True))
    return table, make_table(replace(file, columns=columns), table.ruleset)


def _find(desk: Desk, slug: str) -> tuple[Card, str]:
    cards = desk.game.project_cards
    by_slug: dict[str, tuple[Card, str]] = desk.keep(
        "by slug",
        lambda: {
            card.slug: (card, table)
            for table, some in {"": cards.cards, **cards.extras}.items()
            for card in some
        },
    )
    if slug not in by_slug:
        raise bad_input(slug, "there is no such card")
    return by_slug[slug]


def _row_of(
    desk: Desk, slug: str, cells: Mapping[str, str], tier: int | None = None
) -> tuple[CardTable | None, Card]:
    """A card with other cells, and the table of its row; None for cards that no rule is about."""
    known, name = _find(desk, slug)
    if not cells and tier is None and name:
        return None, known
    _, one = row_of(desk, slug, cells)
    if not cells and tier is None:
        return one, known
    drawn, at = one, 0
    if tier is not None and one.ruleset.tiers:
        drawn = printed_table(one)
        of_tiers = [*drawn.values.get(one.ruleset.tiers.column, ())]
        if tier not in of_tiers:
            raise bad_input(slug, f"is not printed in tier {tier}")
        at = of_tiers.index(tier)
    settings = desk.project.settings
    names = getattr(known.values, "names", None)
    made = cards_to_draw(drawn, settings.name, settings.copyright, (), names)[at]
    if edition := known.values.get("edition"):
        made = replace(made, values=made.values | {"edition": edition})
    return None if name else one, replace(made, slug=slug, row=known.row, where=known.where)


ANSWERS: dict[str, DeskAnswer] = {"draw": draw, TYPED: draw, "picture": picture}
