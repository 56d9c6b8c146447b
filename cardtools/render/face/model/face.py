"""A face file as a whole."""

from __future__ import annotations

from cardtools.ground.frozen_record import Record, field
from cardtools.render.face.model.card import CardSize
from cardtools.render.face.model.elements import Element
from cardtools.render.face.model.style import TextStyle


class FaceDesign(Record):
    """A face file: what is printed on a card. It may extend another face and change only some of its keys.

    An inherited number can be changed by an amount: `top = "+= 1.5"`, `-=` or `*=`.

    Keys:
        extends: The face file that this one builds on, relative to it.
        language: The language of the texts, such as `de` or `tr`, for the forms of letters and hyphenation.
        typography: The language whose quotes, dashes and minus signs replace those of the keyboard.
        palette: The name of the palette a card gets, a template; templates use its colours as `palette.NAME`.
        card: The size of the card.
        fonts: Font files (TTF, OTF) by name; in a list, each font has what the ones before it lack.
        icons: SVG files by name, or pictures (PNG), which have their own colours only.
        icon_colours: The colours of icons in running text, by icon, or `own`; others have that of the text.
        colours: Colours by name, each like `#1a2b3c`.
        palettes: Groups of colours, such as one for each type of card.
        styles: Text styles by name.
        elements: What is drawn, from back to front, by name.

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

    Example of icons in running text, each in its own colour:
        [icons]
        fire = "icons/fire.svg"
        water = "icons/water.svg"

        [icon_colours]
        fire = "#c03010"
        water = "#2060a0"

        [styles.marked]
        font = "text"
        size = 14
        markup = true

        [elements.cost]
        kind = "text"
        style = "marked"
        left = 5
        right = 5
        top = 5
        height = 8
        text = "Pay {fire}{fire} or {water}."
    """

    extends: str = ""
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
    elements: dict[str, Element] = field(default_factory=dict)
