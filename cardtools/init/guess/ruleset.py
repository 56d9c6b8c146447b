"""The ruleset of a project that begins with a table: what every card of the table keeps to."""

from __future__ import annotations

from collections.abc import Sequence

from cardtools.cards.picture_cells import KINDS
from cardtools.ground.toml.toml_values import toml_key, toml_text, toml_value
from cardtools.init.guess.columns import GuessedColumn

_HEAD = """\
# The rules of your game, as far as a program can check them. They are guessed from your table: for each
# of its columns, what all your cards keep to. Change what is guessed wrong, and delete what you don't need.
[ruleset]
id = "mygame"
name = "My game"
version = "1"
"""
_OWN_YES, _OWN_NO = frozenset("ja oui sí si sim".split()), frozenset("nein non não".split())

_WHY = {"cost": "less is better", "strength": "more is better", "effect": "what a card does"}


def guessed_ruleset(columns: Sequence[GuessedColumn], has_pictures: bool) -> str:
    """The ruleset file; `has_pictures` is whether all pictures of the table are there."""
    return "\n".join([_HEAD, *(_field(column, has_pictures) for column in columns)])


def _field(column: GuessedColumn, has_pictures: bool) -> str:
    lines: list[str] = []
    words = column.words if column.kind != "yes" else ()
    if words:
        lines += [
            f"[vocabulary.{toml_key(column.name.lower())}]",
            f"values = {toml_value(words)}  # guessed: all that occur",
            "",
        ]
    lines.append(f"[fields.{toml_key(column.name)}]")
    if column.heading != column.name:
        lines.append(f"names = {toml_value([column.heading])}  # the heading in your table")
    if column.kind in ("name", "number", "copies", "decimal", "date") and column.is_full:
        lines.append("required = true")
    match column.kind:
        case "name":
            note = toml_text(column.note)[1:-1]
            lines.append("unique = true" if column.is_unique else f"# unique = true: {note}")
        case "picture":
            off = "" if has_pictures else "# when all pictures are in cards/art: "
            lines.append(f"{off}file = {toml_value(KINDS)}")
        case "number" | "copies":
            lines.append('type = "signed"' if column.is_signed else 'type = "int"')
            least = 0 if column.low == 1 else column.low
            lines.append(f"min = {least}  # guessed: your cards have {column.low} to {column.high}")
            lines += [f"max = {column.high}"] if column.kind == "number" else []
        case "decimal":
            lines.append('type = "number"  # with decimals, computed exactly')
            lines += [f"decimal = {toml_text(column.form)}"] if column.form != "." else []
        case "yes":
            lines.append('type = "bool"  # yes or no; an empty cell is no')
            for means, meant in (("yes", _OWN_YES), ("no", _OWN_NO)):
                own = [word for word in column.words if word in meant]
                lines += [f"{means} = {toml_value(own)}"] if own else []
        case "date":
            lines += ['type = "date"', f"format = {toml_text(column.form)}"]
        case "link":
            lines.append('type = "link"')
        case "list":
            lines.append('type = "list"  # words with commas between them')
    if words:
        lines.append(f"vocabulary = {toml_text(column.name.lower())}")
    if why := _WHY.get(column.role):
        lines.append(f"role = {toml_text(column.role)}  # guessed: {why}")
    return "\n".join([*lines, ""])
