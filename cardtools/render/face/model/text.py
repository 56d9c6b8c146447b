"""Texts on a card."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from cardtools.render.face.model.bounds import bounded
from cardtools.render.face.model.painted import PatternFill
from cardtools.render.face.model.placed import Placed


@dataclass(frozen=True)
class Passage:
    """`[elements.NAME.paragraphs.NAME]`: one paragraph of a text. A paragraph without text is left out.

    Keys:
        text: The text, a template.
        style: The style, a name from `[styles]`; if empty, that of the element.
        lead: A label in front of the first line, such as a keyword; a template.
        lead_style: The style of the label; if empty, that of the paragraph.
        lead_fill: The colour of a pill behind the label; if empty, none.
        gap (em): The extra distance from the paragraph above.
        divider: The colour of a line between this paragraph and the one above; if empty, none.
        when: The condition for the paragraph, an expression; if empty, always.

    Example:
        [elements.story]
        kind = "text"
        style = "rules"
        left = 5
        right = 5
        top = 50
        bottom = 5

        [elements.story.paragraphs.effect]
        text = "{{ EFFECT1 }}"

        [elements.story.paragraphs.lore]
        text = "{{ LORE or '' }}"
        style = "lore"
        gap = 0.5

    Example of labels and a line between the paragraphs:
        [elements.story]
        kind = "text"
        style = "rules"
        left = 5
        right = 5
        top = 20
        bottom = 5

        [elements.story.paragraphs.effect]
        lead = "Enter"
        lead_style = "label"
        lead_fill = "#305060"
        text = "{{ EFFECT1 }}"

        [elements.story.paragraphs.lore]
        text = "{{ LORE }}"
        style = "lore"
        gap = 0.6
        divider = "#a09070"
        when = "LORE"
    """

    text: str
    style: str = ""
    lead: str = ""
    lead_style: str = ""
    lead_fill: str = ""
    gap: float = 0.0
    divider: str = ""
    when: str = ""

    def __post_init__(self) -> None:
        bounded(self, 0, 20, "gap")


@dataclass(frozen=True, kw_only=True)
class TextElement(Placed):
    """A text in a style: one `text`, or `paragraphs` in a column that share one size.

    Keys:
        style: The style, a name from `[styles]`.
        text: The text, a template over the card's columns.
        paragraphs: Paragraphs in a column, from top to bottom, instead of `text`.
        fill: The colours of a gradient over the box that the words have instead of the colour of the style.
        fill_angle (degrees): The direction of that gradient: 0 is from left to right, 90 from top to bottom.
        pattern: An icon or a picture that is repeated in the letters.
        stroke: The colour of an outline behind the letters; if empty, none.
        stroke_width (mm): How far that outline is seen around the letters.
        bend (degrees): How far the text turns on an arc from side to side of the box; above 0, its middle is
            highest, below 0 lowest. A text on an arc has no paragraphs.

    Example:
        [elements.title]
        kind = "text"
        left = 5
        right = 5
        top = 5
        height = 7
        style = "name"
        text = "{{ NAME }}"

    Example of paragraphs, which share one size:
        [elements.effects]
        kind = "text"
        left = 5
        right = 5
        top = 45
        bottom = 5
        style = "rules"

        [elements.effects.paragraphs]
        first.text = "{{ EFFECT1 }}"
        second.text = "{{ EFFECT2 }}"
        second.gap = 0.4

    Example of a title in gold:
        [styles.gold]
        font = "title"
        size = 20
        valign = "middle"
        align = "centre"
        colour = "#e0b850"

        [elements.night]
        kind = "rectangle"
        left = -3
        right = -3
        top = -3
        bottom = -3
        fill = "#2a1230"

        [elements.title]
        kind = "text"
        left = 4
        right = 4
        top = 20
        height = 20
        style = "gold"
        text = "{{ NAME }}"
        fill = ["#fffbe0", "#d0a030", "#fffbe0", "#d0a030"]
        fill_angle = 80
        shadow = { blur = 0.4, y = 0.4, opacity = 0.8 }

    Example of a banner on an arc, with an outline, and a smaller one below it:
        [styles.banner]
        font = "title"
        size = 22
        minimum = 8
        align = "centre"
        colour = "#f6d36b"

        [styles.motto]
        font = "bold"
        size = 10
        align = "centre"
        colour = "#fff4d8"

        [elements.sky]
        kind = "rectangle"
        left = -3
        right = -3
        top = -3
        bottom = -3
        fill = ["#3a78b8", "#16305c"]

        [elements.banner]
        kind = "text"
        left = 6
        right = 6
        top = 22
        height = 22
        style = "banner"
        text = "{{ NAME }}"
        bend = 90
        stroke = "#3a1808"
        stroke_width = 0.5

        [elements.motto]
        kind = "text"
        left = 14
        right = 14
        top = 40
        height = 16
        style = "motto"
        text = "ride the last wind home"
        bend = -70

    Example of words that are cut out of a picture:
        [styles.wide]
        font = "title"
        size = 34
        minimum = 10
        valign = "middle"
        align = "centre"
        colour = "#203040"

        [elements.title]
        kind = "text"
        left = 4
        right = 4
        top = 25
        height = 36
        style = "wide"
        text = "{{ NAME }}"
        pattern = { image = "{{ IMAGE }}", width = 60 }
        stroke = "#203040"
        stroke_width = 0.25
    """

    kind: Literal["text"]
    style: str
    text: str = ""
    paragraphs: dict[str, Passage] = field(default_factory=dict)
    fill: tuple[str, ...] = ()
    fill_angle: float = 90.0
    pattern: PatternFill | None = None
    stroke: str = ""
    stroke_width: float = 0.3
    bend: float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        bounded(self, -360, 360, "bend")
        if self.bend and self.paragraphs:
            raise ValueError("a text with a bend has no paragraphs: write text, or remove bend")

    @cached_property
    def passages(self) -> dict[tuple[str, ...], Passage]:
        """The paragraphs by their keys; `text` is the first, with the element's own."""
        found: dict[tuple[str, ...], Passage] = {(): Passage(self.text)}
        return found | {("paragraphs", name): passage for name, passage in self.paragraphs.items()}
