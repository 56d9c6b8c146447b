"""A card on the contact sheet, and its data for the page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from cardtools.cards.table import Card
from cardtools.ground.errors import Diagnostic, InputError
from cardtools.ground.io.build_record import tool_digest
from cardtools.ground.io.files import digest
from cardtools.ground.web.page_data import problem
from cardtools.print.export.decks import card_row
from cardtools.render.face.assignment import Faces
from cardtools.render.face.model.card import CardSize
from cardtools.render.pdf.profile import PressProfile

DPI = 150  # of the pictures on the page: a card is 370 pixels wide


@dataclass(frozen=True)
class Tile:
    """A card, its number of copies, its trim size, the key of its picture ("": none yet), the reasons why it
    cannot be drawn, and the findings from drawing it.
    """

    card: Card
    count: int
    size: CardSize
    picture: str = ""
    reasons: tuple[Diagnostic, ...] = ()
    findings: tuple[Diagnostic, ...] = ()

    def data(self, checked: Iterable[Diagnostic]) -> dict[str, Any]:
        """The tile for the page, with what the checks found. A problem that both found is reported once."""
        found = dict.fromkeys((*checked, *self.findings))
        places = {finding.location for finding in found}
        found |= dict.fromkeys(reason for reason in self.reasons if reason.location not in places)
        return {
            "id": self.card.slug,
            "name": self.card.name,
            "place": str(self.card.where),
            "count": self.count,
            "width": self.size.width,
            "height": self.size.height,
            "corner": self.size.corner,
            "shape": self.size.shape,
            "picture": self.picture,
            "reasons": list(map(problem, self.reasons)),
            "findings": list(map(problem, found)),
            "words": " ".join(filter(None, card_row(self.card.values).values())),
        }


def picture_key(inputs: str, profile: PressProfile | None) -> str:
    """The name of a picture: a digest of its inputs and of the profile that it is a proof for, so that one
    name is always the same picture. "" for a card that cannot be drawn: it has no inputs.
    """
    made = digest(inputs, profile.data, profile.intent) if inputs and profile else inputs
    return digest(tool_digest(), made, str(DPI)) if made else ""


def trim_size(card: Card, faces: Faces) -> CardSize:
    """The size of the card's face; the standard size if no face fits."""
    try:
        return faces.choose(card.values, card.where, card.name).design.card
    except InputError:
        return CardSize()
