"""A face file as a whole, and how its text looks."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Literal

from cardtools.ground.frozen_record import Record, field
from cardtools.ground.lengths import FontSize
from cardtools.render.face.model.card import CardSize, bounded
from cardtools.render.face.model.elements import Element
from cardtools.render.text.shaping import read_features


class TextStyle(Record):
    """`[styles.NAME]`: how text looks. Text shrinks from `size` down to `minimum` until it fits.

    Keys:
        extends: Another style, whose keys it has where it says nothing else; `"+= 2"` changes one.
        font: A name from `[fonts]`; without it, the first one there.
        size (pt): The font size.
        minimum (pt): The smallest size that text may shrink to; without it, text doesn't shrink.
        one_line (pt): Text shrinks down to this size before it takes a second line.
        leading: The line distance, as a multiple of the font size.
        colour: The colour of the text: `#rrggbb`, a name from `[colours]`, or a template.
        align: Where lines begin and end; start is the left, or the right where text runs from right to left.
        valign: Where the text stands in its box.
        tracking (em): Extra space between letters.
        balance: Make all lines about equally long, or only avoid a short last line.
        markup: Read marks in the text: `<b>`, `<i>`, `<u>` (underline), `<s>` (strike), `<sc>` (small
            capitals), `<c NAME>` (colour), `<bg NAME>` (background), `<size 150%>` (or points: `<size 9>`),
            `<up 0.2>` (em above the baseline), `<style NAME>` (another style), `{icon}`.
        bold: The font of `<b>`, a name from `[fonts]`.
        italic: The font of `<i>`.
        bold_italic: The font of text that is both.
        small_caps: Set the whole text in small capitals.
        features: OpenType features of the font, such as `smcp, tnum, -liga, ss01`.
        axes: The place on the axes of a variable font, such as `{ wght = 650 }`; for all fonts of the style.
        hyphenate: Divide words at the end of lines, by the language of the face.
        letter_spacing (em): The most space between the letters of justified lines; the rest is between words.
        icon_size: The height of icons in the text, as a multiple of that of its capitals.
        icon_up (em): How far icons stand above the middle of the capitals; below 0, under it.
        hang: The bullets of lists, such as `• –`: lines that begin with one of them hang behind it.
        tab (em): In lines with a tab, where the second column begins, which hangs there.
        leader: What fills the gap in lines with a tab, such as `.` or a space; what is behind the tab then
            stands at the end of the line.
        drop_cap: How many lines high the first letter is.
        ellipsis: Text that does not fit at its smallest size ends with … there, and is not reported.

    Example:
        [styles.caption]
        font = "text"
        size = 9
        minimum = 6
        colour = "#402010"
        align = "centre"

        [styles.headline]
        extends = "caption"
        size = "*= 1.5"

        [elements]
        name = { text = "{{ NAME }}", style = "headline", box = [5, 10, -5, 8] }
        rules = { text = "{{ EFFECT1 }}", style = "caption", box = [5, 20, -5, 30] }

    Example of lines of about equal length, in the middle of the box:
        [styles.motto]
        size = 13
        leading = 1.4
        tracking = 0.03
        align = "centre"
        valign = "middle"
        balance = "all"

        [elements]
        motto = { text = "{{ EFFECT1 }}", style = "motto", box = 5 }

    Example of a paragraph as in a book, in the language of the face:
        language = "en"

        [styles.story]
        size = 12
        align = "justify"
        letter_spacing = 0.03
        hyphenate = true
        features = "onum, -liga"
        axes = {}  # of a variable font, such as { wght = 650 }

        [elements.story]
        style = "story"
        box = [5, 10, -5, 60]
        text = "Don't touch the lantern, said the keeper, and 12 travellers - none had seen one - did."

    Example of marks in the text:
        [icons]
        eye = "icons/eye.svg"

        [styles.marked]
        bold = "bold"
        italic = "italic"
        bold_italic = "bold_italic"
        size = 13
        markup = true

        [elements.rules]
        style = "marked"
        box = [5, 20, -5, -5]
        text = "<b>Watch</b> {eye}: pay <c #b02020>two</c> to see a <sc>hidden</sc> card, <i>once</i>."

    Example of a large first letter, bullets and two columns, and what marks do to words and icons:
        [icons]
        eye = "icons/eye.svg"

        [styles.list]
        size = 11
        markup = true
        icon_size = 1.6
        icon_up = 0.05
        hang = "•"
        tab = 3
        drop_cap = 2

        [elements.list]
        style = "list"
        box = [5, 8, -5, -5]
        text = '''
        The <u>keeper</u> of the light chooses <bg #f0d890>one of two things</bg>, <s>or three</s>:
        • see the next card {eye} of your deck and the one below it;
        • draw <size 130%>two</size> cards<up 0.3><size 60%>1</size></up>.
        {{ "Dusk\\tNobody moves until the lantern is lit." }}
        '''

    Example of prices behind a leader:
        [styles.prices]
        size = 12
        leader = "."

        [elements.prices]
        style = "prices"
        box = [5, 8, -5, -5]
        text = "A lantern\\t3\\nA night under the stars\\t12"

    Example of small capitals on one line:
        [styles.heading]
        size = 18
        minimum = 9
        one_line = 12
        small_caps = true

        [elements]
        heading = { text = "{{ NAME }}, of the Eight Winds", style = "heading", box = [5, 5, -5, 8] }

    Example of a text that ends where its box does:
        [styles.teaser]
        font = "text"
        size = 14
        ellipsis = true

        [elements.teaser]
        box = [5, 20, -5, 12]
        style = "teaser"
        text = "When the eighth wind rises, every keeper lights a lantern, and nobody sleeps until dawn."
    """

    font: str
    extends: str = ""
    size: FontSize = 9.0
    minimum: FontSize | None = None
    one_line: FontSize | None = None
    leading: float = 1.2
    colour: str = "#000000"
    align: Literal["start", "left", "centre", "right", "justify"] = "start"
    valign: Literal["top", "middle", "bottom"] = "top"
    tracking: float = 0.0
    balance: Literal["none", "last", "all"] = "none"
    markup: bool = False
    bold: str = ""
    italic: str = ""
    bold_italic: str = ""
    small_caps: bool = False
    features: str = ""
    axes: dict[str, float] = field(default_factory=dict)
    hyphenate: bool = False
    letter_spacing: float = 0.02
    icon_size: float = 1.2
    icon_up: float = 0.0
    hang: str = ""
    tab: float = 0.0
    leader: str = ""
    drop_cap: int = 0
    ellipsis: bool = False

    def __post_init__(self) -> None:
        read_features(self.features)
        bounded(self, 0, 1, "letter_spacing")
        bounded(self, 0.2, 10, "icon_size")
        bounded(self, -3, 3, "icon_up")
        bounded(self, 0, 100, "tab")
        bounded(self, 2 * bool(self.drop_cap), 10, "drop_cap")
        if len(self.leader) > 1:
            raise ValueError(f"leader = {self.leader!r}, expected one character")
        bounded(self, 1, 500, "size")
        bounded(self, 1, self.size, "minimum", "one_line")
        bounded(self, 0.5, 5, "leading")
        bounded(self, -0.5, 5, "tracking")

    @cached_property
    def opentype(self) -> tuple[tuple[str, int], ...]:
        """The features by tag."""
        return read_features(self.features)

    def font_name(self, name: str = "") -> str:
        """The name of a font of the style (default: its own) at the style's place on the axes."""
        place = "".join(f" {axis}={value:g}" for axis, value in sorted(self.axes.items()))
        return (name or self.font) + place

    @property
    def smallest(self) -> float:
        return self.size if self.minimum is None else self.minimum


