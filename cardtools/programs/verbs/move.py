"""Cards that move from zone to zone, drawing among them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from cardtools.programs.notation_entry import THIS, Function
from cardtools.programs.nouns import OWNERS, PLAYERS, ZONES, Noun, amount_of, cards
from cardtools.programs.tree import Effect, Player, Reason, Selector, Test, Zone
from cardtools.programs.wording import does

# The actions that a prohibition of keeps effects from moving cards.
HINDERING = frozenset({"be_destroyed", "be_returned", "be_shuffled", "leave_discard", "add"})
_TOP = Selector(zone="deck", who="you", position="top")


def _function(
    name: str, to: str, reason: str, *more: str, number: Selector | None = None, **given: Any
) -> Function:
    return Function(name, ("cards", *more), {"to": to, "reason": reason, **given}, number=number)


class Move(Effect):
    """Move cards to a zone. In hand, deck and discard pile it is their owner's, on the field `who`'s; what is
    added goes to the hand of who adds it.

    `position` is where in the deck: "top", "bottom" or "shuffle", after which the deck is shuffled. A card
    that is played enters the field untapped, or `tapped`, and does not count toward the plays of the turn.
    With `under` the cards are placed beneath that card, and `to` is "field". `reason` is what triggers,
    prohibitions and the log call it; only "draw" is the drawing of the rules, with what an empty deck
    entails.
    """

    cards: Selector
    to: Zone
    reason: Reason
    who: Player = "you"
    position: Literal["", "top", "bottom", "shuffle"] = ""
    under: Selector | None = None
    tapped: bool = False

    FUNCTIONS = (
        _function("draw", "hand", "draw", number=_TOP),
        _function("add", "hand", "add"),
        _function("discard", "discard", "discard", number=Selector(zone="hand", who="you")),
        _function("mill", "discard", "mill", number=_TOP),
        _function("destroy", "discard", "destroy"),
        _function("send", "discard", "send"),
        _function("to_hand", "hand", "return"),
        _function("play", "field", "play", "who", "tapped"),
        _function("place", "field", "place", "under"),
        _function("top_of_deck", "deck", "place", position="top"),
        _function("bottom_of_deck", "deck", "send", position="bottom"),
        _function("shuffle_in", "deck", "shuffle", position="shuffle"),
        Function("move", ("cards", "to", "reason"), defaults={"reason": "send"}),
    )

    # Its words

    def words(self) -> str:
        """`you draw two cards`, `you send all units from your hand to the discard pile`."""
        moved = self.cards
        if self.reason == "draw":
            drawn = amount_of(1 if moved.count is None else moved.count, "card")
            pile = "" if moved.zone == "deck" else f" from {OWNERS[moved.who]} {ZONES[moved.zone]}"
            return f"{does(PLAYERS[moved.who], 'draw')} {drawn}{pile}"
        player = "you" if moved.chooser == "random" else moved.chooser
        chosen = cards(moved)
        searched = moved.zone in ("deck", "vault") and not moved.position
        then, where = self._placed(chosen, player)
        pile, owners = ZONES.get(moved.zone, ""), OWNERS[moved.who]
        if searched:
            said = cards(replace(moved, zone="", who="any")).text
            search = f"{does(PLAYERS[player], 'search')} {owners} {pile} for {said}"
            return f"{search}, {then} {'them' if chosen.many else 'it'} {where} and shuffle the {pile}"
        whose = "their" if player == moved.who == "opponent" else owners
        said = chosen.text.replace(f" in {owners} {pile}", f" from {whose} {pile}") if pile else chosen.text
        return f"{does(PLAYERS[player], then)} {said} {where}".rstrip()

    def _placed(self, chosen: Noun, player: str) -> tuple[str, str]:
        """The verb, and where the cards go."""
        moved = self.cards
        own = "your" if player == "you" else "their"
        whose, several = ("their owners'", "s") if chosen.many else ("its owner's", "")
        if moved.who == "you" or moved.relation in ("this", "under"):
            whose, several = "your", ""
        if self.under is not None:
            return "place", f"under {cards(self.under).text}"
        if self.to == "hand":
            if self.reason == "add":
                return "add", f"to {own} hand"
            return "return", f"to {whose} hand{several}"
        if self.to == "field":
            side = "" if self.who in ("you", player) else f" on {OWNERS[self.who]} side"
            return "put", f"onto the field{side}{' tapped' if self.tapped else ''}"
        if self.position == "shuffle":
            return "shuffle", f"into {whose} deck{several}"
        if self.to == "deck":
            return "put", f"on the {self.position} of {whose} deck{several}"
        if self.reason in ("discard", "destroy"):
            return self.reason, ""
        pile = ZONES.get(self.to, self.to)
        return ("put", f"into the {pile}") if self.reason == "mill" else ("send", f"to the {pile}")

    # Doing it

    def do(self, game: Any, state: Any, frame: Any) -> None:
        """Choose the cards; drawing is by the rules of drawing."""
        if self.reason == "draw":
            self._draw(game, state, frame)
            return
        among = None
        if game.EXACT and not self.cards.position:
            among = self.suitable(game, state, frame, game.selectors.candidates(state, self.cards, frame))
        self.choose(game, state, frame, self.cards, "moved", among)

    def _draw(self, game: Any, state: Any, frame: Any) -> None:
        number, zone = game.selectors.number(state, self.cards, frame), self.cards.zone
        for player in game.selectors.players(state, self.cards.who, frame):
            if zone not in ("", "deck") and zone in game.PILES:
                game.board.draw_from(state, zone, player, number)
            elif not game.EXACT or game.can_draw(state, player, number):
                game.board.draw(state, player, number)

    @staticmethod
    def step_moved(game: Any, state: Any, node: int, frame: Any, chosen: tuple[int, ...]) -> None:
        move: Move = game.index.nodes[node]
        if move.under is not None and chosen:
            upper = move._uppers(game, state, frame, chosen)
            game.interpreter.select(state, move.under, frame, ("placed_under", node, frame, chosen), upper)
        elif move.to == "field":
            game.interpreter.push(state, *(("play", node, frame, card) for card in chosen))
        else:
            for card in chosen:
                if move.can_move(game, state, card, frame):
                    state.last = card
                    move.move(game, state, card, frame)

    def move(self, game: Any, state: Any, card: int, frame: Any) -> None:
        """Move a card to a pile."""
        if self.reason == "destroy" and state.at[card] >= 0:
            game.board.destroy(state, card, frame.card)
            return
        if self.to == "discard":
            game.board.discard(state, card, self.reason)
            return
        # A card that was searched for is shown; one from the hand, or any card of the deck, is not.
        asked = self.cards.kind or self.cards.traits or self.cards.stats
        zone, player = game.board.take(state, card), game.owner[card]
        known_to = player if zone == "hand" or (zone == "deck" and not asked) else -1
        if self.reason == "add":
            player = frame.you
            game.add(state, card, player)
        else:
            game.board.put(state, card, self.to, self.position)
        game.event(state, self.reason, player, card, self.to, known_to=known_to)

    @staticmethod
    def step_play(game: Any, state: Any, node: int, frame: Any, card: int) -> None:
        """A card comes to the field, if there is room and it has not gone; its player chooses where."""
        move: Move = game.index.nodes[node]
        player, zone = game.selectors.player(state, move.who, frame), move.cards.zone
        slots = game.free_slots(state, player, card)
        if not slots or game.continuous.cannot(state, "play", card, player):
            return
        if not zone or game.board.zone(state, card) == zone:
            game.interpreter.ask(state, player, "slot", slots, ("played", move.tapped, player, card))

    @staticmethod
    def step_played(game: Any, state: Any, tapped: bool, player: int, card: int, slot: int) -> None:
        """It is chosen where a card comes to the field."""
        game.board.take(state, card)
        game.board.enter(state, card, player, slot, tapped)
        state.last = card
        game.event(state, "enter", player, card, slot)
        game.abilities.trigger(state, "enters", card, player)

    @staticmethod
    def step_placed_under(
        game: Any, state: Any, node: int, frame: Any, placed: tuple[int, ...], under: tuple[int, ...]
    ) -> None:
        """It is chosen under which card others are placed: directly beneath it."""
        move: Move = game.index.nodes[node]
        for upper in under[:1]:
            for card in placed:
                if state.at[upper] >= 0 and upper != card and move.can_move(game, state, card, frame):
                    game.board.place_under(state, card, upper)

    # Whether it can be done

    def _uppers(self, game: Any, state: Any, frame: Any, placed: tuple[int, ...]) -> list[int]:
        """The cards that cards can be placed under."""
        return [
            upper
            for upper in game.selectors.candidates(state, self.under, frame)
            if state.at[upper] >= 0
            and all(card != upper and game.fits_under(state, card, upper) for card in placed)
        ]

    def suitable(self, game: Any, state: Any, frame: Any, found: list[int]) -> list[int]:
        """The cards that it can move: nothing forbids it, and there is a place for them."""
        if self.cards.position:
            return found
        if self.under is not None:
            found = [card for card in found if self._uppers(game, state, frame, (card,))]
        elif self.to == "field":
            player = game.selectors.player(state, self.who, frame)
            found = [card for card in found if game.free_slots(state, player, card)]
            found = [card for card in found if not game.continuous.cannot(state, "play", card, player)]
        if self.cards.relation != "this" and (
            game.index.moves_freely or game.continuous.by_kind(state).keys().isdisjoint(HINDERING)
        ):
            return found
        return [card for card in found if self.can_move(game, state, card, frame)]

    def hindering(self, game: Any) -> frozenset[str]:
        """The prohibitions in this match that may keep it from moving cards."""
        found = {"destroy": {"be_destroyed"}, "add": {"add"}}.get(self.reason, set())
        found |= {"hand": {"be_returned"}, "deck": {"be_shuffled"}}.get(self.to, set())
        if self.cards.zone in ("", "discard"):
            found.add("leave_discard")
        return frozenset(found & game.index.modifier_kinds)

    def can_move(self, game: Any, state: Any, card: int, frame: Any) -> bool:
        """Whether nothing forbids that it moves a card; only cards on the field are destroyed, and only those
        in the hand discarded.
        """
        reason, at = self.reason, state.at[card]
        if reason == "destroy" and at < 0:
            return False
        if reason == "discard" and card not in state.hand[game.holder(state, card)]:
            return False
        if game.index.moves_freely or game.continuous.by_kind(state).keys().isdisjoint(HINDERING):
            return True
        forbidden = {
            "be_destroyed": reason == "destroy",
            "be_returned": self.to == "hand" and at >= 0,
            "be_shuffled": self.to == "deck" and at >= 0,
            "leave_discard": card in state.discard[game.owner[card]],
        }
        cannot = game.continuous.cannot
        if any(asked and cannot(state, action, card, by=frame.card) for action, asked in forbidden.items()):
            return False
        return reason != "add" or not cannot(state, "add", card, frame.you)

    def finds_room(self, game: Any, state: Any, frame: Any) -> bool:
        """Whether a card that nobody knows, which it plays, finds a place."""
        if self.to != "field":
            return True
        player = game.selectors.player(state, self.who, frame)
        return bool(game.room(state, player, self.cards.kind))

    def test(self, game: Any) -> Test:
        """There are cards that it can move; of a draw, by the rules of drawing."""
        if not game.EXACT:
            return None if self.reason == "draw" else Effect.test(self, game)
        moved = self.cards
        if self.reason == "draw":
            if type(moved.count) is int and moved.who == "you":
                number = moved.count
                return lambda s, f: game.can_draw(s, f.you, number)
            return lambda s, f: self._can_draw(game, s, f)
        freely = game.possibility.enough(moved)
        if game.possibility.is_unseen(moved):
            if self.to != "field" or freely is None:
                return freely
            return lambda s, f: freely(s, f) and self.finds_room(game, s, f)
        plain = self.to != "field" and moved.relation != "this"
        hindering = self.hindering(game)
        if plain and not hindering:
            return freely
        exactly = game.possibility.enough(
            moved, lambda s, f: self.suitable(game, s, f, game.selectors.known(s, moved, f))
        )
        if moved.relation == "this" or exactly is None or freely is None:
            return exactly
        if not plain:
            return lambda s, f: freely(s, f) and exactly(s, f)
        return lambda s, f: (
            freely(s, f) and (hindering.isdisjoint(game.continuous.by_kind(s)) or exactly(s, f))
        )

    def _can_draw(self, game: Any, state: Any, frame: Any) -> bool:
        number = game.selectors.number(state, self.cards, frame)
        return number > 0 and all(
            game.can_draw(state, player, number)
            for player in game.selectors.players(state, self.cards.who, frame)
        )

    def payable(self, game: Any, state: Any, frame: Any, blind: bool = True) -> bool:
        """As every effect with cards; a draw where numbers are exact by the rules of drawing."""
        if self.reason == "draw":
            return not game.EXACT or self._can_draw(game, state, frame)
        return Effect.payable(self, game, state, frame, blind)

    def affordable(self, game: Any) -> Test:
        """The same, found sooner where a card pays by itself, or by any that lie in sight."""
        moved = self.cards
        if self.reason != "draw" and moved == THIS and self.under is None:
            if self.reason != "destroy" or self.hindering(game):
                return lambda s, f: self.can_move(game, s, f.card, f)
            return lambda s, f: s.at[f.card] >= 0
        is_plain = self.reason != "draw" and self.to != "field"
        enough = game.possibility.enough_in_sight(moved) if is_plain else None
        if enough is None:
            return lambda s, f: self.payable(game, s, f)
        hindering = self.hindering(game)
        if not hindering:
            return enough
        return lambda s, f: (
            enough(s, f) and (hindering.isdisjoint(game.continuous.by_kind(s)) or self.payable(game, s, f))
        )

    # Its merit

    def merit(self, game: Any, state: Any, frame: Any) -> float:
        """What the cards are worth where they go, less what they are worth where they are."""
        moved = self.cards
        sign = self._sign(game, state, moved.who, frame)
        number: int = game.selectors.number(state, moved, frame)
        if self.reason == "draw":
            return sign * number * float(game.worth_in(state, -1, "hand"))
        if moved.zone == "deck" or (moved.zone == "hand" and sign < 0):
            if self.to == "field":
                return self._sign(game, state, self.who, frame) * 10.0 * number
            gain = float(game.worth_in(state, -1, self.to) - game.worth_in(state, -1, moved.zone))
            return sign * number * (gain + 1.0 if self.to == "hand" else gain)
        found = game.selectors.candidates(state, moved, frame)
        merits = [self._merit_of(game, state, card, frame) for card in found]
        return float(game.merit.best(state, moved, frame, merits))

    @staticmethod
    def _sign(game: Any, state: Any, who: str, frame: Any) -> float:
        """1 if a word means the player of the frame, -1 if it does not."""
        return 1.0 if frame.you in game.selectors.players(state, who, frame) else -1.0

    def _merit_of(self, game: Any, state: Any, card: int, frame: Any) -> float:
        if card < 0:
            return 0.0
        owner = 1.0 if game.owner[card] == frame.you else -1.0
        if state.at[card] >= 0:
            worth = game.worth(state, card) if game.board.is_top(state, card) else 1.0
            before: float = game.merit.side(state, card, frame.you) * worth
        else:
            before = owner * game.worth_in(state, card, self.cards.zone)
        if self.to == "field" and self.under is None:
            return self._sign(game, state, self.who, frame) * float(game.worth(state, card)) - before
        if self.to == "field":
            return 1.0 - before
        gets = 1.0 if self.reason == "add" else owner
        return gets * float(game.worth_in(state, card, self.to)) - before

    @classmethod
    def merit_of_card(cls, game: Any, state: Any, task: Any, frame: Any, card: int) -> float:
        """That of moving the card."""
        sign = 1.0 if frame.you == state.decider else -1.0
        move: Move = game.index.nodes[task[1]]
        return sign * move._merit_of(game, state, card, frame)
