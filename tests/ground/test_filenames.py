"""Names of files: whatever a card, a deck or a plate is called, one segment that every system takes."""

from __future__ import annotations

import csv
import io
import json
import os
import unicodedata
import zipfile
from pathlib import Path, PureWindowsPath
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_face import ground

from cardtools.ground.errors import InputError, printable
from cardtools.ground.io.filenames import card_names, distinct, fold, segment, slug
from cardtools.print.sheets.printing import sheet_names

NASTY = (
    *(
        "",
        " ",
        ".",
        "..",
        "...",
        "/",
        "\\",
        "a/b",
        "a\\b",
        "../../x",
        "..\\..\\x",
        "/etc/passwd",
        "C:\\x",
        "C:x",
    ),
    *("\0", "a\0b", "a\nb", "\x1b[2J", "\x7f", "\u202egnp.exe", "\u2066x", "\ufeff", "\u200b", "\u2028"),
    *(
        "con",
        "CON",
        "Con.txt",
        "nul",
        "NUL.tar.gz",
        "COM1",
        "com¹",
        "lpt9.x",
        "aux ",
        "PRN.",
        "CONIN$",
        "clock$",
    ),
    *(
        "x.",
        "x ",
        ". x",
        ".x",
        " x",
        "-x",
        "--x",
        "~x",
        "x:y",
        "a*b?",
        "<x>",
        'a"b',
        "a|b",
        "$(x)",
        "%2e%2e%2f",
    ),
    *("ox", "OX", "Ox", "oX", "ｏｘ", "straße", "STRASSE", "é", "e\u0301", "É", "ﬁ", "fi", "İ", "ı"),
    *(
        "x" * 300,
        "é" * 200,
        "炎" * 100,
        "👩‍👩‍👧" * 40,
        "炎の竜",
        "\udcff",
        "٣",
        "fronts",
        "backs",
        "back",
        "cards",
    ),
    *(
        "ox-2",
        "ox-tier-1",
        "ox--art-2",
        "ox-foil",
        "tier",
        "1",
        "-1",
        "1.5",
        "Uncommon/Promo",
        "x/../../../cards/art/ox",
    ),
)
texts = st.one_of(st.sampled_from(NASTY), st.text(max_size=40), st.text(min_size=200, max_size=300))
tiers = st.one_of(st.none(), st.integers(-3, 9), texts, st.floats(), st.booleans(), st.tuples(texts))


def is_safe(name: str, most: int = 255) -> bool:
    """Whether Linux, macOS and Windows take the name, with any suffix, as that of one file here."""
    return (
        0 < len(name.encode()) <= most
        and not set(name) & set('/\\:*?"<>|')
        and not {unicodedata.category(letter) for letter in name} & {"Cc", "Cs", "Zl", "Zp"}
        and not set(name) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
        and name == name.strip(". ")
        and not PureWindowsPath(name).is_reserved()
        and not PureWindowsPath(f"{name}.png").is_reserved()
        and unicodedata.normalize("NFKC", name.partition(".")[0]).strip().upper()
        not in ("CON", "COM1", "CLOCK$")
    )


@given(st.lists(st.tuples(texts, tiers), max_size=30), st.lists(texts, max_size=5))
def test_every_card_has_a_file_of_its_own(cards: list[tuple[str, Any]], others: list[str]) -> None:
    taken = card_names(others)
    names = card_names([title for title, _ in cards], [tier for _, tier in cards], taken)
    assert [name for name in names if not is_safe(name, 200)] == []
    assert len({fold(name) for name in (*names, *taken)}) == len(cards) + len(others)


@given(texts)
def test_a_name_is_one_segment(text: str) -> None:
    assert is_safe(slug(text), 80)
    assert is_safe(segment(text), 200)


@given(st.lists(texts, max_size=30), st.lists(texts, max_size=5))
def test_names_that_some_disks_do_not_distinguish_are_told_apart(names: list[str], taken: list[str]) -> None:
    found = distinct(names, taken)
    assert len({fold(name) for name in found}) == len(names)
    assert {fold(name) for name in found}.isdisjoint(map(fold, taken))


@given(
    st.lists(
        texts.filter(lambda text: "/" not in text and "\0" not in text and text not in ("", ".", "..")),
        max_size=8,
    )
)
def test_decks_have_files_of_their_own_or_are_an_error(stems: list[str]) -> None:
    paths = [Path(f"{number}", f"{stem}.txt") for number, stem in enumerate(stems)]
    try:
        names = sheet_names(paths)
    except InputError as error:
        assert "rename one of them" in str(error)
    else:
        assert [name for name in names if not is_safe(name, 200)] == []
        assert len({fold(name) for name in names}) == max(1, len(stems))


