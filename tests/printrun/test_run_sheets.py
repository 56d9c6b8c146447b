"""Sheets of a run: each copy once, with its own serial and the face of its rarity."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from full_disk import full_disk, needs_limits
from lantern import CODE, FACE, PLAN, make_lantern
from outcome import Outcome
from work import calls

from cardtools.library.game import load
from cardtools.print.sheets.printing import OwnItems, PrintOptions, read_sheet, write_sheets
from cardtools.printrun.ledger import Copy, Ledger
from cardtools.printrun.printed_parts import RECORD, read_printed_parts
from cardtools.printrun.serial_places import copy_places
from cardtools.printrun.serials import make
from cardtools.render.scene.pages import PdfInfo
from cardtools.steps.runs.copy_sheets import CopyPrinter

Run = Callable[..., Outcome]


def ledger_copies(folder: Path, order: str = "sheet") -> list[Copy]:
    with Ledger(folder / "run.ledger") as ledger:
        return list(ledger.copies(order))  # type: ignore[arg-type]


def page_texts(path: Path) -> list[str]:
    document = pypdfium2.PdfDocument(path)
    return [page.get_textpage().get_text_range() for page in document]


def one_a_page(folder: Path) -> None:
    sheet = 'columns = 1\nrows = 1\n[marks]\nfont = "font.ttf"\nlabel = false\n'
    (folder / "sheet.toml").write_text(sheet, encoding="utf-8")


@pytest.mark.parametrize("order", ["pack", "sheet"])
def test_every_copy_is_printed_once_in_order_with_its_serial_and_the_face_of_its_rarity(
    lantern: Path, cardtools: Run, order: str
) -> None:
    one_a_page(lantern.parent)
    done = cardtools("run", "sheets", "run.toml", "--order", order, "--sheets", "30")
    assert done.code == 0, done.err
    folder = lantern.parent / "output/runs/run/sheets"
    pages = [
        text for name in ("0001", "0002", "0003") for text in page_texts(folder / f"T-{order}-{name}.pdf")
    ]
    copies = ledger_copies(lantern.parent, order)
    assert len(pages) == len(copies) == 64
    for text, copy in zip(pages, copies, strict=True):
        assert copy.serial in text
        assert f"{copy.name} {'gold' if copy.rarity == 'Gold' else 'plain'}" in text
    assert sum("gold" in text for text in pages) == 16


def test_copies_lie_in_the_places_of_a_form_with_their_serials(lantern: Path, cardtools: Run) -> None:
    from pypdf import PdfReader

    places = "places = [{ left = 10, top = 10 }, { left = 90, top = 10, rotation = 180 }]\nmarks = {}\n"
    (lantern.parent / "sheet.toml").write_text(places)
    done = cardtools("run", "sheets", "run.toml")
    assert done.code == 0, done.err
    folder = lantern.parent / "output/runs/run/sheets"
    copies = ledger_copies(lantern.parent)
    texts = page_texts(folder / "T-sheet-0001.pdf")
    assert len(texts) == 32
    for text, on_it in zip(texts, zip(copies[::2], copies[1::2], strict=True), strict=True):
        assert all(copy.serial in text for copy in on_it)
    figures = (
        PdfReader(folder / "T-sheet-0001.pdf").trailer["/Root"]["/StructTreeRoot"]["/K"].get_object()["/K"]
    )
    words = [figure.get_object()["/Alt"] for figure in figures]
    assert [text.rpartition("serial ")[2] for text in words] == [copy.serial for copy in copies]
    assert json.loads((folder / RECORD).read_text())["a_sheet"] == 2


def test_a_form_with_places_of_several_sizes_is_refused(lantern: Path, cardtools: Run) -> None:
    places = "places = [{ left = 10, top = 10 }, { left = 90, top = 10, width = 20, height = 20 }]\n"
    (lantern.parent / "sheet.toml").write_text(places)
    done = cardtools("run", "sheets", "run.toml")
    assert done.code == 2
    assert "sheet.toml: a print run on a form of 63.5 x 88.9 and 20 x 20 mm\n" in done.err
    assert not list((lantern.parent / "output").rglob("*.pdf"))


def test_the_pdf_reads_serials_aloud_and_has_each_card_once(lantern: Path, cardtools: Run) -> None:
    from pypdf import PdfReader

    assert cardtools("run", "sheets", "run.toml").code == 0
    reader = PdfReader(lantern.parent / "output/runs/run/sheets/T-sheet-0001.pdf")
    forms = {name for page in reader.pages for name in page["/Resources"]["/XObject"] if "card" in name}
    assert len(forms) == len({(copy.name, copy.tier) for copy in ledger_copies(lantern.parent)}) == 16
    figures = reader.trailer["/Root"]["/StructTreeRoot"]["/K"].get_object()["/K"]
    words = [figure.get_object()["/Alt"] for figure in figures]
    serials = [copy.serial for copy in ledger_copies(lantern.parent)]
    assert [text.rpartition("serial ")[2] for text in words] == serials


def test_the_same_run_gives_the_same_bytes(lantern: Path, cardtools: Run) -> None:
    for name in ("one", "two"):
        again = [] if name == "one" else ["--reprint", "a proof"]
        assert cardtools("run", "sheets", "run.toml", "--sheets", "2", "-o", name, *again).code == 0
    names = sorted(path.name for path in (lantern.parent / "one").iterdir())
    assert names == [f"T-sheet-{number:04d}.pdf" for number in range(1, 5)] + [RECORD]
    for name in names:
        assert (lantern.parent / "one" / name).read_bytes() == (lantern.parent / "two" / name).read_bytes()


class TestGoingOn:
    def test_a_second_run_prints_nothing(self, lantern: Path, cardtools: Run) -> None:
        cardtools("run", "sheets", "run.toml")
        done = cardtools("run", "sheets", "run.toml", "--order", "pack")
        assert (done.code, done.out) == (0, "every copy is printed already\n")

    def test_a_stopped_run_goes_on_where_it_was(self, lantern: Path, cardtools: Run) -> None:
        whole, stopped = lantern.parent / "whole", lantern.parent / "stopped"
        for folder in (whole, stopped):
            again = [] if folder == whole else ["--reprint", "a proof"]
            cardtools("run", "sheets", "run.toml", "--sheets", "2", "-o", folder.name, *again)
        record = stopped / RECORD
        lines = record.read_bytes().splitlines(keepends=True)
        record.write_bytes(b"".join(lines[:2]) + lines[2][:30])  # killed while it wrote the third line
        (stopped / "T-sheet-0004.pdf").unlink()
        again = ["--reprint", "lost"]
        done = cardtools("run", "sheets", "run.toml", "--sheets", "2", "-o", "stopped", *again)
        assert done.out.count("->") == 1  # the ledger has the third
        for path in whole.iterdir():
            assert (stopped / path.name).read_bytes() == path.read_bytes()

    @pytest.mark.end_to_end
    @pytest.mark.skipif(os.name != "posix", reason="kill -9")
    def test_a_killed_process_leaves_whole_pdfs(self, lantern: Path, cardtools: Run) -> None:
        command = [
            sys.executable,
            "-m",
            "cardtools",
            "run",
            "sheets",
            "run.toml",
            "--sheets",
            "1",
            "-o",
            "killed",
        ]
        for wanted in (1, 3, 6):
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            folder, until = lantern.parent / "killed", time.monotonic() + 60
            while (
                process.poll() is None
                and time.monotonic() < until
                and len(list(folder.glob("T-*.pdf"))) < wanted
            ):
                time.sleep(0.002)
            process.send_signal(signal.SIGKILL)
            process.wait()
        assert cardtools("run", "sheets", "run.toml", "--sheets", "1", "-o", "killed").code == 0
        again = ["--reprint", "to compare"]
        assert cardtools("run", "sheets", "run.toml", "--sheets", "1", "-o", "whole", *again).code == 0
        with Ledger(lantern.with_suffix(".ledger")) as ledger:
            reasons = [event.reason for event, _ in ledger.said("print")]
            assert (reasons.count(""), reasons.count("to compare")) == (8, 8)
        for path in (lantern.parent / "whole").iterdir():
            assert (lantern.parent / "killed" / path.name).read_bytes() == path.read_bytes()

    def test_only_what_replaces_a_void_copy_is_printed(self, lantern: Path, cardtools: Run) -> None:
        cardtools("run", "sheets", "run.toml")
        cardtools("run", "void", "run.toml", "5", "--reason", "torn")
        cardtools("run", "replace", "run.toml", "--reason", "torn")
        done = cardtools("run", "sheets", "run.toml")
        assert done.out.count("->") == 1
        assert done.out.startswith("1 card -> ")
        with Ledger(lantern.with_suffix(".ledger")) as ledger:
            new = ledger.find("64")
            old = next(copy for copy in ledger.copies("number", voided=True) if copy.number == 5)
        assert new is not None
        (text,) = page_texts(lantern.parent / "output/runs/run/sheets/T-sheet-0002.pdf")
        assert new.serial in text
        assert (new.name, new.tier) == (old.name, old.tier)
        assert old.serial not in text

    def test_a_missing_pdf_is_printed_again_for_a_reason(self, lantern: Path, cardtools: Run) -> None:
        cardtools("run", "sheets", "run.toml", "--sheets", "4")
        path = lantern.parent / "output/runs/run/sheets/T-sheet-0001.pdf"
        before = page_texts(path)
        path.unlink()
        done = cardtools("run", "sheets", "run.toml", "--sheets", "4")
        assert done.code == 2
        assert "36 copies were printed already, and output/runs/run/sheets does not have them" in done.err
        assert '--reprint "REASON"' in done.err
        done = cardtools("run", "sheets", "run.toml", "--sheets", "4", "--reprint", "lost")
        assert done.out.count("->") == 1
        new = path.with_name("T-sheet-0003.pdf")
        assert [text.replace("0003", "0001") for text in page_texts(new)] == before
        assert cardtools("run", "sheets", "run.toml").out == "every copy is printed already\n"

    def test_printing_into_another_folder_needs_a_reason(self, lantern: Path, cardtools: Run) -> None:
        assert cardtools("run", "sheets", "run.toml").code == 0
        done = cardtools("run", "sheets", "run.toml", "-o", "other", "--order", "pack")
        assert done.code == 2
        assert "64 copies were printed already, and other does not have them" in done.err
        assert not list((lantern.parent / "other").glob("*.pdf"))
        assert "TTP112" not in cardtools("run", "verify", "run.toml").out
        again = ["--order", "pack", "--reprint", "the shop lost them"]
        assert cardtools("run", "sheets", "run.toml", "-o", "other", *again).code == 0
        shown = cardtools("run", "verify", "run.toml")
        assert shown.code == 0
        assert (
            "TTP112 reprinted: warning: T-pack-0001.pdf has 64 copies printed again: the shop lost"
            in shown.out
        )
        stats = cardtools("run", "stats", "run.toml").out
        assert re.search(r"Printed copies by wave\n.*\n +wave +printed +again\n +1 +64 +64", stats), stats
        assert "the shop lost them" in stats

    def test_a_deleted_output_folder_is_no_reason(self, lantern: Path, cardtools: Run) -> None:
        cardtools("run", "sheets", "run.toml")
        shutil.rmtree(lantern.parent / "output")
        assert cardtools("run", "sheets", "run.toml").code == 2

    def test_what_is_new_is_printed_without_a_reason(self, lantern: Path, cardtools: Run) -> None:
        cardtools("run", "sheets", "run.toml")
        cardtools("run", "void", "run.toml", "5", "--reason", "torn")
        cardtools("run", "replace", "run.toml", "--reason", "torn")
        done = cardtools("run", "sheets", "run.toml", "-o", "other")
        assert done.code == 0
        assert "1 card -> other/T-sheet-0001.pdf" in done.out
        assert "63 copies were printed already, and other does not have them" in done.out

    def test_a_folder_of_before_is_known(self, lantern: Path, cardtools: Run) -> None:
        # Its record has PDFs that the ledger has not: the ledger was put back, say.
        ledger = lantern.with_suffix(".ledger")
        before = ledger.read_bytes()
        cardtools("run", "sheets", "run.toml", "--sheets", "4")
        ledger.write_bytes(before)
        assert cardtools("run", "sheets", "run.toml").out == "every copy is printed already\n"
        assert cardtools("run", "sheets", "run.toml", "-o", "other").code == 2

    def test_a_record_that_was_edited_is_reported_with_its_line(self, lantern: Path, cardtools: Run) -> None:
        cardtools("run", "sheets", "run.toml", "--sheets", "4")
        record = lantern.parent / "output/runs/run/sheets" / RECORD
        record.write_text("{}\n" + record.read_text(), encoding="utf-8")
        done = cardtools("run", "sheets", "run.toml")
        assert done.code == 2
        assert f"{RECORD}:1: " in done.err

    @pytest.mark.parametrize("name", ["../stolen.pdf", "/tmp/stolen.pdf", "cards.csv", 5, None])
    def test_a_record_that_names_another_file_is_refused(
        self, lantern: Path, cardtools: Run, name: object
    ) -> None:
        record = lantern.parent / "output/runs/run/sheets" / RECORD
        record.parent.mkdir(parents=True)
        line = json.dumps({"file": name, "sha256": "", "copies": [1, 2]})
        record.write_text(f"{line}\n{line}\n", encoding="utf-8")
        done = cardtools("run", "sheets", "run.toml")
        assert done.code == 2
        assert f"{RECORD}:1: " in done.err
        assert [path.name for path in record.parent.iterdir()] == [RECORD]

    @pytest.mark.skipif(os.name != "posix", reason="links")
    def test_a_record_that_is_a_link_is_not_written_through(self, lantern: Path, cardtools: Run) -> None:
        record = lantern.parent / "output/runs/run/sheets" / RECORD
        record.parent.mkdir(parents=True)
        (lantern.parent / "mine.txt").write_text("", encoding="utf-8")
        record.symlink_to(lantern.parent / "mine.txt")
        assert cardtools("run", "sheets", "run.toml").code == 2
        assert (lantern.parent / "mine.txt").read_text() == ""

    @needs_limits
    def test_a_full_disk_leaves_what_is_printed(self, lantern: Path, cardtools: Run) -> None:
        (lantern.parent / "face.toml").write_text(FACE + CODE, encoding="utf-8")
        cardtools("run", "sheets", "run.toml", "-o", "whole")
        again = ["-o", "full", "--reprint", "to compare"]
        with full_disk(33_000):
            done = cardtools("run", "sheets", "run.toml", *again)
        assert done.code == 2
        assert "make room on the disk" in done.err
        assert not list((lantern.parent / "full").glob("*.pdf"))
        assert cardtools("run", "sheets", "run.toml", *again).code == 0
        for path in (lantern.parent / "whole").iterdir():
            assert (lantern.parent / "full" / path.name).read_bytes() == path.read_bytes()

    @pytest.mark.skipif(os.name != "posix", reason="locks of files")
    def test_two_processes_cannot_print_into_one_folder(self, lantern: Path, cardtools: Run) -> None:
        import fcntl

        folder = lantern.parent / "output/runs/run/sheets"
        folder.mkdir(parents=True)
        with (folder / RECORD).open("ab") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            done = cardtools("run", "sheets", "run.toml")
        assert done.code == 2
        assert "another process prints copies" in done.err


class TestBadInput:
    def test_a_face_without_a_place_for_the_serial(self, lantern: Path, cardtools: Run) -> None:
        (lantern.parent / "face.toml").write_text(FACE, encoding="utf-8")
        done = cardtools("run", "sheets", "run.toml")
        assert done.code == 2
        assert "face.toml: card Lamp: the face has no place for the serial" in done.err
        assert 'kind = "copy"' in done.err
        assert not (lantern.parent / "output").exists()

    def test_a_code_that_nobody_could_read(self, lantern: Path, cardtools: Run) -> None:
        face = FACE + CODE.replace("width = 8", "width = 3")
        (lantern.parent / "face.toml").write_text(face, encoding="utf-8")
        done = cardtools("run", "sheets", "run.toml")
        assert done.code == 2
        assert "the modules of the datamatrix code are 0.17 mm" in done.err
        assert "at least 3.6 mm" in done.err

    def test_a_serial_that_is_too_wide(self, lantern: Path, cardtools: Run) -> None:
        face = lantern.parent / "face.toml"
        face.write_text(
            face.read_text().replace("left = 15\nright = 15", "left = 25\nright = 25"), encoding="utf-8"
        )
        done = cardtools("run", "sheets", "run.toml")
        assert done.code == 2
        assert "its box 13.5 mm" in done.err
        assert not list((lantern.parent / "output").rglob("*.pdf"))

    def test_a_design_that_was_removed_after_its_wave(self, lantern: Path, cardtools: Run) -> None:
        cards = lantern.parent / "cards.csv"
        cards.write_text(cards.read_text().replace("Spark;", "Sparks;"), encoding="utf-8")
        done = cardtools("run", "sheets", "run.toml")
        assert done.code == 2
        assert "no card is named 'Spark', a design of wave 1" in done.err
        assert "Sparks" in done.err

    def test_a_missing_style(self, lantern: Path, cardtools: Run) -> None:
        face = lantern.parent / "face.toml"
        face.write_text(face.read_text().replace('style = "copy"', 'style = "cpy"'), encoding="utf-8")
        done = cardtools("run", "sheets", "run.toml")
        assert done.code == 2
        assert "did you mean copy?" in done.err

    def test_a_ledger_that_is_missing(self, folder: Path, cardtools: Run) -> None:
        make_lantern(folder)
        done = cardtools("run", "sheets", "run.toml")
        assert done.code == 2
        assert "run deal" in done.err

    def test_a_ledger_of_hashes_needs_its_own_key(
        self, folder: Path, cardtools: Run, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        keys = tmp_path_factory.mktemp("keys")
        make_lantern(folder, plan=f'{PLAN}\n[serials]\nstore = "hash"\n')
        assert cardtools("run", "deal", "run.toml", "--key", str(keys / "right.key")).code == 0
        lost = cardtools("run", "sheets", "run.toml", "--key", str(keys / "lost.key"))
        assert lost.code == 2
        assert "check symbols still find slips" in lost.err
        make_lantern(folder)
        (folder / "other").mkdir()
        (folder / "run.toml").rename(folder / "other/run.toml")
        cardtools("run", "deal", "other/run.toml", "--key", str(keys / "wrong.key"))
        wrong = cardtools("run", "sheets", "run.ledger", "--key", str(keys / "wrong.key"))
        assert wrong.code == 2
        assert "with which run T was numbered" in wrong.err
        done = cardtools("run", "sheets", "run.ledger", "--key", str(keys / "right.key"))
        assert done.code == 0, done.err
        scanned = cardtools(
            "run",
            "scan",
            "run.ledger",
            "--key",
            str(keys / "right.key"),
            "output/runs/run/sheets/T-sheet-0001.pdf",
        )
        assert "64 serials right and in their places" in scanned.out


def test_serials_add_little_to_sheets(lantern: Path) -> None:
    """At most 1.3 times the bytes and 3 times the work of the same sheets without serials."""
    with Ledger(lantern.with_suffix(".ledger")) as ledger:
        printer = CopyPrinter(load(lantern.parent).files, ledger, read_sheet(lantern.parent / "sheet.toml"))
        cards = list(printer.cards.items())
        printer._compose([card for card, _ in cards])
        scenes = [printer._scenes[card][0] for card, _ in cards] * 125
        (name, _), source = cards[0]
        face = printer._project_cards.faces.choose(source.values, source.where, source.name)
        (place,) = copy_places(face, source.values, source.where, name)
        serials = make(bytes(32), "T", 0, len(scenes))
        size, work = [0, 0], [0, 0]

        def write(index: int, with_serials: bool) -> None:
            own = (
                [OwnItems((place.item(serial),), f"serial {serial}") for serial in serials]
                if with_serials
                else []
            )
            file = io.BytesIO()
            fonts, art = printer._project_cards.fonts(), printer._project_cards.art_files
            write_sheets(file, printer.definition, scenes, fonts, art, PdfInfo("x"), (), PrintOptions(), own)
            size[index] = len(file.getvalue())

        for index in (0, 1):
            write(index, bool(index))
            work[index] = calls(lambda index=index: write(index, bool(index)))  # type: ignore[misc]
    assert size[1] <= 1.3 * size[0]
    assert work[1] <= 3 * work[0]


def test_the_record_says_which_copies_are_on_each_pdf(lantern: Path, cardtools: Run) -> None:
    cardtools("run", "sheets", "run.toml", "--sheets", "3")
    folder = lantern.parent / "output/runs/run/sheets"
    lines = [json.loads(line) for line in (folder / RECORD).read_text().splitlines()]
    assert [line["file"] for line in lines] == [f"T-sheet-{n:04d}.pdf" for n in (1, 2, 3)]
    assert [len(line["copies"]) for line in lines] == [27, 27, 10]
    assert [number for line in lines for number in line["copies"]] == [
        copy.number for copy in ledger_copies(lantern.parent)
    ]


def test_a_condition_about_the_tier_holds_in_every_command(lantern: Path, cardtools: Run) -> None:
    face = lantern.parent / "face.toml"
    shine = 'kind = "rectangle"\nleft = 5\nright = 5\ntop = 30\nheight = 20\nfill = "#ff0000"\n'
    face.write_text(f'{face.read_text()}\n[elements.shine]\n{shine}when = "RARITY >= 2"\n')
    for command in (["render", "--dpi", "36"], ["sheet"], ["proof"], ["export", "--to", "zip"]):
        done = cardtools(*command)
        assert (done.code, "RARITY" in done.err) == (0, False), done.err
    assert cardtools("run", "sheets", "run.toml").code == 0
    document = pypdfium2.PdfDocument(lantern.parent / "output/runs/run/sheets/T-sheet-0001.pdf")
    red = sum(int((np.asarray(page.render().to_pil()) == (255, 0, 0)).all(-1).sum()) for page in document)
    gold = sum(copy.tier == 2 for copy in ledger_copies(lantern.parent))
    assert red * (25.4 / 72) ** 2 == pytest.approx(gold * 53.5 * 20, rel=0.05)


def test_plates_are_spot_colours_and_each_rarity_has_its_own_pdfs(lantern: Path, cardtools: Run) -> None:
    face = lantern.parent / "face.toml"
    shine = 'kind = "rectangle"\nleft = 5\nright = 5\ntop = 30\nheight = 20\nfill = "#e0c040"\n'
    face.write_text(f'{face.read_text()}\n[elements.shine]\n{shine}plate = "foil"\nwhen = "RARITY >= 2"\n')
    plain = cardtools("run", "sheets", "run.toml", "-o", "proof")
    assert "for foil and varnish, print with --plates" in plain.out
    done = cardtools("run", "sheets", "run.toml", "-o", "press", "--plates", "--reprint", "for the press")
    assert "48 Plain cards -> press/T-sheet-0001.pdf" in done.out
    assert "16 Gold cards -> press/T-sheet-0002.pdf" in done.out
    tiers = {copy.number: copy.tier for copy in ledger_copies(lantern.parent)}
    for record, tier in zip(read_printed_parts(lantern.parent / "press"), (1, 2), strict=True):
        assert {tiers[number] for number in record.numbers} == {tier}
        data = (lantern.parent / "press" / record.name).read_bytes()
        assert (b"/Separation /foil" in data) == (tier == 2)
    assert b"/Separation" not in (lantern.parent / "proof/T-sheet-0001.pdf").read_bytes()
    assert sorted(tiers) == sorted(
        n for one in read_printed_parts(lantern.parent / "press") for n in one.numbers
    )
