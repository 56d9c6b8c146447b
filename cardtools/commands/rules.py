"""`cardtools rules`: list rulesets, show what is in one, and test its examples."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path
from typing import Any

from cardtools.commands import argument, command, completing, group, options, print_data, print_json
from cardtools.commands.reporting import findings_json
from cardtools.ground.console import Console
from cardtools.ground.errors import Diagnostic, Location
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import counted
from cardtools.ground.toml.tomlfile import read_toml
from cardtools.project.project import find_project
from cardtools.rulesets import Ruleset, built_in_rulesets, check_ruleset, load_ruleset, project_ruleset

ruleset_argument = argument(metavar="[ID_OR_FILE]", shell_complete=completing.rulesets)


@group("Example: cardtools rules show ttcg")
def rules() -> None:
    """List, show and test rulesets."""


@command("Example: cardtools rules list", name="list", of=rules)
def list_(console: Console, form: str = options.form()) -> None:
    """List the built-in rulesets and the project's own, if it has one."""
    project = find_project()
    own = project.settings.ruleset.removeprefix("cardtools:")
    names = list(built_in_rulesets())
    data = []
    for name in names if own in names else [*names, own]:
        ruleset = load_ruleset(name, project.root)
        kinds = {"column": ruleset.fields, "card rule": ruleset.rules, "deck rule": ruleset.deck_rules}
        numbers = {f"{kind.replace(' ', '_')}s": len(parts) for kind, parts in kinds.items()}
        is_own = bool(project.file) and name == own
        title = ruleset.header.name or ruleset.id
        data.append({"id": ruleset.id, "version": ruleset.version, "name": title, **numbers, "own": is_own})
        mark = (" (this project)" if name else " (this project has no ruleset)") if is_own else ""
        if form == "text":
            what = ", ".join(map(counted, numbers.values(), kinds))
            console.result(f"{ruleset.id:<8} {ruleset.version:<7} {title}: {what}{mark}")
    if form == "json":
        print_json(console, data)


@command("Example: cardtools rules show ttcg", of=rules)
def show(console: Console, ruleset: str | None = ruleset_argument, form: str = options.form()) -> None:
    """Show a ruleset (default: the project's): its columns, words, tables, and every check."""
    project = find_project()
    path = (ruleset, Path()) if ruleset else (project.settings.ruleset, project.root)
    data = _data(load_ruleset(*path))
    print_data(console, form, data, *_described(data))


@command("Example: cardtools rules terms", of=rules)
def terms(console: Console, form: str = options.form("markdown", "html")) -> None:
    """Print the terms of the game with their reminder texts, as a page for players."""
    from cardtools.reports.glossary_page import glossary_page

    ruleset = project_ruleset(find_project())
    if form == "json":
        print_json(
            console, {n: {"word": t.word or n, "text": t.text} for n, t in ruleset.glossary.terms.items()}
        )
    else:
        console.data(glossary_page(ruleset, form))


@command("Example: cardtools rules test", of=rules)
def test(console: Console, ruleset: str | None = ruleset_argument, form: str = options.form()) -> int:
    """Test every example of a ruleset (default: of all that `list` shows).

    A `bad` example must break its rule, an `ok` one must not; exits 1 if any example is wrong. Unused tables,
    rules without a hint or an example, and limits that never apply are reported too.
    """
    project = find_project()
    own = [project.settings.ruleset] if project.settings.ruleset else []
    ours = built_in_rulesets()
    names = [ruleset] if ruleset else [*(name for name in own if name not in ours), *ours]
    failed = 0
    findings: list[Diagnostic] = []
    data = []
    for name in names:
        base = Path() if ruleset else project.root
        loaded = load_ruleset(name, base)
        problems, number = failing_examples(loaded)
        findings += (found := [*problems, *check_ruleset(name, base)])
        failed += len(problems)
        data.append({"id": loaded.id, "version": loaded.version, "examples": number, "wrong": len(problems)})
        if form == "text":
            console.problems(found, err=False)
            outcome = f"{len(problems)} wrong" if problems else "all correct"
            console.result(f"{loaded.id} {loaded.version}: {counted(number, 'example')}, {outcome}")
    if form == "json":
        console.data(findings_json(findings, rulesets=data))
    return int(failed > 0)


