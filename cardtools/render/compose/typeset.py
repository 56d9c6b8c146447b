"""Typesetting: a text element of a face as lines, labels and dividers of a scene."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

from cardtools.ground.optional_packages import has_package, install
from cardtools.ground.toml.tomlplaces import KeyPath
from cardtools.render.compose.compose_checks import MISSING_GLYPH, TEXT_OVERFLOW, UNKNOWN_WORDS
from cardtools.render.compose.composition import Composition, element_name
from cardtools.render.face.model.elements import Passage, TextElement
from cardtools.render.face.model.face import TextStyle
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
from cardtools.render.scene.shapes import polygons, reaches, row_of
from cardtools.render.scene.units import em
from cardtools.render.text.arc import arc_of, bent
from cardtools.render.text.beside import rows
from cardtools.render.text.fitting import Block, FreeRoom, TextFrame, fit, shortened
from cardtools.render.text.line_breaks import is_unspaced
from cardtools.render.text.measured import ICON, Beside, Line, Measured, Paragraph, Span, measure
from cardtools.render.text.metrics import text_runs
from cardtools.render.text.rich import marked, set_texts, spelled_out
from cardtools.render.text.shaping import Setting
from cardtools.render.text.typography import normalised

LAYER_STEPS = 500  # it takes as long to draw as so many letters
MOST_MISSING = 10  # characters of a text that are named
_TRIED = 20  # times that words are set to find how many fit
_OVERLAP = 0.01  # mm
_MARK, _MARK_COLOUR = 1.4, "#e00020"  # mm; where a text is cut off


def paragraphs_of(work: Composition, element: TextElement, keys: KeyPath) -> list[Measured]:
    """The paragraphs of a text element, measured as `typeset` lays them; none if it has no words."""
    styles, found = work.face.design.styles, []
    passages = [(keys, Passage(element.text))]
    passages += [((*keys, "paragraphs", name), passage) for name, passage in element.paragraphs.items()]
    for place, passage in passages:
        if not work.when(passage.when, *place):
            continue
        style_name = passage.style or element.style
        style = styles[style_name]
        text = _words(work, passage.text, style.markup, (*place, "text"), style.tab or style.leader)
        if not text:
            continue
        lead = None
        if words := _words(work, passage.lead, False, (*place, "lead")):
            lead_name = passage.lead_style or style_name
            own = styles[lead_name]
            colour = work.colour(own.colour, "styles", lead_name, "colour")
            fill = work.colour(passage.lead_fill, *place, "lead_fill")
            (words,) = set_texts(work, [words], own)
            look, scale = Setting(own.opentype, work.face.design.language), own.size / style.size
            label = Span(words, own.font_name(), scale, colour, look=look)
            pad = 0.45 * scale if fill else 0.0
            lead = Beside((label,), lines=1, tracking=own.tracking, pad=pad, fill=fill)
            text = normalised(text)
        spans = marked(work, text, style_name, (*place, "text"))
        has_rows = not lead and (style.hang or style.tab or style.leader or style.drop_cap)
        (first, beside), *more = rows(spans, style, work.metrics) if has_rows else [(spans, lead)]
        paragraph = Paragraph(
            first,
            style.font_name(),
            style.leading,
            style.tracking,
            style.size / styles[element.style].size,
            passage.gap,
            work.face.design.language if style.hyphenate else "",
            work.colour(style.colour, "styles", style_name, "colour"),
            work.colour(passage.divider, *place, "divider") if passage.divider else "",
            beside,
        )
        found.append(paragraph)
        others = paragraph._replace(gap=0.0, divider="")
        found += [others._replace(spans=row, beside=beside) for row, beside in more]
    return measure(found, work.metrics)


def _words(work: Composition, source: str, markup: bool, keys: KeyPath, tabs: object = False) -> str:
    """A text of the face as it is set; with `markup` it has marks, and `tabs` are kept."""
    text = work.text(source, *keys, words=True)
    if "@[" in text or work.face.glossary.marks.marks:
        text = spelled_out(work, text, markup, keys, source)
    return "\t".join(map(normalised, text.split("\t"))).strip() if tabs else normalised(text).strip()


def typeset(work: Composition, element: TextElement, box: Box, keys: KeyPath) -> list[Item]:
    """The items of a text element in its box; overflow (RND001) and missing glyphs (RND002) are findings."""
    if keys in work.flowing:
        return _set(work, element, box, keys)
    paragraphs = paragraphs_of(work, element, keys)
    if not paragraphs:
        return []
    style = work.face.design.styles[element.style]
    inner = arc_of(box.width, element.bend).straight(box) if element.bend else box
    places = [(element, inner, keys), *_flow(work, element, keys)]
    frames = [TextFrame(one.width, one.height, _room(work, it, one, place)) for it, one, place in places]

    def fitted(words: list[Measured]) -> Block:
        return fit(words, frames, style.size, style.smallest, style.one_line, style.balance)

    block = fitted(paragraphs)
    if style.ellipsis and not block.fits:
        work.step(_TRIED * sum(len(one.text) for one in paragraphs), *keys)
        paragraphs = shortened(paragraphs, lambda words: fitted(words).fits)
        block = fitted(paragraphs)
    _report_undrawn(work, paragraphs, keys)
    if any(is_unspaced(line.measured.text, line.end) for line in block.lines) and not has_package("icu4py"):
        message = f"a line of the text {keys[-1]} may end within a word: its words have no spaces"
        hint = f"{install('icu4py')}, or write zero width spaces between the words"
        work.finding(keys, UNKNOWN_WORDS, message, hint)
    for number, (_, _, place) in enumerate(places):
        work.flowing[place] = style, block, number
    return _set(work, element, box, keys)


def _flow(
    work: Composition, element: TextElement, keys: KeyPath
) -> Iterator[tuple[TextElement, Box, KeyPath]]:
    """The texts that a text goes on in, one after the other, with their boxes."""
    beside: Any = work.face.design
    for name in keys[1:-2:2]:
        beside = beside.elements[name]
    _, *number = str(keys[-1]).partition("#")  # of one that is repeated
    while element.flow and (name := "".join((str(element.flow), *number))) in beside.elements:
        element, place = beside.elements[name], (*keys[:-1], name)
        if work.when(element.when, *place):
            yield element, element.box(work.face.design.card), place


def _room(work: Composition, element: TextElement, box: Box, keys: KeyPath) -> FreeRoom | None:
    """The room that the element which a text goes around leaves in its box; None if it is not there."""
    shapes = [
        points
        for key, items in (work.drawn.items() if element.around else ())
        if key[:-1] == keys[:-1] and str(key[-1]).partition("#")[0] == element.around
        for points in polygons(items)
    ]
    if not shapes:
        return None
    work.step(sum(map(len, shapes)) // 10, *keys)
    gap = element.around_gap
    found = [reaches(points, range(row_of(box.top - gap), row_of(box.bottom + gap) + 1)) for points in shapes]

    def free(top: float, bottom: float) -> tuple[float, float]:
        work.step(len(found), *keys)
        rows = range(row_of(box.top + top - gap), row_of(box.top + bottom + gap) + 1)
        met = [parts for one in found if (parts := [one[row] for row in rows if row in one])]
        taken = sorted((min(one[0] for one in parts), max(one[1] for one in parts)) for parts in met)
        left, widest = box.left, (0.0, 0.0)
        for start, end in [*taken, (box.right + gap, math.inf)]:
            widest = max(widest, (min(start - gap, box.right) - left, -left))
            left = max(left, end + gap)
        return -widest[1] - box.left, widest[0]

    return free


def _set(work: Composition, element: TextElement, box: Box, keys: KeyPath) -> list[Item]:
    """The items of those lines of a text that are in one of its boxes."""
    style, block, frame = work.flowing.pop(keys)
    lines = [line for line in block.lines if line.frame == frame]
    if not lines:
        return []
    whole, arc = box, arc_of(box.width, element.bend) if element.bend else None
    box = arc.straight(box) if arc else box
    # Optically centred: from the first line's capitals to the last baseline.
    ink, last = lines[-1].baseline, lines[-1].measured
    low = box.height - block.height
    if lines[-1] is not block.lines[-1]:
        low = box.height - ink - last.descent * em(block.size * last.paragraph.scale)
    tops = {"top": 0.0, "middle": (box.height - ink) / 2, "bottom": min(box.height - ink, low)}
    top = box.top + (0.0 if any(line.room for line in lines) else max(0.0, tops[style.valign]))
    items: list[Item] = []
    centre = box.left + box.width / 2, top + lines[0].baseline + arc.radius if arc else 0.0
    above: Line | None = None
    for line in block.lines:
        if line.frame != frame:
            above = line
            continue
        if line.room:
            box = replace(box, left=whole.left + line.room[0], width=line.room[1])
        baseline, size = top + line.baseline, block.size * line.measured.paragraph.scale
        first = not above or above.paragraph != line.paragraph
        words = _line(work, line, box, baseline, size, style, first)
        set_line = list(bent(words, centre, baseline)) if arc else words
        if first and above and above.frame == frame and (divider := line.measured.paragraph.divider):
            # Halfway between the ink of two lines; descenders are rare, so only half of their depth counts.
            cap = line.measured.cap_height * em(size)
            middle = top + (above.baseline + line.baseline - cap) / 2 + 0.04 * em(block.size)
            set_line[:0] = [Rectangle(Box(box.left, middle - 0.06, box.width, 0.12), 0.0, Fill((divider,)))]
        down, right = line.baseline + line.measured.descent * em(size), line.left + line.width
        inside = block.fits or (down <= box.height + 1e-6 and right <= box.width + 1e-6)
        items += set_line if inside else _cut(work, set_line, whole, keys)
        above = line
    if arc and 0 < arc.radius < ink - lines[0].baseline + em(block.size):
        message = f"{len(lines)} lines of the text {keys[-1]} have no room on its arc"
        work.problem((*keys, "bend"), message, "shorten it, or bend it less")
    if element.stroke and (colour := work.colour(element.stroke, *keys, "stroke")):
        around = Stroke(colour, element.stroke_width)
        items = [replace(item, stroke=around) if isinstance(item, TextRun) else item for item in items]
    if not block.fits and frame == block.lines[-1].frame:
        items.append(_overflow(work, block, whole, keys))
    runs = tuple(item for item in items if isinstance(item, TextRun))
    if fonts := work.metrics.coloured:
        ids = ((run.font, glyph.id) for run in runs if run.font in fonts for glyph in run.glyphs)
        glyphs = (fonts[font].in_colours(glyph) for font, glyph in ids)
        work.draw(sum(glyph.size for glyph in glyphs if glyph), 1, *keys)
    work.texts.append(SetText(element_name(keys), whole, block.size, style.minimum, runs, element.bleed))
    return items


def _line(
    work: Composition, line: Line, box: Box, baseline: float, size: float, style: TextStyle, first: bool
) -> list[Item]:
    """The items of a line, with what stands beside it."""
    paragraph, rtl = line.measured.paragraph, line.measured.base == 1
    share = {"left": 0.0, "centre": 0.5, "right": 1.0}.get(style.align, 1.0 if rtl else 0.0)
    slack = box.width - line.left - line.width - line.measured.reserved * em(size)
    if (beside := paragraph.beside) and beside.lines != 1:
        share = float(rtl)
    word_space = more = 0.0
    if style.align == "justify" and not line.ends and slack > 0:
        word_space, more = line.justified(slack / em(size), style.letter_spacing)
        if word_space or more:
            slack = 0.0  # as far as it could be filled
    left = box.left + slack * share
    items: list[Item] = []
    aside: list[Item] = []
    if beside and (line.end == line.measured.breaks[-1].end if beside.end else first):
        inner = box if beside.end else Box(left, box.top, line.left + line.width, box.height)
        aside = _beside(work, line, inner, baseline, size, style)
    left += 0.0 if rtl else line.left
    words: list[Item] = []
    for piece in line.pieces(word_space, more):
        span, right = piece.span, left + piece.width * em(size)
        ink = span.colour or paragraph.colour
        if piece.shaped is None:
            words.append(_icon(work, span, left, baseline, line.measured.cap_height * em(size), ink))
        elif piece.shaped.text.strip():
            own, tracking = size * span.scale, paragraph.tracking + more
            high = baseline - span.up * em(size)
            words += text_runs([piece.shaped], left, high, own, ink, tracking, word_space)
        if span.lines or span.back:
            under = paragraph.colour if ink == OWN else ink
            items += _behind(span, under, left, right, baseline, line.measured, em(size))
        left = right
    words = words[::-1] if rtl else words  # in the order in which it is read
    return items + (words + aside if beside and beside.end else aside + words)


def _beside(
    work: Composition, line: Line, box: Box, baseline: float, size: float, style: TextStyle
) -> list[Item]:
    """The words that stand beside the first lines of a paragraph, or beside its last."""
    unit, rtl = em(size), line.measured.base == 1
    label, beside = line.measured.beside, line.measured.paragraph.beside
    assert label and beside
    down = max(0, beside.lines - 1) * line.measured.paragraph.leading * unit
    wide = label.places[-1] * unit
    left = box.left if rtl == beside.end else box.right - wide - 2 * beside.pad * unit
    place, items = Box(left, box.top, wide, box.height), list[Item]()
    if beside.lines == 1:
        (one,) = beside.spans
        cap, own = work.metrics.cap_height(one.font), one.scale * unit
        down = (cap * own - line.measured.cap_height * unit) / 2
        if beside.fill:
            high = (cap + 0.62) * own
            pill = Box(left, baseline + down - (cap * own + high) / 2, wide + 2 * beside.pad * unit, high)
            items.append(Rectangle(pill, high * 0.28, Fill((beside.fill,))))
        place = replace(place, left=left + beside.pad * unit + label.paragraph.tracking / 2 * own)
    words = Line(label, 0, label.breaks[-1].end, False, True, wide)
    items += _line(work, words, place, baseline + down, size, style, True)
    gap = box.width - line.left - line.width - wide - 2 * beside.gap * unit
    dots = work.metrics.line(line.measured.paragraph.font, beside.leader)
    if beside.leader.strip() and (step := sum(one.width() for one in dots) * unit) and gap > step:
        count = int(gap / step)
        begin = left + wide + beside.gap * unit if rtl else left - beside.gap * unit - count * step
        dots = work.metrics.line(line.measured.paragraph.font, beside.leader * count)
        items = [*text_runs(dots, begin, baseline, size, line.measured.paragraph.colour), *items]
    return items


def _behind(
    span: Span, ink: str, left: float, right: float, baseline: float, measured: Measured, unit: float
) -> Iterator[Item]:
    """The background of words, and the lines under and through them; neighbours overlap a little."""
    cap, large = measured.cap_height, max(1.0, span.scale)
    places = {"u": (0.1, 0.16, ink), "s": (-0.42 * cap, -0.33 * cap, ink)}
    back = [(large * (-cap - 0.16), large * measured.descent, span.back)] if span.back else []
    for start, end, colour in back + [places[kind] for kind in span.lines]:
        top, bottom = baseline + start * unit, baseline + end * unit
        yield Rectangle(Box(left, top, right - left + _OVERLAP, bottom - top), 0.0, Fill((colour,)))


def _icon(work: Composition, span: Span, left: float, baseline: float, cap: float, colour: str) -> Item:
    """An icon in running text, centred on the capitals of its line."""
    icon = work.face.icons[span.icon]
    work.draw(icon.size, 1, "icons", span.icon)
    high = ICON * cap * span.scale
    up = span.up * cap / work.metrics.cap_height(span.font)
    box = Box(left, baseline - cap / 2 - high / 2 - up, high * span.ratio, high)
    items = icon.items(span.icon, box, None if colour == OWN else Fill((colour,)), None)
    return items[0] if len(items) == 1 else Group(span.icon, tuple(items))


def _cut(work: Composition, items: list[Item], box: Box, keys: KeyPath) -> list[Item]:
    """The part of a line that is inside the box."""
    words = [replace(item, clip=box) for item in items if isinstance(item, TextRun)]
    drawn = (item for item in items if not isinstance(item, TextRun))
    others = tuple(item for item in drawn if any(reach_of(part).meets(box) for part in walk((item,))))
    if all(reach_of(part).inside(box) for part in walk(others)):
        return [*others, *words]
    work.step(LAYER_STEPS, *keys)
    return [Group("cut off", others, Layer(mask=Rectangle(box, 0.0, Fill(("#ffffff",))))), *words]


def _overflow(work: Composition, block: Block, whole: Box, keys: KeyPath) -> Item:
    """The red corner of a box that has more text than it shows, reported."""
    high_wide = zip(block.over, ("high", "wide"), strict=True)
    much = [f"{more:.1f} mm too {what}" for more, what in high_wide if more > 1e-6]
    message = f"the text {keys[-1]} does not fit at {block.size:g} pt: {', '.join(much)}"
    hint = "shorten it, or give the element more room or a smaller minimum"
    work.finding(keys, TEXT_OVERFLOW, message, hint)
    side = min(_MARK, whole.width, whole.height)
    mark = Box(whole.right - side, whole.bottom - side, side, side)
    corner = (("M", 1.0, 0.0), ("L", 1.0, 1.0), ("L", 0.0, 1.0))
    return Symbol(mark, "overflow", (corner,), Fill((_MARK_COLOUR,)))


def _report_undrawn(work: Composition, paragraphs: list[Measured], keys: KeyPath) -> None:
    """One finding for each font with characters that are not drawn, and for each reason."""
    undrawn: dict[str, str] = {}
    for font, why, text in chain.from_iterable(one.undrawn for one in paragraphs):
        why = why or f"not in font {font}"
        undrawn[why] = undrawn.get(why, "") + text
    for why, text in undrawn.items():
        letters = list(dict.fromkeys(text))
        named = [f"{letter!r} (U+{ord(letter):04X})" for letter in letters[:MOST_MISSING]]
        if len(letters) > MOST_MISSING:
            named.append(f"{len(letters) - MOST_MISSING:,} more characters")
        how = "add a font that has it to"
        if not why.startswith("not in"):
            how = "put a font that can draw it first in"
        hint = f"write it differently, or {how} the list in [fonts]"
        message = f"the text {keys[-1]} has {', '.join(named)}, {why}"
        work.finding(keys, MISSING_GLYPH, message, hint)
