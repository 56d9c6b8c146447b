"""The cards that were printed last, and a digest of how each looked, for `cardtools sheet --changed`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from cardtools.ground.io.files import make_folder, read_json, write_atomic


@dataclass
class PrintRecord:
    """By deck, the digest of what each card's print was made from; one that cannot be read counts as none."""

    folder: Path
    known: dict[str, dict[str, str]] = field(init=False)

    def __post_init__(self) -> None:
        try:
            data = read_json(self.path)
            self.known = {str(deck): dict(cards) for deck, cards in data.items()}
        except (ValueError, AttributeError, TypeError):
            self.known = {}

    @property
    def path(self) -> Path:
        return self.folder / ".printed.json"

    def is_new(self, deck: str, card: str, prints: Mapping[str, str]) -> bool:
        """Whether the card of the deck was not printed yet, or was another then."""
        return self.known.get(deck, {}).get(card) != prints[card]

    def printed(self, deck: str, prints: Mapping[str, str]) -> None:
        """Remember that these cards of the deck are printed."""
        self.known[deck] = dict(prints)
        make_folder(self.folder)
        text = json.dumps(self.known, ensure_ascii=False, indent=1, sort_keys=True)
        write_atomic(self.path, text + "\n")
