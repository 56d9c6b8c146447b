"""What exports have in common: what is refused, what is told, what becomes of old files; print and play."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pypdf
import pytest

from cardtools.ground.errors import InputError, OutputError
from cardtools.ground.io.files import digest
from cardtools.ground.io.manifest import OutdatedFiles
from cardtools.print.export.decks import Job, Output
from cardtools.print.export.export_files import RECORD, clear_old
from cardtools.print.sheets.printing import sheet_names

Game, Exported, Names = Callable[..., None], Callable[..., Job], Callable[[], Sequence[str]]


def outputs(*names: str) -> list[Output]:
    return [Output(name, lambda file: None) for name in names]


@pytest.mark.parametrize("target", ["tgc", "dtc"])
def test_cards_of_another_size_are_refused_with_both_sizes(
    game: Game, exported: Exported, target: str
) -> None:
    game(width=57)
    with pytest.raises(InputError) as error:
        exported(target)
    assert "the face of Ox is 57 x 88.9 mm, which" in str(error.value)
    assert 'write size = "poker" under [card] of its file; sizes: poker (63.5 x 88.9 mm)' in str(error.value)


def test_a_back_of_another_size_is_refused(game: Game, exported: Exported, folder: Path) -> None:
    game()
    back = folder / "templates/reverse.toml"
    back.write_text(back.read_text().replace("height = 88.9", "height = 88"))
    with pytest.raises(InputError, match=r"the back of Ox is 63.5 x 88 mm, its face is 63.5 x 88.9 mm"):
        exported("mpc")


def test_text_near_the_cut_is_told_once_a_card(game: Game, exported: Exported) -> None:
    game(left=3.0)
    findings = exported("tgc").findings
    assert [(finding.code, finding.location.line) for finding in findings] == [("RND006", 2), ("RND006", 3)]
    assert "card Ox: the text 'Ox' is 3." in findings[0].message
    assert findings[0].hint == "The Game Crafter wants 3.175 mm: move it away from the edge"
    assert exported("mpc").findings == []  # says nothing of a safe zone


@pytest.mark.parametrize(
    ("target", "bleed", "said"),
    [
        ("mpc", 0, "3 card sides have 0 mm of bleed, and MakePlayingCards wants 3.175 mm"),
        ("tgc", 3, "3 card sides have 3 mm of bleed, and The Game Crafter wants 3.175 mm"),
        ("mpc", 3.175, ""),
        ("zip", 0, ""),
    ],
)
def test_edges_that_are_mirrored_are_told_in_one_line(
    game: Game, cardtools: Callable[..., Any], target: str, bleed: float, said: str
) -> None:
    game(bleed=bleed)
    outcome = cardtools("export", "--to", target)
    lines = [line for line in (outcome.out + outcome.err).splitlines() if "mirrored" in line]
    assert lines == ([f"{said}: the edge is mirrored outwards"] if said else [])


def test_what_is_no_longer_made_is_removed_and_nothing_else(folder: Path) -> None:
    for name in ("a/1.png", "a/old.png", "a/mine.png", "b/old.png", "a.pdf"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(b"")
    assert clear_old(folder, "mpc", outputs("a/1.png", "a/old.png")) == OutdatedFiles()
    assert clear_old(folder, "mpc", outputs("b/old.png")) == OutdatedFiles()
    assert clear_old(folder, "tgc", outputs("a/1.png"), whole=True) == OutdatedFiles()  # another target
    assert clear_old(folder, "mpc", outputs("a/1.png", "a.pdf")) == OutdatedFiles([folder / "a/old.png"])
    assert sorted(path.name for path in (folder / "a").iterdir()) == ["1.png", "mine.png"]
    assert (folder / "b/old.png").exists()


def test_what_somebody_changed_stays_and_is_named_until_it_is_gone(folder: Path) -> None:
    for name in ("a.pdf", "b.pdf"):
        (folder / name).write_bytes(b"made")
    clear_old(folder, "pnp", outputs("a.pdf", "b.pdf"), whole=True)
    (folder / "a.pdf").write_bytes(b"mine")
    for _ in range(2):
        cleared = clear_old(folder, "pnp", outputs("b.pdf"), whole=True)
        assert cleared == OutdatedFiles([], [folder / "a.pdf"])
    (folder / "a.pdf").unlink()
    (folder / "B.pdf").write_bytes(b"")
    assert clear_old(folder, "pnp", outputs("B.pdf"), whole=True) == OutdatedFiles()  # the same on some disks
    assert (folder / "b.pdf").exists()


@pytest.mark.parametrize(
    "record", ["", "[", "{}", "[1]", '["mine.png"]', '{"mpc": 1}', '{"mpc": {"../mine.png": "%s"}}']
)
def test_a_record_that_was_tampered_with_removes_nothing(folder: Path, record: str) -> None:
    (folder / "out").mkdir()
    for name in ("mine.png", "out/1.png"):
        (folder / name).write_bytes(b"")
    (folder / "out" / RECORD).write_text(record.replace("%s", digest("")))
    assert clear_old(folder / "out", "mpc", outputs("1.png"), whole=True) == OutdatedFiles()
    assert (folder / "mine.png").exists()


def test_print_and_play_is_both_papers_and_how_to_print(
    game: Game, exported: Exported, names: Names, folder: Path
) -> None:
    game()
    exported("pnp")
    assert names() == ["deck-a4.pdf", "deck-letter.pdf", "how-to-print.txt"]
    sizes = [pypdf.PdfReader(folder / "out" / name).pages[0].mediabox for name in names()[:2]]
    assert [round(float(size.height) / 72 * 25.4, 1) for size in sizes] == [297.0, 279.4]
    advice = (folder / "out/how-to-print.txt").read_text(encoding="utf-8")
    assert "Test: deck: 3 cards, 1 sheet of letter or 1 sheet of A4." in advice
    assert "the ruler in the margin is 100 mm long" in advice
    assert "63.5 x 88.9 mm" in advice
    assert "both sides" not in advice


def test_print_and_play_says_how_to_turn_or_fold(game: Game, exported: Exported, folder: Path) -> None:
    game()
    sheet = folder / "templates/sheets/3x3.toml"
    plain = sheet.read_text()
    sheet.write_text('flip = "short"\n' + plain)
    exported("pnp")
    assert len(pypdf.PdfReader(folder / "out/deck-a4.pdf").pages) == 2
    assert "flipped on the short edge" in (folder / "out/how-to-print.txt").read_text(encoding="utf-8")
    sheet.write_text('fold = "horizontal"\npaper_width = 210\npaper_height = 297\nflip = "none"\n')
    exported("pnp")
    assert "Fold each sheet" in (folder / "out/how-to-print.txt").read_text(encoding="utf-8")
    assert (folder / "out/deck.pdf").exists()


@pytest.mark.parametrize("name", ["..", ".", "...", ".x", "x.", "con", "COM1", "a\nb", "a\\b", "\u202egnp"])
def test_every_deck_has_a_folder_of_its_own_below_the_output(name: str) -> None:
    (safe,) = sheet_names([Path(f"{name}.txt")])
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", safe)
    assert safe not in ("con", "com1")


@pytest.mark.parametrize("name", ["starter", "My Deck", "a.b", "Ärger", "deck-card", "コン"])
def test_usual_names_of_decks_stay(name: str) -> None:
    assert list(sheet_names([Path(f"{name}.txt")])) == [name]


def test_extras_whose_name_is_no_name_of_a_folder_are_an_error() -> None:
    with pytest.raises(InputError, match=r"\.\.\.csv: its sheets cannot have this name"):
        sheet_names([], [Path("...csv")])


def test_a_deck_of_dots_is_exported_into_its_own_folder(
    game: Game, exported: Exported, names: Names, folder: Path
) -> None:
    game()
    (folder / "cards/deck.txt").rename(folder / "cards/...txt")
    exported("tts", deck="cards/...txt")
    assert {name.partition("/")[0] for name in names()} == {"card-" + digest("..")[:8]}


def test_nothing_is_written_through_a_link(game: Game, exported: Exported, folder: Path) -> None:
    game()
    (folder / "out").mkdir()
    (folder / "elsewhere").mkdir()
    (folder / "out/deck").symlink_to("../elsewhere")
    with pytest.raises(OutputError, match="leads out of out"):
        exported("tts")
    assert list((folder / "elsewhere").iterdir()) == []


def test_a_whole_export_removes_decks_that_are_gone(folder: Path) -> None:
    for name in ("a/fronts/1.png", "b/1.png", "c/1.png", "all.zip"):
        (folder / name).parent.mkdir(exist_ok=True, parents=True)
        (folder / name).write_bytes(b"")
    clear_old(folder, "mpc", outputs("a/fronts/1.png", "b/1.png", "all.zip"), whole=True)
    (folder / "b/mine.png").write_bytes(b"")
    (folder / "c/1.png").write_bytes(b"")
    assert clear_old(folder, "mpc", outputs("c/1.png")) == OutdatedFiles()  # of one deck
    gone = clear_old(folder, "mpc", outputs("b/1.png"), whole=True)
    assert gone.removed == [folder / name for name in ("a/fronts/1.png", "all.zip", "c/1.png")]
    assert not (folder / "a").exists()
    assert (folder / "b/mine.png").exists()
