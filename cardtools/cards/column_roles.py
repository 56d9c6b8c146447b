"""Which column names the cards and which one holds their pictures, where no ruleset says so."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from cardtools.cards.picture_cells import PICTURE_ENDINGS, split_pictures
from cardtools.cards.spaces import clean
from cardtools.rulesets.ruleset import Ruleset

# Words of headings, in the languages of many designers.
_NAMES = set("name title card cardname titel karte kartenname nom titre carte nombre título nome".split())
_LONGEST_NUMBER = 15


def heading_words(heading: str) -> set[str]:
    """The words of a heading, in lower case."""
    return set(re.findall(r"[^\W\d_]+", heading.casefold()))


def is_name(heading: str) -> bool:
    """Whether the heading says that its column names the cards."""
    return bool(heading_words(heading) & _NAMES)


def is_number(text: str) -> bool:
    """Whether the text is a whole number as people write it, with or without a sign."""
    return bool(re.fullmatch(r"0|[+-]?[1-9][0-9]*", text)) and len(text) <= _LONGEST_NUMBER


def are_pictures(texts: Sequence[str], endings: Sequence[str] = PICTURE_ENDINGS) -> bool:
    """Whether all texts name picture files, and at least one does."""
    pictures = [picture for text in texts for picture in split_pictures(text)]
    return bool(pictures) and all(picture.lower().endswith(tuple(endings)) for picture in pictures)


def name_column(columns: Mapping[str, Sequence[str]]) -> str:
    """The heading of the column that names the cards, by the headings and the filled cells of a table."""

    def score(heading: str) -> tuple[int, bool, bool]:
        words, texts = heading_words(heading), columns[heading]
        said = 2 if words and words <= _NAMES else 1 if words & _NAMES else 0
        is_short = bool(texts) and sum(map(len, texts)) <= 40 * len(texts)
        plain = not all(map(is_number, texts)) and not are_pictures(texts)
        differ = len(set(texts)) >= 0.8 * len(texts)
        return said if plain and is_short else -1, is_short and plain, differ

    return max(columns, key=score)  # the first of the best


def with_roles(ruleset: Ruleset, columns: Mapping[str, Sequence[str]]) -> Ruleset:
    """The ruleset of a project without one, for a table with these columns: what names a card and what holds
    its picture are guessed where the table has no NAME and no IMAGE. Any other ruleset stays as it is.
    """
    if not ruleset.is_general or not columns:
        return ruleset
    fields, known = dict(ruleset.fields), dict(ruleset.columns)
    old_label, old_picture = ruleset.label, next(name for name, one in fields.items() if one.entry.file)
    if {old_label, old_picture} <= columns.keys():
        return ruleset
    filled = {name: [text for cell in cells if (text := clean(cell))] for name, cells in columns.items()}
    label = old_label if old_label in columns else name_column(filled)
    pictures = [name for name, texts in filled.items() if name != label and are_pictures(texts)]
    picture = old_picture if old_picture in columns or not pictures else pictures[0]
    for old, new in ((old_label, label), (old_picture, picture)):
        if old != new:
            fields[new] = replace(fields.pop(old), name=new, label=new.replace("_", " ").lower())
            known = {title: name for title, name in known.items() if name != old} | {new: new}
    return replace(ruleset, fields=fields, columns=known, card=replace(ruleset.card, label=label))
