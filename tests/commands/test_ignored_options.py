"""No option is ignored in silence: what has no effect beside another one is refused, by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import pytest
from every_command import every_command

EVERY = every_command()
# The ways of working in which a command uses few of its options: arguments, and the options that are used.
WAYS = {
    "explain --all --format markdown": {"everything", "form"},
    "explain commands --format markdown": {"name", "form"},
    "generate -d a.txt": {"dedupe"},
    "generate -s Draw. --count": {
        *("sentence", "file", "placeholders", "strict", "count", "form", "link_offsets", "number_words"),
    },
    "generate -s Draw. -t": {
        *("sentence", "file", "placeholders", "strict", "test_mode", "form", "link_offsets", "number_words"),
        *("drop", "replace", "span", "sample", "seed", "limit", "jobs"),
    },
    "init --list": {"list_"},
    "playtest replay r.json": {"file", "verify", "step", "html", "form", "opens"},
    "run manifest r.toml --check": {"ledger", "check", "key", "output"},
    "sheet --calibrate": {
        *("calibrate", "output", "definition", "paper", "printer", "edition", "all_editions"),
    },
    "tag --explain Draw.": {"explain", "rules", "placeholders", "form"},
    "validate --diff": {
        *("cards", "decks", "ruleset", "tagged", "effect_files", "no_art", "unsafe_fixes", "select"),
        *("ignore", "today", "diff", "fix"),
    },
}  # fmt: skip
# Single options that need another one, or exclude it.
PAIRS = [
    ("generate -s Draw. --seed 3", "--seed belongs to --sample"),
    ("render --cut --bleed", "--cut"),
    ("proof --all-editions --format json", "--format json is one report"),
    ("proof --all-editions --format sarif", "--format sarif is one report"),
    ("serials --check --again", "--check"),
    ("stats --only cards --hand 3", "--hand"),
    ("stats --only cards --draws 3", "--draws"),
    ("tag -c A -t Draw. --create", "--create"),
    ("translate check de --write-baseline", "--write-baseline is for validate and proof"),
    ("validate --write-baseline -o x", "--write-baseline writes no report"),
    ("validate --statistics --max-problems 3", "leave --max-problems out"),
    ("playtest replay r.json --verify --step 1", "one of --verify, --step"),
]


def command_of(way: str) -> tuple[click.Command, int]:
    """The command of a call, and how many words name it."""
    words = way.split()
    length = 2 if " ".join(words[:2]) in EVERY else 1
    return EVERY[" ".join(words[:length])], length


def given(option: click.Option) -> list[str]:
    """The option with a value that it takes."""
    name = option.opts[-1]
    if option.is_flag:
        return [name]
    kind = option.type
    if isinstance(kind, click.Choice):
        return [name, str(kind.choices[-1])]
    if isinstance(kind, click.IntRange | click.FloatRange):
        return [name, str(kind.min if kind.min is not None else 1)]
    return [name, "2020-01-01" if isinstance(kind, click.DateTime) else "1"]


OTHERS = [
    (way, option)
    for way, used in WAYS.items()
    for option in command_of(way)[0].params
    if isinstance(option, click.Option) and option.name not in used | {"quiet", "verbose"}
]


@pytest.mark.parametrize(("way", "option"), OTHERS, ids=[f"{way} {one.opts[-1]}" for way, one in OTHERS])
def test_an_option_that_has_no_effect_is_refused(
    cardtools: Any, folder: Path, write: Any, way: str, option: click.Option
) -> None:
    write("cardtools.toml", "")
    outcome = cardtools(*way.split(), *given(option))
    assert (outcome.code, outcome.out) == (2, "")
    assert any(name in outcome.err for name in option.opts)
    assert "Usage: " in outcome.err


@pytest.mark.parametrize(("call", "message"), PAIRS)
def test_options_that_exclude_each_other_are_refused(
    cardtools: Any, folder: Path, write: Any, call: str, message: str
) -> None:
    write("cardtools.toml", "")
    outcome = cardtools(*call.split())
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err
    assert "Usage: " in outcome.err
