"""The filters of cards, which are the same in every command: names and patterns, --where, --deck."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from plain_face import FONT, ground

FACE = (
    ground("#f0e8d8", 0)
    + """\
[card]
width = 40
height = 40
bleed = 0
safe = 1
[fonts]
text = "text.ttf"
[styles.text]
font = "text"
size = 7
colour = "#101010"
[elements.name]
kind = "text"
text = "{{ NAME }}"
style = "text"
left = 2
right = 2
top = 2
height = 6
"""
)
RULES = """\
[ruleset]
id = "own"
version = "1"
[fields.NAME]
required = true
[fields.KIND]
type = "list"
required = false
[fields.COST]
type = "int"
required = false
"""
CARDS = """\
NAME;KIND;COST;WEIGHT
Rust Golem;Metal;3;1.5
Rust Mite;Metal, Beast;1;0.5
Owl;Beast;2;1
Egg;;;2
"""


@pytest.fixture
def game(folder: Path, write) -> Path:
    write(
        "cardtools.toml",
        'ruleset = "rules.toml"\n[[faces]]\nface = "templates/plain.toml"\n'
        '[cards]\ndecks = ["cards/deck.txt"]\n[[extras]]\ntable = "cards/tokens.csv"\n',
    )
    write("rules.toml", RULES)
    write("cards/cards.csv", CARDS)
    write("cards/tokens.csv", "NAME;COPIES\nRust Flake;2\n")
    write("cards/deck.txt", "3 Rust Mite\n1 Owl\n")
    write("templates/plain.toml", FACE)
    write("templates/text.ttf", FONT.read_bytes())
    write("templates/sheets/3x3.toml", "columns = 2\nrows = 2\n")
    return folder


def drawn(folder: Path) -> list[str]:
    return sorted(path.stem for path in (folder / "output/cards").glob("*.png"))


@pytest.mark.parametrize(
    ("filters", "cards"),
    [
        (("Rust*",), ["rust-flake", "rust-golem", "rust-mite"]),
        (("rust ?ite", "OWL"), ["owl", "rust-mite"]),
        (("--where", "COST >= 2"), ["owl", "rust-golem"]),
        (("--where", "'Beast' in KIND and COST < 2"), ["rust-mite"]),
        (("--where", "not given(COST)"), ["egg", "rust-flake"]),
        (("--where", "WEIGHT > 1"), ["egg", "rust-golem"]),
        (("--where", "COPIES == 2"), ["rust-flake"]),
        (("--where", "kind:beast cost<2 -has:copies"), ["rust-mite"]),
        (("--deck", "cards/deck.txt"), ["owl", "rust-mite"]),
        (("Rust*", "--deck", "cards/deck.txt"), ["rust-mite"]),
        (("Rust*", "--where", "COST > 1"), ["rust-golem"]),
    ],
)  # fmt: skip
def test_a_card_meets_every_filter(cardtools, game: Path, filters: tuple[str, ...], cards: list[str]) -> None:
    assert cardtools("render", *filters, "--dpi", "36").code == 0
    assert drawn(game) == cards


@pytest.mark.parametrize(
    ("filters", "message"),
    [
        (("Rusty*",), "Rusty*: no card is named 'Rusty*'\n"),
        (("Rust Mit",), "Rust Mit: no card is named 'Rust Mit'\n  help: did you mean Rust Mite?\n"),
        (("--where", "CSOT > 1"), "--where:1:1: unknown name 'CSOT'\n  help: did you mean COST?\n"),
        (
            ("--where", "KIND == Metal"),
            "--where:1:9: unknown name 'Metal'\n  help: a text stands in quotes, as 'Fire'; columns: NAME, ",
        ),
        (("--where", "cost>1 order:name"), "--where: this chooses cards, whose order stays as it is\n"),
        (("--where", "csot:1"), "--where:1:1: there is no field 'csot'\n  help: did you mean COST?\n"),
        (("--where", "COST > 99"), '--where "COST > 99": no card meets this\n'),
        (
            ("Egg", "--deck", "cards/deck.txt"),
            "'Egg' --deck cards/deck.txt: no card meets this\n",
        ),
        (("--where", "10 // (COST - 3) > 1"), "--where: Rust Golem: cannot be computed: "),
        (("--where", "().__class__"), "--where:1:1: attribute access is not allowed\n"),
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "command", [("render",), ("proof",), ("sheet",), ("export", "--to", "zip"), ("stats",)]
)
def test_a_filter_that_cannot_be_used_is_one_error(
    cardtools, game: Path, command: tuple[str, ...], filters: tuple[str, ...], message: str
) -> None:
    outcome = cardtools(*command, *filters)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(message)
    assert outcome.err.count("\n") <= 2
    assert not (game / "output").exists()


def test_chosen_cards_have_sheets_and_exports_of_their_own(cardtools, game: Path) -> None:
    assert "1 card on 1 sheet -> output/sheets/cards-chosen.pdf" in cardtools("sheet", "Owl").out
    found = cardtools("sheet", "Rust*", "--deck", "cards/deck.txt").out
    assert found == "3 cards on 1 sheet -> output/sheets/deck-chosen.pdf\n"
    assert cardtools("export", "--to", "zip", "--where", "COST > 1").code == 0
    assert sorted(path.name for path in (game / "output").rglob("*.*")) == [
        ".export.json", ".printed.json", "cards-chosen.pdf", "cards.zip", "deck-chosen.pdf"
    ]  # fmt: skip
    assert (game / "output/export/zip-chosen").is_dir()


def test_one_file_cannot_hold_cards_and_extras(cardtools, game: Path) -> None:
    outcome = cardtools("sheet", "Rust*", "-o", "one.pdf")
    assert (outcome.code, outcome.out) == (2, "")
    assert "-o names one file, and these are several: cards, tokens" in outcome.err


def test_the_chosen_cards_are_counted(cardtools, game: Path) -> None:
    def count(*filters: str) -> int:
        assert cardtools("stats", *filters).code == 0
        page = "selection.html" if filters else "index.html"
        found = re.search(r"(\d+) cards", (game / "output/stats" / page).read_text())
        return int(found[1]) if found else 0

    assert [count(), count("Rust*"), count("--deck", "cards/deck.txt")] == [4, 2, 4]


def test_findings_about_the_chosen_cards_are_reported(cardtools, game: Path, write) -> None:
    write(
        "cards/cards.csv",
        CARDS.replace("Golem;Metal;3", "Golem;Metal;x").replace("Owl;Beast;2", "Owl;Beast;y"),
    )
    assert cardtools("validate", "--no-art").out.count("not-a-number") == 2
    outcome = cardtools("validate", "--no-art", "--where", "WEIGHT > 1")
    assert "Rust Golem" in outcome.out and "Owl" not in outcome.out
    assert cardtools("validate", "--where", "COST > 1", "--fix").code == 2
