"""Cockatrice: the cards as a card database (version 4)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from cardtools.ground.io.filenames import distinct, slug
from cardtools.print.export.decks import Job, Output, Preset, card_row, contents

PRESET = Preset("Cockatrice")
_NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def outputs(job: Job) -> Iterator[Output]:
    """`cards.xml`: columns are properties (it shows `TYPE`, `CMC`, `PT`), cards of one name are numbered."""
    yield Output("cards.xml", contents(partial(_database, job)))


def _database(job: Job) -> bytes:
    root = Element("cockatrice_carddatabase", version="4")
    title = job.project.settings.name or "Cards"
    code = slug(title).upper()
    known = SubElement(SubElement(root, "sets"), "set")
    for name, text in (("name", code), ("longname", title), ("settype", "Custom")):
        _add(known, name, text)
    within = SubElement(root, "cards")
    cards = list({card.slug: card for deck in job.decks for card in deck.cards}.values())
    own = {job.ruleset.title, *job.ruleset.effect_columns}
    for card, name in zip(cards, distinct(card.name for card in cards), strict=True):
        made = SubElement(within, "card")
        _add(made, "name", name)
        _add(made, "text", job.rules_text(card))
        properties = SubElement(made, "prop")
        for column, cell in card_row(card.values).items():
            if cell and column not in own:
                _add(properties, re.sub("^(?=[0-9])", "column-", slug(column)), cell)
        _add(made, "set", code)
    indent(root)
    return tostring(root, encoding="UTF-8", xml_declaration=True) + b"\n"  # type: ignore[no-any-return]


def _add(above: Element, name: str, text: str) -> None:
    SubElement(above, name).text = _NO_XML.sub("", text)
