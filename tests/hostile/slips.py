"""The slips that designers make in TOML files: one to three of them in a valid file, by number.

    python tests/hostile/slips.py [CASES] [FIRST] [KIND...]

A case is the same in every run; those that break a law are printed with their numbers. The laws: nothing but
CardtoolsError is raised; every message is one line of text about a line that the file has, and names the key
or the value at fault, or is at its line. A slip that changes nothing may pass. Not a process for each case:
twenty thousand take some minutes.
"""

from __future__ import annotations

import random
import re
import shutil
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import pairwise
from pathlib import Path

from cardtools.cards.deck import read_deck
from cardtools.cards.table import read_cards
from cardtools.checks.examples import run_examples
from cardtools.checks.validate import validate, validate_deck
from cardtools.effects.tagrules import read_rules
from cardtools.ground.errors import CardtoolsError, Diagnostic, InputError
from cardtools.ground.toml.tomlfile import read_toml
from cardtools.print.sheets.definition import load_sheet
from cardtools.print.sheets.layout import grid
from cardtools.project.project import FILE_NAME, find_project
from cardtools.project.starter import games, make_project
from cardtools.render.compose.compose import compose
from cardtools.render.face import assignment as faces_module
from cardtools.render.face.load import load_face
from cardtools.rulesets import built_in_rulesets, check_ruleset, load_ruleset, project_ruleset
from cardtools.steps.check import check_game
from cardtools.steps.game_files import GameFiles
from cardtools.steps.missing_art import _art_text
from cardtools.steps.programs import check_program_file

Rng = random.Random
CARDS = 3  # of a table: the cases are about TOML files
LONGEST = 600  # characters of a message and of its hint
UNKNOWN = ("nowhere", "Gold", "main", "title", "x")
EXTENSION = """\
extends = ["cardtools:{name}"]

[ruleset]
id = "mine"
version = "1"

[vocabulary.mood]
values = ["glad", "sad"]

[fields.MOOD]
vocabulary = "mood"

[fields.AGE]
type = "int"
min = 1
max = 90

[fields.{column}]
label = "my own"

[rule.MYN101]
name = "old-and-glad"
when = "given(AGE) and AGE > 50"
assert = "MOOD == 'glad'"
message = "{{NAME}} is {{AGE}} and {{MOOD}}"
hint = "write glad"
example.ok = [{{ AGE = 60, MOOD = "glad" }}]
example.bad = [{{ AGE = 60, MOOD = "sad" }}]

[override.MYN101]
severity = "warning"
"""


@dataclass
class Slips:
    """A file with slips in it, by line; a message may name `words` or be `at` a line of the slips."""

    lines: list[str]
    words: list[str] = field(default_factory=list)
    at: set[int] = field(default_factory=set)
    what: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@dataclass(frozen=True)
class Entry:
    """A line `key = value`."""

    number: int
    key: str
    value: str

    def line(self, key: str = "", value: str | None = None) -> str:
        return f"{key or self.key} = {self.value if value is None else value}"


ENTRY = re.compile(r"\s*([\w.-]+)\s*=\s*(.+?)\s*$")
NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9-]+")


def entries(lines: Sequence[str], only: str = "") -> list[Entry]:
    """The lines with an entry, of those whose value matches `only`."""
    found = (
        (number, ENTRY.match(line)) for number, line in enumerate(lines) if "=" in line and line[:1] != "#"
    )
    return [
        Entry(number, match[1], match[2])
        for number, match in found
        if match and (not only or re.search(only, match[2]))
    ]


def typo(rng: Rng, word: str) -> str:
    """The word with a letter left out, twice, replaced, or in its neighbour's place."""
    at = rng.randrange(len(word))
    return rng.choice(
        (
            word[:at] + word[at + 1 :] if len(word) > 1 else word + word,
            word[: at + 1] + word[at:],
            word[:at] + rng.choice("aeinrst") + word[at + 1 :],
            word[:at] + word[at + 1 : at + 2] + word[at : at + 1] + word[at + 2 :],
        )
    )


def replaced(rng: Rng, text: str, pattern: str, change: Callable[[str], str]) -> str:
    """The text with one of the matches changed."""
    found = list(re.finditer(pattern, text))
    if not found:
        return text
    start, end = rng.choice(found).span()
    return text[:start] + change(text[start:end]) + text[end:]


