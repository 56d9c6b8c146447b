"""The cards that were printed last, and a digest of how each looked, for `cardtools sheet --changed`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from cardtools.ground.io.files import make_folder, read_json, write_atomic


class PrintRecord:
    """By deck, the digest of what each card's print was made from; one that cannot be read counts as none."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / ".printed.json"
        self.known: dict[str, dict[str, str]] = {}
        with suppress(ValueError, AttributeError, TypeError):
            self.known = {str(deck): dict(cards) for deck, cards in read_json(self.path).items()}

    def is_new(self, deck: str, card: str, prints: Mapping[str, str]) -> bool:
        """Whether the card of the deck was not printed yet, or was another then."""
        return self.known.get(deck, {}).get(card) != prints[card]

    def printed(self, deck: str, prints: Mapping[str, str]) -> None:
        """Remember that these cards of the deck are printed."""
        self.known[deck] = dict(prints)
        make_folder(self.path.parent)
        write_atomic(self.path, json.dumps(self.known, ensure_ascii=False, indent=1, sort_keys=True) + "\n")
