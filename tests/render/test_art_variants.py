"""A card may name several pictures: the chosen one is used wherever the card is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from render_helpers import TEMPLATES, art_bytes

from cardtools.cards.deck import parse_deck
from cardtools.cards.picture_cells import replace_picture, split_pictures
from cardtools.cards.table import Card
from cardtools.ground.errors import InputError
from cardtools.ground.io.build_record import BuildRecord
from cardtools.project.project import Project, find_project
from cardtools.project.settings import CardSettings
from cardtools.render.card_pictures import compose_cards
from cardtools.render.project_cards import ProjectCards
from cardtools.render.scene.scene import Picture, walk
from cardtools.steps.draw_cards import Composer
from cardtools.steps.game_files import GameFiles

PICTURES = ("ox.jpg", "ox-at-night.jpg", "herd/ox.jpg")
TABLE = f"NAME;TYPE;COST;COLOUR;ATTACK;DEFENSE;IMAGE\nOx;Creature;1;Red;1;1;{' | '.join(PICTURES)}\n"
TABLE += "Owl;Creature;1;Blue;1;1;owl.jpg\n"
FACE = """
[card]
width = 20
height = 30
[elements.art]
kind = "image"
left = 0
right = 0
top = 0
bottom = 0
image = "{{ IMAGE }}"
"""


@pytest.fixture
def project(write: Callable[[str, str | bytes], Path], folder: Path) -> Project:
    """A game of an Ox with three pictures and an Owl with one."""
    write("cardtools.toml", 'ruleset = "mana"\n[[faces]]\nface = "templates/face.toml"\n')
    write("cards/cards.csv", TABLE)
    write("templates/face.toml", FACE)
    write(
        "templates/sheets/3x3.toml", (TEMPLATES / "sheets/counters.toml").read_text().partition("[marks]")[0]
    )
    for name in (*PICTURES, "owl.jpg"):
        write(f"cards/art/{name}", art_bytes((300, 400)) + name.encode())
    return find_project(folder)


def choosing(project: Project, **pictures: int) -> Project:
    return replace(project, settings=replace(project.settings, cards=CardSettings(pictures=pictures)))


def drawn(project_cards: ProjectCards, card: Card) -> str:
    """The source of the picture in the card's scene."""
    (composed,) = compose_cards(project_cards.faces, [card], project_cards.art_files)
    assert composed.scene is not None
    (picture,) = (item for item in walk(composed.scene.items) if isinstance(item, Picture))
    return picture.source


def inputs(project: Project) -> dict[str, str]:
    record = BuildRecord(project.root, project.output)
    composer = Composer(GameFiles(project), record)
    composer.compose_changed(composer.project_cards.cards)
    return {card.name: composer.inputs(card) for card in composer.project_cards.cards}


@given(st.lists(st.text("ab/. ", min_size=1).filter(str.strip), max_size=4))
def test_a_cell_gives_back_the_pictures_that_it_names(names: list[str]) -> None:
    assert split_pictures(" | ".join(names)) == tuple(name.strip() for name in names)


def test_a_path_is_replaced_where_it_is_the_whole_path() -> None:
    assert replace_picture("an-ox.jpg| ox.jpg |ox.jpg", "ox.jpg", "b.jpg") == "an-ox.jpg| b.jpg |b.jpg"


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_picture_of_that_number_is_in_the_scene(project: Project, number: int) -> None:
    by_project = GameFiles(choosing(project, Ox=number)).project_cards
    assert drawn(by_project, by_project.cards[0]) == PICTURES[number - 1]
    project_cards = GameFiles(project).project_cards
    (by_deck,) = project_cards.deck(parse_deck(Path("d.txt"), f"1 ox @{number}"))
    (by_name,) = project_cards.find_cards([f"OX @{number}"])
    assert drawn(project_cards, by_deck) == drawn(project_cards, by_name) == PICTURES[number - 1]


def test_the_first_is_used_where_nothing_is_said(project: Project) -> None:
    project_cards = GameFiles(project).project_cards
    assert [drawn(project_cards, card) for card in project_cards.cards] == [PICTURES[0], "owl.jpg"]


def test_a_choice_changes_what_that_card_is_made_from_and_no_other(project: Project) -> None:
    first, second = inputs(project), inputs(choosing(project, Ox=2))
    assert {name for name in first if first[name] != second[name]} == {"Ox"}


def test_file_names_are_those_of_the_card_and_tell_other_pictures(project: Project) -> None:
    project_cards = GameFiles(project).project_cards
    deck = project_cards.deck(parse_deck(Path("d.txt"), "2 Ox\n1 Ox @1\n1 Ox @3\n1 Owl"))
    assert [card.slug for card in deck] == ["ox", "ox", "ox", "ox--art-3", "owl"]
    assert [card.slug for card in GameFiles(choosing(project, Ox=3)).project_cards.cards] == ["ox", "owl"]


@pytest.mark.parametrize("pictures", [{"Ox": 4}, {"Ox": -1}, {"Ox": 0}, {"Oxx": 2}])
def test_a_choice_that_cannot_be_is_told(project: Project, pictures: dict[str, int]) -> None:
    with pytest.raises(InputError, match=r"no picture|no card is named|expected 1 or more"):
        _ = GameFiles(choosing(project, **pictures)).project_cards


def test_decks_print_the_picture_they_name(cardtools, project: Project, write, folder: Path) -> None:
    settings = (folder / "cardtools.toml").read_text()
    write("cardtools.toml", settings.replace("[[faces]]", '[cards]\ndecks = ["cards/deck.txt"]\n[[faces]]'))
    write("cards/deck.txt", "1 Ox\n1 Ox @2\n1 Owl\n")
    assert cardtools("sheet", "-q").code == 0
    pdf = (folder / "output/sheets/deck.pdf").read_bytes()
    for name, times in (("ox.jpg", 1), ("ox-at-night.jpg", 1), ("herd/ox.jpg", 0), ("owl.jpg", 1)):
        assert pdf.count(art_bytes((300, 400)) + name.encode()) == times, name
    assert cardtools("sheet", "--changed").out.count("nothing changed") == 1
    write("cards/deck.txt", "1 Ox @3\n1 Ox @2\n1 Owl\n")
    assert "1 card on 1 sheet" in cardtools("sheet", "--changed").out


def test_a_deck_that_names_no_picture_of_its_card_is_a_finding(cardtools, project: Project, write) -> None:
    deck = write("cards/deck.txt", "1 Ox @4\n1 Owl @1\n1 Ox @2\n1 Ox @3\n")
    outcome = cardtools("validate", "--deck", str(deck), "--select", "DCK")
    assert "deck.txt:1:3: DCK008 picture: Ox has 3 pictures, there is no picture 4" in outcome.out
    assert "write 1 to 3" in outcome.out
    assert "DCK003" not in outcome.out, "lines of other pictures are no repetition"
    assert cardtools("sheet", "--deck", str(deck)).code == 2


def test_every_picture_is_looked_for_and_painted(cardtools, project: Project, folder: Path) -> None:
    for name in PICTURES[1:]:
        (folder / "cards/art" / name).unlink()
    assert cardtools("art").out == "2 pictures painted\n"
    one, other = ((folder / "cards/art" / name).read_bytes() for name in PICTURES[1:])
    assert one != other
