"""What searches may name of the cards of some tables: all of it comes from their headings and the ruleset."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from cardtools.cards.table import CardTable
from cardtools.language.search import SearchNames, word_of
from cardtools.language.value_kinds import LIST, TEXT
from cardtools.rulesets.ruleset import Ruleset

# Names that Python keeps for itself, or that expressions have for something else.
_TAKEN = re.compile("None|True|False|_(first|folded|given|has|text)_.*")


def search_names(tables: Sequence[CardTable], kinds: Mapping[str, str]) -> SearchNames:
    """The names for tables whose columns are of these kinds."""
    ruleset = tables[0].ruleset
    known = [name for name in kinds if not _TAKEN.fullmatch(name)]
    written = {name for table in tables for name in table.columns}
    pictures = {name for table in tables for name in table.picture_columns}
    fields: dict[str, tuple[str, ...]] = {}

    def call(word: str, columns: Iterable[str]) -> None:
        if found := tuple(name for name in dict.fromkeys(columns) if name in known):
            fields[word_of(word)] = found

    # What comes later counts: a column's own heading before what others call it.
    call("name", (ruleset.title, ruleset.label))
    call("art", pictures)
    labels: dict[str, list[str]] = {}
    for name, field in ruleset.fields.items():
        labels.setdefault(field.label, []).append(name)
    for label, columns in labels.items():
        call(label, columns)
    for heading, name in ruleset.columns.items():
        call(heading, (name,))
    for table in tables:
        for heading, name in zip(table.file.header, table.columns, strict=True):
            call(heading, (name,))
    for name in known:
        call(name, (name,))
    call("t", _types(ruleset))
    call("o", (*ruleset.text_fields, *ruleset.text.columns))
    unsaid = {
        "t": "the ruleset does not say which columns hold the type of a card",
        "o": "the ruleset does not say which columns hold the text of a card's rules",
    }
    return SearchNames(
        fields,
        tuple(name for name in known if name in written - pictures and kinds[name] in (TEXT, LIST)),
        _kinds_of_card(ruleset),
        {name: field.entry.separator for name, field in ruleset.fields.items()},
        unsaid,
    )


def _types(ruleset: Ruleset) -> list[str]:
    """The columns with words that say what kind of card a card is: those of `[design] words`, and those that
    its nouns and the kinds of `[play]` are told apart by.
    """
    found = list(ruleset.design.words) if ruleset.design else []
    nouns = [*(ruleset.design.nouns if ruleset.design else {}).values()]
    nouns += (ruleset.play.kinds if ruleset.play else {}).values()
    asked = {name for noun in nouns for name in noun.columns}
    return found + [
        name
        for name, field in ruleset.fields.items()
        if name in asked and field.entry.type in ("str", "list") and (field.vocabulary or field.entry.values)
    ]


def _kinds_of_card(ruleset: Ruleset) -> dict[str, str]:
    """The conditions of the kinds of card that the ruleset has a name for; others are left out later."""
    found = {name: name for name in (*ruleset.defined, *ruleset.fields)}
    for kinds in (ruleset.play.kinds if ruleset.play else {}, ruleset.design.nouns if ruleset.design else {}):
        found |= {name: one.when.text if one.when else "true" for name, one in kinds.items()}
    return found
