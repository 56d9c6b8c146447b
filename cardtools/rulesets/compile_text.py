"""How texts are worded, from the [text] of a ruleset file."""

from __future__ import annotations

from collections.abc import Mapping

from cardtools.ground.spelling import suggest
from cardtools.rulesets.compile_context import Compilation
from cardtools.rulesets.ruleset import Field, TextRules, Vocabulary
from cardtools.rulesets.text_model import TextEntry


def compile_text(
    work: Compilation, entry: TextEntry, fields: Mapping[str, Field], vocabulary: Mapping[str, Vocabulary]
) -> TextRules:
    """The compiled rules of texts; their problems are in `work`."""
    named = [("columns", column) for column in entry.columns]
    named += [("limits", column) for column in entry.limits.values()]
    named += [("styles", column) for pair in entry.styles.items() for column in pair]
    for key, column in named:
        if column not in fields:
            work.unknown_column(("text", key), column)
    texts = {name for name, field in fields.items() if field.entry.type == "str"}
    for column in entry.columns:
        if column in fields and column not in texts:
            work.problem(("text", "columns"), f"{column} isn't a text column", find=column)
    if entry.keywords and entry.keywords not in fields:
        work.unknown_column(("text", "keywords"), entry.keywords)
    elif entry.keywords and (
        fields[entry.keywords].entry.type != "list" or not fields[entry.keywords].vocabulary
    ):
        message = f"{entry.keywords} is not a list of the words of a vocabulary"
        hint = 'write type = "list" and vocabulary = "..." for it'
        work.problem(("text", "keywords"), message, hint, entry.keywords)
    for name in entry.kinds:
        if name not in vocabulary:
            hint = suggest(name, list(vocabulary))
            work.problem(("text", "kinds"), f"unknown vocabulary {name!r}", hint, name)
    styled = [fields[column].vocabulary for column in entry.styles.values() if column in fields]
    known = {word for words in styled if words for word in words.known.values()}
    said = [("implies", start, style) for start, styles in entry.implies.items() for style in styles]
    said += [("requires", style, style) for style in entry.requires]
    for key, inner, style in said:
        if style not in known:
            hint = suggest(style, sorted(known))
            work.problem(("text", key, inner), f"unknown style {style!r}", hint, style)
    columns = entry.columns or work.model.effects.columns
    return TextRules(tuple(column for column in columns if column in texts), entry)
