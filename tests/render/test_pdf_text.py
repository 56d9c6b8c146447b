"""The text of a PDF is the text of its scene, for a card of every face."""

from __future__ import annotations

import io
from collections import Counter
from functools import cache
from pathlib import Path

import pypdf
import pytest
from in_memory import pdf_bytes

from cardtools.project.project import find_project
from cardtools.render.card_pictures import CardSide, compose_cards
from cardtools.render.project_cards import ProjectCards
from cardtools.render.scene.pages import Page, Placement
from cardtools.render.scene.scene import runs
from cardtools.steps.game_files import GameFiles

ROOT = Path(__file__).parents[2]
PROJECTS = [ROOT, *sorted(path.parent for path in ROOT.glob("examples/*/cardtools.toml"))]


@cache
def project_cards(project: Path) -> ProjectCards:
    return GameFiles(find_project(project)).project_cards


def face_slugs(project: Path) -> list[str]:
    """The slug of the first card of every face of the game."""
    found: dict[str, str] = {}
    for card in project_cards(project).everything:
        found.setdefault(project_cards(project).faces.choose(card.values, card.where).name, card.slug)
    return list(found.values())


def composed(project: Path, slug: str) -> CardSide:
    one = project_cards(project)
    card = next(card for card in one.everything if card.slug == slug)
    return next(compose_cards(one.faces, [card], one.art_files))


@pytest.mark.parametrize("project", PROJECTS, ids=lambda project: project.name)
def test_the_letters_of_the_pdf_are_those_of_the_scene(project: Path) -> None:
    for slug in face_slugs(project):
        assert_same_letters(project, slug)


def assert_same_letters(project: Path, slug: str) -> None:
    scene = composed(project, slug).scene
    assert scene is not None
    one = project_cards(project)
    page = Page(scene.width, scene.height, (Placement(scene, 0, 0),))
    data = pdf_bytes([page], one.fonts(), one.art_files, "Test")
    # Readers of PDFs guess where a word ends; which letters there are is not guessed.
    letters = Counter("".join(run.text for run in runs(scene)).replace(" ", ""))
    found = pypdf.PdfReader(io.BytesIO(data)).pages[0].extract_text()
    assert Counter("".join(found.split())) == letters, slug
