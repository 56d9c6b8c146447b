"""The validator: its time and memory beside other ways to say the same rules, and its long checks of itself.

    python tests/bench/bench_validate.py                     the table of times; --only cards, rows or rule
    python tests/bench/bench_validate.py --mutations 10000   spoiled cards and decks: the score of each
    python tests/bench/bench_validate.py --legal 10000       legal cards, a tenth of it decks, of each ruleset
    python tests/bench/bench_validate.py --fuzz 100000       damaged files (--first N: from case N on)

Every program is a cold process; seconds are CPU seconds, user and system. The peers are the extra `bench`.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

PEERS = Path(__file__).parent.resolve() / "peers"
sys.path.insert(0, str(Path(__file__).parents[1].resolve() / "checks"))
CARDTOOLS = [sys.executable, "-c", "from cardtools.cli import main; main()"]
ROWS, FEW = 1_000_000, 20_000
RULESET = """\
[ruleset]
id = "rows"
version = "1"
[tables]
total = { 1 = 500, 2 = 1000, 3 = 1500, 4 = 2000, 5 = 2500 }
[vocabulary.type]
values = ["Earth", "Water", "Fire", "Air", "Electric", "Light", "Nature", "Dark"]
[fields.NAME]
required = true
unique = true
[fields.NAME.checks]                       # what the peers do not look for
case.severity = "off"
placeholder.severity = "off"
similar.severity = "off"
[fields.TYPE]
vocabulary = "type"
[fields.LEVEL]
type = "int"
required = true
min = 1
max = 5
[fields.ATTACK]
type = "int"
required = true
min = 0
max = 2500
[fields.DEFENSE]
type = "int"
required = true
min = 0
max = 2500
[fields.TEXT]
"""
RULE = """\
[rule.ROW{}]
name = "total-{}"
assert = "ATTACK + DEFENSE {}== total[LEVEL]{}"
message = "{{NAME}}: {{ATTACK}} + {{DEFENSE}}, a card of level {{LEVEL}} totals {{total[LEVEL]}}"
"""


def costs(
    commands: Mapping[str, Sequence[object]], folder: Path, runs: int
) -> dict[str, tuple[float, float]]:
    """CPU seconds (median) and megabytes (most) of each command as a cold process, its modules compiled.

    They run in turn, so that a slow minute of the machine is one for all of them.
    """
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for _ in range(runs + 1):
        for name, command in commands.items():
            found[name].append(_run(command, folder))
    return {
        name: (
            statistics.median(seconds for seconds, _ in results[1:]),
            max(megabytes for _, megabytes in results),
        )
        for name, results in found.items()
    }


def cost(command: Sequence[object], folder: Path, runs: int) -> tuple[float, float]:
    """The same of one command."""
    return costs({"": command}, folder, runs)[""]


def _run(command: Sequence[object], folder: Path) -> tuple[float, float]:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
    process = subprocess.Popen(
        list(map(str, command)),
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    assert process.stderr is not None
    told = process.stderr.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 1) or "Traceback" in told:
        raise SystemExit(f"{command} failed:\n{told}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def peer(name: str, source: Path, out: Path) -> list[object]:
    """The command of a peer."""
    return [sys.executable, PEERS / f"{name}.py", source, out]


def ours(source: Path, out: Path, *more: object) -> list[object]:
    """The same of ours, findings as CSV."""
    return [*CARDTOOLS, "validate", source, "--no-art", "--format", "csv", "-o", out, *more]


def lines_of(path: Path) -> set[tuple[int, str]]:
    """Line and code of what a program found."""
    import csv

    with path.open(encoding="utf-8", newline="") as file:
        if path.name == "ours.csv":
            rows = csv.DictReader(file, delimiter=";")
            return {(int(row["LINE"]), row["CODE"]) for row in rows if row["LINE"]}
        return {(int(line), code) for line, code in csv.reader(file, delimiter=";")}


def show(title: str, rows: Sequence[tuple[str, float, float]], note: str = "") -> None:
    """A table: seconds, what they are of the first row's, megabytes, what they are of the first row's."""
    print(f"\n{title}")
    print(f"{'program':<44}{'CPU s':>9}{'ratio':>9}{'MB':>9}{'ratio':>9}")
    (_, seconds, megabytes), *_ = rows
    for name, own, memory in rows:
        print(f"{name:<44}{own:>9.3f}{own / seconds:>9.2f}{memory:>9.0f}{memory / megabytes:>9.2f}")
    if note:
        print(note)


def sample_game(folder: Path) -> Path:
    """The sample game with its tagged effect list, which legal ttcg cards take their effects from."""
    for arguments in (["init", "game"], ["generate", "-f"], ["tag"]):
        where = folder if arguments[0] == "init" else folder / "game"
        subprocess.run([*CARDTOOLS, *arguments], cwd=where, check=True, capture_output=True)
    return folder / "game/effects/effects_with_placeholders.csv"


def write_cards(path: Path, tagged: Path) -> None:
    """1,000 rows of ttcg cards in all rarities, every twenty-fifth spoiled in some way."""
    from games import CARD_SPOILS
    from oracle import table_text
    from spoil import GONE
    from valid_ttcg import read_pool, ttcg_cards

    pool, seed = read_pool(tagged), 0
    rows: list[dict[str, str]] = []
    while len(rows) < 1000 or not any("BASE_ATTACK" in row for row in rows):
        rng = random.Random(seed)
        rows, seed = ttcg_cards(rng, 1000, pool)[:1000], seed + 1
    for index in range(0, 1000, 25):
        fitting = [spoil for spoil in CARD_SPOILS["ttcg"] if spoil.who(rows[index])]
        new = rng.choice(fitting).change(rng, rows[index], rows)
        rows[index] = rows[index] if new == GONE else rows[index] | new
    path.write_text(table_text(rng, rows), encoding="utf-8", newline="")


def bench_cards(folder: Path) -> None:
    """1,000 cards, all checks that need no image."""
    tagged = sample_game(folder)
    cards = folder / "cards.csv"
    # In a process of its own: a child is said to need at least what the process that starts it has.
    subprocess.run([sys.executable, __file__, "--cards-to", cards, "--tagged", tagged], check=True)
    programs = {
        "cardtools": ours(cards, folder / "ours.csv", "--ruleset", "ttcg"),
        "cardtools, with the tagged list": ours(
            cards, folder / "t.csv", "--ruleset", "ttcg", "--tagged", tagged
        ),
        "pandas": peer("ttcg_pandas", cards, folder / "pandas.csv"),
        "pandera": peer("ttcg_pandera", cards, folder / "pandera.csv"),
    }
    found_costs = [(name, *own) for name, own in costs(programs, folder, 5).items()]
    found = {name: lines_of(folder / f"{name}.csv") for name in ("ours", "pandas", "pandera")}
    codes = {code for _, code in found["pandas"]}
    mine = {(line, code) for line, code in found["ours"] if code in codes}
    note = f"{len(mine)} findings; pandas found the same: {mine == found['pandas']}, "
    note += f"pandera: {mine == found['pandera']}"
    show("1,000 ttcg cards", found_costs, note)
    for name in ("pandas", "pandera"):
        if differing := sorted(mine ^ found[name]):
            print(f"  {name} differs: {differing[:8]}")


def long_table(path: Path, count: int) -> None:
    """Synthetic cards, one in a thousand with something wrong."""
    rng = random.Random(1)
    types = "Earth Water Fire Air Electric Light Nature Dark".split()
    syllables = [one + vowel for one in "bcdfghjklmnprst" for vowel in "aeiou"]
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write("NAME;TYPE;LEVEL;ATTACK;DEFENSE;TEXT\r\n")
        for number in range(count):
            level = rng.randint(1, 5)
            attack = 5 * rng.randint(0, 100 * level)
            name = "".join(syllables[number // 75**place % 75] for place in range(4)).capitalize()
            row = [name, rng.choice(types), level, attack, 500 * level - attack, "Draw one card."]
            if rng.random() < 0.001:
                wrong = (
                    (0, ""),
                    (0, "Bebababa"),
                    (1, "Fier"),
                    (2, 6),
                    (2, "x"),
                    (3, -5),
                    (3, ""),
                    (4, 7),
                    (4, "1.5"),
                )
                column, value = rng.choice(wrong)
                row[column] = value
            file.write(";".join(map(str, row)) + "\r\n")


def bench_rows(folder: Path, runs: int) -> None:
    """A million rows beside pandas and pydantic; frictionless on a fiftieth of them."""
    (folder / "rows.toml").write_text(RULESET + RULE.format(101, 1, "", ""))
    rows, few = folder / "rows.csv", folder / "few.csv"
    long_table(rows, ROWS)
    long_table(few, FEW)
    peers = {
        name: peer(f"rows_{name}", rows, folder / f"{name}.csv")
        for name in ("plain", "pandas", "pydantic", "polars")
    }
    own = {"cardtools": ours(rows, folder / "ours.csv", "--ruleset", "./rows.toml")}
    table = [(name, *each) for name, each in costs({**own, **peers}, folder, runs).items()]
    found = lines_of(folder / "ours.csv")
    same = {name: lines_of(folder / f"{name}.csv") == found for name in peers}
    start, _ = cost([sys.executable, "-c", "import frictionless"], folder, runs)
    out = folder / "frictionless.csv"
    seconds, megabytes = cost(peer("rows_frictionless", few, out), folder, runs)
    seconds = start + (seconds - start) * ROWS / FEW
    table.append((f"frictionless (from {FEW:,} rows)", seconds, megabytes))
    cost(ours(few, folder / "ours.csv", "--ruleset", "./rows.toml"), folder, 1)
    same["frictionless"] = lines_of(out) == lines_of(folder / "ours.csv")
    note = f"{len(found):,} findings; found the same: {', '.join(f'{n} {s}' for n, s in same.items())}"
    show(f"{ROWS:,} rows (plain: csv.DictReader and if, the oracle)", table, note)


def bench_rule(folder: Path, runs: int) -> None:
    """What one more rule costs, from eleven rules against one."""
    rows = folder / "rows.csv"
    if not rows.exists():
        long_table(rows, ROWS)
    texts = [RULE.format(101 + n, n + 1, "", f" or LEVEL > {9 + n}") for n in range(11)]
    commands = {}
    for count in (1, 11):
        (folder / f"rules{count}.toml").write_text(RULESET + "".join(texts[:count]))
        command = ours(rows, folder / "o.csv", "--ruleset", f"./rules{count}.toml", "--select", "ROW101")
        commands[f"{count} rule{'s' * (count > 1)}"] = command
    table = [(name, *each) for name, each in costs(commands, folder, runs).items()]
    micro = (table[1][1] - table[0][1]) / 10 / ROWS * 1e6
    show("an expression rule", table, f"one rule: {micro:.3f} microseconds a row")


def self_checks(options: argparse.Namespace, folder: Path) -> int:
    """The long runs of the mutations, the legal cards and the fuzzer; 1 where one found something."""
    from games import CARD_SPOILS, DECK_SPOILS, NAMES, make_games
    from legal import false_alarms
    from spoil import score_cards, score_decks
    from valid_ttcg import read_pool

    from cardtools.checks.effect_list import read_effect_list
    from cardtools.rulesets import load_ruleset

    tagged = sample_game(folder)
    games, effects = make_games(read_pool(tagged)), read_effect_list(tagged)
    faults: list[str] = []
    if options.fuzz:
        from fuzz import run
        from fuzz_seeds import make_seeds

        slowest, start = (0.0, 0), time.perf_counter()
        for case, broken in enumerate(
            run(options.first, options.fuzz, make_seeds(games, effects), folder), options.first
        ):
            now = time.perf_counter()
            slowest, start = max(slowest, (now - start, case)), now
            faults += [broken] if broken else []
        print(f"{options.fuzz:,} cases, {len(faults)} broke a law; slowest (s, case): {slowest}")
    for name in NAMES:
        ruleset = load_ruleset(name, Path())
        if options.mutations:
            count = options.mutations // len(NAMES)
            cards = score_cards(games[name], CARD_SPOILS[name], ruleset, effects, count)
            decks = score_decks(games[name], DECK_SPOILS[name], ruleset, count // 5)
            for what, score in (("cards", cards), ("decks", decks)):
                share = 100 * score.found / score.tried
                print(f"{name:<8} {what}: {score.found:,} of {score.tried:,} found, {share:.2f} %")
                beside = ", ".join(f"{code}+{other} {n}" for (code, other), n in sorted(score.beside.items()))
                print(f"{'':<9}found beside: {beside or 'nothing'}")
                faults += score.misses + score.unexpected
        if options.legal:
            alarms = false_alarms(games[name], ruleset, effects, options.legal, options.legal // 10)
            print(
                f"{name:<8} {options.legal:,} cards, {options.legal // 10:,} decks: "
                f"{len(alarms)} false alarms"
            )
            faults += alarms
    print("".join(f"{fault[:400]}\n" for fault in faults[:20]), end="")
    return int(bool(faults))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", choices=["cards", "rows", "rule"])
    parser.add_argument("--runs", type=int, default=3, help="of the long table")
    for option in ("--mutations", "--legal", "--fuzz", "--first"):
        parser.add_argument(option, type=int, default=0)
    for option in ("--cards-to", "--tagged"):
        parser.add_argument(option, type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.cards_to:
        write_cards(options.cards_to, options.tagged)
        return
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if options.mutations or options.legal or options.fuzz:
            sys.exit(self_checks(options, folder))
        if options.only in (None, "cards"):
            bench_cards(folder)
        if options.only in (None, "rows"):
            bench_rows(folder, options.runs)
        if options.only in (None, "rule"):
            bench_rule(folder, options.runs)
    print(f"\n{time.perf_counter() - start:.0f} s in all")


if __name__ == "__main__":
    main()
