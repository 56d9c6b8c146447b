"""Databases of Cockatrice and objects of Tabletop Simulator as tables; formats that are refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardtools.ground.errors import InputError
from cardtools.ground.tables.workbooks import REFUSED
from cardtools.ground.tables.workbooks.sheet import read_sheet

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
DATABASE = (
    HEAD
    + """<cockatrice_carddatabase version="4">
  <sets><set><name>EMB</name><longname>Embers</longname></set></sets>
  <cards>
    <card>
      <name>Ember &amp; Fox</name>
      <text>Deal one damage.
Then draw.</text>
      <prop><type>Fox</type><cmc>2</cmc><pt>2/1</pt></prop>
      <set rarity="common" num="1">EMB</set>
      <set rarity="rare">TID</set>
      <related count="2">Ash</related>
    </card>
    <card><name>Ash</name><prop/><set>EMB</set><token>1</token></card>
  </cards>
</cockatrice_carddatabase>
"""
)


def records(name: str, data: str) -> dict[int, dict[str, str]]:
    sheet, layout = read_sheet(Path(name), data.encode())
    assert layout is None
    rows = zip(sheet.line_numbers, sheet.rows, strict=True)
    return {
        line: {column: cell for column, cell in zip(sheet.header, row, strict=True) if cell}
        for line, row in rows
    }


def test_cards_of_cockatrice_have_their_properties() -> None:
    assert records("cards.xml", DATABASE) == {
        5: {
            "name": "Ember & Fox",
            "text": "Deal one damage.\nThen draw.",
            "type": "Fox",
            "cmc": "2",
            "pt": "2/1",
            "set": "EMB, TID",
            "set rarity": "common, rare",
            "set num": "1",
            "related": "Ash",
            "related count": "2",
        },
        14: {"name": "Ash", "set": "EMB", "token": "1"},
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<svg/>", "cards.xml:1: this XML holds <svg>, not <cockatrice_carddatabase>"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "it has a document type declaration"),
        ('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', "it has a document type declaration"),
        ("<cockatrice_carddatabase/>", "there is no record in it"),
        ("<cockatrice_carddatabase><card>", "cannot be read as a card database of Cockatrice: no element"),
        ("<cockatrice_carddatabase>" + "<card>" * 100_000, "cards.xml:1: its elements are nested too deep"),
        ("", "no element found"),
    ],
)
def test_other_xml_is_refused(text: str, said: str) -> None:
    with pytest.raises(InputError) as error:
        records("cards.xml", text)
    assert said in str(error.value)


def card(name: str, number: int, **more: Any) -> dict[str, Any]:
    return {
        "Name": "Card",
        "Nickname": name,
        "CardID": number,
        "CustomDeck": {"1": {"FaceURL": "http://x"}},
    } | more


def test_saved_cards_are_counted_in_their_decks() -> None:
    fox, singer = card("Ember Fox", 100, Tags=["Fox", "Fire"]), card("Tide Singer", 101, Description="Draw.")
    deck = {"Name": "DeckCustom", "Nickname": "Embers", "DeckIDs": [100, 100, 101]}
    deck["ContainedObjects"] = [fox, dict(fox), singer]
    bag = {"Name": "Bag", "Nickname": "Box", "ContainedObjects": [deck, {"Name": "Die", "Nickname": "D6"}]}
    found = records("saved.json", json.dumps({"SaveName": "", "ObjectStates": [bag, fox]}))
    assert list(found.values()) == [
        {"name": "Ember Fox", "tags": "Fox, Fire", "deck": "Embers", "copies": "2"},
        {"name": "Tide Singer", "text": "Draw.", "deck": "Embers", "copies": "1"},
        {"name": "Ember Fox", "tags": "Fox, Fire", "copies": "1"},
    ]


def test_a_saved_card_is_on_its_line() -> None:
    assert list(
        records("saved.json", json.dumps({"ObjectStates": [card("A", 1), card("B", 2)]}, indent=1))
    ) == [3, 13]


@pytest.mark.parametrize("value", ["[]", "[1, [2]]", "{}", '[{"ContainedObjects": 3}]'])
def test_saved_objects_without_a_card_are_refused(value: str) -> None:
    with pytest.raises(InputError, match="there is no record in it"):
        records("saved.json", f'{{"ObjectStates": {value}}}')


def test_bags_in_bags_without_end_are_refused() -> None:
    deep = '{"ObjectStates": [' * 900 + '{"CardID": 1}' + "]}" * 900
    with pytest.raises(InputError, match="nested too deep"):
        records("saved.json", deep)


@pytest.mark.parametrize("ending", REFUSED)
def test_known_formats_are_refused_by_name(ending: str, folder: Path) -> None:
    what, hint = REFUSED[ending], "export its table as xlsx, ods or CSV"
    with pytest.raises(InputError) as error:
        read_sheet(folder / f"cards{ending}")
    assert f"it is {what}, which is not read here\n  help: {hint}" in str(error.value)
