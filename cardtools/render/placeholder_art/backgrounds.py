"""The background behind the subject, one painter a type.

Every painter leaves the middle of the upper part open and light, where the subject will be, and ends in calm
ground at the bottom, which translucent text panels cover on the finished card.
"""

import random
from collections.abc import Callable

from cardtools.render.placeholder_art import landforms as land
from cardtools.render.placeholder_art import lands, skies
from cardtools.render.placeholder_art.brush import Canvas
from cardtools.render.placeholder_art.palette import Palette, mix
from cardtools.render.placeholder_art.scenery import FOCUS, disc, haze, lay, sky, specks


def unknown(canvas: Canvas, p: Palette, rng: random.Random) -> None:
    """Dusk over hills, for types without a background of their own."""
    w = canvas.width
    sky(canvas, p)
    disc(canvas, p, w / 2, FOCUS, rng.uniform(205, 240), 0.65)
    haze(canvas, rng, p.light, 0.3, 4)
    for i, base in enumerate((530, 595, 665, 740)):
        colour = mix(p.far, p.near, i / 3)
        shape = land.ridge(rng, w, base, 70 - 10 * i, 0.55) if i < 2 else land.hills(rng, w, base, 24)
        lay(canvas, [shape], colour, mix(colour, p.rim, 0.5 - 0.1 * i))
        canvas.veil(base, base + 120, p.horizon, 0.35 - 0.09 * i)
    canvas.fill(specks(rng, w, 80, 640, 50, 3.4), p.light, 0.8, 1.6)


PAINTERS: dict[str, Callable[[Canvas, Palette, random.Random], None]] = {
    "earth": lands.earth,
    "water": skies.water,
    "fire": lands.fire,
    "air": skies.air,
    "electric": skies.electric,
    "light": skies.light,
    "nature": lands.nature,
    "dark": lands.dark,
}
