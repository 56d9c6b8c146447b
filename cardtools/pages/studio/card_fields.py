"""What is known of the fields of a card: what they mean, and which of them it needs or cannot have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from cardtools.cards.table import Card, CardTable, make_table
from cardtools.checks.columns import Columns
from cardtools.checks.validate import validate_rows
from cardtools.ground.errors import InputError
from cardtools.pages.studio.desk import Desk, DeskAnswer
from cardtools.pages.studio.drawing import card_of, row_of
from cardtools.rulesets.ruleset import Field

_TRIED = 3  # values of a column that an empty cell is tried with
_OFFERED = 60  # values of a column are offered where it has no more
_KINDS = {
    "int": "A whole number",
    "signed": "A number with its sign",
    "number": "A number",
    "list": "Words with “{separator}” between them",
    "bool": "Yes or no",
    "date": "A date such as {format}",
    "link": "A link",
}


def fields(desk: Desk, slug: str, cells: Mapping[str, str] = {}) -> dict[str, Any]:
    """Of each column of a card, by heading: its label and help, the words to choose from, and its `use`:
    `needed`, `refused` (with the reason in `why`), `unused` where it is empty in all cards of this face, or
    "". Also the terms and icons that texts can have, and the tiers that the card is printed in.
    """
    table, one = row_of(desk, slug, cells)
    used = _used_by_face(desk, table)
    face = _face_of(desk, card_of(desk, slug, cells))
    found: dict[str, Any] = {}
    for index, (heading, name) in enumerate(zip(one.file.header, one.columns, strict=True)):
        known = one.ruleset.fields.get(name)
        use, why = _use(table, one, index, known)
        if not use and not one.file.columns[index][0].strip() and index not in used.get(face, {index}):
            use = "unused"
        found[heading] = {
            "label": known.label if known else "",
            "help": _help(known) if known else "",
            "choices": _choices(table, name, known),
            "separator": known.entry.joined(("", "")) if known and known.entry.type == "list" else "",
            "use": use,
            "why": why,
        }
    tiers, printed = one.ruleset.tiers, []
    if tiers and tiers.column in one.columns and one.values[tiers.column][0] == tiers.design:
        names = tiers.names or tuple(f"Tier {number}" for number in tiers.printed)
        printed = [[number, name] for number, name in zip(tiers.printed, names, strict=False)]
    glossary = one.ruleset.glossary
    return {"fields": found, "terms": list(glossary.terms), "icons": _icons(desk), "tiers": printed}


def _use(table: CardTable, one: CardTable, index: int, known: Field | None) -> tuple[str, str]:
    """Whether the rules require a cell of this row, or refuse all that other rows have there; and why."""
    if known and known.required and known.required.rows(Columns(one, one.unusable), 1)[0]:
        return "needed", ""
    judged = (
        known and not known.entry.ref and any(known.name in rule.broken.columns for rule in one.ruleset.rules)
    )
    if not known or not judged or one.file.columns[index][0].strip():
        return "", ""  # what names another card is not judged by its row alone
    common = Counter(text for text in table.file.columns[index] if text.strip()).most_common(_TRIED)
    reasons: list[str] = []
    for text, _ in common:
        columns = (*one.file.columns[:index], [text], *one.file.columns[index + 1 :])
        tried = make_table(replace(one.file, columns=columns), one.ruleset)
        place = tried.place(0, known.name)
        wrong = [
            finding
            for finding in validate_rows(tried)
            if finding.location == place and finding.severity == "error"
        ]
        if not wrong:
            return "", ""
        reasons.append(wrong[0].message.removeprefix(f"{one.name(0)}: "))
    return ("refused", reasons[0]) if reasons else ("", "")


def _face_of(desk: Desk, card: Card) -> str:
    """The name of the face of a card; "" if it has none."""
    try:
        return desk.game.project_cards.faces.choose(card.values, card.where, card.name).name
    except InputError:
        return ""


def _used_by_face(desk: Desk, table: CardTable) -> dict[str, set[int]]:
    """The columns (from 0) that any card with the face fills, by the name of the face."""

    def make() -> dict[str, set[int]]:
        cards, rows = desk.game.project_cards, dict[str, list[int]]()
        name = next(name for name, known in cards.tables.items() if known is table)
        for card in cards.extras[name] if name else cards.cards:
            rows.setdefault(_face_of(desk, card), []).append(card.row)
        columns = table.file.columns
        return {
            face: {at for at, texts in enumerate(columns) if any(texts[row].strip() for row in numbers)}
            for face, numbers in rows.items()
        }

    known: dict[str, set[int]] = desk.keep(f"used by face {table.file.name}", make)
    return known


def _help(known: Field) -> str:
    """What a field is, in a sentence or two."""
    entry = known.entry
    text = _KINDS.get(entry.type, "A text").format(separator=entry.separator, format=entry.format)
    if entry.min is not None and entry.max is not None:
        text += f", {entry.min} to {entry.max}"
    elif entry.min is not None or entry.max is not None:
        text += f", at least {entry.min}" if entry.max is None else f", at most {entry.max}"
    parts = [f"{text}, in steps of {entry.step}" if entry.step else text]
    if entry.file:
        parts = [f"The name of a picture ({', '.join(entry.file)})"]
    if entry.ref:
        parts.append(f"It names another card by its {entry.ref}")
    if entry.unique:
        parts.append("No two cards have the same")
    if entry.derived or entry.default:
        parts.append("It is filled in where it is empty")
    return ". ".join(parts) + "."


def _choices(table: CardTable, name: str, known: Field | None) -> list[str]:
    """The words that a cell may have: those of the ruleset, else the few that the column has."""
    if known and known.words:
        return list(map(str, known.words))
    if known and known.entry.type == "bool":
        return [*known.entry.yes, "yes", *known.entry.no, "no"]
    if not known or known.entry.type in ("str", "list"):
        texts = Counter(_words(known, table.texts(name)))
        if len(texts) <= _OFFERED and any(count > 1 for count in texts.values()):
            return [text for text, _ in texts.most_common()]
    return []


def _words(known: Field | None, texts: Iterable[str]) -> Iterable[str]:
    separator = known.entry.separator if known and known.entry.type == "list" else ""
    for text in texts:
        yield from filter(None, map(str.strip, text.split(separator) if separator else [text]))


def _icons(desk: Desk) -> list[str]:
    """The icons that texts on all faces can have, as they are written."""
    faces = desk.game.project_cards.faces.usable
    return sorted({f"{{{name}}}" for face in faces for name in face.icons})


ANSWERS: dict[str, DeskAnswer] = {"fields": fields}
