"""`cardtools explain`: what a check is about, or a key of a TOML file means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from cardtools.commands import argument, command, completing, option, options, print_data, uses_only
from cardtools.ground.catalogue import Check, catalogue
from cardtools.ground.console import Console
from cardtools.ground.errors import bad_input
from cardtools.ground.spelling import did_you_mean
from cardtools.project.project import find_project
from cardtools.reports.reference import PLACES
from cardtools.reports.reference.checks import check_page
from cardtools.rulesets import Ruleset, built_in_rulesets, load_ruleset

_MARKDOWN_HEAD = """\
# Checks

Made by `cardtools explain --all --format markdown`; a test compares it. `cardtools explain CODE` shows more
about one of them, with examples. Codes are stable. A ruleset changes a check under `[override.CODE]`.
"""
CheckGroup = tuple[Ruleset | None, Sequence[Check]]


@command("Example: cardtools explain face.text")
def explain(
    console: Console,
    name: str | None = argument(shell_complete=completing.checks),
    everything: bool = option("--all", "List every check of cardtools."),
    form: str = options.form(
        "markdown",
        help="text for people, json for programs, markdown for a page of documentation: of --all checks, of "
        "a kind of file, or of the commands. [default: text]",
    ),
    ruleset: str | None = option(
        "--ruleset",
        "Look for checks in this ruleset too.",
        metavar="NAME_OR_FILE",
        shell_complete=completing.rulesets,
    ),
) -> None:
    """Explain a check, or a table or key of a TOML file. Without NAME, list the kinds of file.

    A check is named by its code (TTU101) or by its name (unit-stat-total). It is looked up in the catalogue
    of checks, in every built-in ruleset, and in the ruleset of the project.

    A table or key is named by the kind of its file and its own name: face.text, ruleset.fields.min,
    project.cards.art. The name `conditions` explains the language of conditions, `commands` lists the
    commands. Everyday words such as dates, copies or tarot
    lead to the keys and guides about them.
    """
    if everything and name:
        raise click.UsageError("give either a NAME or --all")
    if form == "markdown":
        uses_only("--format markdown", "form", "everything", "name")
        if not everything and name not in (*PLACES, "conditions", "commands"):
            kinds = f"{', '.join(PLACES)}, conditions, commands"
            raise click.UsageError(f"--format markdown needs --all or one of {kinds}")
        console.data(reference_page(name) if name else checks_page())
        return
    data: Any
    if name == "commands":
        from cardtools.reports.reference.commands import commands_of, purpose

        found = commands_of(click.get_current_context().find_root().command)
        data = [{"command": command, "purpose": purpose(one)} for command, one in found.items()]
        lines = [f"{one['command']:<10}  {one['purpose']}" for one in data]
    elif everything:
        data = [check.data() for _, group in _every(ruleset) for check in group]
        lines = ["{code}  {severity:<7}  {name}: {summary}".format(**one) for one in data]
    else:
        lines = _explained(name, ruleset)
        data = {"name": name, "text": "\n".join(lines)}
    print_data(console, form, data, *lines)


def _explained(name: str | None, ruleset: str | None) -> list[str]:
    """What a check, a table or a key is, or an overview. Raises InputError with a near miss."""
    from cardtools.reports.reference.files import unknown
    from cardtools.reports.reference.text import look_up, overview

    if name is None:
        return overview()
    if not ("." in name or name.casefold() in (*PLACES, "conditions")):
        return "\n\n".join(_find(name, ruleset)).split("\n")
    if lines := look_up(name):
        return lines
    raise unknown(name)


def reference_page(kind: str) -> str:
    """A kind of file, all commands or the conditions as a Markdown page: `docs/reference/*.md`."""
    if kind == "commands":
        from cardtools.reports.reference.commands import commands_page

        root = click.get_current_context().find_root().command
        assert isinstance(root, click.Group)
        return commands_page(root)
    from cardtools.reports.reference.files import KINDS
    from cardtools.reports.reference.pages import conditions_page, page

    return conditions_page() if kind == "conditions" else page(KINDS[kind])


def checks_page() -> str:
    """All checks as a Markdown page, by ruleset: `docs/checks.md`."""
    from cardtools.reports.reference.pages import cell

    parts = [_MARKDOWN_HEAD]
    for ruleset, checks in _groups():
        title = f"{ruleset.header.name} (`{ruleset.id}` {ruleset.version})" if ruleset else "Every game"
        rows = ["| check | severity | what | place |", "|---|---|---|---|"]
        rows += [
            f'| <a id="{check.code.lower()}"></a>`{check.code}` {check.name} | {check.severity} '
            f"| {cell(check.summary)} | {cell(check.source)} |"
            for check in checks
        ]
        parts.append(f"## {title}\n\n" + "\n".join(rows) + "\n")
    return "\n".join(parts)


def _groups(*own: tuple[str, Path]) -> Iterator[CheckGroup]:
    """The checks by owner: those of every game, then the built-in rulesets, and others by name and folder."""
    yield None, list(catalogue().values())
    for name, base in (*((name, Path()) for name in built_in_rulesets()), *own):
        ruleset = load_ruleset(name, base)
        found: dict[str, Check] = {}
        for check in ruleset.own_checks():
            if check.code not in catalogue():
                found.setdefault(check.code, check)
        yield ruleset, list(found.values())


def _every(more: str | None) -> Iterator[CheckGroup]:
    """All checks by owner, with those of the ruleset asked for, or else of the project's."""
    project = find_project()
    own = (more, Path()) if more else (project.settings.ruleset, project.root)
    return _groups(*([] if own[0].removeprefix("cardtools:") in built_in_rulesets() else [own]))


def _find(wanted: str, more: str | None) -> list[str]:
    """The texts of the checks with this code or name, or of a key. Raises InputError with a near miss."""
    from cardtools.reports.reference.files import entries, find
    from cardtools.reports.reference.text import TOPICS, look_up, see_also

    known: list[str] = []
    found: list[str] = []
    for ruleset, checks in _every(more):
        for check in checks:
            known += [check.code, check.name]
            if wanted.upper() == check.code:
                return [check_page(check, ruleset)]
            if wanted.lower() == check.name:
                found.append(check_page(check, ruleset))
    key_names = [entry.name for entry in find(wanted)]
    if found and key_names:
        found.append(f"It is a key too: {', '.join(key_names)}")
    elif key_names:
        found = ["\n".join(look_up(wanted))]
    if more_about := see_also(wanted):
        found.append("\n".join(more_about))
    if not found:
        known += {entry.name.rpartition(".")[2] for entry in entries()}
        near = did_you_mean(wanted, [*known, *(word for topic in TOPICS for word in topic.words.split())])
        family = [name for name in known if name.startswith(wanted[:3].upper()) and name.isupper()]
        hint = f"those checks are {', '.join(family)}" if family else ""
        hint = f"did you mean {near}?" if near else hint or "`cardtools explain --all` lists all checks"
        raise bad_input(wanted, "there is no such check or key", hint)
    return found
