"""The face of a project that begins with a table: the blank project's, with the columns of the table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cardtools.guess.columns import GuessedColumn
from cardtools.starter import blank_file, toml_text

_STYLES = """\
[styles.type]
font = "bold"
size = 7.5
minimum = 5.5
colour = "accent"
valign = "middle"

[styles.number]
font = "bold"
size = 14
minimum = 8
colour = "accent"
align = "centre"
valign = "middle"

[styles.caption]
font = "regular"
size = 5.5
minimum = 4.5
colour = "ink"
align = "centre"
valign = "middle"

"""
_MOST_LINES = 8  # of columns in the place of the rules text
_CAPTION = 14  # characters


def guessed_face(columns: Sequence[GuessedColumn], has_pictures: bool, has_markup: bool) -> str:
    """The face file; `has_pictures` is whether all pictures of the table are there, `has_markup` whether texts
    have marks such as <b>.
    """
    head, frame = blank_file("templates/card.toml").split("# The elements are drawn")
    if not has_markup:
        head = re.sub(r"(?m)^markup = true.*\n", "", head)
    frame = frame[frame.index("[elements.paper]") : frame.index("[elements.disc]")]
    return f"{head}{_STYLES}# The elements are drawn in this order.\n{frame}{_Layout(columns, has_pictures).text()}"


class _Layout:
    """Which columns go where: what is shown is taken from `left`, the columns that are still to be shown."""

    def __init__(self, columns: Sequence[GuessedColumn], has_pictures: bool) -> None:
        self.left = [column for column in columns if column.kind not in ("copies", "empty")]
        self.parts: list[str] = []
        self._take("name")
        cost = self._take("cost")
        self._header(cost)
        top = self._type_line()
        picture, effect = self._take("picture"), self._take("effect")
        bottom = self._numbers()
        text = f"{{{{ {effect.name} }}}}" if effect else self._lines()
        self._art_and_text(picture, text, top, bottom, has_pictures)
        self.element("copyright", "text", style="small", left=20, right=20, bottom=4.7, height=3,
                     text="{{ project.copyright }}")  # fmt: skip

    def text(self) -> str:
        """The elements."""
        unused = ", ".join(column.name for column in self.left)
        note = f"# Columns that this face does not show: {unused}.\n\n" if unused else ""
        return note + "\n".join(self.parts)

    def element(self, name: str, element: str, comment: str = "", /, **keys: object) -> None:
        """Add an element; `comment` stands behind its name."""
        values = {"kind": element, **keys}
        lines = [
            f"{key} = {toml_text(value) if isinstance(value, str) else value}"
            for key, value in values.items()
        ]
        self.parts.append("\n".join([f"[elements.{name}]{f'  # {comment}' if comment else ''}", *lines, ""]))

    def _take(self, what: str) -> GuessedColumn | None:
        found = next((column for column in self.left if what in (column.kind, column.role)), None)
        if found:
            self.left.remove(found)
        return found

    def _header(self, cost: GuessedColumn | None) -> None:
        if cost:
            when = f"{cost.name} is not none"
            self.element("disc", "rectangle", "the cost", left=6.5, width=9, top=6.5, height=9, radius=4.5,
                         fill="accent", when=when)  # fmt: skip
            self.element("cost", "text", style="cost", left=6.5, width=9, top=6.3, height=9,
                         text=f"{{{{ {cost.name} }}}}")  # fmt: skip
        self.element("name", "text", style="name", left=18 if cost else 6.5, right=6.5, top=6.5, height=9,
                     text="{{ NAME }}")  # fmt: skip
        self.element("line", "line", left=6.5, right=6.5, top=17, height=0, stroke="soft", stroke_width=0.35)

    def _type_line(self) -> float:
        """Draw the type and up to two other columns of words; where the rest of the card begins."""
        shown = [self._take("type"), self._take("list"), self._take("words")]
        names = [f"{one.name}|join(', ')" if one.kind == "list" else one.name for one in shown if one]
        if not names:
            return 19.5
        # Empty cells leave no dot behind.
        text = f"{{{{ [{', '.join(names)}]|select|join(' · ') }}}}"
        self.element("type", "text", "words about the card", style="type", left=6.5, right=6.5, top=17.6, height=4.4,
                     text=text)  # fmt: skip
        return 23.0

    def _numbers(self) -> float:
        """Draw numbers in the lower corners and between them; how far the text stays from the bottom."""
        strengths = [column for column in self.left if column.role == "strength"]
        others = [column for column in self.left if column.kind == "number" and not column.role]
        numbers = [*strengths, *others]
        for side, column in zip(("left", "right"), numbers[:2], strict=False):
            self.left.remove(column)
            place: dict[str, object] = {side: 6.5, "width": 12}
            when, name = f"{column.name} is not none", f"lower_{side}"
            self.element(name, "rectangle", "a number in a lower corner", **place, bottom=6.5, height=10.5, radius=1.5,
                         stroke="accent", stroke_width=0.35, when=when)  # fmt: skip
            self.element(f"{name}_value", "text", style="number", **place, bottom=9.4, height=7,
                         text=f"{{{{ {column.name} }}}}")  # fmt: skip
            self.element(f"{name}_caption", "text", style="caption", **place, bottom=6.9, height=2.8,
                         text=_caption(column), when=when)  # fmt: skip
        between = (
            numbers[2:5] if any(column.kind == "text" for column in self.left) or len(numbers) < 6 else []
        )
        if between:
            self.left = [column for column in self.left if column not in between]
            text = "".join(
                f"{{% if {column.name} is not none %}}{_caption(column)} {{{{ {column.name} }}}}  {{% endif %}}"
                for column in between
            )
            self.element("numbers", "text", "more numbers", style="caption", left=19.5, right=19.5, bottom=9.5, height=5,
                         text=text)  # fmt: skip
        return 18.5 if numbers else 9.5

    def _lines(self) -> str:
        """Up to eight columns, one a line, for a table without a rules text."""
        shown = self.left[:_MOST_LINES]
        self.left = self.left[_MOST_LINES:]
        lines = []
        for column in shown:
            value = f"{column.name}|join(', ')" if column.kind == "list" else column.name
            test = f"{column.name} is not none"
            lines.append(f"{{% if {test} %}}{_caption(column)}: {{{{ {value} }}}}\n{{% endif %}}")
        return "".join(lines)

    def _art_and_text(
        self, picture: GuessedColumn | None, text: str, top: float, bottom: float, has_pictures: bool
    ) -> None:
        has = picture.name if has_pictures and picture else "false"
        if picture:
            comment = (
                ""
                if has_pictures
                else f"when all pictures are in cards/art, write: when = {toml_text(picture.name)}"
            )
            height = 56.5 - top if text else 88.9 - bottom - top
            self.element("art", "image", comment, image=f"{{{{ {picture.name} }}}}", left=6.5, right=6.5, top=top,
                         height=height, radius=1, when=has)  # fmt: skip
        if text and picture:
            self.element("text_below_art", "text", "of a card with a picture", style="text", left=7.5, right=7.5, top=58.0,
                         bottom=bottom, text=text, when=has)  # fmt: skip
        if text:
            more = {"when": f"not ({has})"} if picture else {}
            self.element("text", "text", "of a card without one" if picture else "", style="text", left=7.5, right=7.5,
                         top=top + 0.5, bottom=bottom, text=text, **more)  # fmt: skip


def _caption(column: GuessedColumn) -> str:
    """The heading as a caption: nothing in it is read as a template."""
    words = re.sub(r"[^\w %&.'()/+-]+", " ", column.heading).replace("%", " %").strip()
    if len(words) > _CAPTION:
        words = words[:_CAPTION].rsplit(" ", 1)[0]
    return words[:1].upper() + words[1:]