@pytest.mark.parametrize(
    "name", ["starter", "My Deck", "a.b", "Ärger", "deck-card", "con-card", "コン", "Clock"]
)
def test_usual_names_stay(name: str) -> None:
    assert segment(name) == name


def test_decks_whose_names_differ_in_case_or_in_how_an_accent_is_written() -> None:
    for other in ("ÉLAN", "e\u0301lan"):
        with pytest.raises(InputError, match="its sheets would have the name of"):
            sheet_names([Path("a/élan.txt"), Path(f"b/{other}.txt")])


RULES = """
[ruleset]
id = "nasty"
name = "Nasty"
version = "1"
[fields.NAME]
[fields.RARITY]
[fields.GRADE]
type = "int"
[tiers]
column = "GRADE"
printed = [1, 2]
"""
FACE = """
[card]
width = 30
height = 40
bleed = 1
[elements.foil]
kind = "rectangle"
left = 5
right = 5
top = 5
height = 9
fill = "#000000"
plate = "foil"
"""
SETTINGS = """
ruleset = "rules.toml"
[cards]
decks = ["decks/../decks/a:b.txt", "decks/é.txt"]
[[faces]]
face = "face.toml"
[[backs]]
face = "face.toml"
[render]
dpi = 36
[sheet]
sheet = "sheet.toml"
"""


@pytest.fixture
def titles(folder: Path) -> list[str]:
    """The names of the cards of a project; neither they nor its decks are names of files."""
    project = folder / "project"
    for name in ("cards/art", "decks"):
        (project / name).mkdir(parents=True)
    (folder / "keep").write_text("keep")
    every = [*map(printable, filter(str.strip, NASTY)), "Ox Foil"]
    every = list(dict.fromkeys(name[:150].replace("\udcff", "") for name in every if name.strip()))
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(["NAME", "RARITY", "GRADE"])
    writer.writerows((title, "x/../../../cards/art/ox", "") for title in every)
    writer.writerows((title, "Uncommon/Promo", "2") for title in every[::7])
    (project / "cards/cards.csv").write_text(table.getvalue(), "utf-8")
    (project / "cards/art/ox.png").write_text("mine")
    (project / "decks/a:b.txt").write_text("2 ox\n")
    (project / "decks/é.txt").write_text("1 ox-2\n1 com¹\n")
    for name, text in {
        "rules": RULES,
        "face": FACE,
        "cardtools": SETTINGS,
        "sheet": "columns = 3\nrows = 3\n",
    }.items():
        (project / f"{name}.toml").write_text(
            ground("#ffffff", 1) + text if name == "face" else text, "utf-8"
        )
    os.chdir(project)
    return [*every, *every[::7]]


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def test_every_file_and_every_part_of_an_archive_has_a_safe_name(
    cardtools: Any, titles: list[str], folder: Path
) -> None:
    before = files(folder)
    export = [("export", "--to", to) for to in ("pnp", "mpc", "tts", "zip", "json", "html")]
    for command in [("build",), ("render", "--masks"), ("sheet",), ("box",), ("stats",), *export]:
        outcome = cardtools(*command)
        assert outcome.code < 2, outcome.err
    after = files(folder)
    assert {name: after[name] for name in before} == before
    new = after.keys() - before.keys()
    assert [name for name in new if not name.startswith("project/output/")] == []
    made = [name for name in new if "/." not in name]
    assert [name for name in made for part in name.split("/") if not is_safe(part)] == []
    assert len({fold(name) for name in made}) == len(made)
    cards = [name for name in made if name.startswith("project/output/cards/")]
    assert len(cards) == 2 * len(titles)  # and the plate of each
    for name in (name for name in made if name.endswith(".zip")):
        with zipfile.ZipFile(folder / name) as archive:
            parts = archive.namelist()
            assert len({fold(part) for part in parts}) == len(parts)
            assert [part for part in parts for one in part.split("/") if not is_safe(one)] == []
            assert len([part for part in parts if part.startswith("fronts/")]) == len(titles)
            rows = list(csv.DictReader(io.StringIO(archive.read("cards.csv").decode()), delimiter=";"))
            assert {row["FILE"] for row in rows} <= set(parts)
    for name in (
        name for name in made if name.startswith("project/output/export/tts/") and name.endswith(".json")
    ):
        for deck in json.loads(after[name])["ObjectStates"][0]["CustomDeck"].values():
            path = Path(unquote(deck["FaceURL"]).removeprefix("file://"))
            assert path.parent == (folder / name).parent
            assert path.is_file()
