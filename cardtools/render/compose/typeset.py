"""Typesetting: a text element of a face as lines, labels and dividers of a scene."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from cardtools.ground.optional_packages import has_package, install
from cardtools.ground.toml.tomlplaces import Key
from cardtools.render.compose.compose_checks import MISSING_GLYPH, TEXT_OVERFLOW, UNKNOWN_WORDS
from cardtools.render.compose.composition import Composition, element_name
from cardtools.render.face.model.elements import TextElement
from cardtools.render.face.model.style import TextStyle
from cardtools.render.pictures.icons import OWN
from cardtools.render.scene.scene import (
    Box,
    Fill,
    Group,
    Item,
    Layer,
    Rectangle,
    SetText,
    Stroke,
    Symbol,
    TextRun,
    reach_of,
    walk,
)
from cardtools.render.scene.units import em
from cardtools.render.text.arc import arc_of, bent
from cardtools.render.text.fitting import Block, fit
from cardtools.render.text.line_breaks import is_unspaced
from cardtools.render.text.measured import ICON, Lead, Line, Measured, Paragraph, Span, measure
from cardtools.render.text.metrics import text_runs
from cardtools.render.text.rich import look_of, marked, set_texts
from cardtools.render.text.typography import normalised

LAYER_STEPS = 500  # it takes as long to draw as so many letters
MOST_MISSING = 10  # characters of a text that are named
_MARK, _MARK_COLOUR = 1.4, "#e00020"  # mm; where a text is cut off


class _Part(NamedTuple):
    """A paragraph to be set, with its colours, which layout does not need."""

    paragraph: Paragraph
    colour: str
    lead_colour: str
    lead_fill: str
    divider: str


def _parts(work: Composition, element: TextElement, keys: tuple[Key, ...]) -> list[_Part]:
    styles = work.face.design.styles
    parts: list[_Part] = []
    for name, passage in element.passages.items():
        place = (*keys, *name)
        if not work.when(passage.when, *place):
            continue
        text = normalised(work.words(passage.text, *place, "text")).strip()
        if not text:
            continue
        style_name = passage.style or element.style
        style = styles[style_name]
        lead, lead_colour, lead_fill = None, "", ""
        words = normalised(work.words(passage.lead, *place, "lead")).strip()
        if words:
            lead_name = passage.lead_style or style_name
            own = styles[lead_name]
            lead_colour = work.colour(own.colour, "styles", lead_name, "colour")
            lead_fill = work.colour(passage.lead_fill, *place, "lead_fill")
            pad = 0.45 if lead_fill else 0.0
            (words,) = set_texts(work, [words], own)
            look = look_of(work, own)
            lead = Lead(words, own.font_name(), own.size / style.size, own.tracking, pad, 0.4, look)
        paragraph = Paragraph(
            marked(work, text, style_name, (*place, "text")),
            style.font_name(),
            style.leading,
            style.tracking,
            style.size / styles[element.style].size,
            passage.gap,
            lead,
            work.face.design.language if style.hyphenate else "",
        )
        colour = work.colour(style.colour, "styles", style_name, "colour")
        divider = work.colour(passage.divider, *place, "divider") if passage.divider else ""
        parts.append(_Part(paragraph, colour, lead_colour, lead_fill, divider))
    return parts


def paragraphs_of(work: Composition, element: TextElement, keys: tuple[Key, ...]) -> list[Measured]:
    """The paragraphs of a text element, measured as `typeset` lays them; none if it has no words."""
    return measure([part.paragraph for part in _parts(work, element, keys)], work.metrics)


def typeset(work: Composition, element: TextElement, box: Box, keys: tuple[Key, ...]) -> list[Item]:
    """The items of a text element in its box; overflow (RND001) and missing glyphs (RND002) are findings."""
    parts = _parts(work, element, keys)
    if not parts:
        return []
    style = work.face.design.styles[element.style]
    paragraphs = measure([part.paragraph for part in parts], work.metrics)
    _report_undrawn(work, parts, paragraphs, keys)
    whole, arc = box, arc_of(box.width, element.bend) if element.bend else None
    box = arc.straight(box) if arc else box
    largest, smallest = style.size, style.smallest
    block, fits = fit(paragraphs, box.width, box.height, largest, smallest, style.one_line, style.balance)
    _report_torn(work, block, keys)
    # Optically centred: from the first line's capitals to the last baseline.
    ink = block.lines[-1].baseline if block.lines else 0.0
    low = box.height - block.height
    tops = {"top": 0.0, "middle": (box.height - ink) / 2, "bottom": min(box.height - ink, low)}
    top = box.top + max(0.0, tops[style.valign])
    items: list[Item] = []
    centre = box.left + box.width / 2, top + block.lines[0].baseline + arc.radius if arc else 0.0
    for index, line in enumerate(block.lines):
        part = parts[line.paragraph]
        size = block.size * part.paragraph.scale
        first = index == 0 or block.lines[index - 1].paragraph != line.paragraph
        divider = first and index and part.divider
        set_line = [_divider(work, block, index, box, top, part)] if divider else []
        words = _line(work, part, line, box, top + line.baseline, size, style, first)
        set_line += bent(words, centre, top + line.baseline) if arc else words
        items += set_line if fits or _fits(line, block, box) else _cut(work, set_line, whole, keys)
    if arc and 0 < arc.radius < ink - block.lines[0].baseline + em(block.size):
        message = f"{len(block.lines)} lines of the text {keys[-1]} have no room on its arc"
        work.problem((*keys, "bend"), message, "shorten it, or bend it less")
    if element.stroke and (colour := work.colour(element.stroke, *keys, "stroke")):
        around = Stroke(colour, element.stroke_width)
        items = [replace(item, stroke=around) if isinstance(item, TextRun) else item for item in items]
    if not fits:
        side = min(_MARK, whole.width, whole.height)  # the corner of a box that has more text than it shows
        mark = Box(whole.right - side, whole.bottom - side, side, side)
        corner = (("M", 1.0, 0.0), ("L", 1.0, 1.0), ("L", 0.0, 1.0))
        items.append(Symbol(mark, "overflow", (corner,), Fill((_MARK_COLOUR,))))
        _report_overflow(work, block, box, keys)
    runs = tuple(item for item in items if isinstance(item, TextRun))
    if fonts := work.metrics.coloured:
        ids = ((run.font, glyph.id) for run in runs if run.font in fonts for glyph in run.glyphs)
        glyphs = (fonts[font].in_colours(glyph) for font, glyph in ids)
        work.draw(sum(glyph.size for glyph in glyphs if glyph), 1, *keys)
    work.texts.append(SetText(element_name(keys), whole, block.size, style.minimum, runs))
    return items


def _divider(work: Composition, block: Block, index: int, box: Box, top: float, part: _Part) -> Item:
    above, below = block.lines[index - 1], block.lines[index]
    cap = work.metrics.cap_height(part.paragraph.font) * em(block.size * part.paragraph.scale)
    # Halfway between the ink of the two lines; descenders are rare, so only half of their depth counts.
    middle = top + (above.baseline + below.baseline - cap) / 2 + 0.04 * em(block.size)
    return Rectangle(Box(box.left, middle - 0.06, box.width, 0.12), 0.0, Fill((part.divider,)))


def _line(
    work: Composition,
    part: _Part,
    line: Line,
    box: Box,
    baseline: float,
    size: float,
    style: TextStyle,
    first: bool,
) -> list[Item]:
    """The items of a line, with the lead in front of a paragraph's first one."""
    rtl = line.measured.base == 1
    share = {"left": 0.0, "centre": 0.5, "right": 1.0}.get(style.align, 1.0 if rtl else 0.0)
    slack = box.width - line.left - line.width
    word_space = more = 0.0
    if style.align == "justify" and not line.ends and slack > 0:
        word_space, more = line.justified(slack / em(size), style.letter_spacing)
        if word_space or more:
            slack = 0.0  # as far as it could be filled
    left = box.left + slack * share
    items: list[Item] = []
    if first and part.paragraph.lead:
        start = left + line.width if rtl else left
        items += _lead(work, part, part.paragraph.lead, start, baseline, size, rtl)
    left += 0.0 if rtl else line.left
    words: list[Item] = []
    for piece in line.pieces(word_space, more):
        ink = piece.span.colour or part.colour
        if piece.shaped is None:
            words.append(_icon(work, part.paragraph, piece.span, left, baseline, size, ink))
        elif piece.shaped.text.strip():
            own = size * piece.span.scale
            tracking = part.paragraph.tracking + more
            (run,) = text_runs([piece.shaped], left, baseline, own, ink, tracking, word_space)
            words.append(run)
        left += piece.width * em(size)
    return items + (words[::-1] if rtl else words)  # in the order in which it is read


