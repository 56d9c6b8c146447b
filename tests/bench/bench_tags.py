"""The whole run and tagging, against the plainest program that obeys the documentation, and against polars.

    python tests/bench/bench_tags.py              the whole run: 11,000 lines, 7 columns, 1,500 patterns
    python tests/bench/bench_tags.py --lines 1000000   tagging a long list, polars beside it

The naive program takes minutes on the whole run; `--part N` lets it tag only every N-th line and multiplies.
The long list is tagged in the order templates give it and shuffled. Every program is run as a whole, its
modules compiled before, as an installed program's are; CPU seconds of all threads; medians.
"""

from __future__ import annotations

import argparse
import filecmp
import itertools
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import astuple, dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
RUNS = 5
CARDTOOLS = "from cardtools.cli import main; main()"
NOUNS = "ember tide stone gale spark dawn page dusk iron glass bone thorn frost cinder moss".split()
VERBS = "Destroy Send Return Reveal Discard Place Swap Mill Search Shuffle Prevent Counter".split()


def make_set(folder: Path, seed: int = 7) -> None:
    """A benchmark set: placeholders, about 100 templates for 11,000 lines, 7 columns by 1,500 patterns."""
    rng = random.Random(seed)
    (folder / "placeholders").mkdir(parents=True)
    (folder / "effects").mkdir()
    lists = {
        "number": "one two three".split(),
        "type": "earth water fire air electric light nature dark".split(),
        "rank": "12345",
        "pile": ["hand", "deck", "discard pile"],
        "some": ["<number> <type> cards", "<number> cards", "rank <rank> cards"],
        "noun": NOUNS,
    }
    for name, values in lists.items():
        (folder / f"placeholders/{name}.txt").write_text("\n".join(values) + "\n")
    drops = [f"{a} {b}" for a, b in itertools.permutations(NOUNS, 2)][:40]
    (folder / "placeholders/combinations_to_remove.txt").write_text("\n".join(["rank 6", *drops]) + "\n")
    fixes = [f"a {word}: an {word}" for word in ("earth", "air", "electric", "iron", "ember")]
    fixes += [f"one {noun} cards: one {noun} card" for noun in NOUNS] + ["one cards: one card"]
    (folder / "placeholders/phrase_replacements.txt").write_text("\n".join(fixes) + "\n")
    shapes = (
        "{verb} <some> from your <pile> to gain <number> {noun} points.",
        "{verb} <number> <type> cards, then {other} one {noun} card.",
        "If you control a <type> {noun} unit, {other} <number> cards from your <pile>.",
        "When a rank <rank> {noun} unit attacks, {other} <some>.",
    )
    templates: dict[str, None] = {}
    while len(templates) < 100:
        verb, other = rng.choice(VERBS), rng.choice(VERBS).lower()
        text = rng.choice(shapes).format(verb=verb, other=other, noun=rng.choice(NOUNS))
        templates[text] = None
    (folder / "effects/all_effect_templates.txt").write_text("\n".join(templates) + "\n")
    patterns: dict[str, None] = {}
    while len(patterns) < 1500:
        words = rng.choice(list(templates)).rstrip(".").split(" ")
        first = rng.randrange(len(words) - 2)
        patterns[" ".join(words[first : first + rng.randint(3, 7)])] = None
    columns = [f"COLUMN_{number}" for number in range(1, 8)]
    lines = ["columns = [" + ", ".join(f'"{column}"' for column in columns) + "]"]
    shared = list(patterns)
    for number, column in enumerate(columns):
        part = "".join(f'    "{text}",\n' for text in shared[number::7])
        lines.append(f'[[rules]]\ncolumn = "{column}"\ntext = [\n{part}]')
    (folder / "effects/tags.toml").write_text("\n".join(lines) + "\n")


def naive_expand(text: str, lists: dict[str, list[str]]) -> list[str]:
    names = list(dict.fromkeys(re.findall(r"<(\w+)>", text)))
    values = [[v for value in lists[name] for v in naive_expand(value, lists)] for name in names]
    result = []
    for chosen in itertools.product(*values):
        line = text
        for name, value in zip(names, chosen, strict=True):
            line = line.replace(f"<{name}>", value)
        result.append(line)
    return result


def naive(folder: Path, part: int) -> float:
    """The four scripts' work, as plainly as can be; returns CPU seconds, the tagging ones times `part`."""
    start = time.process_time()
    lists = {
        path.stem: [line for line in path.read_text().splitlines() if line]
        for path in (folder / "placeholders").glob("*.txt")
    }
    drops = (folder / "placeholders/combinations_to_remove.txt").read_text().splitlines()
    fixes = [
        line.split(": ")
        for line in (folder / "placeholders/phrase_replacements.txt").read_text().splitlines()
    ]
    effects = []
    for template in (folder / "effects/all_effect_templates.txt").read_text().splitlines():
        effects += naive_expand(template, lists)
    effects = list(dict.fromkeys(effects))
    effects = [re.sub(" +", " ", effect).strip() for effect in effects]
    effects = [effect for effect in effects if not any(phrase in effect for phrase in drops)]
    fixed = []
    for effect in effects:
        for old, new in fixes:
            effect = effect.replace(old, new)
        for form in (r"one (\w+) {}s\b", r"one (\w+ \d+) {}s\b", r"one (.+?) {}s\b"):
            for noun in ("card", "spell", "creature", "target"):
                effect = re.sub(form.format(noun), rf"one \1 {noun}", effect)
        fixed.append(effect)
    effects = sorted(fixed)
    (folder / "naive.txt").write_text("".join(f"{effect}\n" for effect in effects))
    before_tags = time.process_time() - start
    import tomllib

    tags = tomllib.loads((folder / "effects/tags.toml").read_text())
    rows = [[False] * len(tags["columns"]) for _ in effects]
    for rule in tags["rules"]:
        column = tags["columns"].index(rule["column"])
        for pattern in rule["text"]:
            for row in range(0, len(effects), part):
                # As the documentation describes it: the pattern is expanded anew for each row.
                if any(text in effects[row] for text in naive_expand(pattern, lists)):
                    rows[row][column] = True
    if part == 1:
        lines = ["EFFECTNAME;" + ";".join(tags["columns"])]
        lines += [f"{effect};{';'.join(map(str, row))}" for effect, row in zip(effects, rows, strict=True)]
        (folder / "naive.csv").write_bytes("".join(f"{line}\r\n" for line in lines).encode())
    tagging = time.process_time() - start - before_tags
    return before_tags + tagging * part


