"""Which attributes and CSS properties of SVG icons are read or refused (`DRAWN`), which change nothing in an
icon without text, dashes and clips (`HARMLESS`); everything else is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

DRAWN = frozenset(
    """
    viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points transform display visibility color
    fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit
    stroke-opacity stroke-dasharray opacity paint-order clip-path mask filter href src gradientUnits
    gradientTransform spreadMethod offset stop-color stop-opacity
    """.split()
)
HARMLESS = frozenset(
    """
    id class lang role tabindex autofocus style title version baseProfile space base preserveAspectRatio
    zoomAndPan contentScriptType contentStyleType externalResourcesRequired requiredFeatures type pathLength
    stroke-dashoffset clip-rule clipPathUnits flood-color flood-opacity lighting-color enable-background
    color-interpolation-filters color-rendering color-profile color-adjust print-color-adjust
    shape-rendering text-rendering image-rendering buffered-rendering cursor pointer-events touch-action
    user-select will-change solid-color solid-opacity overflow overflow-x overflow-y zoom direction
    unicode-bidi writing-mode glyph-orientation-vertical glyph-orientation-horizontal letter-spacing
    word-spacing word-wrap overflow-wrap line-height line-break white-space white-space-collapse tab-size
    hyphens quotes inline-size block-size shape-inside shape-subtract shape-margin shape-padding
    shape-image-threshold shape-outside baseline-shift alignment-baseline dominant-baseline vertical-align
    kerning dx dy rotate lengthAdjust textLength startOffset side method spacing text
    """.split()
)
_HARMLESS_FAMILIES = tuple("aria- data- font text- animation transition -- -inkscape- xmlns".split())
# These change nothing where they have one of these values.
_NEUTRAL = {
    "mix-blend-mode": "normal", "isolation": "auto", "vector-effect": "none", "transform-box": "view-box",
    "color-interpolation": "sRGB auto", "stroke-alignment": "center", "clip": "auto", "fr": "0 0%",
    "marker": "none", "marker-start": "none", "marker-mid": "none", "marker-end": "none",
    "backdrop-filter": "none", "mask-image": "none", "background": "none", "background-image": "none",
    "background-color": "transparent none",
}  # fmt: skip
# Of what is drawn, only these values are.
_VALUES = {
    "stroke-linecap": ("butt", "round", "square"), "stroke-linejoin": ("miter", "round", "bevel"),
    "fill-rule": ("nonzero", "evenodd"), "visibility": ("visible", "hidden", "collapse"),
}  # fmt: skip


def undrawn(attributes: Mapping[str, str]) -> Iterator[str]:
    """The attributes of an element that are not drawn: names, or a name with its value."""
    for name, value in attributes.items():
        if name in DRAWN:
            if value not in _VALUES.get(name, (value,)) or (name == "paint-order" and not _is_order(value)):
                yield f"{name}: {value}"
        elif name == "transform-origin":
            if "transform" in attributes and set(value.replace("px", "").split()) != {"0"}:
                yield name
        elif not (
            name in HARMLESS or name.startswith(_HARMLESS_FAMILIES) or value in _NEUTRAL.get(name, "").split()
        ):
            yield name


def strokes_first(order: str) -> bool:
    """Whether `paint-order` draws a line below the area that it goes around."""
    words = [word for word in order.split() if word in ("fill", "stroke")]
    return words[:1] == ["stroke"]


def _is_order(value: str) -> bool:
    words = value.split()
    is_set = len({*words} & {"fill", "stroke", "markers"}) == len(words) > 0
    return value == "normal" or is_set
