"""Cards to PNG and PDF sheets: against a plain Pillow loop, and reportlab's drawImage of ready PNGs.

    python tests/bench/bench_render.py               90 cards with grainy art at 300 dpi
    python tests/bench/bench_render.py --cards 2000  memory with many cards; without the slow peers
    python tests/bench/bench_render.py --edit        one edited card of 1,000, with a deck of 60: build again

Every program is a process of its own; CPU seconds (user and system) and peak memory are the children's.
"""

from __future__ import annotations

import argparse
import csv
import io
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]


def make_project(folder: Path, count: int) -> None:
    """The sample game with `count` cards, each with a JPEG of its own that does not compress well."""
    import numpy
    from PIL import Image

    for name in ("cardtools.toml", "templates"):
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copyfile)(source, folder / name)
    with (ROOT / "cards/cards.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter=";") if row["TYPE"]]
    (folder / "cards/art").mkdir(parents=True)
    rng = numpy.random.default_rng(5)
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), delimiter=";")
    writer.writeheader()
    for number in range(count):
        row = {**rows[number % len(rows)], "NAME": f"{rows[number % len(rows)]['NAME'][:20]} {number}"}
        row["IMAGE"] = f"{number}.jpg"
        row["SERIAL"] = f"{row['SERIAL'][:10]}{number:04}"
        writer.writerow(row)
        ramp = numpy.linspace(60, 190, 900)[:, None, None] + rng.normal(0, 22, (900, 720, 3))
        picture = Image.fromarray(ramp.clip(0, 255).astype("uint8"), "RGB")
        picture.save(folder / "cards/art" / row["IMAGE"], quality=88)
    (folder / "cards/cards.csv").write_text(out.getvalue(), encoding="utf-8", newline="")
    text = (folder / "cardtools.toml").read_text(encoding="utf-8")
    text = text.replace('decks = ["cards/decks/starter.txt"]', "decks = []")
    text = re.sub(r"(?m)^\[\[extras\]\].*\n(?:\w.*\n)+", "", text)
    (folder / "cardtools.toml").write_text(text, encoding="utf-8")
    (folder / "one.txt").write_text(f"1 {rows[0]['NAME'][:20]} 0\n", encoding="utf-8")


NAIVE = """
import csv, sys
from pathlib import Path
from PIL import Image, ImageDraw, ImageFont
folder, frame, fonts, out = map(Path, sys.argv[1:5])
out.mkdir(exist_ok=True)
def wrap(draw, text, font, width):
    lines, line = [], ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if draw.textlength(longer, font=font) > width and line:
            lines.append(line); line = word
        else:
            line = longer
    return [*lines, line]
for row in csv.DictReader((folder / "cards/cards.csv").open(encoding="utf-8", newline=""), delimiter=";"):
    image = Image.open(frame).convert("RGB")
    art = Image.open(folder / "cards/art" / row["IMAGE"]).convert("RGB").resize((680, 800))
    image.paste(art, (70, 118))
    over = Image.open(frame).convert("RGB").crop((70, 610, 750, 950))
    image.paste(Image.blend(image.crop((70, 610, 750, 950)), over, 0.7), (70, 610))
    draw = ImageDraw.Draw(image)
    name = ImageFont.truetype(str(fonts / "Cinzel-Bold.ttf"), 52)
    text = ImageFont.truetype(str(fonts / "AlegreyaSans-Regular.ttf"), 34)
    draw.text((220, 80), row["NAME"], font=name, fill="white")
    y = 640
    for column in ("EFFECT1", "EFFECT2"):
        for line in wrap(draw, row[column], text, 640):
            draw.text((90, y), line, font=text, fill="black"); y += 40
    draw.text((120, 960), f"{row['ATTACK']}   {row['DEFENSE']}", font=name, fill="white")
    image.save(out / f"{row['NAME']}.png", dpi=(300, 300))
"""

DEFAULT_WRITER = """
import sys
from pathlib import Path
from PIL import Image
for path in sorted(Path(sys.argv[1]).glob("*.png")):
    Image.open(path).save(Path(sys.argv[2]) / path.name, dpi=(300, 300))
"""

DRAW_IMAGE = """
import sys
from pathlib import Path
from reportlab.pdfgen.canvas import Canvas
from reportlab.lib.units import mm
pictures = sorted(Path(sys.argv[1]).glob("*.png"))
canvas = Canvas(sys.argv[2], pagesize=(215.9 * mm, 279.4 * mm))
for start in range(0, len(pictures), 9):
    for cell, path in enumerate(pictures[start : start + 9]):
        column, row = cell % 3, cell // 3
        left, low = (12.7 + 63.5 * column) * mm, (190 - 88.9 * row) * mm
        canvas.drawImage(str(path), left, low, 63.5 * mm, 88.9 * mm)
    canvas.showPage()
canvas.save()
"""


def run(command: Sequence[str], folder: Path) -> tuple[float, float, float]:
    """CPU seconds, wall seconds and peak memory (MB) of a process of its own."""
    code = (
        "import resource, subprocess, sys, time\n"
        "start = time.perf_counter()\n"
        "subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "print(used.ru_utime + used.ru_stime, time.perf_counter() - start, used.ru_maxrss / 1024)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *command], cwd=folder, check=True, capture_output=True, text=True
    )
    cpu, wall, memory = map(float, done.stdout.split())
    return cpu, wall, memory


