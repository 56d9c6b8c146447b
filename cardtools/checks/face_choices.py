"""Conditions of `[[faces]]` and `[[backs]]` that ask for a word that no card may have."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from cardtools.cards.table import CardTable
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic, Location
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import suggest
from cardtools.language.conditions import read_tree
from cardtools.language.value_kinds import unlisted
from cardtools.project.project import FILE_NAME, Project
from cardtools.rulesets.field_model import closed_columns

UNKNOWN_WORD = Check.of("""RND012 unknown-word warning: a face is chosen by a word that no card may have
    why: No card gets the face, or every card does, without any other message.
    bad: when = "TYPE == 'Sheme'" where TYPE is Character or Scheme
    good: when = "TYPE == 'Scheme'"
    fix: correct the word, or add it to the values of the column in the ruleset""")


def check_face_choices(
    project: Project, table: CardTable, extras: Sequence[CardTable] = ()
) -> Iterator[Diagnostic]:
    """RND012: words in the project's `when` that neither the ruleset nor a cell of the extras has."""
    rules = table.ruleset
    vocabularies = {name: vocabulary.entry for name, vocabulary in rules.vocabulary.items()}
    words = closed_columns({name: field.entry for name, field in rules.fields.items()}, vocabularies)
    for extra in extras:
        for column in words.keys() & set(extra.columns):
            words[column] = {**words[column], **dict.fromkeys(filter(None, extra.texts(column)))}
    for key, choices in (("faces", project.settings.faces), ("backs", project.settings.backs)):
        for index, choice in enumerate(choices):
            tree = read_tree(choice.when, [])
            if tree is None:  # drawing reports what it cannot read
                continue
            place = project.place(key, index, "when") or Location(shown(project.root / FILE_NAME))
            comparisons = (part for part in ast.walk(tree) if isinstance(part, ast.Compare))
            for word, column in unlisted(comparisons, words):
                message = f"when = {choice.when!r}: {word.value!r} is not a value of {column}"
                hint = suggest(str(word.value), list(words[column]), "values")
                yield UNKNOWN_WORD.finding(place, message, hint)
