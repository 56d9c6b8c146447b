"""Equipping cards with others."""

from __future__ import annotations

from typing import Any

from cardtools.programs.notation_entry import THIS, Function
from cardtools.programs.nouns import cards
from cardtools.programs.tree import Alter, Effect, Modifier, Selector, Test
from cardtools.programs.wording import modifier_in_words


class Attach(Effect):
    """Equip: attach the cards to another. While they stay attached the modifiers hold, in which the relation
    "equipped" means the card they are attached to. When that card leaves the field, or is ranked up, they no
    longer hold.
    """

    cards: Selector
    to: Selector
    modifiers: tuple[Modifier, ...] = ()

    FUNCTIONS = (
        Function("attach", ("cards", "to", "modifiers"), many=True),
        Function("equip", ("to", "modifiers"), {"cards": THIS}, many=True),
    )

    def words(self) -> str:
        """`you attach this card to one unit you control, and while it is attached ...`."""
        also = "".join(f", and while it is attached {modifier_in_words(one)}" for one in self.modifiers)
        return f"you attach {cards(self.cards).text} to {cards(self.to).text}{also}"

    def do(self, game: Any, state: Any, frame: Any) -> None:
        among = self._attachable(game, state, frame) if game.EXACT else None
        self.choose(game, state, frame, self.cards, "attach", among)

    def _attachable(self, game: Any, state: Any, frame: Any) -> list[int]:
        """The cards that can be attached to another one; those that are not on the field need room there."""
        hosts = game.selectors.candidates(state, self.to, frame)
        return [
            card
            for card in game.selectors.known(state, self.cards, frame)
            if any(host != card for host in hosts)
            and (state.at[card] >= 0 or game.free_slots(state, frame.you, card))
        ]

    @staticmethod
    def step_attach(game: Any, state: Any, node: int, frame: Any, chosen: tuple[int, ...]) -> None:
        if chosen:
            to = game.index.nodes[node].to
            hosts = [card for card in game.selectors.candidates(state, to, frame) if card not in chosen]
            game.interpreter.select(state, to, frame, ("attached", node, frame, chosen), hosts)

    @staticmethod
    def step_attached(
        game: Any, state: Any, node: int, frame: Any, attached: tuple[int, ...], hosts: tuple[int, ...]
    ) -> None:
        """It is chosen what they are attached to."""
        for host in hosts[:1]:
            game.interpreter.push(state, *(("attach_one", node, frame, host, card) for card in attached))

    @staticmethod
    def step_attach_one(game: Any, state: Any, node: int, frame: Any, host: int, card: int) -> None:
        """A card is attached; its player chooses where it enters the field if it is not there."""
        if state.at[card] >= 0:
            game.index.nodes[node].attach(game, state, card, host)
        elif slots := game.free_slots(state, frame.you, card):
            game.interpreter.ask(state, frame.you, "slot", slots, ("attach_in", node, frame, host, card))

    @staticmethod
    def step_attach_in(game: Any, state: Any, node: int, frame: Any, host: int, card: int, slot: int) -> None:
        """It is chosen where a card enters the field that is attached to another."""
        game.board.take(state, card)
        game.board.enter(state, card, frame.you, slot)
        game.abilities.trigger(state, "enters", card, frame.you)
        game.index.nodes[node].attach(game, state, card, host)

    def attach(self, game: Any, state: Any, card: int, host: int) -> None:
        """Attach a card to another; its own equip effect holds where this one has no modifiers."""
        game.board.detach(state, card)
        state.attached[card] = host
        own = [
            one.effect.modifiers
            for one in game.index.abilities[card]
            if isinstance(getattr(one, "effect", None), Attach)
        ]
        frame = game.index.frames[game.board.controller(state, card)][card]
        for modifier in self.modifiers or (own[0] if own else ()):
            game.continuous.hold(state, game.index.number[id(modifier)], frame, None, "attached")
        game.board.moved(state)
        game.event(state, "attach", frame.you, card, host)

    def test(self, game: Any) -> Test:
        """There is another card to attach to; where numbers are exact, for a card that has room."""
        if not game.EXACT:
            return Effect.test(self, game)
        hosts, some_host, _ = game.selectors.finder(self.to)
        if self.cards == THIS:
            return lambda s, f: some_host(s, f) and hosts(s, f) != [f.card]
        return lambda s, f: some_host(s, f) and bool(self._attachable(game, s, f))

    def merit(self, game: Any, state: Any, frame: Any) -> float:
        """What the modifiers are worth, for the best host."""
        good = sum(
            -3.0 if isinstance(one, Alter) and one.operation == "subtract" else 3.0 for one in self.modifiers
        )
        hosts = game.selectors.candidates(state, self.to, frame)
        merits = [(good or 3.0) * game.merit.side(state, card, frame.you) for card in hosts]
        return float(game.merit.best(state, self.to, frame, merits))
