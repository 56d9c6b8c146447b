"""Typesetting: a text element of a face as lines, labels and dividers of a scene."""

from __future__ import annotations

from dataclasses import dataclass

from cardtools.render.checks import MISSING_GLYPH, RIGHT_TO_LEFT, TEXT_OVERFLOW
from cardtools.render.design import Passage, TextElement
from cardtools.render.filling import Filling, element_name
from cardtools.render.icons import OWN
from cardtools.render.metrics import em
from cardtools.render.rich import is_right_to_left, marked
from cardtools.render.scene import Box, Fill, Group, Item, Rectangle, SetText, TextRun
from cardtools.render.text import ICON, Block, Lead, Paragraph, Span, fit, lead_width, span_width
from cardtools.tomlplaces import Key

MOST_MISSING = 20  # characters of a text that are reported one by one


@dataclass(frozen=True)
class _Part:
    """A paragraph to be set, with its colours, which layout does not need."""

    paragraph: Paragraph
    colour: str
    lead_colour: str
    lead_fill: str
    divider: str


def _parts(work: Filling, element: TextElement, keys: tuple[Key, ...]) -> list[_Part]:
    styles = work.face.design.styles
    passages = {("paragraphs", name): passage for name, passage in element.paragraphs.items()}
    parts: list[_Part] = []
    for name, passage in ({(): Passage(element.text)} | passages).items():
        place = (*keys, *name)
        if not work.when(passage.when, *place):
            continue
        text = work.words(passage.text, *place, "text").strip()
        if not text:
            continue
        style_name = passage.style or element.style
        style = styles[style_name]
        lead, lead_colour, lead_fill = None, "", ""
        words = work.words(passage.lead, *place, "lead").strip()
        if words:
            lead_name = passage.lead_style or style_name
            own = styles[lead_name]
            lead_colour = work.colour(own.colour, "styles", lead_name, "colour")
            lead_fill = work.colour(passage.lead_fill, *place, "lead_fill")
            pad = 0.45 if lead_fill else 0.0
            lead = Lead(words, own.font, own.size / style.size, own.tracking, pad, 0.4)
        text, spans = marked(work, text, style_name, (*place, "text"))
        scale = style.size / styles[element.style].size
        paragraph = Paragraph(
            text, style.font, style.leading, style.tracking, scale, passage.gap, lead, spans
        )
        colour = work.colour(style.colour, "styles", style_name, "colour")
        divider = work.colour(passage.divider, *place, "divider") if passage.divider else ""
        parts.append(_Part(paragraph, colour, lead_colour, lead_fill, divider))
    return parts


def typeset(work: Filling, element: TextElement, box: Box, keys: tuple[Key, ...]) -> list[Item]:
    """The items of a text element in its box; overflow (RND001) and missing glyphs (RND002) are findings."""
    parts = _parts(work, element, keys)
    if not parts:
        return []
    style = work.face.design.styles[element.style]
    _report_missing(work, parts, keys)
    paragraphs = [part.paragraph for part in parts]
    block, fits = fit(
        paragraphs,
        box.width,
        box.height,
        style.size,
        style.smallest,
        work.metrics,
        style.one_line,
        style.balance,
    )
    if not fits:
        _report_overflow(work, block, box, keys)
    # Optically centred: from the first line's capitals to the last baseline.
    ink = block.lines[-1].baseline if block.lines else 0.0
    low = box.height - block.height
    top = box.top + max(
        0.0,
        {"top": min(0.0, low), "middle": (box.height - ink) / 2, "bottom": min(box.height - ink, low)}[
            style.valign
        ],
    )
    items: list[Item] = []
    share = {"left": 0.0, "centre": 0.5, "right": 1.0}[style.align]
    for index, line in enumerate(block.lines):
        part = parts[line.paragraph]
        size = block.size * part.paragraph.scale
        first = index == 0 or block.lines[index - 1].paragraph != line.paragraph
        left = box.left + (box.width - line.left - line.width) * share
        baseline = top + line.baseline
        if first and index and part.divider:
            items.append(_divider(work, block, index, box, top, part))
        if first and part.paragraph.lead:
            items += _lead(work, part, part.paragraph.lead, left, baseline, size)
        items += _line(work, part.paragraph, line.spans, left + line.left, baseline, size, part.colour)
    words = tuple(item for item in items if isinstance(item, TextRun))
    work.texts.append(SetText(element_name(keys), box, block.size, style.minimum, words))
    return items


