"""Engines are composed: classes inherit little, and nothing waits for a later class to be written."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest
from engines import GAMES, sample

from cardtools.play.interpreter.part import PARTS

ROOT = Path(__file__).parents[2]
FILES = sorted(
    path
    for room in ("play", "programs")
    for path in (ROOT / "cardtools" / room).rglob("*.py")
    if path.stem != "alpha_fast"  # one compiled loop, which needs numba
)


def test_a_class_inherits_at_most_two_of_ours() -> None:
    for path in FILES:
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for one in vars(import_module(name)).values():
            if isinstance(one, type) and one.__module__ == name:
                assert len([base for base in one.__mro__ if base.__module__.startswith("cardtools")]) <= 3, (
                    one
                )


def test_no_method_waits_to_be_written() -> None:
    for path in FILES:
        names = {node.id for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.Name)}
        assert "NotImplementedError" not in names, path


@pytest.mark.parametrize("name", [name for name in GAMES if name != "alpha"])
def test_the_parts_of_a_game_know_each_other(name: str) -> None:
    game = sample(name)
    for part in (*(getattr(game, one) for one in PARTS), *game.rules):
        assert part.game is game
        assert all(getattr(part, one) is getattr(game, one) for one in PARTS)
