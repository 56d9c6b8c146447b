"""`cardtools diff`: two files or git revisions, formats, exit codes, bad input."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from git_history import needs_git, run_git

from cardtools.ground.limits import Limits
from cardtools.reports.diff import versions

Write = Callable[[str, str], Path]
HEADER = "NAME;TYPE;HEALTH;ATTACK;COST;EFFECT\n"
OLD = HEADER + "Moss Bear;Creature;2;2;1;\nGrey Wolf;Creature;5;2;2;\n"
NEW = HEADER + "Moss Bear;Creature;3;2;1;\nBog Toad;Creature;1;1;0;\n"
BUFF = "Moss Bear: HEALTH 2 -> 3 (+1)"


@pytest.fixture
def game(write: Write) -> None:
    write("cardtools.toml", 'name = "Moss"\nruleset = "alpha"\n[cards]\ndecks = ["cards/deck.txt"]\n')
    write("cards/cards.csv", NEW)
    write("cards/deck.txt", "29 Moss Bear\n1 Grey Wolf\n")
    write("old.csv", OLD)


@pytest.fixture
def history(game: None, write: Write) -> None:
    """The game, tagged v1 with the old cards and v2 with the new ones."""
    run_git("init", "-q")
    for tag, cards in (("v1", OLD), ("v2", NEW)):
        write("cards/cards.csv", cards)
        run_git("add", "cards")
        run_git("commit", "-q", "-m", tag)
        run_git("tag", tag)


def test_a_file_is_compared_with_the_cards_of_the_project(game: None, cardtools: Any) -> None:
    outcome = cardtools("diff", "old.csv")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("old.csv (2 cards) -> cards/cards.csv (2 cards)\n\nNew cards (1)\n")
    assert BUFF in outcome.out
    assert "cards/deck.txt: legal -> illegal\n    there is no card 'Grey Wolf'\n" in outcome.out
    assert outcome.out.endswith("\n1 new, 1 removed, 1 buffed; 1 deck affected\n")
    assert "Moss Bear: HEALTH 3 -> 2 (-1)" in cardtools("diff", "cards/cards.csv", "old.csv").out


def test_the_exit_code_shows_a_difference_on_request(game: None, cardtools: Any) -> None:
    assert cardtools("diff", "old.csv", "--exit-code").code == 1
    assert cardtools("diff", "old.csv", "old.csv", "--exit-code").code == 0
    assert cardtools("diff", "old.csv").code == 0


def test_other_decks_and_rules_may_be_given(game: None, write: Write, cardtools: Any) -> None:
    write("mine.txt", "30 Grey Wolf\n")
    outcome = cardtools("diff", "old.csv", "--deck", "mine.txt")
    assert "mine.txt: " in outcome.out
    assert "cards/deck.txt" not in outcome.out
    assert "deck" not in cardtools("diff", "old.csv", "--ruleset", "alpha").out
    assert "CSV004" in cardtools("diff", "old.csv", "--ruleset", "ttcg").err


def test_other_formats_can_be_written_to_a_file(game: None, cardtools: Any) -> None:
    outcome = cardtools("diff", "old.csv", "--format", "markdown", "-o", "notes.md")
    assert outcome.out == "1 new, 1 removed, 1 buffed; 1 deck affected; written to notes.md\n"
    assert Path("notes.md").read_text(encoding="utf-8").startswith("# Moss: what has changed\n")
    data = json.loads(cardtools("diff", "old.csv", "--format", "json").out)
    assert data["old"] == {"path": "old.csv", "cards": 2}
    cardtools("diff", "old.csv", "-o", "notes.txt")
    assert "\x1b" not in Path("notes.txt").read_text(encoding="utf-8")


@needs_git
@pytest.mark.parametrize(
    ("arguments", "title"),
    [
        (["v1"], "v1:cards/cards.csv (2 cards) -> cards/cards.csv (2 cards)"),
        (["HEAD~1", "cards/cards.csv"], "HEAD~1:cards/cards.csv (2 cards) -> cards/cards.csv (2 cards)"),
        (["v1", "v2"], "v1:cards/cards.csv (2 cards) -> v2:cards/cards.csv (2 cards)"),
    ],
)
def test_a_git_revision_is_a_version(history: None, cardtools: Any, arguments: list[str], title: str) -> None:
    outcome = cardtools("diff", *arguments)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith(f"{title}\n")
    assert BUFF in outcome.out


@needs_git
def test_a_revision_is_found_from_a_folder_below(
    history: None, cardtools: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir("cards")
    assert BUFF in cardtools("diff", "v1").out


@needs_git
def test_faults_of_an_old_table_are_reported_with_its_revision(
    history: None, write: Write, cardtools: Any
) -> None:
    write("cards/cards.csv", "NAME\nMoss Bear\n")
    run_git("commit", "-q", "-a", "-m", "broken")
    write("cards/cards.csv", NEW)
    outcome = cardtools("diff", "HEAD")
    assert outcome.code == 2
    assert outcome.err.startswith("HEAD:cards/cards.csv:1:1: CSV003 ")


@needs_git
def test_an_unknown_revision_is_reported_in_the_words_of_git(history: None, cardtools: Any) -> None:
    outcome = cardtools("diff", "v9")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == (
        "v9: no such file, and no git revision that has cards/cards.csv\n"
        "  help: git says: invalid object name 'v9'.\n"
    )


def test_a_mistyped_file_is_suggested(game: None, cardtools: Any) -> None:
    outcome = cardtools("diff", "old.csw")
    assert outcome.code == 2
    assert outcome.err.endswith("help: did you mean old.csv?\n")


def test_without_git_only_files_are_versions(
    game: None, cardtools: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    assert cardtools("diff", "old.csv").code == 0
    outcome = cardtools("diff", "HEAD")
    assert outcome.code == 2
    assert outcome.err.endswith("  help: git is not installed\n")


def test_the_faults_of_both_tables_are_reported_together(game: None, write: Write, cardtools: Any) -> None:
    write("a.csv", "NAME;TYPE\nx;y;z\n")
    write("b.csv", 'NAME;TYPE\n"x;y\n')
    outcome = cardtools("diff", "a.csv", "b.csv", "--deck", "none.txt")
    assert outcome.code == 2
    assert [line.split(":")[0] for line in outcome.err.splitlines() if "csv:" in line] == ["a.csv", "b.csv"]
    assert cardtools("diff", "old.csv", "--deck", "none.txt").code == 2
    assert cardtools("diff", "cards").err.startswith("cards: is a folder")
    assert cardtools("diff", "").code == 2


def test_a_table_without_cards_is_a_table(game: None, write: Write, cardtools: Any) -> None:
    write("empty.csv", HEADER)
    assert cardtools("diff", "empty.csv", "empty.csv").out == "no differences: 0 cards in both\n"
    assert cardtools("diff", "empty.csv", "old.csv").out.endswith("2 new; 1 deck affected\n")


def test_templates_are_read_only_when_an_effect_changed(write: Write, cardtools: Any) -> None:
    write("cardtools.toml", 'ruleset = "alpha"\n')
    rows = "Rock;Object;;;{cost};{effect}\n"
    write("old.csv", HEADER + rows.format(cost=1, effect="Deal 1 damage."))
    write("cost.csv", HEADER + rows.format(cost=2, effect="Deal 1 damage."))
    write("effect.csv", HEADER + rows.format(cost=1, effect="Deal 2 damage."))
    write("placeholders/number.txt", "1\n2\n")
    write("effects/all_effect_templates.txt", "Deal <number> damage.\n")
    expected = 'Rock: EFFECT: <number> 1 -> 2 in "Deal <number> damage."'
    assert expected in cardtools("diff", "old.csv", "effect.csv").out
    Path("effects/all_effect_templates.txt").write_bytes(b"\xff\n")
    assert "Rock: COST 1 -> 2 (+1)" in cardtools("diff", "old.csv", "cost.csv").out
    assert "not UTF-8" in cardtools("diff", "old.csv", "effect.csv").err


@needs_git
def test_no_program_that_the_repository_names_is_run(history: None, write: Write, cardtools: Any) -> None:
    trap = "touch $PWD/sprung"
    settings = {
        "core.fsmonitor": trap,
        "core.sshCommand": trap,
        "core.pager": trap,
        "core.hooksPath": "hooks",
        "core.gitProxy": trap,
        "pager.cat-file": trap,
        "alias.cat-file": f"!{trap}",
        "credential.helper": f"!{trap}",
        "diff.external": trap,
        "diff.cards.textconv": trap,
        "filter.cards.smudge": trap,
        "filter.cards.required": "true",
        "extensions.partialClone": "origin",
        "remote.origin.url": "ssh://example.invalid/cards",
        "remote.origin.promisor": "true",
        "remote.origin.uploadpack": trap,
        "protocol.allow": "always",
        "protocol.ssh.allow": "always",
    }
    for name, value in settings.items():
        run_git("config", name, value)
    write(".gitattributes", "*.csv diff=cards filter=cards\n")
    for hook in ("post-checkout", "pre-commit", "post-index-change", "fsmonitor-watchman"):
        write(f"hooks/{hook}", f"#!/bin/sh\n{trap}\n").chmod(0o755)
    assert cardtools("diff", "v1").code == 0
    # A partial clone, whose objects would be fetched when they are needed.
    for path in [path for path in Path(".git/objects").glob("??/*") if path.is_file()]:
        kind = run_git("cat-file", "-t", path.parent.name + path.name)
        if kind == b"blob\n":
            path.unlink()
    for url in ("ssh://example.invalid/cards", "file:///none", "ext::touch sprung", "../none", "x::y"):
        run_git("config", "remote.origin.url", url)
        assert cardtools("diff", "v1").code == 2
    assert list(Path().rglob("sprung")) == []


@needs_git
def test_a_folder_that_looks_like_a_repository_is_none(game: None, cardtools: Any) -> None:
    run_git("init", "-q", "--bare", "cards")
    assert "git says: cannot use bare repository" in cardtools("diff", "HEAD").err


@needs_git
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes")
def test_git_that_waits_for_ever_is_ended(
    history: None, cardtools: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(versions, "limits", lambda: Limits(git_seconds=1))
    Path(".git/config").unlink()
    os.mkfifo(".git/config")
    outcome = cardtools("diff", "v1")
    assert outcome.code == 2
    assert "git did not answer in 1 seconds" in outcome.err


@needs_git
def test_a_revision_that_is_too_large_is_not_read(
    history: None, cardtools: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(versions, "limits", lambda: Limits(table_bytes=len(OLD) - 1))
    assert f"larger than {len(OLD) - 1} bytes" in cardtools("diff", "v1").err