@dataclass(frozen=True)
class Cost:
    """What a process took: seconds of CPU and of the clock, and its peak of memory."""

    cpu: float
    wall: float
    megabytes: float


def run(folder: Path, program: str, *arguments: str) -> Cost:
    """Run a Python program as a whole in the folder."""
    paths = os.pathsep.join(map(str, (ROOT, Path(__file__).parent)))
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "compiled"), "PYTHONPATH": paths}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    began = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{arguments or 'polars'}: failed")
    return Cost(used.ru_utime + used.ru_stime, time.perf_counter() - began, used.ru_maxrss / 1024)


def median(costs: list[Cost]) -> Cost:
    return Cost(*map(statistics.median, zip(*map(astuple, costs), strict=True)))


def whole_run(folder: Path, part: int) -> None:
    make_set(folder)
    times = []
    for _ in range(1 + RUNS):
        times.append(run(folder, CARDTOOLS, "generate", "-f").cpu + run(folder, CARDTOOLS, "tag").cpu)
    plain = naive(folder, part)
    lines = (folder / "effects/all_effects.txt").read_text().count("\n")
    same = (folder / "naive.txt").read_bytes() == (folder / "effects/all_effects.txt").read_bytes()
    print(f"whole run: {lines:,} lines, 7 columns, 1,500 patterns; effect list identical: {same}")
    if part == 1:
        tagged_path = folder / "effects/effects_with_placeholders.csv"
        print(f"tagged CSV identical: {(folder / 'naive.csv').read_bytes() == tagged_path.read_bytes()}")
    print(f"{'program':<34}{'CPU s':>9}{'ratio':>9}")
    print(f"{'naive' + (f' (1/{part} of the lines tagged)' if part > 1 else ''):<34}{plain:>9.2f}{1:>9.0f}")
    seconds = statistics.median(times[1:])
    print(f"{'cardtools':<34}{seconds:>9.2f}{plain / seconds:>9.0f}")


POLARS = """
import sys, tomllib, polars as pl
from pathlib import Path
from bench_tags import naive_expand
lists = {p.stem: [l for l in p.read_text().splitlines() if l] for p in Path("placeholders").glob("*.txt")}
tags = tomllib.loads(Path("effects/tags.toml").read_text())
frame = pl.read_csv(
    "long.txt", has_header=False, separator="\\x01", quote_char=None, new_columns=["EFFECTNAME"]
)
for rule in tags["rules"]:
    texts = sorted({t for pattern in rule["text"] for t in naive_expand(pattern, lists)})
    frame = frame.with_columns(
        pl.when(pl.col("EFFECTNAME").str.contains_any(texts)).then(pl.lit("True")).otherwise(pl.lit("False"))
        .alias(rule["column"])
    )
frame.write_csv("polars.csv", separator=";", line_terminator="\\r\\n")
"""


def long_list(folder: Path, lines: int) -> None:
    make_set(folder)
    run(folder, CARDTOOLS, "generate", "-f")
    effects = (folder / "effects/all_effects.txt").read_text().splitlines()
    # As many lines as are wanted, made of more values of the same kind: each effect with a second sentence.
    rng = random.Random(1)
    seconds_sentences = rng.sample(effects, min(len(effects), -(-lines // len(effects)) + 1))
    places = list(range(min(lines, len(effects) * len(seconds_sentences))))
    print(f"tagged CSV of {lines:,} lines, 7 columns, 1,500 patterns")
    print(f"{'program':<34}{'CPU s':>9}{'ratio':>9}{'clock s':>9}{'MB':>7}  identical")
    for order in ("as templates give it", "shuffled"):
        if order == "shuffled":
            rng.shuffle(places)
        # Line by line: what this process holds would be counted as the others' memory.
        with (folder / "long.txt").open("w") as file:
            for place in places:
                first, second = divmod(place, len(seconds_sentences))
                file.write(f"{effects[first]} {seconds_sentences[second]}\n")
        costs: dict[str, list[Cost]] = {"cardtools": [], "polars": []}
        for _ in range(1 + RUNS):
            ours = run(folder, CARDTOOLS, "tag", "-i", "long.txt", "-o", "long.csv")
            costs["cardtools"].append(ours)
            costs["polars"].append(run(folder, POLARS))
        same = filecmp.cmp(folder / "polars.csv", folder / "long.csv", shallow=False)
        medians = {name: median(taken[1:]) for name, taken in costs.items()}
        for name, cost in medians.items():
            ratio = medians["polars"].cpu / cost.cpu
            figures = f"{cost.cpu:>9.2f}{ratio:>9.2f}{cost.wall:>9.2f}{cost.megabytes:>7.0f}"
            print(f"{f'{name}, {order}':<34}{figures}  {same}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--part", type=int, default=1)
    parser.add_argument("--lines", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        if options.lines:
            long_list(Path(name), options.lines)
        else:
            whole_run(Path(name), options.part)


if __name__ == "__main__":
    main()
