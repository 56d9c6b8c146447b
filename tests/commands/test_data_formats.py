"""JSON is asked for in one way, by `--format json`, in each command that prints data; it prints no more."""

from __future__ import annotations

import ast
import inspect
import json
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from every_command import every_command
from printrun.lantern import make_lantern

from cardtools.commands.serials import check as serials_check

EVERY = {**every_command(), "serials check": serials_check}  # which is a command inside of `serials`
# What else commands print, which is no data.
NO_DATA = {
    "completion": "a script for the shell",
    "init": "what a project can start from, as help",
    "play": "the link to a page",
    "pull": "what changes, before a question",
    "schema": "JSON Schema, always",
    "translate import": "lines of TOML, to be copied",
    "studio": "the link to a page",
}
# A call of each command that prints data, in the sample game and in a small print run.
CALLS = {
    "diff": "cards/cards.csv cards/cards.csv",
    "draw": "-n 2",
    "effects learn": "",
    "explain": "--all",
    "generate": "-f --count",
    "parse": "Draw_two_cards.",
    "playtest odds": "",
    "playtest people": "",
    "playtest replay": "replay.json",
    "playtest rules": "-n 10",
    "playtest run": "-n 1 --jobs 1 -o out",
    "proof": "Rill*",
    "rules list": "",
    "rules show": "",
    "rules terms": "",
    "rules test": "ttcg",
    "serials": "--check",
    "serials check": "A-85490B1C2KJK-B",
    "stats": "--only cards",
    "tag": "--explain Draw_two_cards.",
    "translate check": "de",
    "validate": "",
}
RUN_CALLS = {
    "run integrity": "run.toml",
    "run opened": "run.toml opened.csv",
    "run plan": "run.toml",
    "run scan": "run.toml empty.pdf",
    "run simulate": "run.toml --trials 1",
    "run stats": "run.toml",
    "run verify": "run.toml",
}
MORE_CALLS = {  # of commands that can print several things
    "explain": ("", "TTU101", "face.text", "commands", "ruleset"),
    "generate": ("-s Draw_<number>_card(s). -t",),
    "playtest replay": ("replay.json --step 0", "replay.json --verify"),
    "parse": ("Nothing.", "--cards"),
}


def forms(command: click.Command) -> list[str]:
    """The words of `--format`."""
    found = [one.type for one in command.params if "--format" in one.opts]
    return [str(form) for one in found if isinstance(one, click.Choice) for form in one.choices]


def functions(function: Callable[..., Any]) -> Iterator[ast.AST]:
    """The function of a command, and the functions and classes of the rooms of commands that it uses."""
    waiting: list[Any] = [inspect.unwrap(function)]
    seen: set[Any] = set()
    while waiting:
        one = waiting.pop()
        if one in seen or not (inspect.isfunction(one) or inspect.isclass(one)):
            continue
        seen.add(one)
        tree = ast.parse(textwrap.dedent(inspect.getsource(one)))
        yield tree
        for node in ast.walk(tree):
            called = (
                getattr(sys.modules[one.__module__], node.id, None) if isinstance(node, ast.Name) else None
            )
            if getattr(called, "__module__", "").startswith("cardtools.commands"):
                waiting.append(called)


def prints(command: click.Command) -> bool:
    """Whether a command prints a result, not only what it made and what is wrong."""
    assert command.callback
    for tree in functions(command.callback):
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            to_errors = any(one.arg == "err" for one in node.keywords)
            called = node.func
            if isinstance(called, ast.Attribute) and called.attr in ("result", "data") and not to_errors:
                return True
            if isinstance(called, ast.Name) and called.id == "echo":
                return True
    return False


def test_each_command_that_prints_data_has_the_one_option() -> None:
    printing = {name for name, command in EVERY.items() if prints(command)}
    assert printing == {*CALLS, *RUN_CALLS, *NO_DATA}
    for name in {*CALLS, *RUN_CALLS}:
        assert {"text", "json"} <= set(forms(EVERY[name])), name
    for name in {*CALLS, *RUN_CALLS} - {"generate"}:
        (option,) = (one for one in EVERY[name].params if "--format" in one.opts)
        assert option.default == "text", name


