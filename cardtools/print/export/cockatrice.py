"""Cockatrice: a card database (version 4) of all cards, and a list of each deck."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from cardtools.cards.table import Card
from cardtools.ground.io.filenames import distinct, slug
from cardtools.print.export.decks import ExportDeck, Job, Output, Preset, card_row, contents

PRESET = Preset("Cockatrice")
_NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def outputs(job: Job) -> Iterator[Output]:
    """`cards.xml`, and `DECK.cod` for each deck. Cards of one name are numbered, and columns become
    properties: `TYPE`, `CMC` or `PT` are those that Cockatrice shows and sorts by.
    """
    cards = {card.slug: card for deck in job.decks for card in deck.cards}
    names = dict(zip(cards, distinct(card.name for card in cards.values()), strict=True))
    yield Output("cards.xml", contents(partial(_database, job, cards, names)))
    for deck in job.decks:
        yield Output(f"{deck.name}.cod", contents(partial(_deck, deck, names)))


def _database(job: Job, cards: Mapping[str, Card], names: Mapping[str, str]) -> bytes:
    root = Element("cockatrice_carddatabase", version="4")
    title = job.project.settings.name or "Cards"
    code = slug(title).upper()
    known = SubElement(SubElement(root, "sets"), "set")
    _add(known, "name", code)
    _add(known, "longname", title)
    _add(known, "settype", "Custom")
    within = SubElement(root, "cards")
    own = {job.ruleset.title, *job.ruleset.effect_columns}
    for key, card in cards.items():
        made = SubElement(within, "card")
        _add(made, "name", names[key])
        _add(made, "text", job.rules_text(card))
        properties = SubElement(made, "prop")
        for column, cell in card_row(card.values).items():
            if cell and column not in own:
                _add(properties, re.sub("^(?=[0-9])", "column-", slug(column)), cell)
        _add(made, "set", code)
    return _written(root)


def _deck(deck: ExportDeck, names: Mapping[str, str]) -> bytes:
    root = Element("cockatrice_deck", version="1")
    _add(root, "deckname", deck.title)
    zone = SubElement(root, "zone", name="main")
    for card, count in deck.counts():
        SubElement(zone, "card", number=str(count), name=_NO_XML.sub("", names[card.slug]))
    return _written(root)


def _add(above: Element, name: str, text: str) -> None:
    SubElement(above, name).text = _NO_XML.sub("", text)


def _written(root: Element) -> bytes:
    indent(root)
    made: bytes = tostring(root, encoding="UTF-8", xml_declaration=True)
    return made + b"\n"
