"""Searching and looking: which cards a search finds, what a search may name, and the cards of the gallery."""

from __future__ import annotations

from collections import Counter
from typing import Any

from cardtools.cards.table import CardTable
from cardtools.checks.columns import CardSearch
from cardtools.ground.errors import Diagnostic, InputError
from cardtools.language.search import word_of
from cardtools.language.value_kinds import DATE, LIST, NUMBER, TRUTH
from cardtools.pages.studio.desk import Desk, DeskAnswer, key_of
from cardtools.pages.studio.reading import checked, slugs_of, table_files

_KINDS = {NUMBER: "number", DATE: "date", TRUTH: "yes or no", LIST: "list"}
_CHOICES = 200  # of a field, at most
_SIZE: tuple[float, float] = (63, 88)  # mm of a card, where no face can be read
_WORST = ("error", "warning", "info")


def search(desk: Desk, query: str) -> dict[str, Any]:
    """The cards that a search finds, in its order: each the number of its table (of `tables`), its row in it
    (from 0) and its slug; or what is wrong with the search. `ordered` says whether it asks for an order.
    """
    try:
        found, asked = _searcher(desk).ordered(query)
    except InputError as error:
        problems = [
            {"message": one.message, "hint": one.hint, "column": one.location.column or 0}
            for one in error.diagnostics
        ]
        return {"tables": [], "cards": [], "problems": problems}
    places = _places(desk)
    cards = [places[number][row] for number, row in found]
    return {
        "tables": [one.path for one in table_files(desk)],
        "cards": cards,
        "ordered": bool(asked.order),
        "problems": [],
    }


def fields(desk: Desk) -> dict[str, Any]:
    """What a form for searches offers: fields with what they hold and the words that they may have, kinds of
    card, and what a search calls types and rules texts where the ruleset says it.
    """

    def make() -> dict[str, Any]:
        tables = _tables(desk)
        searcher, ruleset = _searcher(desk), tables[0].ruleset
        written = dict.fromkeys(name for table in tables for name in table.columns)
        offered = []
        for name in written:
            if searcher.names.fields.get(word_of(name)) != (name,):
                continue
            field = ruleset.fields.get(name)
            kind = _KINDS.get(searcher.kinds[name], "text")
            own = {str(cell) for table in tables for cell in set(table.texts(name)[:_CHOICES])}
            choices = list(map(str, field.words)) if field else []
            if not choices and kind == "text" and len(own) < 20:
                choices = sorted(own - {""})
            word = name.lower() if word_of(name) == name.lower() else name.replace(" ", "-")
            searchable = word_of(word) == word_of(name) and not set(word) & set('()"“”:<>=! ')
            offered.append(
                {
                    "name": word if searchable else word_of(name),
                    "title": name,
                    "label": field.label if field else name,
                    "kind": kind,
                    "choices": choices[:_CHOICES],
                }
            )
        special = [name for name in ("t", "o") if name in searcher.names.fields]
        return {"fields": offered, "kinds": searcher.kinds_of_card(), "special": special}

    known: dict[str, Any] = desk.keep("search fields", make)
    return known


def gallery(desk: Desk, known: str = "") -> dict[str, Any]:
    """The slug and the name of every card, for which no face is read; only the `key` if that is `known`."""

    def make() -> dict[str, Any]:
        names = [table.title(row) or table.name(row) for table in _tables(desk) for row in range(len(table))]
        slugs = [place[2] for some in _places(desk) for place in some]
        cards = list(zip(slugs, names, strict=True))
        return {"key": key_of(cards), "cards": cards}

    found: dict[str, Any] = desk.keep("gallery", make)
    return {"key": known} if found["key"] == known else found


def gallery_more(desk: Desk) -> dict[str, Any]:
    """What the gallery shows beside: numbers of copies that are not 1 by slug, the same for the cards of each
    deck; the size of a card in mm; where the files are broken.
    """
    size, copies = _SIZE, Counter[str]()
    decks: dict[str, Counter[str]] = {}
    problems: list[Diagnostic] = []
    try:
        drawn = desk.game.project_cards
        card = drawn.faces.usable[0].design.card
        size = (card.width, card.height)
        problems += drawn.problems
        for name in ("", *drawn.extras):
            copies.update(one.slug for one in drawn.copies(name))
        for deck in desk.game.decks:
            counts = decks[deck.path.stem] = Counter()
            for entry in deck.entries:
                if (row := drawn.names.row(entry.name)) is not None:
                    counts[drawn.cards[row].slug] += entry.count
    except InputError as error:
        problems += error.diagnostics
    slugs = [str(place[2]) for some in _places(desk) for place in some] if copies else []
    return {
        "copies": {slug: copies[slug] for slug in slugs if copies[slug] != 1},
        "decks": decks,
        "size": size,
        "problems": [one.data() for one in problems],
    }


def card_findings(desk: Desk) -> dict[str, Any]:
    """By slug, how many findings a card has, and how severe the worst is."""

    def make() -> dict[str, Any]:
        parts = table_files(desk)
        files = {part.file.name: (part.file, slugs_of(desk, part.cards)[part.first :]) for part in parts}
        found: dict[str, list[Any]] = {}
        for one in checked(desk).diagnostics:
            file, slugs = files.get(one.location.path, (None, []))
            if file and (row := file.cell_at(one.location)[0]) >= 0:
                mark = found.setdefault(slugs[row], [0, one.severity])
                mark[0] += 1
                mark[1] = min(mark[1], one.severity, key=_WORST.index)
        return found

    known: dict[str, Any] = desk.keep("card findings", make)
    return known


def _tables(desk: Desk) -> list[CardTable]:
    return [desk.game.table, *desk.game.extras]


def _searcher(desk: Desk) -> CardSearch:
    known: CardSearch = desk.keep("searcher", lambda: CardSearch(_tables(desk)))
    return known


def _places(desk: Desk) -> list[list[list[Any]]]:
    """By table and row, the number of its file, the row in it, and the slug of the card."""

    def make() -> list[list[list[Any]]]:
        found: dict[int, list[list[Any]]] = {id(cards): [] for cards in _tables(desk)}
        for number, part in enumerate(table_files(desk)):
            slugs = slugs_of(desk, part.cards)[part.first :]
            rows = range(len(part.file.line_numbers))
            found[id(part.cards)] += [[number, row, slug] for row, slug in zip(rows, slugs, strict=False)]
        return list(found.values())

    known: list[list[list[Any]]] = desk.keep("places", make)
    return known


ANSWERS: dict[str, DeskAnswer] = {
    "search": search,
    "search_fields": fields,
    "gallery": gallery,
    "gallery_more": gallery_more,
    "card_findings": card_findings,
}
