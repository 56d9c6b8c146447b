"""From cards to files: names, which face a card gets, what a picture depends on, and that one card's fault
does not stop the others."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from render_helpers import HERE

from cardtools.cards.table import Card
from cardtools.ground.errors import InputError
from cardtools.ground.io.filenames import card_names, slug
from cardtools.project.settings import FaceChoice
from cardtools.render.card_pictures import compose_cards
from cardtools.render.face.assignment import Faces, load_faces
from cardtools.render.pictures.art import ArtFiles
from cardtools.render.scene.scene import runs


@pytest.fixture(scope="module")
def faces(templates: Path) -> Faces:
    return load_faces(templates.parent)


def source(values: dict[str, Any]) -> Card:
    return Card(values, values["NAME"], HERE, slug(values["NAME"]))


@given(st.text(max_size=200))
def test_file_names_are_safe_everywhere(name: str) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug(name))
    assert len(slug(name)) <= 85
    assert slug(name) not in ("con", "nul", "aux", "prn", "com1")


def test_file_names_read_like_the_card() -> None:
    assert slug("Auriela, Keeper of Noon") == "auriela-keeper-of-noon"
    assert slug("Wayfarer's Lantern") == "wayfarers-lantern"
    assert slug("Ætherłord Ñandú") == "aetherlord-nandu"
    assert slug("CON") == "con-card"


def titled(names: list[str]) -> list[str]:
    """The file names of cards with these names and nothing else."""
    return card_names(names)


def test_names_of_which_nothing_is_left_have_files_of_their_own_in_any_order() -> None:
    names = ["炎の竜", "水の竜", "🔥", "x" * 300, "x" * 299 + "y"]
    assert titled(names) == titled(names[::-1])[::-1]
    assert titled(names) == [slug(name) for name in names]
    assert slug("   ") == slug("") == "card"
    assert titled(["Ox", "OX", "a/b", "a\\b"]) == ["ox", "ox-2", "a-b", "a-b-2"]


def test_tiers_of_one_name_are_told_apart_in_any_order() -> None:
    tiers = [None, 1, 6]
    assert card_names(["Ox"] * 3, tiers) == ["ox", "ox-tier-1", "ox-tier-6"]
    assert card_names(["Ox"] * 3, tiers[::-1]) == ["ox-tier-6", "ox-tier-1", "ox"]


def test_spells_get_the_spell_face(faces: Faces, card: Callable[..., Any]) -> None:
    assert faces.choose(card(), HERE).name == "unit"
    assert faces.choose(card(TYPE="Spell"), HERE).name == "spell"


def test_lore_cards_get_the_lore_face(faces: Faces, art_root: Path, card: Callable[..., Any]) -> None:
    empty = dict.fromkeys(("TYPE", "SUBTYPES", "LEVEL", "ATTACK", "DEFENSE", "EFFECT1", "EFFECT2"))
    values = card(**empty, NAME="The First Tide", LORE_OF="Tide Singer", EFFECT2_STYLE=None)
    assert faces.choose(values, HERE).name == "lore"
    (composed,) = compose_cards(faces, [source(values)], ArtFiles((art_root,)))
    assert composed.scene
    assert not composed.faulty
    words = " ".join(run.text for run in runs(composed.scene))
    assert "The story of Tide Singer" in words
    assert "It sneezes" in words


def test_a_card_that_no_face_fits_is_an_error(templates: Path, card: Callable[..., Any]) -> None:
    faces = load_faces(templates, [FaceChoice("unit.toml", "LEVEL > 9")])
    with pytest.raises(InputError, match="no face fits the card Cinder Whelp"):
        faces.choose(card(), HERE, "Cinder Whelp")
    faces = load_faces(templates, [FaceChoice("unit.toml", "LEVL > 9")])
    with pytest.raises(InputError, match=r"'LEVL' is undefined\n  help: did you mean LEVEL\?"):
        faces.choose(card(), HERE)


def test_a_broken_card_does_not_stop_the_others(
    faces: Faces, art_root: Path, card: Callable[..., Any]
) -> None:
    cards = [source(card(NAME="A", IMAGE="no.jpg")), source(card(NAME="B")), source(card(NAME="C", TYPE="?"))]
    done = list(compose_cards(faces, cards, ArtFiles((art_root,), strict=True)))
    assert [composed.scene is not None for composed in done] == [False, True, False]
    assert "card A: no art 'no.jpg'" in str(done[0].problems[0])
    assert "card C: no palette '?'" in str(done[2].problems[0])


def test_the_digest_follows_values_art_and_face(
    faces: Faces, art_root: Path, templates: Path, card: Callable[..., Any]
) -> None:
    (art_root / "other.jpg").write_bytes((art_root / "units" / "whelp.jpg").read_bytes() + b"\0")

    def inputs(values: dict[str, Any], among: Faces = faces) -> str:
        return next(compose_cards(among, [source(values)], ArtFiles((art_root,)))).inputs

    assert inputs(card()) == inputs(card())
    others = [
        inputs(card(ATTACK=605)),
        inputs(card(IMAGE="other.jpg")),
        inputs(card(), load_faces(templates, [FaceChoice("spell.toml")])),
    ]
    assert len({inputs(card()), *others}) == 4
