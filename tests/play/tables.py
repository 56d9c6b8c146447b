"""States of the sample games with cards where a test wants them, played by the texts of actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from engines import GAMES

from cardtools.checks.columns import Columns
from cardtools.library.game import load
from cardtools.play.engine import CardText, Definition
from cardtools.play.games import find_engine
from cardtools.play.interpreter.state import SIDE
from cardtools.play.load import load_cards, understanding
from cardtools.programs.tree import OnPlay

COPIES = 4
# What is drawn where a test does not say: a card that cannot be a response.
FILLER = {"kingdom": "Market Beetles", "mana": "Dawnpost Sentry", "school": "Cobblestone Porter"}


@cache
def every_card(name: str) -> dict[str, Definition]:
    """The cards of a sample game by the names that are printed, with their programs."""
    game = load(GAMES[name][0]).files
    cards = load_cards(game.table, range(len(game.table)), understanding(game))
    names = Columns(game.table)("NAME")
    return {names[row]: replace(card, name=names[row]) for row, card in cards.items()}


def spell(name: str, effect: Any, kind: str = "spell", **values: Any) -> Definition:
    """A card of the test with an effect when it is played."""
    return Definition(name, frozenset({kind}), values, (CardText(name, (OnPlay(effect),)),))


class Rigged:
    """Dice that fall as a test wants; shuffles leave piles as they are."""

    key = used = 0

    def __init__(self, faces: Sequence[int]) -> None:
        self.faces = list(faces)

    def below(self, limit: int) -> int:
        return self.faces.pop(0) - 1

    def shuffle(self, cards: list[int]) -> None:
        return


Names = Sequence[str]


class Table:
    """Player 0's turn, the third, with these cards on the field since before, in hands, on decks (the first
    on top) and in the discard piles; all others are below, `FILLER` first. `faces` are the next dice.
    """

    def __init__(
        self,
        game: str,
        field: tuple[Names, Names] = ((), ()),
        hand: tuple[Names, Names] = ((), ()),
        deck: tuple[Names, Names] = ((), ()),
        discard: tuple[Names, Names] = ((), ()),
        faces: Sequence[int] = (),
        own: Sequence[Definition] = (),
        phase: str = "",
        **options: Any,
    ) -> None:
        cards = [*every_card(game).values(), *own]
        sections: dict[str, list[Definition]] = {"main": []}
        for card in cards:
            where = {"land": "vault", "leader": "leader"} if game == "mana" else {}
            section = next((where[kind] for kind in sorted(card.kinds) if kind in where), "main")
            sections.setdefault(section, []).extend([card] * (1 if section == "leader" else COPIES))
        self.name = game
        self.game: Any = find_engine(game)([sections, sections], options)
        self.state: Any = self.game.start(0)
        self._arrange(field, {"hand": hand, "discard": discard}, deck)
        state = self.state
        state.choice, state.tasks, state.triggered, state.events = None, [], [], []
        state.active = state.decider = 0
        state.turn, state.phase = 3, phase or {"kingdom": "turn"}.get(game, "main phase")
        state.random = Rigged(faces)
        self.game.board.moved(state)

    def _arrange(
        self, field: tuple[Names, Names], piles: Mapping[str, tuple[Names, Names]], deck: tuple[Names, Names]
    ) -> None:
        state, game = self.state, self.game
        state.field = [[], []]
        for player in (0, 1):
            free = list(game.decks[player])

            def take(name: str, free: list[int] = free) -> int:
                card = next(card for card in free if game.cards[card].name == name)
                free.remove(card)
                return card

            for slot, name in enumerate(field[player]):
                card = take(name)
                state.field[player].append([card])
                state.at[card], state.entered[card] = player * SIDE + slot, 1
            for pile, names in piles.items():
                getattr(state, pile)[player] = [take(name) for name in names[player]]
            top = [take(name) for name in deck[player]]
            rest: dict[str, list[int]] = {"main": [], "vault": [], "leader": []}
            for card in sorted(free, key=lambda card: game.cards[card].name == FILLER.get(self.name)):
                rest[game.section[card]].append(card)
            if hasattr(state, "vault"):
                vault = [card for card in top if game.section[card] == "vault"]
                state.vault[player] = [*rest["vault"], *reversed(vault)]
                state.leader[player] = rest["leader"]
                top = [card for card in top if card not in vault]
            state.deck[player] = [*rest["main"], *reversed(top)]

    # What a test does and sees

    def do(self, *texts: str) -> Table:
        """Do what the texts say, each of which is legal."""
        for text in texts:
            action = self.game.parse(self.state, text)
            assert action is not None, (text, self.texts())
            self.game.apply(self.state, action)
        return self

    def texts(self, every: bool = False) -> list[str]:
        """What the decider may do."""
        return [self.game.text(self.state, one) for one in self.game.legal_actions(self.state, every)]

    def names(self, zone: str, player: int = 0) -> list[str]:
        """The cards of a zone; of a deck or Vault the top one first."""
        if zone == "field":
            return [self.game.cards[card].name for card in self.game.board.tops(self.state, player)]
        pile = getattr(self.state, zone)[player]
        cards = reversed(pile) if zone in ("deck", "vault") else pile
        return [self.game.cards[card].name for card in cards]

    def card(self, name: str, player: int = 0) -> int:
        """A card on the field."""
        return next(
            card for card in self.game.board.tops(self.state, player) if self.game.cards[card].name == name
        )

    def life(self) -> list[int]:
        """The life of both players."""
        return [by_kind[0] for by_kind in self.state.resources]

    def events(self, kind: str) -> list[Any]:
        """What happened by the last action."""
        return [event for event in self.state.events if event.kind == kind]

    def turned(self, player: int = 0) -> list[str]:
        """The tapped cards."""
        return [
            self.game.cards[c].name for c in self.game.board.tops(self.state, player) if self.state.tapped[c]
        ]
