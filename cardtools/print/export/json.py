"""The cards as records, for programs: numbers are numbers, lists are lists, empty cells are left out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from cardtools.cards.extra_tables import COPIES
from cardtools.print.export.decks import ExportDeck, Job, Output, Preset, contents

PRESET = Preset("JSON")


def outputs(job: Job) -> Iterator[Output]:
    """A file for each deck: an array of its cards, each once, with the number of its copies."""
    for deck in job.decks:
        yield Output(f"{deck.name}.json", contents(partial(_text, deck)))


def _text(deck: ExportDeck) -> str:
    records = [{**record(card.values), COPIES: count} for card, count in deck.counts()]
    return json.dumps(records, ensure_ascii=False, indent=1) + "\n"


def record(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a card that has them, by column."""
    filled = {name: value for name, value in values.items() if value not in (None, ()) and name != "project"}
    lists = {name: list(map(str, value)) for name, value in filled.items() if isinstance(value, tuple)}
    simple = {name: v if type(v) in (bool, int, float, str) else str(v) for name, v in filled.items()}
    return simple | lists
