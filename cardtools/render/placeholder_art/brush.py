"""A canvas, HEIGHT units high, that paints shapes with antialiased edges, and the colours of a picture."""

import colorsys
import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from cardtools.render.placeholder_art.shapes import Shape, ellipse

RGB = tuple[int, int, int]
HEIGHT = 900.0
FOCUS = 335.0  # the y of the subject's middle
OVERSAMPLE = 3


@dataclass(frozen=True)
class Palette:
    """The colours of a picture; all others are mixtures of two of them."""

    zenith: RGB  # top of the sky
    middle: RGB
    horizon: RGB  # the lightest part of the sky, behind the subject
    light: RGB  # sun, moon, magic
    far: RGB  # the farthest layer of land
    near: RGB  # the nearest layer, and the bottom edge
    body: RGB  # the subject in shade
    flesh: RGB  # the subject where light reaches it
    rim: RGB  # its lit edge
    eye: RGB  # what glows


# A palette a line, one or more for each type ("-": spells without an affinity; "?": types of other games,
# whose hue depends on their name), with the colours in the order of Palette.
PALETTES = """\
fire     240a14 6e1820 e2581f ffc163 8c2a1e 200a10 260a12 8a2a20 ffb45a fff2ac
fire     2a0f24 8a2338 f0a03c ffe08a 9a3a34 220c18 2a0c1a 93303a ffc862 fff6bc
water    071a38 0f4a72 4fb0bb d6f6f0 1a6484 05162b 07203c 22718c a8f2ee f6ffe6
water    06222e 0c5a62 62c0a4 e4fae0 1a7070 041c24 062630 1d7474 b6f6d4 fbffe0
earth    4c3346 b0663f f2c682 ffe9b8 a9714e 2b1a1a 2e1c1c 84553a ffd993 fff0a6
earth    3a4652 8a8272 e6d6a8 fff4d2 8c8468 22241e 24261f 6c6546 f4e6a4 fff2b0
air      2b68a6 7db8de f6e9d8 fffaf0 b9d6e8 3a6f9c 1b3d62 4d8bb4 ffffff fff2b4
air      4a5a9c b09ccc fbdcc4 fff4e4 d4c4dc 54669c 2c3566 7080b4 fff4ea fff2b4
electric 130a36 38229a 7d6ee6 d4d8ff 3a2a92 0c0726 120a34 4b38a6 ffe668 fffbc0
electric 08142e 1c4a8c 62a8e0 dcf4ff 1f4a86 060f24 0a1836 2c5e9e ffee70 fffcc8
light    8ea4d0 f0cda6 fff1cc fffdf0 dcbf9c 8d6d78 43325c 9c7086 fffbe6 ffffff
light    b08cb8 f6c0b4 fff0d8 fffcf2 e4bcae 8c6474 54304e a86c7c fff6e4 ffffff
nature   103a34 3a7a4c d4e08a f8f8b8 64995c 0b211c 0e2a26 3c7a4c e6f79c fcffb4
nature   173a3e 4a8a72 e8dc98 fff6c8 6c9a70 0d2422 102c2c 42786a f2eea4 fffcc0
dark     0b0716 2e1648 7a4488 eed6f4 3c2456 07040d 0b0616 43265e cda4ff ff6a7c
dark     060d16 183044 4e7484 dcecec 223c4e 04080d 060d16 27465a a4dcd8 ff7a5e
-        1a1c3a 4a4a7c d8a878 fff0d0 5a5484 12122a 16162e 5e587e ffe2b0 fff6c4
?        16183a 45447c a8a2d2 f2eeff 58528a 100f2a 14132e 56528a e4deff f8f6ff
"""


def mix(a: RGB, b: RGB, t: float) -> RGB:
    """The colour `t` (0..1) of the way from a to b."""
    red, green, blue = (round(x + (y - x) * t) for x, y in zip(a, b, strict=True))
    return red, green, blue


def choose_palette(word: str, rng: Random) -> Palette:
    """One of the palettes of a type (any case), its hue and lightness moved a little."""
    word = word.lower() or "-"
    palettes = [(name, colours) for name, *colours in map(str.split, PALETTES.splitlines())]
    hue, value = rng.uniform(-0.022, 0.022), rng.uniform(0.95, 1.05)
    if word == "?" or word not in (name for name, _ in palettes):
        word, hue = "?", zlib.crc32(word.encode()) / 2**32
    codes = rng.choice([colours for name, colours in palettes if name == word])
    colours = []
    for code in codes:
        h, s, v = colorsys.rgb_to_hsv(*(c / 255 for c in bytes.fromhex(code)))
        r, g, b = colorsys.hsv_to_rgb((h + hue) % 1.0, s, min(1.0, v * value))
        colours.append((round(r * 255), round(g * 255), round(b * 255)))
    return Palette(*colours)