def _lead(
    work: Composition, part: _Part, lead: Lead, left: float, baseline: float, size: float, rtl: bool
) -> list[Item]:
    unit = em(size) * lead.scale
    width = (lead.width(work.metrics) - lead.gap) * em(size)
    cap = work.metrics.cap_height(lead.font) * unit
    # The label's capitals are centred on the capitals of the line.
    middle = baseline - work.metrics.cap_height(part.paragraph.font) * em(size) / 2
    items: list[Item] = []
    if rtl:
        left += lead.gap * em(size)
    if part.lead_fill:
        high = cap + 0.62 * unit
        box = Box(left, middle - high / 2, width, high)
        items.append(Rectangle(box, high * 0.28, Fill((part.lead_fill,))))
    start = left + (lead.pad + lead.tracking / 2) * unit
    words = work.metrics.line(lead.font, lead.text, lead.look.spaced(lead.tracking))
    place = start, middle + cap / 2, size * lead.scale
    return [*items, *text_runs(words, *place, part.lead_colour, lead.tracking)]


def _icon(
    work: Composition,
    paragraph: Paragraph,
    span: Span,
    left: float,
    baseline: float,
    size: float,
    colour: str,
) -> Item:
    """An icon in running text, centred on the capitals of its line."""
    icon = work.face.icons[span.icon]
    work.draw(icon.size, 1, "icons", span.icon)
    cap = work.metrics.cap_height(paragraph.font) * em(size)
    high = ICON * cap
    box = Box(left, baseline - cap / 2 - high / 2, high * span.ratio, high)
    items = icon.items(span.icon, box, None if colour == OWN else Fill((colour,)), None)
    return items[0] if len(items) == 1 else Group(span.icon, tuple(items))


