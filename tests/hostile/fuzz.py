"""Damage the sample projects at random and run commands on them; not part of the gate.

    python tests/hostile/fuzz.py [SECONDS] [FIRST]

A case is the same in every run; those that break a law are printed with their numbers. The laws: exit code
0, 1 or 2; no internal error; nothing outside the project changes; time and memory are bounded; what is
printed is text.
"""

from __future__ import annotations

import os
import random
import re
import shlex
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from checks.fuzz import damage
from test_cases import MEMORY, _contents, _run

from cardtools.project.starter import games, make_project

CARDS = 3  # a table keeps so many: the cases are about files, not about work
COMMANDS = """\
art
box
build --jobs 1
diff cards/cards.csv old.csv
diff cards/cards.csv old.csv --format markdown
diff cards/cards.csv old.csv --format json
draw -n 3
explain --all
export --to html
export --to pnp
export --to tts
generate -f --count
generate -f --sample 3 -t
parse 'Draw one card.'
playtest odds --format json
proof
proof --format sarif -o report
render --jobs 1 --dpi 36
rules show
rules show --format json
rules test
serials --check
sheet
stats --format json
stats
tag
tag --explain 'Draw one card.'
tiers -o tiers.csv
validate
validate --diff --unsafe-fixes
validate --effects --format json
validate --fix
validate --format html -o page.html
validate --format junit""".splitlines()
TEXTS = [
    *(
        "",
        " ",
        "x" * 10_000,
        "9" * 5000,
        "\x1b[2J",
        "a\n::set-output name=x::y",
        "\u202eb",
        "\u0301" * 500,
        "1 Nobody",
    ),
    *"""\
-1 1e999 nan ##[x] /dev/zero ../../outside/keep.txt .git/config (a+)+$ =1+1 \ufdfa NAME [] a|b@2 None True
{icon} <number> <a><a><a> <b><i> <c> {{9**9**9}} {{'x'*10**9}} {{NAME.upper}} {{project}} {{x|join}}
T*10**9""".split(),
    "{% for i in range(10**9) %}x{% endfor %}",
]
VALUES = '-1 0 1 3 1e999 nan 1e-9 99999999999 true [] [1] [[]] {} "" 2020-01-01 10:00:00'.split()
Rng = random.Random


def change_file(rng: Rng, data: bytes, suffix: str) -> bytes:
    """The file with a cell, a value, a text in quotes or an expression replaced, or its bytes damaged."""
    changes: list[Callable[[str], str]] = [
        lambda text: _replace(rng, text, r"(?<=[{%(] )[^{}%\"]+(?= [)%}])", rng.choice(TEXTS)),
        lambda text: _replace(rng, text, r"[^;\n\"]+", rng.choice(TEXTS).replace('"', '""')),
    ]
    if suffix in (".toml", ".json"):
        quoted = rng.choice(TEXTS).replace("\\", "\\\\").replace("\n", "\\n").replace("\x1b", "\\u001b")
        changes = [
            changes[0],
            lambda text: _replace(rng, text, r"(?<=\")[^\"\n]*(?=\")", quoted),
            lambda text: _replace(rng, text, r"(?<== )[^\n]+", rng.choice((*VALUES, f'"{quoted}"'))),
            lambda text: _replace(rng, text, r"(?m)^[^\n]+$", ""),
        ]
    if rng.random() < 0.15:
        return damage(rng, data)
    for _ in range(rng.choice((1, 1, 2, 5))):
        data = rng.choice(changes)(data.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
    return data


def _replace(rng: Rng, text: str, pattern: str, new: str) -> str:
    found = list(re.finditer(pattern, text))
    if not found:
        return text
    start, end = rng.choice(found).span()
    return text[:start] + new + text[end:]


def make_seeds(folder: Path) -> list[Path]:
    """The sample projects with a few cards each, built, so that outputs and records are there too."""
    made = []
    for name in ("", *games()):
        project = folder / (name or "sample")
        make_project(project, game=name)
        for table in (project / "cards").glob("*.csv"):
            rows = table.read_text("utf-8").splitlines(keepends=True)
            table.write_text("".join(rows[: CARDS + 1]), "utf-8", newline="")
        (project / "old.csv").write_bytes((project / "cards/cards.csv").read_bytes())
        _run(["art", "-q"], project)
        _run(["build", "-q", "--jobs", "1"], project)
        made.append(project)
    return made


def run_case(number: int, seeds: list[Path], folder: Path) -> str:
    """Run a case; the laws that it broke, "" for none."""
    rng = random.Random(number)
    source, command = rng.choice(seeds), rng.choice(COMMANDS)
    project, outside = folder / "project", folder / "outside"
    shutil.copytree(source, project, copy_function=_link)
    outside.mkdir()
    (outside / "keep.txt").write_text("keep\n")
    texts = (".toml", ".csv", ".txt", ".json", ".svg")
    files = [path for path in sorted(project.rglob("*")) if path.suffix in texts or rng.random() < 0.02]
    changed = []
    for path in rng.sample([path for path in files if path.is_file()], rng.choice((1, 1, 2, 3))):
        data = change_file(rng, path.read_bytes(), path.suffix)
        path.unlink()  # it is the seed's file too
        path.write_bytes(data)
        changed.append(path.relative_to(project).as_posix())
    before = _contents(folder, project)
    code, said, memory = _run(shlex.split(command), project)
    laws = {
        f"exit code {code}": code in (0, 1, 2),
        "internal error": "internal error" not in said and "Traceback" not in said,
        "something outside changed": _contents(folder, project) == before,
        f"{memory:,} bytes": memory < MEMORY,
        "control characters": all(sign.isprintable() or sign in "\n\u00a0" for sign in said),
        "a command of a CI runner": not re.search(r"(?m)^\s*::set-output|##\w*\[", said),
    }
    broken = [law for law, kept in laws.items() if not kept]
    shutil.rmtree(project)
    shutil.rmtree(outside)
    return (
        f"cardtools {command}, with {', '.join(changed)}: {', '.join(broken)}\n{said[-600:]}"
        if broken
        else ""
    )


def _link(source: str, target: str) -> None:
    os.link(source, target)


def main(seconds: float = 300, first: int = -1) -> None:
    """Run cases from the number `first` on, by default a random one."""
    number = first if first >= 0 else random.randrange(10**6) * 1000
    print(f"cases from {number} on")
    end, failed, begun = time.monotonic() + seconds, 0, number
    with tempfile.TemporaryDirectory() as name:
        seeds = make_seeds(Path(name, "seeds"))
        (work := Path(name, "work")).mkdir()
        while time.monotonic() < end:
            if broken := run_case(number, seeds, work):
                failed += 1
                print(f"case {number}: {broken}\n", flush=True)
            number += 1
    print(f"{number - begun} cases, {failed} broke a law; repeat one with: fuzz.py 1 NUMBER")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