def lut(factor: float) -> list[int]:
    """The lookup table that multiplies a mask by `factor` (0..1)."""
    return [round(i * factor) for i in range(256)]


@dataclass
class Stencil:
    """A mask, and the pixel of the canvas where its top left corner is."""

    mask: Image.Image
    at: tuple[int, int]

    def shifted(self, dx: float, dy: float) -> Image.Image:
        """The mask moved by a number of pixels; the area it leaves is empty."""
        moved = Image.new("L", self.mask.size, 0)
        moved.paste(self.mask, (round(dx), round(dy)))
        return moved


@dataclass
class Canvas:
    image: Image.Image
    scale: float  # pixels per unit

    @property
    def width(self) -> float:
        return self.image.width / self.scale

    def stencil(self, shapes: Sequence[Shape], margin: float = 0.0) -> Stencil:
        """The union of the shapes, with `margin` empty units around it; empty if it is outside the canvas."""
        points = np.vstack(shapes) * self.scale
        m = margin * self.scale + 2
        x0, y0 = (int(v) for v in np.maximum(np.floor(points.min(axis=0) - m), -m))
        x1, y1 = (int(v) for v in np.minimum(np.ceil(points.max(axis=0) + m), np.array(self.image.size) + m))
        if x1 <= x0 or y1 <= y0:
            return Stencil(Image.new("L", (1, 1)), (0, 0))
        large = Image.new("L", ((x1 - x0) * OVERSAMPLE, (y1 - y0) * OVERSAMPLE), 0)
        draw = ImageDraw.Draw(large)
        corners = iter(((points - (x0, y0)) * OVERSAMPLE).ravel().tolist())
        for shape in shapes:
            draw.polygon(list(islice(corners, shape.size)), fill=255)
        return Stencil(large.reduce(OVERSAMPLE), (x0, y0))

    def fill(self, shapes: Sequence[Shape], colour: RGB, alpha: float = 1.0, blur: float = 0.0) -> None:
        """Paint the union of the shapes in one colour, with its edge blurred by `blur` units."""
        if not shapes:
            return
        stencil = self.stencil(shapes, blur * 2.5)
        mask = soften(stencil.mask, max(0.5, blur * self.scale)) if blur else stencil.mask
        self.image.paste(colour, stencil.at, mask if alpha >= 1 else mask.point(lut(alpha)))

    def glow(self, x: float, y: float, radius: float, colour: RGB, strength: float) -> None:
        """Add light that falls off from (x, y) to nothing at `radius`."""
        w, h = self.image.size
        small = (max(1, w // 4), max(1, h // 4))
        gx = (np.arange(small[0]) + 0.5) * w / small[0] / self.scale - x
        gy = (np.arange(small[1]) + 0.5) * h / small[1] / self.scale - y
        fall = np.clip(1 - np.hypot(gx[None, :], gy[:, None]) / radius, 0, 1) ** 2
        self.screen(Image.fromarray((fall * 255 * strength).astype(np.uint8)), colour)

    def screen(self, mask: Image.Image, colour: RGB) -> None:
        """Add light of one colour where the mask (of any size, stretched to the canvas) is bright."""
        full = mask.resize(self.image.size, Image.Resampling.BICUBIC)
        bands = [full.point(lut(channel / 255)) for channel in colour]
        self.image = ImageChops.screen(self.image, Image.merge("RGB", bands))

    def gradient(self, stops: Sequence[tuple[float, RGB]]) -> None:
        """Fill the canvas with a vertical gradient; stops are (position 0..1 from the top, colour)."""
        y = np.linspace(0, 1, self.image.height)
        places, colours = zip(*stops, strict=True)
        bands = [np.interp(y, places, band) for band in zip(*colours, strict=True)]
        column = np.stack(bands, axis=1).round().astype(np.uint8)[:, None, :]
        self.image.paste(Image.fromarray(column).resize(self.image.size, Image.Resampling.NEAREST))

    def veil(self, top: float, bottom: float, colour: RGB, alpha: float) -> None:
        """Mist that begins at `top` and reaches `alpha` at `bottom`."""
        ramp = np.clip((np.arange(self.image.height) / self.scale - top) / (bottom - top), 0, 1)
        ramp = ramp * ramp * (3 - 2 * ramp)
        mask = Image.fromarray((ramp * 255 * alpha).astype(np.uint8)[:, None])
        mask = mask.resize(self.image.size, Image.Resampling.NEAREST)
        self.image.paste(colour, (0, 0, *self.image.size), mask)

    def sky(self, p: Palette, low: float = 0.66) -> None:
        self.gradient([(0, p.zenith), (low * 0.5, p.middle), (low, p.horizon), (1, p.horizon)])

    def disc(self, p: Palette, x: float, y: float, r: float, strength: float = 0.75) -> None:
        """A sun or moon with two halos; it also makes the subject's outline stand out."""
        self.glow(x, y, r * 3.2, p.light, strength * 0.75)
        self.fill([ellipse(x, y, r * 1.22, r * 1.22, 90)], mix(p.horizon, p.light, 0.5), 0.28)
        self.fill([ellipse(x, y, r, r, 90)], mix(p.horizon, p.light, 0.75), strength)

    def lay(self, shapes: Sequence[Shape], colour: RGB, edge: RGB, thick: float = 2.2) -> None:
        """A layer like cut paper: one colour, lit upper edges, a soft shadow on the layer behind."""
        stencil = self.stencil(shapes, 12)
        shadow = soften(stencil.shifted(0, -7 * self.scale), 9 * self.scale).point(lut(0.28))
        self.image.paste(colour, stencil.at, shadow)
        self.image.paste(edge, stencil.at, stencil.mask)
        inner = ImageChops.darker(stencil.mask, stencil.shifted(0, max(1.0, thick * self.scale)))
        self.image.paste(colour, stencil.at, inner)

    def rays(
        self, rng: Random, spot: tuple[float, float], count: int, colour: RGB, strength: float, spread: float
    ) -> None:
        """Beams from a spot, `spread` degrees to each side of straight down (180: in all directions)."""
        shapes, far = [], self.width + HEIGHT
        for i in range(count):
            middle = math.radians(90 + spread * (2 * (i + rng.uniform(0.2, 0.8)) / count - 1))
            half = math.radians(spread / count * rng.uniform(0.2, 0.6))
            angles = (middle - half, middle + half)
            ends = [(spot[0] + far * math.cos(a), spot[1] + far * math.sin(a)) for a in angles]
            shapes.append(np.array([spot, *ends]))
        small = Canvas(Image.new("L", (self.image.width // 3, self.image.height // 3)), self.scale / 3)
        stencil = small.stencil(shapes)
        small.image.paste(255, stencil.at, stencil.mask)
        y, x = np.mgrid[0 : small.image.height, 0 : small.image.width] / small.scale
        fall = np.clip(1 - np.hypot(x - spot[0], y - spot[1]) / 800, 0, 1) * strength
        mask = Image.fromarray((np.asarray(soften(small.image, 4 * small.scale)) * fall).astype(np.uint8))
        self.screen(mask, colour)

    def haze(self, rng: Random, colour: RGB, strength: float, stretch: float = 2.0) -> None:
        """Drifting mist or smoke: smooth noise, `stretch` times as wide as high, added as light."""
        noise = np.random.Generator(np.random.PCG64(rng.getrandbits(32)))
        size = (max(8, self.image.width // 6), max(8, self.image.height // 6))
        total = np.zeros((size[1], size[0]), dtype=np.float32)
        for cells, part in ((3, 0.55), (7, 0.3), (15, 0.15)):
            grid = noise.random((max(2, round(cells * stretch)), cells), dtype=np.float32)
            total += part * np.asarray(Image.fromarray(grid).resize(size, Image.Resampling.BICUBIC))
        mask = np.clip((total - 0.42) * 3.2, 0, 1) * 255 * strength
        self.screen(Image.fromarray(mask.astype(np.uint8)), colour)


def soften(mask: Image.Image, radius: float) -> Image.Image:
    """A Gaussian blur; for large radii the mask is reduced first, which is faster and not visible."""
    if radius < 5 or min(mask.size) < 16:
        return mask.filter(ImageFilter.GaussianBlur(radius))
    small = mask.reduce(4)
    return small.filter(ImageFilter.GaussianBlur(radius / 4)).resize(mask.size, Image.Resampling.BICUBIC)