def other_type(rng: Rng, value: str) -> str:
    """The value as another type."""
    number, text = re.fullmatch(r"-?[0-9.]+", value), value[:1] in "\"'"
    choices = [f"[{value}]", f"{{ value = {value} }}", "true", "false"]
    if number:
        choices += [f'"{value}"', f'"{value}"']
    if text:
        choices += ["5", "1.5", value.strip("\"'")]
    if value[:1] == "[":
        choices = [value[1:-1].split(",")[0].strip() or "1", "true", f"[{value}]", '{ a = "b" }', "0"]
    return rng.choice(choices)


QUOTED = r"(?<=\")[^\"]+(?=\")|(?<=')[^']+(?=')"
IN_VALUE: dict[str, tuple[str, Callable[[Rng, str], str]]] = {
    "another type": ("", other_type),
    "misspelt value": (QUOTED, lambda rng, v: replaced(rng, v, NAME.pattern, partial(typo, rng))),
    "unknown name": (QUOTED, lambda rng, v: replaced(rng, v, QUOTED, lambda _: rng.choice(UNKNOWN))),
    "empty": ("", lambda rng, v: rng.choice(('""', "[]", '" "', "{}"))),
    "no value": ("", lambda rng, v: ""),
    "odd number": (
        r"^-?[0-9.]+$",
        lambda rng, v: rng.choice((f"-{v}", "0", "99999", "1e9", "1.5", "nan", "inf", "0" + v, f"+{v}")),
    ),
    "odd number in text": (
        r"[0-9]",
        lambda rng, v: replaced(rng, v, "[0-9.]+", lambda n: rng.choice(("-" + n, "99999", "0", n + "x"))),
    ),
    "unit": (
        r"^-?[0-9.]+$",
        lambda rng, v: rng.choice((f'"{v}mm"', f"{v}mm", f"{v}%", f'"{v} %"', f'"{v}pt"', v + " mm")),
    ),
    "decimal comma": (r"^-?[0-9]+\.[0-9]+$", lambda rng, v: v.replace(".", ",")),
    "template": (
        r"[{}]",
        lambda rng, v: replaced(
            rng, v, r"\{\{|\}\}|\{%|%\}|\{|\}", lambda m: rng.choice((m[:-1], "", m + m[-1], m + " "))
        ),
    ),
    "filter": (r"\|", lambda rng, v: replaced(rng, v, r"(?<=\|)\s*\w+", partial(typo, rng))),
    "name in braces": (
        r"\{",
        lambda rng, v: replaced(rng, v, r"(?<=[{(=<> ])[A-Z_]{3,}\b", partial(typo, rng)),
    ),
    "= for ==": ("==", lambda rng, v: replaced(rng, v, "==", lambda _: "=")),
    "inner quote": (r"\".*'.*\"", lambda rng, v: replaced(rng, v, "'", lambda _: rng.choice(('"', "", "`")))),
    "function": (r"\w\(", lambda rng, v: replaced(rng, v, r"\b[a-z_]+(?=\()", partial(typo, rng))),
    "arguments": (
        r"\w\(.*\)",
        lambda rng, v: replaced(
            rng, v, r"(?<=\w\()[^()]+(?=\))", lambda a: rng.choice(("", f"{a}, {a}", "3"))
        ),
    ),
    "comma": (
        "[,(\\[]",
        lambda rng, v: replaced(rng, v, "[,(\\[]", lambda m: rng.choice((m + ",", "", m + " ,"))),
    ),
    "bracket": (r"[()\[\]]", lambda rng, v: replaced(rng, v, r"[()\[\]]", lambda m: rng.choice(("", m + m)))),
    "case": (NAME.pattern, lambda rng, v: replaced(rng, v, NAME.pattern, lambda w: w.swapcase())),
    "operator": (
        r" (and|or|not|in|==|<=|>=|!=) ",
        lambda rng, v: replaced(
            rng,
            v,
            r"(?<= )(and|or|not|in|==|<=|>=|!=)(?= )",
            lambda m: rng.choice(("&&", "||", "=>", "is", "", "<>")),
        ),
    ),
    "text for number": (
        r"[<>=]=? ?[0-9]",
        lambda rng, v: replaced(rng, v, r"(?<=[<>=] )[0-9]+", lambda n: rng.choice((f"'{n}'", "NAME"))),
    ),
    "no end of text": ('"$', lambda rng, v: v[:-1]),
    "no start of text": ('^"', lambda rng, v: v[1:]),
    "curly quotes": ('^".*"$', lambda rng, v: f"\u201c{v[1:-1]}\u201d"),
    "remark": ("", lambda rng, v: f"{v} // a remark"),
    "semicolon": ("", lambda rng, v: f"{v};"),
}  # fmt: skip


