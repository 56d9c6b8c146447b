"""Manifests, labels and inserts of a run, and what closed packs of a plan give away."""

from __future__ import annotations

import csv
import hashlib
import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lantern import PLAN, make_lantern
from outcome import Outcome

from cardtools.printrun.events import RunOpening
from cardtools.printrun.labels import label_numbers
from cardtools.printrun.ledger import Ledger
from cardtools.printrun.manifest import COLUMNS, SIGNED, SUMS, row

Run = Callable[..., Outcome]
FILES = Path("output/runs/run")


class TestManifest:
    def test_all_formats_have_every_copy_with_its_place(self, lantern: Path, cardtools: Run) -> None:
        parquet = pytest.importorskip("pyarrow.parquet")
        formats = [word for name in ("csv", "json", "parquet") for word in ("--format", name)]
        cardtools("run", "void", "run.toml", "5", "--reason", "torn")
        cardtools("run", "replace", "run.toml")
        done = cardtools("run", "manifest", "run.toml", *formats)
        assert done.code == 0
        with Ledger(lantern.with_suffix(".ledger")) as ledger:
            packs = {pack.number: (0, pack.insert) for pack in ledger.packs()}
            labels = label_numbers(ledger.opening, "pack", list(packs))
            packs = {number: (label, packs[number][1]) for number, label in zip(packs, labels, strict=True)}
            copies = list(ledger.copies("number", voided=True))
        wanted = [dict(zip(COLUMNS, row(copy, packs), strict=True)) for copy in copies]
        assert [one["number"] for one in wanted] == list(range(65))
        assert [one["number"] for one in wanted if one["voided"]] == [5]
        assert {one["insert"] for one in wanted} == {"How It Was Lit", "Who Blew"}
        folder = lantern.parent / FILES / "manifest"
        assert json.loads((folder / "T.json").read_text()) == wanted
        assert parquet.read_table(folder / "T.parquet").to_pylist() == wanted
        with (folder / "T.csv").open(newline="") as file:
            rows = list(csv.DictReader(file))
        assert rows == [{name: str(value) for name, value in one.items()} for one in wanted]

    def test_checksums_are_those_of_the_files(self, lantern: Path, cardtools: Run) -> None:
        cardtools("run", "manifest", "run.toml")
        folder = lantern.parent / FILES / "manifest"
        data = (folder / "T.csv").read_bytes()
        assert (folder / SUMS).read_text() == f"{hashlib.sha256(data).hexdigest()}  T.csv\n"
        subprocess.run(["sha256sum", "--check", "--quiet", SUMS], cwd=folder, check=True)

    def test_a_changed_manifest_is_found_and_so_are_changed_checksums(
        self, lantern: Path, cardtools: Run
    ) -> None:
        cardtools("run", "manifest", "run.toml")
        assert cardtools("run", "manifest", "run.toml", "--check").code == 0
        folder = lantern.parent / FILES / "manifest"
        path = folder / "T.csv"
        path.write_text(path.read_text().replace("Gold", "Plain", 1), encoding="utf-8")
        done = cardtools("run", "manifest", "run.toml", "--check")
        assert done.code == 1
        assert "T.csv is not the file that was written" in done.err
        (folder / SUMS).write_text(
            f"{hashlib.sha256(path.read_bytes()).hexdigest()}  T.csv\n", encoding="utf-8"
        )
        done = cardtools("run", "manifest", "run.toml", "--check")
        assert done.code == 1
        assert "was not signed with this key" in done.err
        (folder / SIGNED).unlink()
        done = cardtools("run", "manifest", "run.toml", "--check")
        assert (done.code, "the checksums are not signed" in done.err) == (2, True)

    def test_a_check_that_finds_nothing_as_written_does_not_say_that_all_is_well(
        self, lantern: Path, cardtools: Run
    ) -> None:
        cardtools("run", "manifest", "run.toml")
        folder = lantern.parent / FILES / "manifest"
        (folder / "T.csv").unlink()
        done = cardtools("run", "manifest", "run.toml", "--check")
        assert (done.code, "no file is as written" in done.out) == (1, True)
        for text in ("", "\n \n"):
            (folder / SUMS).write_text(text)
            done = cardtools("run", "manifest", "run.toml", "--check")
            assert (done.code, done.out) == (2, "")
            assert "SHA256SUMS: names no file\n  help: write the manifest again" in done.err

    def test_without_the_key_nothing_is_signed(
        self, lantern: Path, cardtools: Run, settings_folder: Path
    ) -> None:
        cardtools("run", "manifest", "run.toml")
        (key,) = settings_folder.rglob("*.key")
        key.unlink()
        done = cardtools("run", "manifest", "run.toml")
        assert done.code == 0
        assert not (lantern.parent / FILES / "manifest" / SIGNED).exists()
        done = cardtools("run", "manifest", "run.toml", "--check")
        assert (done.code, "the signature was not checked" in done.out) == (0, True)

    def test_a_missing_file_and_a_broken_list_are_reported(self, lantern: Path, cardtools: Run) -> None:
        cardtools("run", "manifest", "run.toml")
        folder = lantern.parent / FILES / "manifest"
        (folder / "T.csv").unlink()
        done = cardtools("run", "manifest", "run.toml", "--check")
        assert (done.code, "T.csv is missing" in done.err) == (1, True)
        (folder / SUMS).write_text("hello\n", encoding="utf-8")
        done = cardtools("run", "manifest", "run.toml", "--check")
        assert (done.code, f"{SUMS}:1: " in done.err) == (2, True)
        (folder / SUMS).write_text(f"{'0' * 64}  ../../../cards.csv\n", encoding="utf-8")
        assert cardtools("run", "manifest", "run.toml", "--check").code == 2

    def test_names_that_are_formulas_are_made_harmless_in_csv(self, folder: Path, cardtools: Run) -> None:
        make_lantern(folder)
        cards = folder / "cards.csv"
        cards.write_text(cards.read_text().replace("Moth;", "=1+1;"), encoding="utf-8")
        cardtools("run", "deal", "run.toml", "--key", str(folder.parent / f"{folder.name}.key"))
        cardtools("run", "manifest", "run.toml", "--key", str(folder.parent / f"{folder.name}.key"))
        assert ",=1+1," not in (folder / FILES / "manifest/T.csv").read_text()