def _divider(work: Filling, block: Block, index: int, box: Box, top: float, part: _Part) -> Item:
    above, below = block.lines[index - 1], block.lines[index]
    cap = work.metrics.cap_height(part.paragraph.font) * em(block.size * part.paragraph.scale)
    # Halfway between the ink of the two lines; descenders are rare, so only half of their depth counts.
    middle = top + (above.baseline + below.baseline - cap) / 2 + 0.04 * em(block.size)
    return Rectangle(Box(box.left, middle - 0.06, box.width, 0.12), 0.0, Fill((part.divider,)))


def _lead(work: Filling, part: _Part, lead: Lead, left: float, baseline: float, size: float) -> list[Item]:
    unit = em(size) * lead.scale
    width = lead_width(work.metrics, lead) * em(size) - lead.gap * em(size)
    cap = work.metrics.cap_height(lead.font) * unit
    # The label's capitals are centred on the capitals of the line.
    middle = baseline - work.metrics.cap_height(part.paragraph.font) * em(size) / 2
    items: list[Item] = []
    if part.lead_fill:
        high = cap + 0.62 * unit
        box = Box(left, middle - high / 2, width, high)
        items.append(Rectangle(box, high * 0.28, Fill((part.lead_fill,))))
    words = Paragraph(lead.text, lead.font, tracking=lead.tracking)
    start = left + (lead.pad + lead.tracking / 2) * unit
    spans = (Span(lead.text, lead.font),)
    return items + _line(work, words, spans, start, middle + cap / 2, size * lead.scale, part.lead_colour)


def _line(
    work: Filling,
    paragraph: Paragraph,
    spans: tuple[Span, ...],
    left: float,
    baseline: float,
    size: float,
    colour: str,
) -> list[Item]:
    found: list[Item] = []
    for span in spans:
        ink = span.colour or colour
        if span.icon:
            width = span_width(work.metrics, paragraph, span) * em(size)
            found.append(_icon(work, paragraph, span, left, baseline, size, ink))
            left += width
            continue
        own = size * span.scale
        for font, part in work.metrics.split(span.font, span.text):
            width = (work.metrics.width(span.font, part) + paragraph.tracking * len(part)) * em(own)
            if part.strip():
                found.append(TextRun(left, baseline, part, font, own, ink, width, paragraph.tracking))
            left += width
    return found


def _icon(
    work: Filling, paragraph: Paragraph, span: Span, left: float, baseline: float, size: float, colour: str
) -> Item:
    """An icon in running text, centred on the capitals of its line."""
    icon = work.face.icons[span.icon]
    work.draw(icon.size, 1, "icons", span.icon)
    cap = work.metrics.cap_height(paragraph.font) * em(size)
    high = ICON * cap
    box = Box(left, baseline - cap / 2 - high / 2, high * span.ratio, high)
    items = icon.items(span.icon, box, None if colour == OWN else Fill((colour,)), None)
    return items[0] if len(items) == 1 else Group(span.icon, tuple(items))


def _report_overflow(work: Filling, block: Block, box: Box, keys: tuple[Key, ...]) -> None:
    high, wide = block.height - box.height, block.width - box.width
    much = [
        f"{high:.1f} mm too high" if high > 1e-6 else "",
        f"{wide:.1f} mm too wide" if wide > 1e-6 else "",
    ]
    message = f"the text {keys[-1]} does not fit at {block.size:g} pt: {', '.join(filter(None, much))}"
    hint = "shorten it, or give the element more room or a smaller minimum"
    work.finding(keys, TEXT_OVERFLOW, message, hint)


def _report_missing(work: Filling, parts: list[_Part], keys: tuple[Key, ...]) -> None:
    for part in parts:
        spans = part.paragraph.spans or (Span(part.paragraph.text, part.paragraph.font),)
        texts = [(span.font, span.text) for span in spans]
        if not part.paragraph.text.isascii() and is_right_to_left(part.paragraph.text):
            message = f"the text {keys[-1]} runs from right to left, which is not supported"
            work.finding(keys, RIGHT_TO_LEFT, message, "set it as a picture")
        if part.paragraph.lead:
            texts.append((part.paragraph.lead.font, part.paragraph.lead.text))
        for font, text in texts:
            missing = work.metrics.missing(font, text.replace("\n", ""))
            found = [f"{character!r} (U+{ord(character):04X})" for character in missing[:MOST_MISSING]]
            if len(missing) > MOST_MISSING:
                found.append(f"{len(missing) - MOST_MISSING:,} more characters")
            for what in found:
                hint = "write it differently, or add a font that has it to the list in [fonts]"
                work.finding(keys, MISSING_GLYPH, f"the text {keys[-1]} has {what}, not in font {font}", hint)