def slip(rng: Rng, slips: Slips) -> None:
    """Make a slip, where the file has a place for it."""
    kinds: list[str] = [*IN_VALUE, *IN_VALUE, *_IN_LINES]
    what = rng.choice(kinds)
    if what in IN_VALUE:
        only, change = IN_VALUE[what]
        if not (found := entries(slips.lines, only)):
            return
        old = rng.choice(found)
        value = change(rng, old.value)
        if value == old.value:
            return
        _note(slips, what, old.number, old.key, old.value, value)
        slips.lines[old.number] = old.line(value=value)
    else:
        _IN_LINES[what](rng, slips, what)


def _note(slips: Slips, what: str, number: int, *texts: str) -> None:
    slips.at |= {number + 1, number + 2}
    slips.what.append(f"{what} at line {number + 1}: {' | '.join(texts)}")
    for text in texts:
        slips.words += [text, *re.findall(r"[\w#.+-]+", text)]


def _missing(rng: Rng, slips: Slips, what: str) -> None:
    if found := entries(slips.lines):
        old = rng.choice(found)
        above = next((line for line in slips.lines[old.number :: -1] if line.startswith("[")), "")
        _note(slips, what, old.number, old.key, old.value, above)
        del slips.lines[old.number]


def _swapped(rng: Rng, slips: Slips, what: str) -> None:
    found = entries(slips.lines)
    pairs = [(a, b) for a, b in pairwise(found) if b.number - a.number < 3]
    if pairs:
        one, other = rng.choice(pairs)
        _note(slips, what, one.number, one.key, one.value)
        _note(slips, what, other.number, other.key, other.value)
        slips.lines[one.number] = one.line(value=other.value)
        slips.lines[other.number] = other.line(value=one.value)


def _key(change: Callable[[Rng, str], str]) -> Callable[[Rng, Slips, str], None]:
    def made(rng: Rng, slips: Slips, what: str) -> None:
        if found := entries(slips.lines):
            old = rng.choice(found)
            key = change(rng, old.key)
            _note(slips, what, old.number, old.key, key, old.value)
            slips.lines[old.number] = old.line(key=key)

    return made


def _line(pattern: str, change: Callable[[Rng, str], str]) -> Callable[[Rng, Slips, str], None]:
    def made(rng: Rng, slips: Slips, what: str) -> None:
        found = [number for number, line in enumerate(slips.lines) if re.search(pattern, line)]
        if found:
            number = rng.choice(found)
            if what == "header away":  # what is below it belongs to the table above
                slips.at |= set(range(number, number + 30))
            old, new = slips.lines[number], change(rng, slips.lines[number])
            _note(slips, what, number, old, new)
            slips.lines[number : number + 1] = new.split("\n")

    return made


def _added(rng: Rng, slips: Slips, what: str) -> None:
    """A key of one entry in a table of the same name again, as in a file that extends another."""
    found, headers = entries(slips.lines), [line for line in slips.lines if re.match(r"\[\w", line)]
    if found and headers:
        old, header = rng.choice(found), rng.choice(headers)
        _note(slips, what, len(slips.lines), header, old.key, old.value)
        slips.lines += [header, old.line()]
        slips.at |= {len(slips.lines), len(slips.lines) - 1}


_IN_LINES: dict[str, Callable[[Rng, Slips, str], None]] = {
    "missing key": _missing,
    "swapped values": _swapped,
    "misspelt key": _key(typo),
    "another key": _key(lambda rng, key: rng.choice(("min", "type", "size", "name", "text"))),
    "key in capitals": _key(lambda rng, key: key.swapcase()),
    "line twice": _line(r"\w\s*=", lambda rng, line: f"{line}\n{line}"),
    "colon": _line(r"\w\s*=\s", lambda rng, line: line.replace(" =", ":", 1)),
    "header misspelt": _line(
        r"^\[", lambda rng, line: replaced(rng, line, NAME.pattern, partial(typo, rng))
    ),
    "header away": _line(r"^\[", lambda rng, line: ""),
    "header twice": _line(r"^\[", lambda rng, line: f"{line}\n{line}"),
    "header without bracket": _line(r"^\[", lambda rng, line: line.replace("]", "", 1)),
    "header in one bracket": _line(r"^\[\[", lambda rng, line: line.replace("[[", "[").replace("]]", "]")),
    "header in two brackets": _line(r"^\[\w", lambda rng, line: f"[{line.split('#')[0].strip()}]"),
    "table again": _added,
}  # fmt: skip