class TestLabels:
    def test_every_pack_and_every_box_has_a_label_that_machines_read(
        self, lantern: Path, cardtools: Run
    ) -> None:
        zxingcpp = pytest.importorskip("zxingcpp")
        done = cardtools("run", "labels", "run.toml", "--size", "60x25")
        assert done.code == 0
        folder = lantern.parent / FILES / "labels"
        read = {}
        for what in ("packs", "boxes"):
            (page,) = pypdfium2.PdfDocument(folder / f"T-{what}-0001.pdf")
            codes = zxingcpp.read_barcodes(page.render(scale=4).to_pil())
            read[what] = sorted(code.text for code in codes)
            words = page.get_textpage().get_text_range()
            assert "Lanterns" in words
            assert not any(name in words for name in ("Lamp", "Moth", "Gold"))
        with Ledger(lantern.with_suffix(".ledger")) as ledger:
            run = ledger.opening
        packs = label_numbers(run, "pack", range(1, 17))
        assert read["packs"] == sorted(f"T-P{number}" for number in packs)
        assert read["boxes"] == sorted(f"T-B{number}" for number in label_numbers(run, "box", (1, 2, 3)))
        (page,) = pypdfium2.PdfDocument(folder / "T-boxes-0001.pdf")
        assert page.get_textpage().get_text_range().count("6 packs") == 2

    @given(st.integers(0, 2**53), st.integers(1, 10**6))
    def test_numbers_on_labels_are_different_and_do_not_tell_the_wave(self, seed: int, first: int) -> None:
        run = RunOpening("A", "", seed, 7, 24, "text", "", ())
        numbers = label_numbers(run, "pack", range(first, first + 2_000))
        assert len(set(numbers)) == 2_000
        assert min(numbers) > 0
        # Of numbers in random order as many of the first half are below the middle as of the second.
        middle = sorted(numbers)[1_000]
        assert abs(sum(number < middle for number in numbers[:1_000]) - 500) < 100  # six deviations

    def test_labels_do_not_say_the_wave(self, lantern: Path, cardtools: Run) -> None:
        cardtools("run", "labels", "run.toml")
        for path in (lantern.parent / FILES / "labels").glob("*.pdf"):
            words = "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path))
            assert "run T" in words and "wave" not in words.lower()

    @pytest.mark.parametrize("size", ["60", "60x", "5x5", "60x999", "axb", "60x25x1"])
    def test_an_impossible_size_is_reported(self, lantern: Path, cardtools: Run, size: str) -> None:
        done = cardtools("run", "labels", "run.toml", "--size", size)
        assert done.code == 2
        assert "write width x height in mm" in done.err

    def test_labels_larger_than_the_paper_are_reported(self, lantern: Path, cardtools: Run) -> None:
        done = cardtools("run", "labels", "run.toml", "--size", "200x200", "--paper", "a5")
        assert done.code == 2
        assert "not fit" in done.err


