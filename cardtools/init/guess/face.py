"""The face of a project that begins with a table: plain, with the columns of the table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cardtools.ground.card_sizes import SIZES, NamedSize
from cardtools.init.guess.columns import GuessedColumn
from cardtools.project.starter import toml_text

_MARKUP = ', bold = "bold", markup = true'
_SMALLER = {"14": "11", "9": "7", "11": "8.5", "7": "6"}  # font sizes on small cards
_MOST_LINES = 8  # of columns in the place of the rules text
_CAPTION = 14  # characters
BoxSides = tuple[float | str, float, float, float]  # as `box` has them


def guessed_face(
    columns: Sequence[GuessedColumn], has_pictures: bool, has_markup: bool, size: str = ""
) -> str:
    """The face file, for cards of the named size. `has_pictures`: all pictures of the table are there;
    `has_markup`: texts have marks such as <b>.
    """
    named = SIZES[size or "poker"]
    layout = _Layout(columns, has_pictures, named)
    face = Path(__file__).with_name("face.toml").read_text(encoding="utf-8")
    face = face.replace("poker", size or "poker").replace(_MARKUP, _MARKUP * has_markup)
    if not any("use =" in part for part in layout.parts):
        face = re.sub(r"(?s)\[parts.*?\n\n", "", face)
    if named.width < 50:
        smaller = r"\b(size|minimum) = (14|9|11|7)\b(?!\.)"
        face = re.sub(smaller, lambda found: f"{found[1]} = {_SMALLER[found[2]]}", face)
    return face + layout.text()


class _Layout:
    """Which columns go where; `left` are those that are still to be shown."""

    def __init__(self, columns: Sequence[GuessedColumn], has_pictures: bool, size: NamedSize) -> None:
        self.size = size
        self.left = [column for column in columns if column.kind not in ("name", "copies", "empty")]
        self.parts: list[str] = []
        self._header(self._take("cost"))
        top = self._type_line()
        picture, effect = self._take("picture"), self._take("effect")
        bottom = self._numbers(effect is not None)
        text = f"{{{{ {effect.name} }}}}" if effect else self._lines()
        self._art_and_text(picture, text, top, bottom, has_pictures)
        self._text("copyright", "small", self._low(20, -20, 4.7, 3), "{{ project.copyright }}")

    def text(self) -> str:
        """The elements."""
        unused = ", ".join(column.name for column in self.left)
        note = f"# Columns that this face does not show: {unused}.\n" if unused else ""
        return "\n".join([*self.parts, note])

    def _low(self, left: float, right: float, bottom: float, height: float) -> BoxSides:
        """A box at the lower edge."""
        return left, self.size.height - bottom - height, right, height

    def _element(self, name: str, box: BoxSides | None, comment: str = "", **keys: Any) -> None:
        """Add an element with those keys that are not empty."""
        given = {"box": list(box)} if box else {}
        given |= {key: value for key, value in keys.items() if value}
        line = ", ".join(f"{key} = {_written(value)}" for key, value in given.items())
        self.parts.append(f"{name} = {{ {line} }}{f'  # {comment}' if comment else ''}")

    def _text(self, name: str, style: str, box: BoxSides, text: str, when: str = "", about: str = "") -> None:
        self._element(name, box, about, text=text, style=style, when=when)

    def _take(self, what: str) -> GuessedColumn | None:
        found = next((column for column in self.left if what in (column.kind, column.role)), None)
        if found:
            self.left.remove(found)
        return found

    def _header(self, cost: GuessedColumn | None) -> None:
        left: float | str = 6.5
        if cost:
            left, disc = f"{{{{ 6.5 if {cost.name} is none else 18 }}}}", (6.5, 6.5, 9, 9)
            self._element("disc", disc, "the cost", radius=4.5, fill="accent", when=f"given({cost.name})")
            self._text("cost", "cost", (6.5, 6.3, 9, 9), f"{{{{ {cost.name} }}}}")
        self._text("name", "name", (left, 6.5, -6.5, 9), "{{ NAME }}")
        self._element("line", (6.5, 17, -6.5, 0), kind="line", stroke="soft", stroke_width=0.35)

    def _type_line(self) -> float:
        """Draw the type and up to two other columns of words; where the rest of the card begins."""
        shown = map(self._take, ("type", "list", "words"))
        names = [printed(column) for column in shown if column]
        if not names:
            return 19.5
        # Empty cells leave no dot behind.
        text = f"{{{{ [{', '.join(names)}]|select|join(' · ') }}}}"
        self._text("type", "type", (6.5, 17.6, -6.5, 4.4), text)
        return 23.0

    def _numbers(self, has_text: bool) -> float:
        """Draw numbers in the lower corners and between them; how far the text stays from the bottom."""
        strengths = [column for column in self.left if column.role == "strength"]
        others = [column for column in self.left if column.kind in ("number", "decimal") and not column.role]
        numbers = [*strengths, *others]
        for side, x, column in zip(("left", "right"), (6.5, self.size.width - 18.5), numbers, strict=False):
            given = {"x": x, "value": f"{{{{ {column.name} }}}}", "words": _caption(column)}
            keys: dict[str, Any] = {"use": "number", "with": given, "when": f"given({column.name})"}
            self._element(f"lower_{side}", None, **keys)
        between = numbers[2:5] if has_text and self.size.width > 50 else []
        if between:
            text = "   ".join(
                f"{{% if {column.name} is not none %}}{_caption(column)} {{{{ {column.name} }}}}{{% endif %}}"
                for column in between
            )
            self._text("numbers", "caption", self._low(19.5, -19.5, 9.5, 5), text)
        shown = [*numbers[:2], *between]
        self.left = [column for column in self.left if column not in shown]
        return 18.5 if numbers else 9.5

    def _lines(self) -> str:
        """Up to eight columns, one a line, for a table without a rules text."""
        shown, self.left = self.left[:_MOST_LINES], self.left[_MOST_LINES:]
        return "".join(
            f"{{% if {one.name} is not none %}}{_caption(one)}: {{{{ {printed(one)} }}}}\n{{% endif %}}"
            for one in shown
        )

    def _art_and_text(
        self, picture: GuessedColumn | None, text: str, top: float, bottom: float, has_pictures: bool
    ) -> None:
        shown, height = "", self.size.height
        # The lower edge of a picture that has a text below it.
        end = round(min(56.5 + 0.64 * (height - 88.9), height - bottom - 12.5), 1)
        if picture:
            shown = f"given({picture.name})" if has_pictures else "false"
            comment = f'when all pictures are in cards/art, write: when = "given({picture.name})"'
            lower = end if text else height - bottom
            box, image = (6.5, top, -6.5, lower - top), f"{{{{ {picture.name} }}}}"
            about = "" if has_pictures else comment
            self._element("art", box, about, image=image, radius=1, when=shown)
            if text:
                comment = "of a card with a picture" if has_pictures else comment
                self._text("text_below_art", "text", (7.5, end + 1.5, -7.5, -bottom), text, shown, comment)
        if text:
            when = f"not {shown}" if shown else ""
            comment = "of a card without a picture" if shown else ""
            self._text("text", "text", (7.5, top + 0.5, -7.5, -bottom), text, when, comment)


def _written(value: Any) -> str:
    """A value as TOML writes it in one line."""
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_written(one)}' for key, one in value.items())} }}"
    return toml_text(value) if isinstance(value, str) else f"{round(value, 2):g}"


def printed(column: GuessedColumn) -> str:
    """What a template says to print the column."""
    return f"{column.name}|join(', ')" if column.kind == "list" else column.name


def _caption(column: GuessedColumn) -> str:
    """The heading as a caption: nothing in it is read as a template."""
    words = re.sub(r"[^\w %&.'()/+-]+", " ", column.heading).replace("%", " %").strip()
    if len(words) > _CAPTION:
        words = words[:_CAPTION].rsplit(" ", 1)[0]
    return words[:1].upper() + words[1:]
