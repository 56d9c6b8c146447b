"""Two small games made with the documentation's own means: one without art, one of hexagonal tiles."""

from __future__ import annotations

import io
from pathlib import Path

import numpy
import pypdfium2
import pytest

from cardtools.checks.proof.side import PrintLimits
from cardtools.library.game import load
from cardtools.print.sheets.printing import PrintOptions, read_sheet
from cardtools.steps.card_choice import printed_cards
from cardtools.steps.check import check_game, proof_game
from cardtools.steps.draw_cards import Composer
from cardtools.steps.sheets import plan_sheet

GAMES = Path(__file__).parent / "games"


@pytest.mark.parametrize(
    ("name", "label", "shape", "printed", "sheets"),
    [("night-ferry", "Passenger", "rectangle", 12, 3), ("salt-isles", "Isle", "hexagon", 17, 3)],
)
def test_a_game_of_its_own_is_checked_drawn_and_printed(
    name: str, label: str, shape: str, printed: int, sheets: int
) -> None:
    game = load(GAMES / name).files
    assert game.table.ruleset.title == label
    assert not check_game(game).diagnostics
    report, sides = proof_game(game, game.project_cards.everything, PrintLimits())
    assert not report.diagnostics
    assert {side.scene.shape for side in sides if side.scene} == {shape}
    for card in game.cards[:2]:
        pixels = numpy.asarray(game.render(card, dpi=60).convert("L"))
        assert pixels.std() > 20
    ((deck, cards),) = printed_cards(
        game, [game.project.path(one) for one in game.project.settings.cards.decks]
    ).items()
    assert len(cards) == printed
    plan = plan_sheet(Composer(game), deck, cards, read_sheet(game.project.sheet()), PrintOptions())
    file = io.BytesIO()
    plan.write(file)
    assert plan.count() == len(pypdfium2.PdfDocument(file)) == sheets
