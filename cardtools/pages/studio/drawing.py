"""Pictures of cards for the pages of the studio, drawn by the print renderer."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cardtools.cards.table import Card, make_table
from cardtools.ground.errors import InputError, bad_input
from cardtools.pages.studio.desk import Answer, Desk
from cardtools.render.card_pictures import CardSide
from cardtools.render.pdf.profile import press_profile
from cardtools.render.pdf.raster import Rasteriser
from cardtools.render.project_cards import cards_to_draw

SIDES = ("face", "back")


def draw(
    desk: Desk,
    slug: str,
    side: str = "face",
    dpi: int = 150,
    bleed: bool = False,
    cells: Mapping[str, str] | None = None,
    press: bool = False,
) -> dict[str, Any]:
    """The picture of a card as a data URL, with what is wrong with it: with other `cells`, by heading, and in
    the colours of the `press`. `size` is that of the picture in mm, `trim` the box that is cut out of it, and
    `safe` how far texts stay from the cut.
    """
    card = card_of(desk, slug, cells or {})
    composed = _compose(desk, card, side)
    found = [{**one.data(), "part": one.part} for one in desk.game.reported(composed.findings, checked=False)]
    problems = [one.data() for one in composed.problems]
    scene = composed.scene
    if scene is None:
        return {"slug": slug, "picture": "", "findings": found, "problems": problems}
    beyond = scene.bleed if bleed else 0.0
    png = _rasteriser(desk, dpi, beyond).png(scene)
    if press:
        png = press_profile(desk.project, "[print] profile").proof_png(png, dpi)
    return {
        "slug": slug,
        "picture": "data:image/png;base64," + base64.b64encode(png).decode("ascii"),
        "findings": found,
        "problems": problems,
        "size": [scene.width + 2 * beyond, scene.height + 2 * beyond],
        "trim": [beyond, beyond, scene.width, scene.height],
        "safe": desk.game.project_cards.faces.choose(card.values, card.where, card.name).design.card.safe,
    }


def picture(desk: Desk, slug: str, side: str = "face", dpi: int = 150, known: str = "") -> tuple[str, bytes]:
    """A card's picture: the digest of what it is made from, and a PNG file; no bytes if the digest is
    `known`. Raises InputError if it cannot be drawn.
    """
    composed = _compose(desk, card_of(desk, slug), side)
    if composed.scene is None:
        raise InputError(composed.problems)
    if composed.inputs == known:
        return known, b""
    return composed.inputs, _rasteriser(desk, dpi, 0.0).png(composed.scene)


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


def card_of(desk: Desk, slug: str, cells: Mapping[str, str] = {}) -> Card:
    """A card of the project, with other cells. Raises InputError if there is none of this name."""
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
    card, name = by_slug[slug]
    if not cells:
        return card
    table = cards.tables[name]
    file = table.file.only([card.row])
    columns = tuple([cells.get(title, own[0])] for title, own in zip(file.header, file.columns, strict=True))
    one = make_table(replace(file, columns=columns), table.ruleset)
    settings, known = desk.project.settings, card.values
    names = getattr(known, "names", None)
    (made,) = cards_to_draw(one, settings.name, settings.copyright, (), names)
    if edition := known.get("edition"):
        made = replace(made, values=made.values | {"edition": edition})
    return replace(made, slug=slug, row=card.row, where=card.where)


ANSWERS: dict[str, Answer] = {"draw": draw, "picture": picture}
