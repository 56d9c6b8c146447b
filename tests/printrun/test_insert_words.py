"""The words of an insert lie inside its own outline, or there is a finding (Doc 4.2)."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from outcome import Outcome
from plain_face import FONT

from cardtools.cards.table import Card
from cardtools.ground.errors import Location
from cardtools.printrun.outlines import InsertOutline, outline
from cardtools.render.card_pictures import CardSide
from cardtools.render.compose.compose import compose
from cardtools.render.face.load import Face, load_face
from cardtools.render.scene.scene import TextRun
from cardtools.steps.runs.insert_words import MARGIN, InsertWords, room_inside

FACE = """
[card]
width = 63.5
height = 88.9
bleed = 0
safe = 2
[fonts]
text = "font.ttf"
[styles.title]
font = "text"
size = 14
minimum = 6
[styles.story]
font = "text"
size = 10
minimum = 4
[elements.story]
kind = "text"
style = "story"
left = 5
right = 5
top = 50
height = 30
text = "{{ STORY }}"
[elements.title]
kind = "text"
style = "title"
left = 5
right = 5
top = 5
height = 10
text = "{{ NAME }}"
"""
WORDS = "a lamp was lit by nobody and burns for whoever comes next over the long hill".split()
WIDTH, HEIGHT = 63.5, 88.9
shapes = st.builds(outline, st.integers(0, 2**63), st.integers(1, 10**6), st.floats(1200.0, 2800.0))


@cache
def insert_face() -> Face:
    with TemporaryDirectory() as folder:
        path = Path(folder, "face.toml")
        shutil.copy(FONT, path.with_name("font.ttf"))
        path.write_text(FACE, encoding="utf-8")
        return load_face(path)


def words_of(story: str, name: str = "The Lamp") -> InsertWords:
    face = insert_face()
    values = {"NAME": name, "STORY": story}
    scene, _ = compose(face, values, name=name)
    card = Card(values, name, Location("cards.csv", 1), "lamp")
    return InsertWords(face, CardSide(card, scene, (), ()))


def runs_inside(words: InsertWords, shape: InsertOutline) -> list[TextRun]:
    return [item for item in words.inside(shape, WIDTH, HEIGHT) if isinstance(item, TextRun)]


@given(shapes)
def test_the_room_is_inside_and_away_from_the_cut(shape: InsertOutline) -> None:
    room = room_inside(shape)
    assert room.width * room.height > 0.3 * shape.area
    x, y = np.meshgrid(np.linspace(room.left, room.right, 20), np.linspace(room.top, room.bottom, 20))
    assert shape.contains(x, y).all()
    points = shape.polygon()
    far = np.hypot(x.ravel()[:, None] - points[:, 0], y.ravel()[:, None] - points[:, 1])
    assert far.min() > MARGIN - 0.7


@given(shapes, st.lists(st.sampled_from(WORDS), min_size=1, max_size=120))
def test_words_lie_inside_or_have_no_room(shape: InsertOutline, story: list[str]) -> None:
    words = words_of(" ".join(story))
    runs = runs_inside(words, shape)
    if not words.fit(shape):
        assert sum(map(len, story)) > 150
        return
    assert " ".join(run.text.strip() for run in runs).split() == ["The", "Lamp", *story]
    assert all(run.clip is None for run in runs)
    for run in runs:
        x = np.linspace(run.left, run.left + run.width, 20) - WIDTH / 2
        high = run.size * 0.3528
        for y in (run.baseline - 0.7 * high, run.baseline + 0.2 * high):
            assert shape.contains(x, np.full(20, y - HEIGHT / 2)).all(), run.text


def test_words_without_room_in_any_outline_are_reported(
    lantern: Path, cardtools: Callable[..., Outcome]
) -> None:
    assert "TTR109" not in cardtools("run", "inserts", "run.toml", "--format", "pdf").err
    face = lantern.parent / "face.toml"
    face.write_text(
        face.read_text().replace("height = 8\ntext", "height = 60\ntext").replace("size = 12", "size = 40")
    )
    done = cardtools("run", "inserts", "run.toml", "--format", "pdf", "--again")
    assert "TTR109 insert-words: warning: the words of Who Blew have no room" in done.err
    assert "in the outlines of 8 packs (T-P" in done.err


def test_a_card_is_set_as_often_as_there_are_packs() -> None:
    words = words_of(" ".join(WORDS * 5))
    shape = outline(1, 1, 2800.0)
    first = [run.text for run in runs_inside(words, shape)]
    # The limits of a card are for each time that it is set.
    assert all([run.text for run in runs_inside(words, shape)] == first for _ in range(300))