@command("Example: cardtools schema ruleset", of=rules, hidden=True)
def schema(console: Console) -> None:
    """Print the JSON Schema of ruleset files, as `cardtools schema ruleset` does."""
    from cardtools.reports.reference.files import KINDS
    from cardtools.reports.reference.schema import schema_of

    print_json(console, schema_of(KINDS["ruleset"]))


def failing_examples(ruleset: Ruleset) -> tuple[list[Diagnostic], int]:
    """The examples that contradict their rule, and how many examples there are."""
    from cardtools.checks.examples import EXAMPLE_FAILS, run_examples

    problems: list[Diagnostic] = []
    results = list(run_examples(ruleset))
    for result in (one for one in results if not one.right):
        said = ", ".join(sorted({d.code for d in result.diagnostics})) or "nothing"
        wanted = "only its own code" if result.bad else "anything but its own code"
        what = result.deck.replace("\n", " / ") or ", ".join(map(str, result.rows))
        message = f"{result.code}: the {'bad' if result.bad else 'ok'} example {what} gives {said}"
        problems.append(EXAMPLE_FAILS.finding(_place(ruleset, result.code), message, f"expected {wanted}"))
    return problems, len(results)


def _place(ruleset: Ruleset, code: str) -> Location:
    """Where the ruleset has the examples of a rule; the file alone for a check of columns."""
    for path in reversed(ruleset.files):
        file = read_toml(path)
        for kind in ("rule", "deck"):
            if code in file.data.get(kind, {}):
                return file.at(kind, code, "example")
    return Location(shown(ruleset.path))


def _played(ruleset: Ruleset) -> list[str]:
    """How the game is played: the options and weights of its engine, with the values they have here."""
    from cardtools.play.load import play_rules

    rules, engine = play_rules(ruleset)
    lines = [f"played by the engine {engine.NAME}"]
    for title, known, given in (
        ("options", engine.OPTIONS, rules.options),
        ("weights of the greedy agent", engine.WEIGHTS, rules.weights),
    ):
        lines += [f"  {title}"] if known else []
        for name, option in known.items():
            value = given.get(name, option.default)
            text = str(value).lower() if isinstance(value, bool) else str(value)
            allowed = ", ".join(map(str, option.allowed or ())) if isinstance(option.default, str) else ""
            more = f"; one of {allowed}" if allowed else ""
            lines.append(f"    {name} = {text}: {option.meaning}{more}")
    return lines


def _data(ruleset: Ruleset) -> dict[str, Any]:
    header = ruleset.header
    return {
        **{"id": header.id, "version": header.version, "name": header.name, "source": header.source},
        "columns": [
            {
                **{"name": name, "type": known.entry.type, "label": known.label, "role": known.entry.role},
                **{"names": list(known.entry.names), "required": known.entry.required},
            }
            for name, known in ruleset.fields.items()
        ],
        "words": {name: list(words.values) for name, words in ruleset.vocabulary.items()},
        "tables": {name: dict(table) for name, table in ruleset.tables.items()},
        "defined": {name: ast.unparse(tree) for name, tree in ruleset.defined.items()},
        "sections": list(ruleset.sections),
        "play": _played(ruleset) if ruleset.play else [],
        "checks": [check.data() for check in ruleset.checks().values()],
    }


def _described(data: dict[str, Any]) -> list[str]:
    lines = [f"{data['name'] or data['id']} ({data['id']} {data['version']})"]
    lines += [data["source"]] if data["source"] else []
    lines += ["", "columns"]
    for column in data["columns"]:
        also = f", also {', '.join(column['names'])}" if column["names"] else ""
        needed = ", required" if column["required"] is True else ""
        lines.append(f"  {column['name']}: {column['type']}{needed}{also}")
    tables = {
        name: [f"{key} = {value}" for key, value in rows.items()] for name, rows in data["tables"].items()
    }
    defined = {name: [text] for name, text in data["defined"].items()}
    for title, parts in (("words", data["words"]), ("tables", tables), ("defined names", defined)):
        lines += ["", title] if parts else []
        lines += [f"  {name}: {', '.join(values)}" for name, values in parts.items()]
    if data["sections"]:
        lines += ["", f"sections of a deck: {', '.join(data['sections'])}"]
    lines += ["", *data["play"]] if data["play"] else []
    counts = Counter(check["severity"] for check in data["checks"])
    lines += ["", f"checks ({', '.join(f'{number} {level}' for level, number in counts.items())})"]
    return lines + ["  {code}  {severity:<7}  {name}: {summary}".format(**check) for check in data["checks"]]