# Trying a file


@dataclass(frozen=True)
class Kind:
    """A kind of file: the folders with valid ones, and what is done with one of them."""

    files: tuple[Path, ...]
    use: Callable[[Path], list[Diagnostic]]


def _use_ruleset(path: Path) -> list[Diagnostic]:
    ruleset = load_ruleset(f"./{path.name}", path.parent)
    found = check_ruleset(f"./{path.name}", path.parent)
    table = read_cards(path.parent / "cards.csv", ruleset)
    findings = validate(table, ruleset)
    if (path.parent / "deck.txt").exists():
        validate_deck(read_deck(path.parent / "deck.txt"), table, ruleset)
    for finding in findings:
        str(finding)
    list(run_examples(ruleset)) if len(ruleset.rules) < 15 else None
    return found


def _use_face(path: Path) -> list[Diagnostic]:
    face = load_face(path)
    found: list[Diagnostic] = []
    for values in _values(path.parents[1]):
        try:
            found += compose(face, values)[1]
        except InputError as error:
            found += error.diagnostics
    return [d for d in found if not d.code]


@lru_cache
def _values(folder: Path) -> list[dict[str, object]]:
    from cardtools.render.project_cards import load_project_cards

    game = GameFiles(find_project(folder))
    return [card.values for card in load_project_cards(game.project, game.table).cards[:2]]


def _use_sheet(path: Path) -> list[Diagnostic]:
    grid(load_sheet(path), 63.5, 88.9, path)
    return []


def _use_tags(path: Path) -> list[Diagnostic]:
    read_rules(read_toml(path))
    return []


def _use_programs(path: Path) -> list[Diagnostic]:
    project = find_project(path.parents[1])
    found = check_program_file(project, project_ruleset(project))
    return [one for one in found if one.location.path.endswith(path.name)]


def _use_project(path: Path) -> list[Diagnostic]:
    game = GameFiles(find_project(path.parent))
    if game.ruleset and game.decks:
        pass
    project_cards = game.project_cards
    for name in ("type", "words", "rank", "affinity"):
        _art_text(game.project, game.table.cards[0], name)
    for one in (
        *project_cards.compose(project_cards.cards[:1]),
        *project_cards.compose_backs(project_cards.cards[:1]),
    ):
        if one.scene is None:
            raise InputError(one.problems)
    check_game(game)
    return []


def make_kinds(folder: Path) -> dict[str, Kind]:
    """The valid files of all games, in `folder`, where the files that they name are too."""
    kinds = ("ruleset", "face", "sheet", "tags", "programs", "project")
    found: dict[str, list[Path]] = {kind: [] for kind in kinds}
    for name in ("", "blank", *games()):
        project = folder / (name or "ttcg")
        make_project(project, blank=name == "blank", game=name if name != "blank" else "")
        table = project / "cards/cards.csv"
        rows = table.read_text("utf-8").splitlines(keepends=True)[: CARDS + 1]
        if len(rows) == 1:
            rows.append("Ox;Fire;Dragon;1;;200;300" + ";" * (rows[0].count(";") - 6) + "\n")
        table.write_text("".join(rows), "utf-8")
        found["face"] += project.glob("templates/*.toml")
        found["sheet"] += project.glob("templates/sheets/*.toml")
        found["tags"] += project.glob("effects/tags.toml")
        found["programs"] += project.glob("effects/programs.toml")
        found["project"].append(project / FILE_NAME)
    for name, path in built_in_rulesets().items():
        own = folder / "rules" / name
        own.mkdir(parents=True)
        shutil.copy(path, own / "rules.toml")
        shutil.copy(folder / name / "cards/cards.csv", own)
        column = list(tomllib.loads(path.read_text("utf-8")).get("fields", {"NAME": 0}))[-1]
        (own / "extended.toml").write_text(EXTENSION.format(name=name, column=column), "utf-8")
        found["ruleset"] += [own / "extended.toml", own / "extended.toml"]
        found["ruleset"] += [own / "rules.toml"] * (1 if name == "ttcg" else 2)
    uses = (_use_ruleset, _use_face, _use_sheet, _use_tags, _use_programs, _use_project)
    # A project's own faces and rules do not change from case to case.
    known = lru_cache(lambda path, overlay: load_face(path, overlay=overlay))
    faces_module.load_face = lambda path, size, overlay, *_: known(path, overlay)  # type: ignore[attr-defined]
    for path in found["project"]:
        _values(path.parent)
    return {kind: Kind(tuple(files), use) for (kind, files), use in zip(found.items(), uses, strict=True)}


