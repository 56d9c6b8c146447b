"""What the rendering tests share: the project's own faces, a sample card, art that is made on the spot."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from render_helpers import HERE, TEMPLATES, Load, art_bytes

from cardtools.render.face.load import Face, load_face
from cardtools.render.pictures.art import ArtFiles
from cardtools.render.text.fonts import Font

Values = dict[str, Any]


@pytest.fixture(scope="session")
def templates() -> Path:
    return TEMPLATES


@pytest.fixture(scope="session")
def unit() -> Face:
    return load_face(TEMPLATES / "unit.toml")


@pytest.fixture(scope="session")
def spell() -> Face:
    return load_face(TEMPLATES / "spell.toml")


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Load a face from its text; `font.ttf` is beside it."""
    shutil.copyfile(TEMPLATES / "fonts/AlegreyaSans-Bold.ttf", tmp_path / "font.ttf")

    def make(text: str) -> Face:
        path = tmp_path / "face.toml"
        path.write_text(text, encoding="utf-8")
        return load_face(path)

    return make


@pytest.fixture(scope="session")
def fonts(unit: Face, spell: Face) -> dict[str, Font]:
    return {**unit.metrics.files(), **spell.metrics.files()}


@pytest.fixture(scope="session")
def art_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("art")
    (root / "units").mkdir()
    (root / "units" / "whelp.jpg").write_bytes(art_bytes())
    return root


@pytest.fixture(scope="session")
def art_files(art_root: Path) -> ArtFiles:
    """Art roots with `units/whelp.jpg` read already."""
    art_files = ArtFiles((art_root,))
    art_files.load("units/whelp.jpg", HERE, "card Cinder Whelp")
    return art_files


@pytest.fixture
def card() -> Callable[..., Values]:
    """A unit's values; keywords replace some of them."""

    def make(**changes: Any) -> Values:
        values: Values = {
            "NAME": "Cinder Whelp",
            "TYPE": "Fire",
            "SUBTYPES": ("Dragon", "Beast"),
            "LEVEL": 2,
            "IMAGE": "units/whelp.jpg",
            "ATTACK": 600,
            "DEFENSE": 400,
            "EFFECT1": "When this card attacks, lose two points to destroy one rank 1 unit.",
            "EFFECT2": "This turn, this card cannot be attacked.",
            "EFFECT1_STYLE": "Normal",
            "EFFECT2_STYLE": "Counter",
            "SERIAL": "C1020640F1D10P",
            "RARITY": 3,
            "TRANSPARENCY": 60,
            "LORE": "It sneezes, and the village rebuilds.",
            "project": {"name": "Dawnwatch", "copyright": "© 2026 the authors"},
        }
        return {**values, **changes}

    return make


@pytest.fixture
def spell_card(card: Callable[..., Values]) -> Values:
    return card(NAME="Cursed Chains", TYPE="Spell", SUBTYPES=(), ATTACK=0, DEFENSE=-5, EFFECT1_STYLE="Equip")