class TestInserts:
    def test_each_pack_has_its_card_and_an_outline_that_no_other_has(
        self, lantern: Path, cardtools: Run
    ) -> None:
        done = cardtools("run", "inserts", "run.toml", "--sheets", "1")
        assert done.code == 0, done.err
        folder = lantern.parent / FILES / "inserts"
        names = sorted(path.name for path in folder.iterdir())
        stems = ["T-inserts-300g-0001", "T-inserts-300g-0002"]
        assert names == sorted(
            [f"{stem}{end}" for stem in stems for end in ("-p001.dxf", "-p001.svg", ".pdf")]
        )
        paths = [
            found
            for stem in stems
            for found in re.findall(r'id="pack-(\d+)" d="([^"]+)"', (folder / f"{stem}-p001.svg").read_text())
        ]
        with Ledger(lantern.with_suffix(".ledger")) as ledger:
            labels = label_numbers(ledger.opening, "pack", range(1, 17))
        assert [int(pack) for pack, _ in paths] == labels
        shapes = {re.sub(r"[\d.]+", lambda n: n[0][-4:], path) for _, path in paths}
        assert len(shapes) == 16
        with Ledger(lantern.with_suffix(".ledger")) as ledger:
            packs = list(ledger.packs())
        (page,) = pypdfium2.PdfDocument(folder / "T-inserts-300g-0001.pdf")
        words = " ".join(page.get_textpage().get_text_range().split())  # names may have two lines
        for label in labels[:9]:
            assert f"T-P{label}" in words
        assert sum(words.count(name) for name in {pack.insert for pack in packs}) == 9

    def test_lines_to_cut_are_a_spot_colour_at_the_places_of_the_svg(
        self, lantern: Path, cardtools: Run
    ) -> None:
        cardtools("run", "inserts", "run.toml", "--format", "pdf", "--format", "svg")
        folder = lantern.parent / FILES / "inserts"
        data = (folder / "T-inserts-300g-0001.pdf").read_bytes()
        assert b"/CutContour" in data
        (first, _) = pypdfium2.PdfDocument(folder / "T-inserts-300g-0001.pdf")
        image = first.render(scale=2).to_pil().convert("RGB")
        svg = (folder / "T-inserts-300g-0001-p001.svg").read_text()
        for path in re.findall(r'd="M([\d.]+) ([\d.]+)', svg):
            x, y = (float(value) / 25.4 * 144 for value in path)
            near = [image.getpixel((round(x) + dx, round(y) + dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
            assert any(red > green + 60 and red > 180 for red, green, _ in near)

    def test_the_same_ledger_gives_the_same_outlines(self, lantern: Path, cardtools: Run) -> None:
        for name in ("one", "two"):
            cardtools("run", "inserts", "run.toml", "-o", name)
        for path in (lantern.parent / "one").iterdir():
            assert (lantern.parent / "two" / path.name).read_bytes() == path.read_bytes()

    def test_equal_weight_gives_packs_with_heavy_cards_small_inserts(
        self, folder: Path, cardtools: Run
    ) -> None:
        from cardtools.library.game import load
        from cardtools.print.sheets.printing import read_sheet
        from cardtools.steps.runs.inserts import InsertPrinter
        from cardtools.steps.runs.planned_run import PlannedRun

        policy = '[integrity]\npolicy = "equal_weight"\nfinish_mass = [0.05]\ninsert_stocks = [250, 350]\n'
        make_lantern(folder, plan=PLAN + policy)
        cardtools("run", "deal", "run.toml", "--key", str(folder.parent / f"{folder.name}.key"))
        game = load(folder).files
        with Ledger(folder / "run.ledger") as ledger:
            run = PlannedRun(folder / "run.toml", game.project)
            printer = InsertPrinter(game, run.plan, ledger, read_sheet(folder / "sheet.toml"))
            gold: dict[int, int] = {}
            for copy in ledger.copies("pack"):
                gold[copy.pack] = gold.get(copy.pack, 0) + (copy.tier == 2)
            whole = [
                0.05 * gold[pack.number] + area * part.stock / 1e6
                for part in printer.parts(None, 5)
                for pack, area in zip(part.packs, part.areas, strict=True)
            ]
        assert len(whole) == 16
        assert max(whole) - min(whole) < 1e-9

    def test_a_run_without_inserts_says_so(self, folder: Path, cardtools: Run) -> None:
        make_lantern(folder, plan=PLAN.replace('"given(STORY_OF)"', '""'))
        cards = folder / "cards.csv"
        cards.write_text("".join(line for line in cards.open() if line.endswith((";\n", "STORY_OF\n"))))
        key = "--key", str(folder.parent / f"{folder.name}.key")
        assert cardtools("run", "deal", "run.toml", *key).code == 0
        done = cardtools("run", "inserts", "run.toml")
        assert (done.code, "have no inserts" in done.err) == (2, True)


class TestIntegrity:
    def test_it_prints_what_each_reading_gives_away(self, lantern: Path, cardtools: Run) -> None:
        done = cardtools("run", "integrity", "run.toml", "--format=json")
        assert done.code == 0, done.err
        data = json.loads(done.out)
        assert data["packs"] >= 40_000
        assert set(data["auc"]) == {"weight", "thickness", "area", "order", "all together"}
        assert data["worst"]["auc"] <= 0.55
        assert "assumed, not measured" in done.err

    def test_a_plan_whose_packs_give_themselves_away_fails(self, folder: Path, cardtools: Run) -> None:
        make_lantern(folder, plan=f"{PLAN}[integrity]\nfinish_mass = [0.4]\n")
        for command in ("integrity", "plan"):
            done = cardtools("run", command, "run.toml")
            assert done.code == 1
            assert re.search(r"run\.toml:20:2: .*by weight: an attacker who wants Gold", done.err)

    def test_a_plan_can_leave_it_out(self, folder: Path, cardtools: Run) -> None:
        make_lantern(folder, plan=f'{PLAN}[integrity]\npolicy = "none"\nfinish_mass = [0.4]\n')
        done = cardtools("run", "integrity", "run.toml")
        assert (done.code, "nothing to check" in done.out) == (0, True)