@dataclass(frozen=True)
class Case:
    """A case that was tried: what it broke ("" for nothing), its messages, the slips."""

    broken: str
    said: tuple[Diagnostic, ...]
    slips: Slips
    path: Path


def run_case(number: int, kind: Kind) -> Case:
    """Make the slips of a case and use the file."""
    rng = random.Random(number)
    path = rng.choice(kind.files)
    text = path.read_text("utf-8")
    slips = Slips(text.split("\n"))
    wanted = rng.choice((1, 1, 1, 2, 3))
    while len(slips.what) < wanted:
        slip(rng, slips)
    said: Sequence[Diagnostic] = ()
    broken, failed = "", False
    path.write_text(slips.text, "utf-8")
    try:
        said = kind.use(path)
    except InputError as error:
        said, failed = error.diagnostics, True
    except CardtoolsError as error:
        broken = f"not an InputError: {error}"
    except Exception as error:
        import traceback

        where = traceback.extract_tb(error.__traceback__)[-1]
        broken = f"{type(error).__name__}: {error} at {Path(where.filename).name}:{where.lineno}"
    finally:
        path.write_text(text, "utf-8")
    return Case(broken or "; ".join(_broken(said, slips, path, failed)), tuple(said), slips, path)


def _broken(said: Sequence[Diagnostic], slips: Slips, path: Path, failed: bool) -> Iterator[str]:
    for finding in said:
        place, text = finding.location, f"{finding.message} {finding.hint}"
        file = Path(place.path)
        lines = slips.text.count("\n") + 1 if file == path else None
        if lines is None and file.is_file():
            lines = file.read_text("utf-8").count("\n") + 1
        if lines is None:
            yield f"not a file: {finding}"
        elif not 1 <= place.line <= lines and not (place.line == 0 and file.suffix == ".csv"):
            yield f"line {place.line} of {lines}: {finding}"
        if "\n" in text or max(len(finding.message), len(finding.hint)) > LONGEST or not finding.message:
            yield f"odd words: {finding}"
    if failed and not any(_names(finding, slips, path) for finding in said):
        yield f"names no slip: {said[0]}"


def _names(finding: Diagnostic, slips: Slips, path: Path) -> bool:
    text = f"{finding.message} {finding.hint}"
    if (
        Path(finding.location.path) == path and finding.location.line in slips.at
    ) or "version-lock" in finding.name:
        return True
    return any(len(word) > 1 and word in text for word in slips.words)


def main(cases: int = 1000, first: int = 0, *names: str) -> None:
    """Run so many cases of each kind from the number `first` on."""
    with tempfile.TemporaryDirectory() as name:
        kinds = make_kinds(Path(name))
        for kind in names or kinds:
            failed, passed, messages, silent = 0, 0, Counter[str](), Counter[str]()
            for number in range(first, first + cases):
                case = run_case(number, kinds[kind])
                passed += not case.said
                if not case.said and len(case.slips.what) == 1:
                    silent[case.slips.what[0].split(" at line")[0]] += 1
                for finding in case.said:
                    messages[re.sub(r"'[^']*'|\"[^\"]*\"|[0-9]+", "_", finding.message)] += 1
                if case.broken:
                    failed += 1
                    print(f"{kind} {number}: {case.path.relative_to(name)}: {case.broken}")
                    print(*(f"    {what[:300]}" for what in case.slips.what), sep="\n", flush=True)
            print(f"{kind}: {cases} cases, {failed} broke a law, {len(messages)} different messages")
            print(f"    {passed} without a message, of single slips: {dict(silent.most_common())}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]), *sys.argv[3:])
