"""Effects that move cards: between zones, onto the field, under and on top of others, from side to side."""

from __future__ import annotations

from typing import TypeVar

from cardtools.play.effects.actions import Effects
from cardtools.play.effects.holding import HINDERING
from cardtools.play.effects.state import SIDE, CardState, Frame
from cardtools.play.state import EMPTY
from cardtools.programs.tree import Attach, Move, RankUp, Swap

S = TypeVar("S", bound=CardState)


class Moving(Effects[S]):
    """Moves. A game says where cards may stand (`free_slots`) and what ranks up what (`can_rank_up`)."""

    # Whether nothing in this match ever forbids a move.
    moves_freely: bool

    # What a game may override

    def entered_field(self, state: S, card: int, player: int) -> None:
        """A card was put on the field by an effect: what follows from it by the rules."""

    def can_draw(self, state: S, player: int, number: int) -> bool:
        """Whether a player can draw so many cards. Here: nothing forbids it."""
        return not self.cannot(state, "draw", -1, player)

    def room(self, state: S, player: int, kind: str) -> bool:
        """Whether a card of a kind, "" for any, would find a place on a player's side. Here: always."""
        return True

    def fits_place(self, state: S, card: int, place: int) -> bool:
        """Whether a card may lie in a place of the field. Here: always."""
        return True

    def fits_under(self, state: S, card: int, upper: int) -> bool:
        """Whether a card may be placed under another. Here: always."""
        return True

    def can_rank_up(self, state: S, card: int, using: int) -> bool:
        """Whether a card may be placed on top of another by the rules of ranking up: in this game, never."""
        return False

    # Moves

    def do_move(self, state: S, effect: Move, frame: Frame) -> None:
        """Cards move to a zone; drawing is by the rules of drawing."""
        if effect.reason == "draw":
            cards = effect.cards
            number = 1 if cards.count is None else self.amount(state, cards.count, frame)
            for player in self.players(state, cards.who, frame):
                if not self.EXACT or self.can_draw(state, player, number):
                    self.draw(state, player, number)
            return
        exact = self.EXACT and not effect.cards.position
        among = (
            self.movable(state, effect, frame, self.candidates(state, effect.cards, frame)) if exact else None
        )
        self.select(state, effect.cards, frame, ("moved", self.number[id(effect)], frame), among)

    def movable(self, state: S, effect: Move, frame: Frame, found: list[int]) -> list[int]:
        """Those of the cards that an effect can move: nothing forbids it, and there is a place for them."""
        if effect.under is not None:
            found = [card for card in found if self._uppers(state, effect, frame, (card,))]
        elif effect.to == "field":
            player = self.players(state, effect.who, frame)[0]
            found = [
                card
                for card in found
                if self.free_slots(state, player, card) and not self.cannot(state, "play", card, player)
            ]
        if effect.cards.relation != "this" and (
            self.moves_freely or self.held(state).keys().isdisjoint(HINDERING)
        ):
            return found
        return [card for card in found if self.can_move(state, effect, card, frame)]

    def _uppers(self, state: S, effect: Move, frame: Frame, cards: tuple[int, ...]) -> list[int]:
        """The cards that cards can be placed under."""
        assert effect.under is not None
        return [
            upper
            for upper in self.candidates(state, effect.under, frame)
            if state.at[upper] >= 0
            and all(card != upper and self.fits_under(state, card, upper) for card in cards)
        ]

    def step_moved(self, state: S, node: int, frame: Frame, cards: tuple[int, ...]) -> None:
        """The cards to move are chosen."""
        effect: Move = self.nodes[node]
        if effect.under is not None and cards:
            upper = self._uppers(state, effect, frame, cards)
            self.select(state, effect.under, frame, ("placed_under", node, frame, cards), upper)
        elif effect.to == "field":
            self.push(state, *(("play", node, frame, card) for card in cards))
        else:
            for card in cards:
                if self.can_move(state, effect, card, frame):
                    state.last = card
                    self._move(state, effect, card, frame)

    def hindering(self, effect: Move) -> frozenset[str]:
        """The prohibitions in this match that may keep an effect from moving cards."""
        found = {"destroy": {"be_destroyed"}, "add": {"add"}}.get(effect.reason, set())
        found |= {"hand": {"be_returned"}, "deck": {"be_shuffled"}}.get(effect.to, set())
        if effect.cards.zone in ("", "discard"):
            found.add("leave_discard")
        return frozenset(found & self.modifier_kinds)

    def can_move(self, state: S, effect: Move, card: int, frame: Frame) -> bool:
        """Whether nothing forbids that an effect moves a card; only cards on the field are destroyed, and
        only those in the hand discarded.
        """
        if effect.reason == "destroy" and state.at[card] < 0:
            return False
        if effect.reason == "discard" and card not in state.hand[self.holder(state, card)]:
            return False
        if self.moves_freely or self.held(state).keys().isdisjoint(HINDERING):
            return True
        by, reason, to = frame.card, effect.reason, effect.to
        if reason == "destroy" and self.cannot(state, "be_destroyed", card, by=by):
            return False
        if to == "hand" and state.at[card] >= 0 and self.cannot(state, "be_returned", card, by=by):
            return False
        if to == "deck" and state.at[card] >= 0 and self.cannot(state, "be_shuffled", card, by=by):
            return False
        if card in state.discard[self.owner[card]] and self.cannot(state, "leave_discard", card, by=by):
            return False
        return reason != "add" or not self.cannot(state, "add", card, frame.you)

    def _move(self, state: S, effect: Move, card: int, frame: Frame) -> None:
        if effect.reason == "destroy" and state.at[card] >= 0:
            self.destroy(state, card, frame.card)
        elif effect.to == "discard":
            self.discard(state, card, effect.reason)
        else:
            # A card that was searched for is shown; one from the hand, or any card of the deck, is not.
            cards = effect.cards
            asked = cards.kind or cards.traits or cards.stats
            zone = self.take(state, card)
            hidden = zone == "hand" or (zone == "deck" and not asked)
            hidden_from = 1 - self.owner[card] if hidden else -1
            player = self.owner[card]
            if effect.reason == "add":
                player = frame.you
                self.add(state, card, player)
            else:
                self.put(state, card, effect.to, effect.position)
            self.event(state, effect.reason, player, card, effect.to, hidden=hidden_from)

    # Onto the field

    def step_play(self, state: S, node: int, frame: Frame, card: int) -> None:
        """A card comes to the field by an effect, if there is room; its player chooses where."""
        effect: Move = self.nodes[node]
        player = self.players(state, effect.who, frame)[0]
        slots = self.free_slots(state, player, card)
        if slots and not self.cannot(state, "play", card, player) and not self._gone(state, card, effect):
            self.ask(state, player, "slot", slots, ("played", effect.tapped, player, card))

    def _gone(self, state: S, card: int, effect: Move) -> bool:
        """Whether a card has left the zone that the effect takes it from."""
        return bool(effect.cards.zone) and self.zone(state, card) != effect.cards.zone

    def step_played(self, state: S, tapped: bool, player: int, card: int, slot: int) -> None:
        """It is chosen where a card comes to the field."""
        self.take(state, card)
        self.enter(state, card, player, slot, tapped)
        state.last = card
        self.event(state, "enter", player, card, slot)
        self.trigger(state, "enters", card, player)
        self.entered_field(state, card, player)

    def step_placed_under(
        self, state: S, node: int, frame: Frame, cards: tuple[int, ...], under: tuple[int, ...]
    ) -> None:
        """It is chosen under which card others are placed: directly beneath it."""
        effect: Move = self.nodes[node]
        for card in cards:
            for upper in under[:1]:
                if state.at[upper] >= 0 and upper != card and self.can_move(state, effect, card, frame):
                    self.take(state, card)
                    stack, place = self.stack(state, upper), state.at[upper]
                    stack.insert(stack.index(upper), card)
                    state.at[card], state.tapped[card], state.entered[card] = place, 0, state.turn
                    self.moved(state)
                    self.event(state, "place", place // SIDE, card, upper)
                    state.last = card

    # On top of others

    def do_rankup(self, state: S, effect: RankUp, frame: Frame) -> None:
        """A card is ranked up with another, from anywhere."""
        lower = self.ranked_up(state, effect, frame)
        then = ("rank_up_from", self.number[id(effect)], frame)
        if lower:
            self.select(state, effect.cards, frame, then, lower)
        elif effect.using.zone == "deck":
            self.push(state, ("shuffle", "deck", frame.you))

    def ranked_up(self, state: S, effect: RankUp, frame: Frame) -> list[int]:
        """The cards that can be ranked up."""
        upper = self.known(state, effect.using, frame)
        return [
            card
            for card in self.candidates(state, effect.cards, frame)
            if any(self.can_rank_up(state, card, using) for using in upper)
            and not self.cannot(state, "rank_up", card, self.controller(state, card))
        ]

    def step_rank_up_from(self, state: S, node: int, frame: Frame, cards: tuple[int, ...]) -> None:
        """It is chosen which card is ranked up."""
        effect: RankUp = self.nodes[node]
        for card in cards[:1]:
            upper = [
                u for u in self.candidates(state, effect.using, frame) if self.can_rank_up(state, card, u)
            ]
            self.select(state, effect.using, frame, ("ranked_up", card), upper)

    def step_ranked_up(self, state: S, card: int, cards: tuple[int, ...]) -> None:
        """It is chosen with what a card is ranked up."""
        for using in cards[:1]:
            if self.is_top(state, card) and not self.cannot(
                state, "rank_up", card, self.controller(state, card)
            ):
                self.rank_up(state, card, using)

    def rank_up(self, state: S, card: int, using: int) -> None:
        """Place a card on top of another: it enters untapped, and the one below is untapped too."""
        player, slot = divmod(state.at[card], SIDE)
        for other in self.attachments(state, card):
            self.detach(state, other)
        if state.attached[card] >= 0:
            self.detach(state, card)
        self.take(state, using)
        for under in self.stack(state, card):
            state.tapped[under] = 0
        self.enter(state, using, player, slot)
        state.last = using
        self.event(state, "rank_up", player, using, card)
        self.trigger(state, "ranks_up", using, player, target=card)
        self.trigger(state, "enters", using, player)

    # Attached to others

    def do_attach(self, state: S, effect: Attach, frame: Frame) -> None:
        """Cards are attached to another."""
        among = self.attachable(state, effect, frame) if self.EXACT else None
        self.select(state, effect.cards, frame, ("attach", self.number[id(effect)], frame), among)

    def attachable(self, state: S, effect: Attach, frame: Frame) -> list[int]:
        """The cards that can be attached to another one; those that are not on the field need room there."""
        hosts = self.candidates(state, effect.to, frame)
        return [
            card
            for card in self.known(state, effect.cards, frame)
            if any(host != card for host in hosts)
            and (state.at[card] >= 0 or self.free_slots(state, frame.you, card))
        ]

    def step_attach(self, state: S, node: int, frame: Frame, cards: tuple[int, ...]) -> None:
        """The cards to attach are chosen."""
        if cards:
            effect: Attach = self.nodes[node]
            hosts = [card for card in self.candidates(state, effect.to, frame) if card not in cards]
            self.select(state, effect.to, frame, ("attached", node, frame, cards), hosts)

    def step_attached(
        self, state: S, node: int, frame: Frame, cards: tuple[int, ...], hosts: tuple[int, ...]
    ) -> None:
        """It is chosen what cards are attached to; one that is not on the field enters it."""
        for host in hosts[:1]:
            self.push(state, *(("attach_one", node, frame, host, card) for card in cards))

    def step_attach_one(self, state: S, node: int, frame: Frame, host: int, card: int) -> None:
        """A card is attached; its player chooses where it enters the field if it is not there."""
        if state.at[card] >= 0:
            self.attach(state, card, host, self.nodes[node])
        elif slots := self.free_slots(state, frame.you, card):
            self.ask(state, frame.you, "slot", slots, ("attach_in", node, frame, host, card))

    def step_attach_in(self, state: S, node: int, frame: Frame, host: int, card: int, slot: int) -> None:
        """It is chosen where a card enters the field that is attached to another."""
        self.take(state, card)
        self.enter(state, card, frame.you, slot)
        self.trigger(state, "enters", card, frame.you)
        self.attach(state, card, host, self.nodes[node])

    def attach(self, state: S, card: int, host: int, effect: Attach) -> None:
        """Attach a card to another; its own equip effect holds where this one has no modifiers."""
        if state.attached[card] >= 0:
            self.detach(state, card)
        state.attached[card] = host
        own = [
            node
            for ability in self.abilities[card]
            for node in (getattr(ability, "effect", None),)
            if isinstance(node, Attach)
        ]
        modifiers = effect.modifiers or (own[0].modifiers if own else ())
        frame = Frame(card, self.controller(state, card))
        for modifier in modifiers:
            self.hold(state, self.number[id(modifier)], frame, None, "attached")
        self.moved(state)
        self.event(state, "attach", frame.you, card, host)

    # From side to side

    def do_swap(self, state: S, effect: Swap, frame: Frame) -> None:
        """Two cards change places."""
        if effect.other is None:
            if len(self.candidates(state, effect.cards, frame)) >= 2:
                self.select(state, effect.cards, frame, ("swapped",))
        elif among := self.swappable(state, effect, frame):
            self.select(state, effect.cards, frame, ("swap", self.number[id(effect)], frame), among)

    def swappable(self, state: S, effect: Swap, frame: Frame) -> list[int]:
        """The first cards that have a second one to change places with."""
        return [
            card
            for card in self.candidates(state, effect.cards, frame)
            if self._others(state, effect, frame, card)
        ]

    def _others(self, state: S, effect: Swap, frame: Frame, card: int) -> list[int]:
        """The cards that a card can change places with: each may lie where the other is."""
        assert effect.other is not None
        return [
            other
            for other in self.known(state, effect.other, frame)
            if other != card
            and (state.at[card] < 0 or self.fits_place(state, other, state.at[card]))
            and (state.at[other] < 0 or self.fits_place(state, card, state.at[other]))
            and (state.at[card] >= 0 or state.at[other] >= 0)
        ]

    def step_swap(self, state: S, node: int, frame: Frame, cards: tuple[int, ...]) -> None:
        """The first card is chosen."""
        effect: Swap = self.nodes[node]
        if cards and effect.other is not None:
            among = self._others(state, effect, frame, cards[0])
            self.select(state, effect.other, frame, ("swapped_with", cards[0]), among)

    def step_swapped_with(self, state: S, card: int, cards: tuple[int, ...]) -> None:
        """The second card is chosen."""
        for other in cards[:1]:
            self.swap(state, card, other)

    def step_swapped(self, state: S, cards: tuple[int, ...]) -> None:
        """Both cards are chosen."""
        if len(cards) == 2:
            self.swap(state, *cards)

    def swap(self, state: S, card: int, other: int) -> None:
        """Two cards change places: stacks on the field whole; a card elsewhere comes on top of the stack."""
        places = state.at[card], state.at[other]
        if card == other or places == (EMPTY, EMPTY):
            return
        if EMPTY not in places:
            for place, at in ((places[0], places[1]), (places[1], places[0])):
                for moved in state.field[place // SIDE][place % SIDE]:
                    state.at[moved] = at
            (a, x), (b, y) = divmod(places[0], SIDE), divmod(places[1], SIDE)
            state.field[a][x], state.field[b][y] = state.field[b][y], state.field[a][x]
            self.moved(state)
            self.event(state, "swap", a, card, other)
            return
        if places[0] == EMPTY:
            card, other = other, card
        zone, place = self.zone(state, other), state.at[card]
        self.take(state, other)
        self.take(state, card)
        self.enter(state, other, *divmod(place, SIDE))
        self.put(state, card, zone)
        if zone == "deck":
            self.shuffle(state, zone, self.owner[card])
        self.event(state, "swap", place // SIDE, card, other)
        self.trigger(state, "enters", other, place // SIDE)
