"""The terms of a game as a page, on a reference card, and what `validate` says of them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cardtools as library
from cardtools.render.scene.scene import runs

Write = Callable[[str, str | bytes], Path]
TERMS = """
[marks]
markdown = true
[terms.Soaring]
text = "Only a bird with @[Soaring] & a <u>wing</u> {coin} *follows*."
icon = "wing"
style = "<b>"
[terms.Diving]
text = "It dives\\nfor [2] fish."
word = "High Diving"
[terms.Unseen]
text = "Nobody has it."
"""


@pytest.fixture
def game(cardtools: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with three terms, two of which its cards have."""
    assert cardtools("init", "birds", "--blank", "-q").code == 0
    root = folder / "birds"
    monkeypatch.chdir(root)
    project = root / "cardtools.toml"
    project.write_text(project.read_text() + TERMS)
    rows = "NAME;COST;KEYWORDS;TEXT\nPuffin;1;Diving;It has @[soaring].\nWords;1;;\n"
    (root / "cards/cards.csv").write_text(rows)
    return root


def test_terms_as_a_page(cardtools: Any, game: Path) -> None:
    markdown = cardtools("rules", "terms", "--format", "markdown").out
    assert "# Birds: terms\n" in markdown
    assert "**Soaring**: Only a bird with **Soaring** & a wing coin *follows*.\n" in markdown
    assert "**High Diving**: It dives\nfor \\[2\\] fish." in markdown
    page = cardtools("rules", "terms", "--format", "html").out
    assert "<dt><b>Soaring</b></dt>\n<dd>Only a bird with <b>Soaring</b> &amp; a <u>wing</u> coin" in page
    assert "It dives<br>for [2] fish." in page
    assert cardtools("rules", "terms").out.startswith(
        "Soaring: Only a bird with Soaring & a wing coin follows."
    )
    data = json.loads(cardtools("rules", "terms", "--format", "json").out)
    assert data["Diving"] == {"word": "High Diving", "text": "It dives\nfor [2] fish."}


def test_a_face_prints_the_terms_that_cards_have(game: Path) -> None:
    face = game / "templates/card.toml"
    text = "{% for one in glossary %}{{ one.word }}|{% endfor %}{{ terms.Soaring.icon }}"
    face.write_text(face.read_text().replace('"{{ NAME }}"', f'"{text}"'))
    cards = library.load(game).files.project_cards
    (first, *_) = cards.compose(cards.cards)
    assert first.scene is not None
    assert "Soaring|High Diving|wing" in "".join(run.text for run in runs(first.scene))


def test_terms_are_checked(cardtools: Any, game: Path) -> None:
    cards, face = game / "cards/cards.csv", game / "templates/card.toml"
    assert "TXT041 unused-term: info: no card has the term Unseen" in cardtools("validate").out
    cards.write_text(cards.read_text().replace("It has", "It has @[Soarin],"))
    face.write_text(face.read_text().replace('"{{ NAME }}"', "\"{{ term('Unsean') }} {{ term('unseen') }}\""))
    said = cardtools("validate").out
    assert "cards.csv:2:17: TXT040 unknown-term: Puffin: TEXT calls 'Soarin', which is no term" in said
    assert re.search(r"card.toml:\d+:\d+: TXT040 unknown-term: the text name calls 'Unsean'", said)
    assert said.count("TXT04") == 2
    assert said.count("did you mean") == 2


def test_a_changed_term_draws_its_cards_again(game: Path) -> None:
    def inputs() -> list[str]:
        cards = library.load(game).files.project_cards
        return [side.inputs for side in cards.compose(cards.cards)]

    before, project = inputs(), game / "cardtools.toml"
    assert inputs() == before
    project.write_text(project.read_text().replace("Nobody", "No one"))
    assert inputs() != before
