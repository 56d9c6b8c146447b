"""The colours of a picture: few, from one family for each type, varied a little by the subject's seed."""

import colorsys
import random
import zlib
from dataclasses import dataclass

RGB = tuple[int, int, int]


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


def shift_hue(colour: RGB, hue: float, value: float) -> RGB:
    """The colour with its hue shifted by `hue` turns and its value multiplied."""
    h, s, v = colorsys.rgb_to_hsv(*(c / 255 for c in colour))
    r, g, b = colorsys.hsv_to_rgb((h + hue) % 1.0, s, min(1.0, v * value))
    return round(r * 255), round(g * 255), round(b * 255)


def choose_palette(word: str, rng: random.Random) -> Palette:
    """One of the palettes of a type (any case), its hue and lightness moved a little."""
    word = word.lower() or "-"
    palettes = [(name, colours) for name, *colours in map(str.split, PALETTES.splitlines())]
    hue, value = rng.uniform(-0.022, 0.022), rng.uniform(0.95, 1.05)
    if word == "?" or word not in (name for name, _ in palettes):
        word, hue = "?", zlib.crc32(word.encode()) / 2**32
    codes = rng.choice([colours for name, colours in palettes if name == word])
    red_green_blue = [bytes.fromhex(code) for code in codes]
    return Palette(*(shift_hue((r, g, b), hue, value) for r, g, b in red_green_blue))
