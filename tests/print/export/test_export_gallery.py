"""The art_files: one file with every card, that nothing in a card's text can break."""

from __future__ import annotations

import base64
import html
import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from cardtools.print.export.decks import Job
from cardtools.print.export.html import filters

Game, Exported = Callable[..., None], Callable[..., Job]
NASTY = '"</script><b onx=1>&amp;'


def page(folder: Path) -> str:
    return (folder / "out/deck.html").read_text(encoding="utf-8")


def test_every_card_is_in_the_page_once_with_its_words(game: Game, exported: Exported, folder: Path) -> None:
    game()
    exported("html")
    text = page(folder)
    pictures = re.findall(r'<img src="data:image/jpeg;base64,([^"]+)" alt="(\w+)"', text)
    assert [name for _, name in pictures] == ["Ox", "Owl"]
    with Image.open(io.BytesIO(base64.b64decode(pictures[0][0]))) as image:
        assert image.width == 500
    assert "<title>Test: deck</title>" in text
    assert "3 cards, 2 different" in text
    owl = re.findall(r'data-words="([^"]*)"', text)[1]
    assert "draw two cards. gain one point." in owl
    assert "ox.png" not in re.sub(r'data-words="[^"]*"', "", text)


def test_the_page_needs_nothing_else(game: Game, exported: Exported, folder: Path) -> None:
    game()
    exported("html")
    text = re.sub(r"data:image/jpeg;base64,[^\"]+", "", page(folder))
    assert re.findall(r"https?:|url\(|<link|@import|(?:src|href)=\"[^\"]", text) == []


def test_texts_cannot_become_tags(game: Game, exported: Exported, folder: Path) -> None:
    cell = '"' + NASTY.replace('"', '""') + '"'
    game(f"{cell};Earth;Beast;1;ox.png;1;4;{cell};;O;0;60;Normal;", deck=f"1 {NASTY}\n")
    exported("html")
    text = page(folder)
    assert text.count("<script>") == text.count("</script>") == 1
    assert "<b onx" not in text
    assert html.unescape(re.findall(r'alt="([^"]+)"', text)[0]) == NASTY


def test_filters_are_the_words_and_steps_of_the_ruleset_that_differ(game: Game, exported: Exported) -> None:
    game()
    job = exported("html")
    found = {one.label: one.values for one in filters(job.ruleset, job.decks[0].cards)}
    assert found == {
        "Type": ("Earth", "Air"),  # in the ruleset's order
        "Sub-type": ("Beast", "Avian"),
        "Rank": ("1", "2"),
        "Style": ("Normal", "Latent"),  # of both effects
    }


def test_a_card_answers_each_filter(game: Game, exported: Exported, folder: Path) -> None:
    game()
    exported("html")
    owl = page(folder).partition('alt="Owl"')[0].rpartition("<li ")[2]
    assert re.findall(r' data-f(\d)="([^"]*)"', owl) == [
        ("0", "Air"), ("1", "Avian|Beast"), ("2", "2"), ("3", "Latent|Normal"),
    ]  # fmt: skip


def test_the_pictures_of_a_large_set_are_files_that_are_loaded_late(
    game: Game, exported: Exported, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtools.print.export.html.MOST_INSIDE", 1)
    game()
    exported("html")
    text = page(folder)
    sources = re.findall(r'<img src="([^"]+)" loading="lazy" alt', text)
    assert sources == ["deck/ox.jpg", "deck/owl.jpg"]
    assert "base64" not in text
    assert "img-src &#39;self&#39; data:" in text
    with Image.open(folder / "out/deck/owl.jpg") as image:
        assert image.size == (500, 700)
    exported("html", one_file=True)
    assert page(folder).count("base64") == 2
