"""The face of a project that begins with a table: plain, with the columns of the table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cardtools.ground.card_sizes import SIZES, NamedSize
from cardtools.ground.toml.toml_values import toml_value
from cardtools.init.guess.columns import GuessedColumn
from cardtools.project.starter import small_texts

_MARKUP = ', bold = "bold", markup = true'
_MOST_LINES = 8  # of columns in the place of the rules text
_CAPTION = 14  # characters
FaceElements = dict[str, Any]


def guessed_face(
    columns: Sequence[GuessedColumn], has_pictures: bool, has_markup: bool, size: str = ""
) -> str:
    """The face file, for cards of the named size. `has_pictures`: all pictures of the table are there;
    `has_markup`: texts have marks such as <b>.
    """
    named = SIZES[size or "poker"]
    left = [column for column in columns if column.kind not in ("name", "copies", "empty")]  # to be shown
    elements = _header(left)
    top = 23 if "type" in elements else 19.5
    picture, effect = _take(left, "picture"), _take(left, "effect")
    elements |= (numbers := _numbers(left, named, effect is not None))
    elements["copyright"] = _text([20, named.height - 7.7, -20, 3], "small", "{{ project.copyright }}")
    bottom, body, comment = 18.5 if numbers else 9.5, dict[str, Any](), ""
    if text := f"{{{{ {effect.name} }}}}" if effect else _lines(left):
        body["text"] = {"text": text, "style": "text", "grow": 1}
    if picture:
        shown = f"given({picture.name})"
        comment = "" if has_pictures else f'  # when all pictures are in cards/art, write: when = "{shown}"'
        end = min(56.5 + 0.64 * (named.height - 88.9), named.height - bottom - 12.5)
        place = {"height": end - top} if text else {"grow": 1}
        when = shown if has_pictures else "false"
        body = {"art": {"image": f"{{{{ {picture.name} }}}}", **place, "radius": 1, "when": when}, **body}
    lines = [f"{name} = {toml_value(keys)}" for name, keys in elements.items()]
    if body:
        lines += ["", "[elements.body]  # a picture, if there is one, and the text below it"]
        lines += ['layout = "column"', f"box = {toml_value([6.5, top, -6.5, -bottom])}", "gap = 1.5"]
        for name, keys in body.items():
            lines.append(f"elements.{name} = {toml_value(keys)}{comment if name == 'art' else ''}")
    lines += (
        [f"# Columns that this face does not show: {', '.join(one.name for one in left)}."] if left else []
    )
    face = Path(__file__).with_name("face.toml").read_text(encoding="utf-8")
    face = face.replace("poker", size or "poker").replace(_MARKUP, _MARKUP * has_markup)
    if not any("use" in keys for keys in numbers.values()):
        face = re.sub(r"(?s)\[parts.*?\n\n", "", face)
    return small_texts(face, size or "poker") + "\n".join([*lines, ""])


def _text(box: list[Any], style: str, text: str) -> FaceElements:
    return {"box": box, "text": text, "style": style}


def _take(left: list[GuessedColumn], what: str) -> GuessedColumn | None:
    found = next((column for column in left if what in (column.kind, column.role)), None)
    if found:
        left.remove(found)
    return found


def _header(left: list[GuessedColumn]) -> FaceElements:
    """The cost, the name, and a line of the type and up to two other columns of words."""
    made: FaceElements = {}
    begin: float | str = 6.5
    if cost := _take(left, "cost"):
        begin, when = f"{{{{ 6.5 if {cost.name} is none else 18 }}}}", f"given({cost.name})"
        made["cost_disc"] = {"box": [6.5, 6.5, 9, 9], "radius": 4.5, "fill": "accent", "when": when}
        made["cost"] = _text([6.5, 6.3, 9, 9], "cost", f"{{{{ {cost.name} }}}}")
    made["name"] = _text([begin, 6.5, -6.5, 9], "name", "{{ NAME }}")
    made["line"] = {"box": [6.5, 17, -6.5, 0], "kind": "line", "stroke": "soft", "stroke_width": 0.35}
    if names := [printed(one) for kind in ("type", "list", "words") if (one := _take(left, kind))]:
        # Empty cells leave no dot behind.
        text = f"{{{{ [{', '.join(names)}]|select|join(' · ') }}}}"
        made["type"] = _text([6.5, 17.6, -6.5, 4.4], "type", text)
    return made


def _numbers(left: list[GuessedColumn], size: NamedSize, has_text: bool) -> FaceElements:
    """The numbers in the lower corners and between them."""
    strengths = [column for column in left if column.role == "strength"]
    others = [column for column in left if column.kind in ("number", "decimal") and not column.role]
    shown = [*strengths, *others][: 5 if has_text and size.width > 50 else 2]
    left[:] = [column for column in left if column not in shown]
    made: FaceElements = {}
    for side, x, one in zip(("left", "right"), (6.5, size.width - 18.5), shown, strict=False):
        given = {"x": x, "value": f"{{{{ {one.name} }}}}", "words": _caption(one)}
        made[f"lower_{side}"] = {"use": "number", "with": given, "when": f"given({one.name})"}
    if between := shown[2:]:
        text = "   ".join(
            f"{{% if {one.name} is not none %}}{_caption(one)} {{{{ {one.name} }}}}{{% endif %}}"
            for one in between
        )
        made["numbers"] = _text([19.5, size.height - 14.5, -19.5, 5], "caption", text)
    return made


def _lines(left: list[GuessedColumn]) -> str:
    """Up to eight columns, one a line, for a table without a rules text."""
    shown, left[:] = left[:_MOST_LINES], left[_MOST_LINES:]
    return "".join(
        f"{{% if {one.name} is not none %}}{_caption(one)}: {{{{ {printed(one)} }}}}\n{{% endif %}}"
        for one in shown
    )


def printed(column: GuessedColumn) -> str:
    """What a template says to print the column."""
    return f"{column.name}|join(', ')" if column.kind == "list" else column.name


def _caption(column: GuessedColumn) -> str:
    """The heading as a caption: nothing in it is read as a template."""
    words = re.sub(r"[^\w %&.'()/+-]+", " ", column.heading).replace("%", " %").strip()
    if len(words) > _CAPTION:
        words = words[:_CAPTION].rsplit(" ", 1)[0]
    return words[:1].upper() + words[1:]
