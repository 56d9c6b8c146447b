"""An index of everyday words: the keys, checks and guides that `cardtools explain` names for them."""

from __future__ import annotations

import re

from cardtools.ground.frozen_record import Record


class Topic(Record):
    """The words by which it is looked up, what is explained about it, and the guide: a page and a heading."""

    words: str
    names: str
    page: str
    heading: str


_TABLES, _PRINTING, _FACES = "guides/tables.md", "guides/printing.md", "guides/faces.md"
_KINDS = "Decimal numbers, yes and no, dates, links"
TOPICS = (
    Topic("date dates day days year", "ruleset.fields.format face.filters.date conditions.functions.date",
          _TABLES, _KINDS),
    Topic("decimal decimals comma number", "ruleset.fields.type ruleset.fields.decimal", _TABLES, _KINDS),
    Topic("half halves fraction fractions ½", "ruleset.fields.type face.filters.int", "guides/spreadsheet.md",
          "Part of a number, of a date"),
    Topic("yes no bool checkbox link links", "ruleset.fields.type ruleset.fields.yes", _TABLES, _KINDS),
    Topic("size sizes poker bridge tarot mini jumbo square", "face.card.size", "guides/card-sizes.md",
          "Card sizes and tiles"),
    Topic("hex hexagon hexagons tile tiles shape", "face.card.shape sheet.nest", "guides/card-sizes.md",
          "Hexagons"),
    Topic("copies amount", "project.cards.quantity ruleset.deck.copies", "guides/spreadsheet.md",
          "Several sheets, and the number of copies"),
    Topic("heading headings column columns", "project.columns ruleset.fields.names", "guides/spreadsheet.md",
          "Headings"),
    Topic("excel ods xlsx google csv spreadsheet workbook", "project.cards.database project.cards.source",
          _TABLES, "What a table may be"),
    Topic("back backs duplex sides", "project.backs sheet.flip sheet.fold", _PRINTING, "Both sides"),
    Topic("token tokens counter counters round", "project.extras sheet.marks.outline", _PRINTING,
          "Tokens and counters"),
    Topic("cut marks margin margins bleed", "face.card.bleed sheet.bleed sheet.marks", _PRINTING,
          "The sheet definition"),
    Topic("manufacturer maker tts mpc tgc dtc pnp", "face.card.size", _PRINTING, "From a manufacturer"),
    Topic("markup italic symbols icon icons", "face.styles.markup face.icons", _FACES, "Marks in texts"),
    Topic("condition conditional when rare foil",
          "conditions.functions.given project.faces.when face.elements.rectangle.when", _FACES,
          "Only on some cards"),
    Topic("font fonts", "face.fonts face.styles.font", _FACES, "Fonts"),
    Topic("language languages translation translations edition", "project.editions",
          "guides/editions.md", "Editions in other languages"),
    Topic("keyword keywords words", "ruleset.vocabulary", "guides/rulesets.md", "2. Words"),
    Topic("placeholder placeholders template templates", "project.effects", "guides/templates.md",
          "Templates and placeholders"),
)  # fmt: skip


def see_also(word: str) -> list[str]:
    """What there is about an everyday word: commands that explain keys, and guides. Empty for other words."""
    from cardtools.reports.reference.files import find
    from cardtools.reports.reference.text import first_sentence

    rows: list[tuple[str, str]] = []
    for topic in TOPICS:
        if word.casefold() in topic.words.split():
            for name in topic.names.split():
                meaning = re.split("[:;(]", first_sentence(find(name)[0].meaning))[0].rstrip(" .")
                rows.append((f"cardtools explain {name}", f"{meaning}."))
            rows.append((f"docs/{topic.page}", topic.heading))
    width = max((len(left) for left, _ in rows), default=0)
    return ["See also:", *(f"  {left:<{width}}  {right}" for left, right in rows)] if rows else []