def _fits(line: Line, block: Block, box: Box) -> bool:
    """Whether a line fits the box though its block does not."""
    paragraph = line.measured.paragraph
    descent = line.measured.metrics.descent(paragraph.font) * em(block.size * paragraph.scale)
    low, right = line.baseline + descent, line.left + line.width
    return low <= box.height + 1e-6 and right <= box.width + 1e-6


def _cut(work: Composition, items: list[Item], box: Box, keys: tuple[Key, ...]) -> list[Item]:
    """The part of a line that is inside the box."""
    words = [replace(item, clip=box) for item in items if isinstance(item, TextRun)]
    drawn = (item for item in items if not isinstance(item, TextRun))
    others = tuple(item for item in drawn if any(reach_of(part).meets(box) for part in walk((item,))))
    if all(reach_of(part).inside(box) for part in walk(others)):
        return [*others, *words]
    work.step(LAYER_STEPS, *keys)
    return [Group("cut off", others, Layer(mask=Rectangle(box, 0.0, Fill(("#ffffff",))))), *words]


def _report_overflow(work: Composition, block: Block, box: Box, keys: tuple[Key, ...]) -> None:
    high, wide = block.height - box.height, block.width - box.width
    much = [f"{more:.1f} mm too {what}" for more, what in ((high, "high"), (wide, "wide")) if more > 1e-6]
    message = f"the text {keys[-1]} does not fit at {block.size:g} pt: {', '.join(much)}"
    hint = "shorten it, or give the element more room or a smaller minimum"
    work.finding(keys, TEXT_OVERFLOW, message, hint)


def _report_torn(work: Composition, block: Block, keys: tuple[Key, ...]) -> None:
    """A finding where lines end in words without spaces between them, and no dictionary knows the words."""
    if any(is_unspaced(line.measured.text, line.end) for line in block.lines) and not has_package("icu4py"):
        message = f"a line of the text {keys[-1]} may end within a word: its words have no spaces"
        hint = f"{install('icu4py')}, or write zero width spaces between the words"
        work.finding(keys, UNKNOWN_WORDS, message, hint)


def _report_undrawn(
    work: Composition, parts: list[_Part], paragraphs: list[Measured], keys: tuple[Key, ...]
) -> None:
    """One finding for each font with characters that are not drawn, and for each reason."""
    found = [one for measured in paragraphs for one in measured.undrawn]
    for part in parts:
        if lead := part.paragraph.lead:
            line = work.metrics.line(lead.font, lead.text, lead.look)
            found += [(lead.font, *one) for shaped in line for one in shaped.undrawn]
    undrawn: dict[str, str] = {}
    for font, why, text in found:
        why = why or f"not in font {font}"
        undrawn[why] = undrawn.get(why, "") + text
    for why, text in undrawn.items():
        letters = list(dict.fromkeys(text))
        named = [f"{letter!r} (U+{ord(letter):04X})" for letter in letters[:MOST_MISSING]]
        if len(letters) > MOST_MISSING:
            named.append(f"{len(letters) - MOST_MISSING:,} more characters")
        hint = "write it differently, or add a font that has it to the list in [fonts]"
        if not why.startswith("not in"):
            hint = "write it differently, or put a font that can draw it first in the list in [fonts]"
        message = f"the text {keys[-1]} has {', '.join(named)}, {why}"
        work.finding(keys, MISSING_GLYPH, message, hint)
