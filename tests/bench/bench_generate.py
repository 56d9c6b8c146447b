"""Long lists: rules and order of a million lines, ten million lines to a sorted file, and 10^12 of them.

    python tests/bench/bench_generate.py            all of it, about ten minutes
    python tests/bench/bench_generate.py --lines 100000 --long 1000000 --runs 1    a quick look
    python tests/bench/bench_generate.py --sample   the sample game's list against a plain script, CPU seconds

The templates are the sample game's, two to a card. Beside `fast` (what `cardtools generate` does) stand
`naive`, the plainest program that obeys the documentation, `plain`, the stages on whole lists in memory
(`polish`), and polars, which only sorts and is given the ready text in random order. Each runs in a process
of its own; `process` is all of it, `stages` is without start and reading, and without expanding but for fast;
memory is the peak. Medians; naive and plain run once.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
STAGES = {
    "documented": ("dedupe", "drop", "replace", "agree", "sort"),
    "sample game": ("drop", "replace", "sort", "dedupe"),
}


def make_set(folder: Path, lines: int, stages: tuple[str, ...], many: bool) -> int:
    """A project folder with about that many combinations; `many` rules, as an established game has."""
    from cardtools.effects.grammar import parse_template
    from cardtools.project.project import find_project
    from cardtools.steps import effect_lists as stage

    project = find_project(ROOT)
    settings = project.settings.effects
    shutil.copytree(ROOT / "placeholders", folder / "placeholders")
    (folder / "effects").mkdir()
    quoted = ", ".join(f'"{stage}"' for stage in stages)
    switches = "link_offsets = true\nnumber_words = true\nlimit = 100000000"
    (folder / "cardtools.toml").write_text(f"[effects]\nstages = [{quoted}]\n{switches}\n")
    if many:
        words = [
            path.read_text().split("\n")[0]
            for path in sorted((ROOT / "placeholders").glob("[a-p]*.txt"))[:12]
        ]
        drops = [f"{word} {number} {other}" for word in words for other in words[:8] for number in "6"]
        fixes = [f"{word} {number}s: {word} {number}" for word in words for number in range(1, 11)]
        with (folder / "placeholders/combinations_to_remove.txt").open("a") as file:
            file.write("\n" + "\n".join(drops) + "\n")
        with (folder / "placeholders/phrase_replacements.txt").open("a") as file:
            file.write("\n" + "\n".join(fixes) + "\n")
    templates = stage.read_template_file(project.path(settings.templates))
    grammar = stage.read_sources(ROOT, settings).grammar
    rng = random.Random(1)
    texts: list[str] = []
    total = 0
    while total < lines:
        text = " ".join(template.text for template in rng.sample(templates, 2))
        count = grammar.count(parse_template(text))
        if count <= lines // 8:
            texts.append(text)
            total += count
    (folder / "effects/all_effect_templates.txt").write_text("\n".join(texts) + "\n")
    return total


def naive() -> None:
    """Expand, then line by line one rule after the other, then `sorted`; the stages of the documentation."""
    templates, sources, stages = read_set()
    grammar = sources.grammar
    lines = [line for template in templates for line in grammar.expand(template)]
    began = time.perf_counter()
    forms = [
        (re.compile(form.format(noun)), rf"one \1 {noun}")
        for form in (r"one (\w+) {}s\b", r"one (\w+ \d+) {}s\b", r"one (.+?) {}s\b")
        for noun in ("card", "spell", "creature", "target")
    ]
    for stage in stages:
        if stage == "dedupe":
            lines = list(dict.fromkeys(lines))
        elif stage == "drop":
            lines = [re.sub(" {2,}", " ", line).strip() for line in lines]
            lines = [line for line in lines if not any(phrase in line for phrase in sources.stages.phrases)]
        elif stage == "sort":
            lines = sorted(lines)
        else:
            done = []
            for line in lines:
                if stage == "replace":
                    for old, new in sources.stages.replacements.items():
                        line = line.replace(old, new)
                else:
                    for pattern, singular in forms:
                        line = pattern.sub(singular, line)
                done.append(line)
            lines = done
    print(f"stages {time.perf_counter() - began}")
    Path("naive.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def plain() -> None:
    """The stages on whole lists in memory."""
    templates, sources, _ = read_set()
    grammar = sources.grammar
    lines = [line for template in templates for line in grammar.expand(template)]
    began = time.perf_counter()
    lines = sources.stages.polish(lines)
    print(f"stages {time.perf_counter() - began}")
    Path("plain.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def fast() -> None:
    """What `cardtools generate` does; expanding is part of its stages and cannot be told apart."""
    from cardtools.project.project import find_project
    from cardtools.steps import effect_lists as stage

    templates, sources, _ = read_set()
    began = time.perf_counter()
    plan = stage.plan_effects(templates, sources, find_project().settings.effects)
    stage.write_effects(Path("fast.txt"), plan)
    print(f"stages {time.perf_counter() - began}")


def sort_polars() -> None:
    """polars, streaming: only the sort, of the ready text in random order."""
    import polars

    began = time.perf_counter()
    text = polars.scan_csv(
        "shuffled.txt", has_header=False, separator="\x01", quote_char=None, new_columns=["line"]
    )
    text.sort("line").sink_csv("polars.txt", include_header=False, quote_style="never", engine="streaming")
    print(f"stages {time.perf_counter() - began}")


def read_set():  # type: ignore[no-untyped-def]
    from cardtools.project.project import find_project
    from cardtools.steps import effect_lists as stage

    project = find_project()
    settings = project.settings.effects
    templates = stage.read_template_file(project.path(settings.templates))
    return templates, stage.read_sources(project.root, settings), settings.stages


def measure(name: str, folder: Path, runs: int) -> tuple[float, float, float]:
    """Medians: seconds of the whole process, seconds of the stages alone, peak memory in MB."""
    taken = [run([sys.executable, __file__, "--only", name], folder) for _ in range(runs)]
    return tuple(statistics.median(column) for column in zip(*taken, strict=True))  # type: ignore[return-value]


def run(command: list[str], folder: Path) -> tuple[float, float, float]:
    began = time.perf_counter()
    # A process of its own in between, since the peak that is asked for is that of all children so far.
    code = (
        "import resource, subprocess, sys\n"
        "subprocess.run(sys.argv[1:], check=True)\n"
        "print('peak', resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    outcome = subprocess.run(
        [sys.executable, "-c", code, *command], cwd=folder, check=True, capture_output=True, text=True
    )
    seconds = time.perf_counter() - began
    words = outcome.stdout.split()
    stages = float(words[words.index("stages") + 1]) if "stages" in words else seconds
    unit = 1 if sys.platform == "darwin" else 1024
    return seconds, stages, int(words[words.index("peak") + 1]) * unit / 1e6


def table(title: str, folder: Path, names: tuple[str, ...], runs: int) -> None:
    print(f"\n{title}", flush=True)
    print(f"  {'':12} {'process':>10} {'stages':>10} {'memory':>10}   against fast (stages)")
    figures = {name: measure(name, folder, 1 if name in ("naive", "plain") else runs) for name in names}
    for name, (seconds, stages, memory) in figures.items():
        times = stages / figures["fast"][1]
        print(f"  {name:12} {seconds:8.2f} s {stages:8.2f} s {memory:7.0f} MB   {times:6.1f} x", flush=True)
    outputs = [folder / f"{name}.txt" for name in names if (folder / f"{name}.txt").exists()]
    same = all(
        subprocess.run(["cmp", "-s", outputs[0], other], check=False).returncode == 0 for other in outputs
    )
    print("  the same bytes from all" if same else "  THE OUTPUTS DIFFER")


def count_and_slice(folder: Path) -> None:
    """10^12 combinations: counting, and a slice of 100,000 from the middle."""
    (folder / "placeholders").mkdir()
    (folder / "placeholders/n.txt").write_text("\n".join(map(str, range(1_000))))
    (folder / "t.txt").write_text("Gain <n> <n#2> <n#3> <n#4>\n")
    print("\n10^12 combinations, whole process")
    program = [sys.executable, "-m", "cardtools", "generate", "-f", "t.txt", "-q"]
    middle = 5 * 10**11
    for title, arguments in (
        ("--count", ["--count"]),
        ("--slice of 100,000", ["--slice", f"{middle}:{middle + 100_000}", "-o", "out.txt"]),
    ):
        seconds, _, memory = run([*program, *arguments], folder)
        print(f"  {title:20} {seconds:6.2f} s {memory:7.0f} MB")


def sample(runs: int) -> None:
    """`generate` of the sample game against a plain script, in turn: CPU seconds of the whole processes."""
    from bench_tags import CARDTOOLS
    from bench_tags import run as run_program

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(ROOT / "placeholders", folder / "placeholders")
        (folder / "effects").mkdir()
        for file in ("cardtools.toml", "effects/all_effect_templates.txt"):
            shutil.copy(ROOT / file, folder / file)
        script = (ROOT / "tests/bench/peers/naive_generate.py").read_text(encoding="utf-8")
        taken: dict[str, list[float]] = {"cardtools": [], "script": []}
        for _ in range(1 + runs):
            taken["cardtools"].append(run_program(folder, CARDTOOLS, "generate", "-f").cpu)
            taken["script"].append(run_program(folder, script).cpu)
        same = (folder / "naive.txt").read_bytes() == (folder / "effects/all_effects.txt").read_bytes()
        ours, script_cpu = (statistics.median(times[1:]) for times in taken.values())
        print(f"sample game: cardtools {ours:.3f} s, script {script_cpu:.3f} s, {ours / script_cpu:.2f}")
        print("  the same bytes" if same else "  THE OUTPUTS DIFFER")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--lines", type=int, default=1_000_000)
    parser.add_argument("--long", type=int, default=10_000_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", help="for this program itself: one of the contestants, in this folder")
    parser.add_argument("--sample", action="store_true", help="only the sample game's list")
    given = parser.parse_args()
    if given.sample:
        sample(max(given.runs, 9))
        return
    if given.only:
        {"naive": naive, "plain": plain, "fast": fast, "polars": sort_polars}[given.only]()
        return
    for stages in STAGES:
        for many in (False, True):
            with tempfile.TemporaryDirectory() as name:
                total = make_set(Path(name), given.lines, STAGES[stages], many)
                rules = "the sample game's rules" if not many else "100 phrases and 117 replacements"
                title = f"{total:,} lines, stages {stages} ({', '.join(STAGES[stages])}), {rules}"
                table(title, Path(name), ("naive", "plain", "fast"), given.runs)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        total = make_set(folder, given.long, STAGES["sample game"], False)
        run([sys.executable, __file__, "--only", "fast"], folder)
        with (folder / "fast.txt").open(encoding="utf-8", newline="\n") as file:
            lines = file.readlines()
        random.Random(1).shuffle(lines)
        (folder / "shuffled.txt").write_text("".join(lines), encoding="utf-8", newline="\n")
        del lines
        table(f"{total:,} lines, templates to a sorted file", folder, ("fast", "polars"), given.runs)
    with tempfile.TemporaryDirectory() as name:
        count_and_slice(Path(name))


if __name__ == "__main__":
    main()