def side_by_side(
    commands: Mapping[str, Sequence[str]], folder: Path, times: int
) -> dict[str, tuple[float, float, float]]:
    """The medians of CPU and wall seconds and the most memory of each; they run in turn."""
    results: dict[str, list[tuple[float, float, float]]] = {name: [] for name in commands}
    for _ in range(times):
        for name, command in commands.items():
            results[name].append(run(command, folder))
    return {
        name: (
            statistics.median(r[0] for r in found),
            statistics.median(r[1] for r in found),
            max(r[2] for r in found),
        )
        for name, found in results.items()
    }


def size(folder: Path, pattern: str) -> int:
    return sum(path.stat().st_size for path in folder.glob(pattern))


def bench_edit(times: int) -> None:
    """Builds of 1,000 cards: the first, one with nothing to do, and those after one card was edited."""
    command = [sys.executable, "-m", "cardtools", "-q", "build"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_project(folder, 1000)
        for part in ("placeholders", "effects/all_effect_templates.txt", "effects/tags.toml"):
            source = ROOT / part
            (folder / part).parent.mkdir(exist_ok=True)
            (shutil.copytree if source.is_dir() else shutil.copyfile)(source, folder / part)
        cards = folder / "cards/cards.csv"
        header, *rows = cards.read_text(encoding="utf-8").splitlines()
        deck = "".join(f"1 {row.partition(';')[0]}\n" for row in rows[:60])
        (folder / "deck.txt").write_text(deck, encoding="utf-8")
        settings = folder / "cardtools.toml"
        text = settings.read_text(encoding="utf-8").replace("decks = []", 'decks = ["deck.txt"]')
        settings.write_text(text, encoding="utf-8")
        lore = header.split(";").index("LORE")
        builds = {
            "first": [run(command, folder)],
            "nothing to do": [run(command, folder)],
            "one card edited": [],
        }
        for _ in range(times):
            cells = rows[4].split(";")
            cells[lore] += "!"
            rows[4] = ";".join(cells)
            cards.write_text("\n".join([header, *rows, ""]), encoding="utf-8", newline="")
            builds["one card edited"].append(run(command, folder))
        print("1,000 cards and a deck of 60, build; seconds, medians")
        for name, results in builds.items():
            cpu, wall, _ = sorted(results)[len(results) // 2]
            print(f"{name:<16} {cpu:7.2f} CPU {wall:7.2f} wall")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=90)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--edit", action="store_true")
    options = parser.parse_args()
    if options.edit:
        bench_edit(options.times)
        return
    tool = [sys.executable, "-m", "cardtools", "-q"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_project(folder, options.cards)
        art = size(folder / "cards/art", "*.jpg")
        fonts = folder / "templates/fonts"
        # What a run needs for any number of cards: the interpreter, packages, faces and fonts.
        one = ["sheet", "--deck", "one.txt", "-o", "one.pdf"]
        commands: dict[str, Sequence[str]] = {
            "help": [*tool, "sheet", "--help"],
            "one": [*tool, *one],
            "sheet": [*tool, "sheet"],
            "render": [*tool, "render", "--no-bleed", "--jobs", "1"],
        }
        if options.cards <= 200:
            run(commands["render"], folder)
            frame = next((folder / "output/cards").glob("*.png"))
            for script in ("naive", "default_writer", "draw_image"):
                (folder / f"{script}.py").write_text(globals()[script.upper()], encoding="utf-8")
            commands["naive"] = [sys.executable, "naive.py", ".", str(frame), str(fonts), "naive"]
        found = side_by_side(commands, folder, options.times)
        png, pdf = found["render"], found["sheet"]
        after_help, after_one = pdf[0] - found["help"][0], pdf[0] - found["one"][0]
        print(f"{options.cards} cards, {os.cpu_count()} cores; CPU seconds, medians of {options.times}")
        print(f"cardtools render      {png[0]:7.2f} s  {options.cards / png[0]:6.1f} PNG/s  {png[2]:6.0f} MB")
        made = size(folder / "output/sheets", "cards.pdf")
        line = f"{after_help:.2f} s after --help, {after_one:.2f} s after a sheet of one card"
        print(
            f"cardtools sheet       {pdf[0]:7.2f} s  {line}, {made / art:.3f} times the art  {pdf[2]:6.0f} MB"
        )
        if options.cards > 200:
            return
        naive = found["naive"]
        (folder / "default").mkdir()
        print(
            f"plain Pillow loop     {naive[0]:7.2f} s  {options.cards / naive[0]:6.1f} PNG/s"
            f"  {naive[2]:6.0f} MB"
        )
        run([sys.executable, "default_writer.py", "output/cards", "default"], folder)
        ours, default = size(folder / "output/cards", "*.png"), size(folder / "default", "*.png")
        plain = run([sys.executable, "draw_image.py", "output/cards", "plain.pdf"], folder)
        print(f"drawImage of PNGs     {plain[0]:7.2f} s  {size(folder, 'plain.pdf') / art:.2f} times the art")
        print(f"render against the loop: {naive[0] / png[0]:.1f} times as fast (goal 10)")
        print(f"PNG bytes against the default writer's: {ours / default:.3f} (goal at most 1.12)")
        print(f"sheet against drawImage: {plain[0] / after_help:.1f} times as fast (goal 20)")


if __name__ == "__main__":
    main()
