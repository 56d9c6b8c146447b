"""Cards for Cockatrice: what its schema asks for, and what is read again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import xmlschema

from cardtools.ground.tables.workbooks.sheet import read_sheet
from cardtools.print.export.cockatrice import outputs
from cardtools.print.export.decks import Job

Game, Exported = Callable[..., None], Callable[..., Job]
SCHEMA = Path(__file__).with_name("cockatrice.xsd")


def test_the_database_is_what_the_schema_asks_for(game: Game, exported: Exported, folder: Path) -> None:
    game()
    job = exported("cockatrice")
    schema = xmlschema.XMLSchema(SCHEMA)
    schema.validate(folder / "out/cards.xml")
    broken = (
        (folder / "out/cards.xml").read_text("utf-8").replace("<set>", "<sets>").replace("</set>", "</sets>")
    )
    assert not schema.is_valid(broken)

    sheet, _ = read_sheet(folder / "out/cards.xml")
    rows = [dict(zip(sheet.header, row, strict=True)) for row in sheet.rows]
    cards = [card for card, _ in job.decks[0].counts()]
    assert [row["name"] for row in rows] == [card.name for card in cards] == ["Ox", "Owl"]
    assert [row["type"] for row in rows] == [str(card.values["TYPE"]) for card in cards]
    assert [row["text"] for row in rows] == [job.rules_text(card) for card in cards]


def test_cards_of_one_name_and_signs_that_xml_has_not(game: Game, exported: Exported, folder: Path) -> None:
    game()
    job = exported("cockatrice")
    ox, owl = (card for card, _ in job.decks[0].counts())
    odd = replace(owl, name=ox.name, values={**owl.values, "2nd <b>": "a & <b>\x0b\ufffe", "Größe": "5"})
    deck = replace(job.decks[0], cards=(ox, odd))
    for output in outputs(replace(job, decks=(deck,))):
        with (folder / output.name).open("wb") as file:
            output.write(file)
    xmlschema.validate(folder / "cards.xml", SCHEMA)
    cards = list(ElementTree.parse(folder / "cards.xml").getroot().iter("card"))
    assert [card.findtext("name") for card in cards] == ["Ox", "Ox-2"]
    assert cards[1].findtext("prop/column-2nd-b") == "a & <b>"
    assert cards[1].findtext("prop/grosse") == "5"
