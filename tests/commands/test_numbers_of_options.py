"""Numbers on the command line: no number is too large for its option, and nan is no number."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import pytest
from every_command import every_command

NUMBERS = [
    (name, option)
    for name, command in every_command().items()
    for option in command.params
    if isinstance(option, click.Option) and isinstance(option.type, click.types.FloatParamType)
]


@pytest.mark.parametrize(("name", "option"), NUMBERS, ids=[f"{name} {one.opts[0]}" for name, one in NUMBERS])
@pytest.mark.parametrize("number", ["nan", "-nan", "inf", "-inf", "1e999"])
def test_what_is_no_number_is_refused(
    cardtools: Any, folder: Path, name: str, option: click.Option, number: str
) -> None:
    assert cardtools("init", ".", "--blank").code == 0
    outcome = cardtools(*name.split(), option.opts[0], number)
    assert (outcome.code, outcome.out) == (2, "")
    assert option.opts[0] in outcome.err


@pytest.mark.parametrize("size", [20, 4301])
def test_positions_and_samples_may_have_any_digits(cardtools: Any, write: Any, size: int) -> None:
    for name, text in {"t.txt": "Draw <n>.\n", "n.txt": "1\n2\n", "drop.txt": "", "replace.txt": ""}.items():
        write(name, text)
    call = ("generate", "-f", "t.txt", "-p", ".", "-c", "drop.txt", "-r", "replace.txt", "-t")
    large = "9" * size
    outcome = cardtools(*call, "--slice", f"1:{large}")
    assert outcome.code == (0 if size == 20 else 2)
    assert "internal" not in outcome.err
    outcome = cardtools(*call, "--slice", f"{large}:")
    assert (outcome.code, "--slice" in outcome.err) == (2, True)
    outcome = cardtools(*call, "--sample", large)
    if size == 20:
        assert (outcome.code, outcome.out) == (0, "Draw 1.\nDraw 2.\nTotal combinations: 2\n")
        assert f"there are only 2 combinations; {int(large):,} were asked for" in outcome.err
    else:
        assert (outcome.code, "--sample" in outcome.err) == (2, True)


def test_a_sample_is_within_the_limit(cardtools: Any, write: Any) -> None:
    write("t.txt", " ".join(["<n> <n#2> <n#3>"] * 1) + " <n#4> <n#5> <n#6> <n#7> <n#8>\n")
    write("n.txt", "".join(f"{number}\n" for number in range(1000)))
    outcome = cardtools("generate", "-f", "t.txt", "-p", ".", "-t", "--sample", "9" * 18)
    assert (outcome.code, outcome.out) == (2, "")
    assert "more than the --limit of" in outcome.err


@pytest.mark.parametrize("value", ["nan", "inf", "-inf"])
def test_a_limit_in_a_file_is_a_number(cardtools: Any, write: Any, value: str) -> None:
    write("cardtools.toml", 'ruleset = "game.toml"\n')
    head = '[ruleset]\nid = "own"\nversion = "1"\n[fields.NAME]\n[fields.COST]\n'
    write("game.toml", f'{head}type = "number"\nmax = {value}\n')
    write("cards/cards.csv", "NAME;COST\nOx;99\n")
    outcome = cardtools("validate")
    assert outcome.code == 2
    assert outcome.err.startswith(f"game.toml:7:1: max = {value}, expected a whole number")
