"""A card while it is typed: its picture is that of the print, its row is checked, its fields explained."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest
from meadow import CARDS

from cardtools.pages.studio import card_fields, drawing
from cardtools.pages.studio.desk import Desk, Request

SAMPLE = Path(__file__).parents[2]
TYPED = ["", "D", "Dr", "Draw one card.", "Draw one card, then draw two more for each unit that you control."]


@pytest.fixture(scope="module")
def sample() -> Desk:
    """The desk of the sample game."""
    return Desk(SAMPLE)


def png(answer: dict[str, Any]) -> bytes:
    return base64.b64decode(answer["picture"].partition(",")[2])


@pytest.mark.parametrize(
    ("slug", "column", "bleed"),
    [
        ("pebblecoat-burrower", "EFFECT1", False),
        ("pebblecoat-burrower", "NAME", True),
        ("ember-blade", "EFFECT2", True),
        ("watch-lantern", "LORE", False),
    ],
)
def test_the_preview_has_the_pixels_of_the_print(sample: Desk, slug: str, column: str, bleed: bool) -> None:
    cards = sample.game.project_cards
    for text in (*TYPED, "", TYPED[3]):
        shown = drawing.draw(sample, slug, dpi=60, bleed=bleed, cells={column: text})
        (side,) = cards.compose([drawing.card_of(sample, slug, {column: text})])
        if side.scene is None:
            assert (column, text, shown["picture"]) == ("NAME", "", "")
            continue
        printed = cards.rasteriser(60, None if bleed else 0.0).png(side.scene)
        assert png(shown) == printed


def test_what_stays_is_drawn_once(sample: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    from cardtools.render.pdf import raster

    pages: list[int] = []
    write = raster.write_pdf

    def counted(file: Any, page_list: Any, *rest: Any, **more: Any) -> None:
        made = list(page_list)
        pages.append(sum(len(placement.scene.items) for page in made for placement in page.placements))
        write(file, made, *rest, **more)

    monkeypatch.setattr(raster, "write_pdf", counted)
    for number in range(5):
        drawing.draw(sample, "quarry-sprite", dpi=61, cells={"EFFECT1": "Draw one card" + "." * number})
    whole, ground, *rest = pages
    assert whole == ground + rest[0]
    assert all(one == rest[0] for one in rest[1:])
    assert rest[0] < whole * 0.75


def test_a_row_is_checked_as_it_is_typed_and_nothing_is_said_twice(sample: Desk) -> None:
    cells = {"LEVEL": "9", "ATTACK": "152", "TYPE": "Eath"}
    shown = drawing.draw(sample, "pebblecoat-burrower", dpi=30, cells=cells, checked=True)
    found = {(one["column"], one["severity"]) for one in shown["findings"]}
    assert found >= {("LEVEL", "error"), ("ATTACK", "warning"), ("TYPE", "error")}
    said = [one["message"] for one in (*shown["findings"], *shown["problems"])]
    assert len(said) == len(set(said))
    assert drawing.draw(sample, "pebblecoat-burrower", dpi=30, checked=True)["findings"] == []


def test_a_card_is_drawn_as_its_tiers_are_printed(sample: Desk) -> None:
    slug = "pebblecoat-burrower"
    tiers = dict(card_fields.fields(sample, slug)["tiers"])
    pictures = {number: png(drawing.draw(sample, slug, dpi=40, tier=number)) for number in tiers}
    assert len(set(pictures.values())) == len(tiers) == 6
    typed = drawing.draw(sample, slug, dpi=40, tier=2, cells={"NAME": "Pebblecoat"})
    assert png(typed) != pictures[2]


def test_fields_say_what_a_card_needs_and_cannot_have(sample: Desk) -> None:
    unit = card_fields.fields(sample, "pebblecoat-burrower")["fields"]
    spell = card_fields.fields(sample, "ember-blade")["fields"]
    assert (unit["LEVEL"]["use"], unit["LEVEL"]["help"]) == ("needed", "A whole number, 1 to 5.")
    assert (unit["SUBTYPES"]["use"], unit["SUBTYPES"]["separator"]) == ("", ", ")
    assert spell["SUBTYPES"]["use"] == "refused"
    assert "sub-type" in spell["SUBTYPES"]["why"]
    assert unit["LORE_OF"]["use"] == "unused"
    assert "Earth" in unit["TYPE"]["choices"]
    turned = card_fields.fields(sample, "pebblecoat-burrower", {"TYPE": "Spell", "SUBTYPES": ""})["fields"]
    assert turned["SUBTYPES"]["use"] == "refused"


def test_a_plain_table_has_fields_too(game: Path) -> None:
    (game / "cards/cards.csv").write_text(CARDS.replace("\n", ";\n").replace(";\n", ";REMARK\n", 1))
    known = card_fields.fields(Desk(game), "elk")["fields"]
    assert known["NAME"]["use"] == "needed"
    assert known["REMARK"]["use"] == "unused"


def test_typing_waits_for_no_other_change_of_a_table(sample: Desk) -> None:
    desk = Desk(SAMPLE)
    desk.take(Request("draw", {}, 1, {}, {}))
    game = desk.game
    changed = {"cards/cards.csv": 2}
    desk.take(Request("typed", {}, 2, changed, {}))
    assert desk.game is game
    desk.take(Request("typed", {}, 3, {**changed, "rules.toml": 3}, {}))
    assert desk.__dict__.get("game") is not game
    desk.take(Request("draw", {}, 1, {}, {}))
    first = desk.game
    desk.take(Request("draw", {}, 4, {"cardtools.toml": 4}, {}))
    assert desk.game is not first
