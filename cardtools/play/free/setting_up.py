"""How a free table begins: its cards, pieces and places, guessed from a project."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.cards.deck import Deck, counted_lines, deck_lines
from cardtools.cards.names import CardNames
from cardtools.cards.table import Card, CardTable
from cardtools.ground.errors import Diagnostic, InputError, Location, bad_input
from cardtools.ground.io.files import shown
from cardtools.ground.limits import limits
from cardtools.play.free.free_moves import FIELD, Design, FreeMove, FreeMoves
from cardtools.play.free.free_state import FreeCard, FreeSeat, FreeState, FreeZone
from cardtools.play.load import match_names
from cardtools.play.streams import stream_key
from cardtools.play.table.pictures import DPI
from cardtools.render.face.assignment import Faces
from cardtools.render.pictures.art import read_art
from cardtools.render.project_cards import ProjectCards
from cardtools.render.scene.units import MM_PER_INCH
from cardtools.steps.game_files import GameFiles

if TYPE_CHECKING:
    from PIL.Image import Image

_HINT = "a free table needs a deck list, or fewer copies"
_BOARD = 300.0  # mm wide, without a resolution


class FreeDesigns:
    """The cards of a project, the pieces of its extras, and boards, sorted; `names` are those of the cards by
    row, and `back` is where the page finds the backs, if there are any. Cards that no face draws
    have no pictures: `report` gets why.
    """

    def __init__(
        self, game: GameFiles, boards: Sequence[Path], report: Callable[[Sequence[Diagnostic]], None]
    ) -> None:
        try:
            drawn = game.project_cards
        except InputError as error:
            game = replace(game, sides=(Faces(()), None))
            drawn = game.project_cards
            report(error.diagnostics)
        self.game, self.names = game, list[str]()
        found: dict[tuple[str, str], tuple[Design, Card | Path]] = {}
        extras = dict(zip(drawn.extras, game.extras, strict=False))
        for kind, table in {"": game.table, **extras}.items():
            cards, names = drawn.extras[kind] if kind else drawn.cards, match_names(table)
            self.names = self.names if kind else names
            for row, (name, card) in enumerate(zip(names, cards, strict=True)):
                if (kind, name) not in found:  # a table may have a row for each copy
                    words, size = _words(table, row), _size(drawn, card)
                    found[kind, name] = Design(name, kind or "card", *words, *size), card
        for path in boards:
            name = shown(path)
            found["board", name] = Design(name, "board", "", "", *_board_size(path)), path
        ordered = sorted(found.values(), key=lambda one: (one[0].kind != "card", one[0].kind, one[0].name))
        self.sources = [source for _, source in ordered]
        start = secrets.token_hex(4)  # browsers keep pictures
        self.designs = [
            one._replace(picture=f"/design/{number}.png?{start}")
            if drawn.faces.choices or one.kind == "board"
            else one
            for number, (one, _) in enumerate(ordered)
        ]
        self.back = f"/back.png?{start}" if drawn.backs else ""

    def image(self, number: int) -> Image | None:
        """The picture of a design, -1 a back; None if there is none. Raises InputError if it is not drawn."""
        if not -1 <= number < len(self.sources):
            return None
        source = self.sources[max(number, 0)]
        if isinstance(source, Path):
            return read_art(source, shown(source), Location(shown(source)), "the board").image()
        drawn = self.game.project_cards
        side = next(drawn.compose([source]) if number >= 0 else drawn.compose_backs([source]), None)
        if side is None or side.scene is None:
            raise InputError(side.problems if side else ())
        return drawn.rasteriser(DPI, 0).image(side.scene)


def _size(drawn: ProjectCards, card: Card) -> tuple[float, float]:
    """The size of a card in mm."""
    try:
        design = drawn.faces.choose(card.values, card.where, card.name).design.card
    except InputError:
        return 63, 88
    return design.width, design.height


def _board_size(path: Path) -> tuple[float, float]:
    """The size of a board in mm: as it is printed, if it says so and has room."""
    art = read_art(path, shown(path), Location(shown(path)), "the board")
    wide = 0.0
    if path.suffix.lower() != ".svg":
        from PIL import Image

        with Image.open(path) as image:
            dpi = image.info.get("dpi", (0, 0))[0]
            wide = image.width / dpi * MM_PER_INCH if dpi else 0.0
    wide = round(wide, 1) if 0 < wide <= FIELD[0] else _BOARD
    return wide, round(wide * art.height / art.width, 1)


def _words(table: CardTable, row: int) -> tuple[str, str]:
    """The text of a card, and its other cells."""
    texts = table.ruleset.text.columns
    cells = {name: table.texts(name)[row].strip() for name in table.columns if name != table.ruleset.title}
    facts = (
        f"{name} {cell}"
        for name, cell in cells.items()
        if cell and name not in (*texts, *table.picture_columns)
    )
    return "\n".join(filter(None, (cells.get(name, "") for name in texts))), ", ".join(facts)


def lay_out(designs: FreeDesigns, decks: Sequence[Path], seats: int, seed: int) -> FreeState:
    """The table as it begins. Where fewer decks are given than seats, others play with copies of the last;
    without any, all share one with each card as often as it is printed. Raises InputError where decks name
    cards that are not there.
    """
    game = replace(designs.game, deck_files=tuple(dict.fromkeys(decks)))
    read = dict(zip(dict.fromkeys(decks), (_sections(deck, designs) for deck in game.decks), strict=True))
    players = [FreeSeat(f"Player {seat + 1}", {"Points": 0}) for seat in range(seats)]
    middle = FreeZone("middle", "Middle", -1, "field", "all")
    state = FreeState(players, [middle], 1, stream_key(seed, "free"))

    def fill(zone: FreeZone, names: Iterable[str], kind: str = "card") -> None:
        for name in names:
            zone.cards.append(FreeCard(state.ids, name, kind, owner=zone.seat, home=zone.id))
            state.ids += 1

    for seat in range(seats):
        for section, names in (read[decks[min(seat, len(decks) - 1)]] if decks else {}).items():
            title = re.sub("[_-]", " ", section).strip().capitalize() or "Deck"
            own = f"{seat}.deck" + f".{section}" * bool(section)
            state.zones.append(pile := FreeZone(own, title, seat, "pile", "nobody"))
            fill(pile, names)
        state.zones += [
            FreeZone(f"{seat}.hand", "Hand", seat, "hand", "owner"),
            FreeZone(f"{seat}.field", "Field", seat, "field", "all"),
            FreeZone(f"{seat}.discard", "Discard", seat, "pile", "all"),
        ]
    if not decks:
        state.zones.append(pile := FreeZone("deck", "Deck", -1, "pile", "nobody"))
        rows = [card.row for card in designs.game.project_cards.copies()]
        if len(rows) > limits().deck_cards:
            raise bad_input(
                game.table.file.name, f"more than {limits().deck_cards:,} cards are printed", _HINT
            )
        fill(pile, map(designs.names.__getitem__, rows))
    fill(middle, (one.name for one in designs.designs if one.kind == "board"), "board")
    FreeMoves(state, designs.designs, FreeMove(0, "again")).do()
    return state


def _sections(deck: Deck, designs: FreeDesigns) -> dict[str, list[str]]:
    """The cards of a deck by name, by section: "" is the first, the deck."""
    ruleset, names, problems = designs.game.ruleset, CardNames(designs.game.table), list[Diagnostic]()
    list(counted_lines(deck, names, problems))
    if problems:
        raise InputError(problems)
    first, piles = next(iter(ruleset.sections), ""), {"": list[str]()}
    for line in deck_lines(deck, names, ruleset):
        entry = ruleset.sections.get(line.section)
        if line.row is not None and not (entry and entry.apart):
            name = "" if line.section == first else line.section
            piles.setdefault(name, []).extend([designs.names[line.row]] * line.entry.count)
    return piles
