"""The games beside the sample game: they are valid, and their cards come out whole and readable."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pypdf
import pytest
from in_memory import pdf_bytes

from cardtools.project.project import find_project
from cardtools.project.starter import EXAMPLES, games, starter_folder
from cardtools.render.card_pictures import CardSide, compose_cards
from cardtools.render.compose.compose import compose
from cardtools.render.project_cards import ProjectCards
from cardtools.render.scene.pages import Page, Placement
from cardtools.render.scene.scene import Box, Fill, Picture, Rectangle, Scene, TextRun, runs, walk
from cardtools.rulesets import load_ruleset
from cardtools.steps.check import check_game
from cardtools.steps.game_files import GameFiles

Colour = tuple[float, float, float]
GAMES = games()
ART = ((0.0, 0.0, 0.0), (0.5, 0.5, 0.5), (1.0, 1.0, 1.0))  # what art may look like behind words


def folder(game: str) -> Path:
    return starter_folder() / EXAMPLES / game


@cache
def project_cards(game: str) -> ProjectCards:
    return GameFiles(find_project(folder(game))).project_cards


@cache
def cards(game: str) -> tuple[CardSide, ...]:
    found = project_cards(game)
    return tuple(compose_cards(found.faces, found.everything, found.art_files))


def scenes(game: str) -> list[Scene]:
    return [card.scene for card in cards(game) if card.scene]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_valid(game: str) -> None:
    project = find_project(folder(game))
    report = check_game(GameFiles(project))
    assert [str(found) for found in report.diagnostics if found.severity != "info"] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_fifteen_cards_and_every_type(game: str) -> None:
    project = find_project(folder(game))
    types = load_ruleset(project.settings.ruleset, project.root).vocabulary["type"].values
    found = project_cards(game)
    assert len(found.cards) >= 15
    assert found.extras
    column = "TYPES" if "TYPES" in found.cards[0].values else "TYPE"
    values = [card.values[column] for card in found.everything]
    seen = {one for value in values for one in (value if isinstance(value, tuple) else (value,))}
    assert seen >= set(types)


@pytest.mark.parametrize("game", GAMES)
def test_every_card_is_drawn_without_a_finding(game: str) -> None:
    assert [str(found) for card in cards(game) for found in (*card.problems, *card.findings)] == []


@pytest.mark.parametrize("game", GAMES)
def test_words_lie_inside_the_safe_zone(game: str) -> None:
    for scene in scenes(game):
        safe = scene.trim.grown(-3.0 if scene.width > 30 else -2.0)  # counters are small
        for run in runs(scene):
            assert run_box(run).inside(safe), (scene.title, run.text, run)


def run_box(run: TextRun) -> Box:
    """The words from the height of capitals to the baseline."""
    height = 0.6 * run.size * 25.4 / 72
    return Box(run.left, run.baseline - height, run.width, height)


def rgb(colour: str) -> Colour:
    return (int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255)


def mixed(below: Colour, above: Colour, share: float) -> Colour:
    one, two, three = ((1 - share) * b + share * a for b, a in zip(below, above, strict=True))
    return (one, two, three)


def contrast(one: Colour, other: Colour) -> float:
    light, dark = sorted(map(luminance, (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: Colour) -> float:
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def colour_at(fill: Fill, box: Box, x: float, y: float) -> Colour:
    """The colour of a fill at a place, gradients included."""
    colours = [rgb(colour) for colour in fill.colours]
    if len(colours) == 1:
        return colours[0]
    x0, y0, x1, y1 = fill.ends(box)
    along = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / math.dist((x0, y0), (x1, y1)) ** 2
    step = min(max(along, 0.0), 1.0) * (len(colours) - 1)
    index = min(int(step), len(colours) - 2)
    return mixed(colours[index], colours[index + 1], step - index)


def grounds(scene: Scene) -> Iterator[tuple[TextRun, list[Colour]]]:
    """Every run of words with the colours that areas and any art put behind its middle."""
    below: list[Rectangle | Picture] = []
    for item in walk(scene.items):
        if isinstance(item, Rectangle | Picture):
            below.append(item)
        elif isinstance(item, TextRun):
            box = run_box(item)
            x, y = box.left + box.width / 2, box.top + box.height / 2
            behind: list[Colour] = [(1.0, 1.0, 1.0)]
            for area in below:
                if not Box(x, y, 0, 0).inside(area.box):
                    continue
                if isinstance(area, Picture):
                    behind = list(ART)
                elif area.fill:
                    above, share = colour_at(area.fill, area.box, x, y), area.fill.opacity
                    behind = [mixed(colour, above, share) for colour in behind]
            yield item, behind


@pytest.mark.parametrize("game", GAMES)
def test_words_have_contrast_over_any_art(game: str) -> None:
    for scene in scenes(game):
        for run, behind in grounds(scene):
            for ground in behind:
                assert contrast(rgb(run.colour), ground) >= 4.5, (scene.title, run.text, run.colour, ground)


@pytest.mark.parametrize("game", GAMES)
def test_the_text_of_the_pdf_is_the_text_of_the_scene(game: str) -> None:
    found = project_cards(game)
    fonts = found.fonts()
    pages = [Page(scene.width, scene.height, (Placement(scene, 0, 0),)) for scene in scenes(game)]
    reader = pypdf.PdfReader(io.BytesIO(pdf_bytes(pages, fonts, found.art_files, "Cards")))
    for scene, page in zip(scenes(game), reader.pages, strict=True):
        # Which words of two runs side by side belong together is the reader's guess, so blanks do not count.
        extracted = "".join(page.extract_text().split())
        wanted = ["".join(run.text.split()) for run in runs(scene)]
        assert [text for text in wanted if text not in extracted] == [], scene.title
        assert sorted(extracted) == sorted("".join(wanted)), scene.title


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_a_back_that_is_drawn_for_every_card(game: str) -> None:
    found = project_cards(game)
    assert found.backs is not None
    for card in found.everything:
        _, findings = compose(found.backs.choose(card.values, card.where), card.values)
        assert findings == []