class FaceDesign(Record):
    """A face file: what is printed on a card. It may extend another face and change only some of its keys.

    An inherited number can be changed by an amount: `top = "+= 1.5"`, `"+= 0.1in"`, `-=` or `*=`.

    A colour is `#rrggbb` or `#rgb`, with its opacity `#rrggbbaa` or `#rgba`, a name from `[colours]` or of
    CSS (`navy`), or a template.

    Keys:
        extends: The face file that this one builds on, relative to it, or a list of them, the last on top.
        language: The language of the texts, such as `de` or `tr`, for the forms of letters and hyphenation.
        typography: The language whose quotes, dashes and minus signs replace those of the keyboard.
        palette: The name of the palette a card gets, a template; templates use its colours as `palette.NAME`.
        card: The size of the card.
        fonts: Font files (TTF, OTF) by name; in a list, each font has what the ones before it lack.
        icons: SVG files by name, or pictures (PNG), which have their own colours only.
        icon_colours: The colours of icons in running text, by icon, or `own`; others have that of the text.
        colours: Colours by name, each like `#1a2b3c`, `#1a2b3c80` (half opaque) or `navy`.
        palettes: Groups of colours, such as one for each type of card.
        styles: Text styles by name.
        parts: Groups that elements have by their `use`; they are not drawn by themselves.
        elements: What is drawn, from back to front, by name. What has no `kind` has that of its keys: a text,
            an image, a symbol, and with only a fill or stroke a rectangle.
        marks: The marks that the texts have, each with what it means in ours, beside those of the project.

    Example:
        extends = "base.toml"
        language = "de"
        typography = "de-CH"
        palette = "{{ TYPE }}"

        [fonts]
        heading = ["fonts/Cinzel-Bold.ttf", "fonts/AlegreyaSans-Bold.ttf"]

        [colours]
        gold = "#c8a040"

        [palettes.Fire]
        frame = "#802010"
        ink = "#200000"

    Example of icons in running text, each in its own colour, and of the texts' own marks for them:
        [icons]
        fire = "icons/fire.svg"
        water = "icons/water.svg"

        [icon_colours]
        fire = "#c03010"
        water = "#2060a0"

        [styles.marked]
        size = 14
        markup = true

        [elements.cost]
        style = "marked"
        box = [5, 5, -5, 8]
        text = "Pay (fire)(fire) <em>or</em> {water}."

        [marks]
        "(fire)" = "{fire}"
        em = ""
    """

    extends: str | tuple[str, ...] = ""
    language: str = ""
    typography: str = ""
    palette: str = ""
    card: CardSize = field(default_factory=CardSize)
    fonts: dict[str, str | list[str]] = field(default_factory=dict)
    icons: dict[str, str] = field(default_factory=dict)
    icon_colours: dict[str, str] = field(default_factory=dict)
    colours: dict[str, str] = field(default_factory=dict)
    palettes: dict[str, dict[str, str]] = field(default_factory=dict)
    styles: dict[str, TextStyle] = field(default_factory=dict)
    parts: dict[str, dict[str, Any]] = field(default_factory=dict)
    elements: dict[str, Element] = field(default_factory=dict)
    marks: dict[str, bool | str] = field(default_factory=dict)
