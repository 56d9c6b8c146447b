"""Pictures for people: cards in a row above their reflections, in a fan, or turning over."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, BinaryIO

from cardtools.ground.errors import bad_input
from cardtools.ground.limits import limits, raise_hint
from cardtools.print.export.decks import BACK_HINT, Job, Output, Preset
from cardtools.render.pdf.raster import or_raise
from cardtools.render.pictures.images import png_file
from cardtools.render.scene.scene import Scene
from cardtools.render.scene.shapes import cut_png
from cardtools.render.scene.units import MM_PER_INCH, pixels

if TYPE_CHECKING:
    from PIL.Image import Image

PRESET = Preset("a picture")
EMPTY = (0, 0, 0, 0)  # transparent
MOST = {"showcase": 7, "hand": 10}  # cards of a picture
EYE = 2.4  # how far the eye is away, in heights of the picture
TURN = -26.0  # degrees: the left sides of cards in a row, where names begin, are near and in front of others
STEP = 0.8  # from one of them to the next, in widths
REFLECTED, LIGHT = 0.28, 0.4  # of a card's height; the opacity where the reflection begins
FAN, WIDEST = 9.0, 64.0  # degrees from one card to the next, and of all
ARM = 1.7  # from the middle of a card to where the fan turns, in heights
SHADOW, DROP, DARK = 2.2, 1.2, 0.5  # mm that a shadow reaches and lies lower; its opacity
WIDTH = 320  # pixels of a card that turns over
FRAMES = 14  # of half a turn; even, since in the middle there is nothing to see
REST, MOVE = 1400, 40  # milliseconds


def outputs(job: Job) -> Iterator[Output]:
    """`DECK.png`; of cards that turn over a folder a deck, with a file for each different card."""
    for deck in job.decks:
        cards = [card for card, _ in deck.counts()]
        for card in cards if job.target == "flip" else ():
            if not (back := deck.back(card)):
                raise bad_input("--to flip", "it shows backs, and the cards have none", BACK_HINT)
            write = partial(_flip, job, deck.front(card), back)
            yield Output(f"{deck.name}/{card.slug}.{job.animation}", write)
        if most := MOST.get(job.target):
            if len(cards) > most:
                shown = f"the first {most} of {len(cards)} cards are shown"
                job.remarks.append(f"{deck.name}: {shown}; name those that you want")
            pose = _row if job.target == "showcase" else _fan
            yield Output(f"{deck.name}.png", partial(pose, job, list(map(deck.front, cards[:most]))))


def _row(job: Job, scenes: Sequence[Scene], file: BinaryIO) -> None:
    cards = _cut(job, scenes, job.dpi)
    low = max(card.height for card in cards)
    turned = [in_perspective(reflected(card), TURN, card.height / 2) for card in cards]
    lefts = accumulate((STEP * card.width for card in cards), initial=0.0)
    _write(file, job, turned, [(x, low - card.height) for x, card in zip(lefts, cards, strict=False)])


def _fan(job: Job, scenes: Sequence[Scene], file: BinaryIO) -> None:
    from PIL import Image

    cards, turned, places = _cut(job, scenes, job.dpi), [], []
    step = min(FAN, WIDEST / max(1, len(cards) - 1))
    for number, card in enumerate(cards):
        degrees = step * (number - (len(cards) - 1) / 2)
        turned.append(one := card.rotate(-degrees, Image.Resampling.BICUBIC, expand=True))
        angle, arm = math.radians(degrees), ARM * card.height
        places.append((arm * math.sin(angle) - one.width / 2, -arm * math.cos(angle) - one.height / 2))
    _write(file, job, turned, places)


def _flip(job: Job, front: Scene, back: Scene, file: BinaryIO) -> None:
    from PIL import Image

    face, reverse = _cut(job, (front, back), round(WIDTH * MM_PER_INCH / front.width))
    size = face.width + 16, round(face.height * 1.25)
    # A GIF knows no half transparent edges.
    ground = job.ground or ("#ffffff" if job.animation == "gif" else EMPTY)
    turns = [180 * (1 - math.cos(math.pi * part / (FRAMES + 1))) / 2 for part in range(FRAMES + 1)]
    frames = []
    for degrees in (*turns, *(180 + one for one in turns)):
        side = reverse if 90 < degrees < 270 else face
        seen = in_perspective(side, (degrees + 90) % 180 - 90, side.height / 2)
        frame = Image.new("RGBA", size, ground)
        frame.alpha_composite(seen, ((size[0] - seen.width) // 2, (size[1] - seen.height) // 2))
        frames.append(frame.convert("RGB") if job.animation == "gif" else frame)
    times = [MOVE if number % len(turns) else REST for number in range(len(frames))]
    every = {"save_all": True, "append_images": frames[1:], "duration": times, "loop": 0}
    frames[0].save(file, job.animation.upper(), **every)


def _cut(job: Job, scenes: Sequence[Scene], dpi: int) -> list[Image]:
    """The cards, transparent outside their shapes and in a pixel around them, for smooth edges."""
    from PIL import Image, ImageOps

    pngs = or_raise(job.project_cards.rasteriser(dpi, bleed=0).pngs(scenes))
    cut = (cut_png(png, one.shape, one.corner, dpi) for one, png in zip(scenes, pngs, strict=True))
    return [ImageOps.expand(Image.open(io.BytesIO(png)), 1) for png in cut]


def in_perspective(image: Image, degrees: float, middle: float) -> Image:
    """A picture turned about its upright axis, its right (below 0 left) side to us; eyes are at `middle`."""
    from PIL import Image

    angle, distance, half = math.radians(degrees), EYE * image.height, image.width / 2
    across, bend = math.cos(angle), math.tan(angle) / distance
    scales = [distance / (distance - x * math.sin(angle)) for x in (-half, half)]
    left, right, top = half * across * scales[0], half * across * scales[1], middle * max(scales)
    start = 1 - bend * left  # what a point of the result is divided by, at its left edge
    x = 1 / across + half * bend, 0, half * start - left / across
    y = middle * bend, 1, middle * start - top
    size = max(1, math.ceil(left + right)), math.ceil(image.height * max(scales))
    data = [value / start for value in (*x, *y, bend, 0)]
    return image.transform(size, Image.Transform.PERSPECTIVE, data, Image.Resampling.BICUBIC)


def reflected(card: Image) -> Image:
    """A card with its reflection below it, which fades."""
    from PIL import Image, ImageChops, ImageOps

    whole = Image.new("RGBA", (card.width, card.height + round(card.height * REFLECTED)))
    mirror = ImageOps.flip(card).crop((0, 0, card.width, whole.height - card.height))
    fade = ImageOps.flip(Image.linear_gradient("L")).resize(mirror.size).point(lambda one: round(one * LIGHT))
    mirror.putalpha(ImageChops.multiply(mirror.getchannel("A"), fade))
    whole.paste(card)
    whole.paste(mirror, (0, card.height))
    return whole


def _write(file: BinaryIO, job: Job, parts: Sequence[Image], places: Sequence[tuple[float, float]]) -> None:
    """One PNG of pictures at their places, the first at the bottom, each with its shadow."""
    from PIL import Image, ImageFilter

    blur, drop = pixels(SHADOW, job.dpi), round(pixels(DROP, job.dpi))
    edge = round(3 * blur) + drop
    left, top = (min(place[axis] for place in places) - edge for axis in (0, 1))
    ends = [(x + part.width, y + part.height) for (x, y), part in zip(places, parts, strict=True)]
    size = math.ceil(max(x for x, _ in ends) - left) + edge, math.ceil(max(y for _, y in ends) - top) + edge
    if math.prod(size) > limits().picture_pixels:
        hint = "ask for fewer pixels per inch (--dpi), or " + raise_hint("picture_pixels")
        raise bad_input("the picture", f"has {size[0]} x {size[1]} pixels, too many", hint)
    whole = Image.new("RGBA", size, job.ground or EMPTY)
    for part, (x, y) in zip(parts, places, strict=True):
        dark = Image.new("L", (part.width + 2 * edge, part.height + 2 * edge))
        dark.paste(part.getchannel("A").point(lambda value: round(value * DARK)), (edge, edge + drop))
        shadow = Image.new("RGBA", dark.size)
        shadow.putalpha(dark.filter(ImageFilter.GaussianBlur(blur)))
        whole.alpha_composite(shadow, (round(x - left) - edge, round(y - top) - edge))
        whole.alpha_composite(part, (round(x - left), round(y - top)))
    file.write(png_file(whole, 6, dpi=(job.dpi, job.dpi)))