def test_no_command_has_another_way() -> None:
    for name, command in EVERY.items():
        options = {word for one in command.params for word in (*one.opts, *one.secondary_opts)}
        assert not options & {"--json", "--markdown", "--as-json", "--output-format"}, name
        if "json" in forms(command):
            assert name in {*CALLS, *RUN_CALLS, "run manifest"}, name  # whose files are JSON


def parsed(outcome: Any, codes: tuple[int, ...] = (0, 1)) -> Any:
    assert outcome.code in codes, outcome
    assert outcome.out.endswith("\n")
    return json.loads(outcome.out)


def words(arguments: str) -> list[str]:
    return [word.replace("_", " ") if word[:1].isupper() else word for word in arguments.split()]


@pytest.fixture
def game(built: Path, folder: Path, cardtools: Any, write: Callable[..., Path]) -> Path:
    """The sample game, with an edition and a replay."""
    shutil.copytree(built, folder, dirs_exist_ok=True)
    with (folder / "cardtools.toml").open("a", encoding="utf-8") as file:
        file.write('\n[editions.de]\ncolumns = { TYPE = "TYPE" }\n')
    return folder


@pytest.mark.parametrize("name", CALLS)
def test_it_prints_json_and_nothing_else(
    cardtools: Any, game: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "playtest rules":  # the rules of the sample game leave so much open that it takes a minute
        assert cardtools("init", "little", "--game", "alpha", "-q").code == 0
        monkeypatch.chdir("little")
    if name == "playtest replay":
        assert cardtools("playtest", "run", "-n", "1", "--jobs", "1", "-o", "out").code == 0
        shutil.copy(game / "out/replays/longest.json", game / "replay.json")
    for call in (CALLS[name], *MORE_CALLS.get(name, ())):
        arguments = (*name.split(), *words(call), "--format", "json")
        data = parsed(cardtools(*arguments))
        assert parsed(cardtools(*arguments, "-v")) == data
        assert parsed(cardtools(*arguments, "-q")) == data


@pytest.fixture
def lantern(folder: Path, cardtools: Any, settings_folder: Path) -> Path:
    """A small print run, dealt."""
    make_lantern(folder)
    assert cardtools("run", "deal", "run.toml").code == 0
    (folder / "opened.csv").write_text("pack;design;rarity\n1;Lamp;2\n")
    return folder


@pytest.mark.parametrize("name", RUN_CALLS)
def test_a_print_run_prints_json_and_nothing_else(cardtools: Any, lantern: Path, name: str) -> None:
    if name == "run scan":
        from reportlab.pdfgen.canvas import Canvas

        page = Canvas("empty.pdf")
        page.drawString(50, 50, "nothing")
        page.save()
    arguments = (*name.split(), *RUN_CALLS[name].split(), "--format", "json")
    data = parsed(cardtools(*arguments))
    assert parsed(cardtools(*arguments, "-v")) == data
    assert parsed(cardtools(*arguments, "-q")) == data


@pytest.mark.parametrize("name", [*CALLS, *RUN_CALLS])
def test_input_that_cannot_be_used_is_json_too(cardtools: Any, write: Callable[..., Path], name: str) -> None:
    write("cardtools.toml", "ruleset = \n")
    for file in ("replay.json", "opened.csv", "empty.pdf", "cards/cards.csv"):
        write(file, "?")
    outcome = cardtools(*name.split(), *words({**CALLS, **RUN_CALLS}[name]), "--format", "json")
    data = parsed(outcome, (2,))
    assert data["complete"] is False
    assert [finding["message"] for finding in data["findings"]]
    for finding in data["findings"]:
        assert finding["message"] in outcome.err


@pytest.mark.parametrize("name", [*CALLS, *RUN_CALLS])
def test_the_old_way_names_the_new_one(cardtools: Any, name: str) -> None:
    outcome = cardtools(*name.split(), "--json")
    assert (outcome.code, outcome.out) == (2, "")
    assert "--format json" in outcome.err
