"""Cards as records: what other programs read, and cardtools too."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from cardtools.cards.table import read_cards
from cardtools.print.export.decks import Job

Game, Exported = Callable[..., None], Callable[..., Job]


def test_records_keep_numbers_lists_and_copies(game: Game, exported: Exported, folder: Path) -> None:
    game()
    exported("json")
    ox, owl = json.loads((folder / "out/deck.json").read_text(encoding="utf-8"))
    assert (ox["NAME"], ox["SUBTYPES"], ox["LEVEL"], ox["COPIES"]) == ("Ox", ["Beast"], 1, 2)
    assert owl["NAME"] == "Owl"
    assert not any(value in ("", None, []) for value in ox.values())
    assert "project" not in ox


def test_records_are_read_again_as_the_same_cards(game: Game, exported: Exported, folder: Path) -> None:
    game()
    job = exported("json")
    again = read_cards(folder / "out/deck.json", job.ruleset)
    for card, old in zip(again.cards, job.decks[0].cards[::2], strict=True):
        read = {name: value for name, value in card.values.items() if name != "COPIES" and value is not None}
        assert read.items() <= old.values.items()
