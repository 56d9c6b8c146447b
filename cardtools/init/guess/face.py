"""The face of a project that begins with a table: the blank project's, with the columns of the table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cardtools.ground.card_sizes import SIZES, NamedSize
from cardtools.init.guess.columns import GuessedColumn
from cardtools.project.starter import blank_file, sized_face, toml_text

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


def guessed_face(
    columns: Sequence[GuessedColumn], has_pictures: bool, has_markup: bool, size: str = ""
) -> str:
    """The face file, for cards of the named size. `has_pictures`: all pictures of the table are there;
    `has_markup`: texts have marks such as <b>.
    """
    head, frame = blank_file("templates/card.toml").split("# The elements are drawn")
    if not has_markup:
        head = re.sub(r"(?m)^markup = true.*\n", "", head)
    frame = frame[frame.index("[elements.paper]") : frame.index("[elements.disc]")]
    elements = _Layout(columns, has_pictures, SIZES[size or "poker"]).text()
    face = f"{head}{_STYLES}# The elements are drawn in this order.\n{frame}{elements}"
    return sized_face(face, size) if size else face


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
        self._text("copyright", "small", "left 20, right 20, bottom 4.7, height 3", "{{ project.copyright }}")

    def text(self) -> str:
        """The elements."""
        unused = ", ".join(column.name for column in self.left)
        note = f"# Columns that this face does not show: {unused}.\n\n" if unused else ""
        return note + "\n".join(self.parts)

    def _element(self, name: str, kind: str, box: str, comment: str = "", **keys: str | float) -> None:
        """Add an element; `box` is `left 6.5, width 9, ...`, the comment stands behind its name."""
        lines = [f'kind = "{kind}"', *(" = ".join(side.split(" ")) for side in box.split(", "))]
        for key, value in keys.items():
            if value:
                lines.append(f"{key} = {toml_text(value) if isinstance(value, str) else value}")
        self.parts.append("\n".join([f"[elements.{name}]{f'  # {comment}' if comment else ''}", *lines, ""]))

    def _text(self, name: str, style: str, box: str, text: str, when: str = "", comment: str = "") -> None:
        self._element(name, "text", box, comment, style=style, text=text, when=when)

    def _take(self, what: str) -> GuessedColumn | None:
        found = next((column for column in self.left if what in (column.kind, column.role)), None)
        if found:
            self.left.remove(found)
        return found

    def _header(self, cost: GuessedColumn | None) -> None:
        box, when = "right 6.5, top 6.5, height 9", f"given({cost.name})" if cost else ""
        if cost:
            disc = "left 6.5, width 9, top 6.5, height 9"
            self._element("disc", "rectangle", disc, "the cost", radius=4.5, fill="accent", when=when)
            self._text("cost", "cost", "left 6.5, width 9, top 6.3, height 9", f"{{{{ {cost.name} }}}}")
            self._text("name", "name", f"left 18, {box}", "{{ NAME }}", when)
            when = f"not given({cost.name})"
        self._text("name_alone" if cost else "name", "name", f"left 6.5, {box}", "{{ NAME }}", when)
        line = "left 6.5, right 6.5, top 17, height 0"
        self._element("line", "line", line, stroke="soft", stroke_width=0.35)

    def _type_line(self) -> float:
        """Draw the type and up to two other columns of words; where the rest of the card begins."""
        shown = map(self._take, ("type", "list", "words"))
        names = [_printed(column) for column in shown if column]
        if not names:
            return 19.5
        # Empty cells leave no dot behind.
        text = f"{{{{ [{', '.join(names)}]|select|join(' · ') }}}}"
        self._text("type", "type", "left 6.5, right 6.5, top 17.6, height 4.4", text)
        return 23.0

    def _numbers(self, has_text: bool) -> float:
        """Draw numbers in the lower corners and between them; how far the text stays from the bottom."""
        strengths = [column for column in self.left if column.role == "strength"]
        others = [column for column in self.left if column.kind in ("number", "decimal") and not column.role]
        numbers = [*strengths, *others]
        for side, column in zip(("left", "right"), numbers, strict=False):
            name, when, box = f"lower_{side}", f"given({column.name})", f"{side} 6.5, width 12"
            look: dict[str, str | float] = {"radius": 1.5, "stroke": "accent", "stroke_width": 0.35}
            about = "a number in a lower corner"
            self._element(name, "rectangle", f"{box}, bottom 6.5, height 10.5", about, **look, when=when)
            self._text(f"{name}_value", "number", f"{box}, bottom 9.4, height 7", f"{{{{ {column.name} }}}}")
            self._text(f"{name}_caption", "caption", f"{box}, bottom 6.9, height 2.8", _caption(column), when)
        between = numbers[2:5] if has_text and self.size.width > 50 else []
        if between:
            text = "   ".join(
                f"{{% if {column.name} is not none %}}{_caption(column)} {{{{ {column.name} }}}}{{% endif %}}"
                for column in between
            )
            self._text("numbers", "caption", "left 19.5, right 19.5, bottom 9.5, height 5", text)
        shown = [*numbers[:2], *between]
        self.left = [column for column in self.left if column not in shown]
        return 18.5 if numbers else 9.5

    def _lines(self) -> str:
        """Up to eight columns, one a line, for a table without a rules text."""
        shown, self.left = self.left[:_MOST_LINES], self.left[_MOST_LINES:]
        return "".join(
            f"{{% if {one.name} is not none %}}{_caption(one)}: {{{{ {_printed(one)} }}}}\n{{% endif %}}"
            for one in shown
        )

    def _art_and_text(
        self, picture: GuessedColumn | None, text: str, top: float, bottom: float, has_pictures: bool
    ) -> None:
        sides, shown, height = "left 7.5, right 7.5", "", self.size.height
        # The lower edge of a picture that has a text below it.
        end = round(min(56.5 + 0.64 * (height - 88.9), height - bottom - 12.5), 1)
        if picture:
            shown = f"given({picture.name})" if has_pictures else "false"
            comment = f'when all pictures are in cards/art, write: when = "given({picture.name})"'
            lower = end if text else height - bottom
            box, image = (
                f"left 6.5, right 6.5, top {top}, height {lower - top:.1f}",
                f"{{{{ {picture.name} }}}}",
            )
            about = "" if has_pictures else comment
            self._element("art", "image", box, about, image=image, radius=1, when=shown)
            if text:
                comment = "of a card with a picture" if has_pictures else comment
                box = f"{sides}, top {end + 1.5:g}, bottom {bottom}"
                self._text("text_below_art", "text", box, text, shown, comment)
        if text:
            when = f"not {shown}" if shown else ""
            comment = "of a card without a picture" if shown else ""
            self._text("text", "text", f"{sides}, top {top + 0.5}, bottom {bottom}", text, when, comment)


def _printed(column: GuessedColumn) -> str:
    return f"{column.name}|join(', ')" if column.kind == "list" else column.name


def _caption(column: GuessedColumn) -> str:
    """The heading as a caption: nothing in it is read as a template."""
    words = re.sub(r"[^\w %&.'()/+-]+", " ", column.heading).replace("%", " %").strip()
    if len(words) > _CAPTION:
        words = words[:_CAPTION].rsplit(" ", 1)[0]
    return words[:1].upper() + words[1:]
