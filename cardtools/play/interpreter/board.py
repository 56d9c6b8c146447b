"""The cards and players of a state, and what happens to them: moves, taps, damage, counters, resources."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardtools.play.interpreter.part import EnginePart
from cardtools.play.interpreter.state import SIDE, CardState
from cardtools.play.state import EMPTY, HIDDEN


class GameBoard(EnginePart):
    """Where cards are, and all that changes it. What changes a state in another way says so: `moved` if it is
    the field or what holds, else `changed`.
    """

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.piles: Mapping[str, str] = game.PILES
        shared = {part.name for part in game.STATE.PARTS if part.shared}
        self.shared = {zone for zone, part in self.piles.items() if part in shared}  # zones of all players

    # Where cards are

    def controller(self, state: CardState, card: int) -> int:
        """The player on whose side a card is; its owner if it is not on the field."""
        place = state.at[card]
        return place // SIDE if place >= 0 else self.owner[card]

    def stack(self, state: CardState, card: int) -> list[int]:
        """The stack that a card on the field is in."""
        place = state.at[card]
        return state.field[place // SIDE][place % SIDE]

    def is_top(self, state: CardState, card: int) -> bool:
        """Whether a card is on the field and on top of its stack."""
        place = state.at[card]
        return place >= 0 and state.field[place // SIDE][place % SIDE][-1] == card

    def tops(self, state: CardState, player: int) -> list[int]:
        """The top cards of a player's stacks, by slot; not to be changed."""
        return (state.tops or self.all_tops(state))[player]

    def all_tops(self, state: CardState) -> list[list[int]]:
        """The top cards of each player's stacks."""
        if state.tops is None:
            state.tops = []
            for slots in state.field:
                state.tops.append([stack[-1] for stack in slots if stack])
        return state.tops

    def zone(self, state: CardState, card: int) -> str:
        """The zone that a card is in, "" if it is hidden from the viewer or between zones."""
        if state.at[card] >= 0:
            return "field"
        owner = self.owner[card]
        for zone, part in self.piles.items():
            held = getattr(state, part)
            if card in (held if zone in self.shared else held[owner]):
                return zone
        return "" if self.game.holder(state, card) == owner else "hand"

    def pile(self, state: CardState, zone: str, player: int) -> list[int]:
        """A pile of a player, or the one that all share."""
        held: Any = getattr(state, self.piles[zone])
        cards: list[int] = held if zone in self.shared else held[player]
        return cards

    def deck_of(self, state: CardState, player: int) -> list[int]:
        """The cards of a deck, in no order: in an observation those of the player that are nowhere else."""
        deck = state.deck[player]
        if not deck or deck[0] != HIDDEN:
            return deck
        seen = {card for _, _, card in state.places()}
        return [c for c in self.game.decks[player] if c not in seen and self.game.holder(state, c) == player]

    def changed(self, state: CardState) -> None:
        """Something changed that stats, and conditions of what holds, may depend on."""
        state.moves = None
        if state.in_force and None in state.in_force:
            state.in_force, state.unhurt = None, False
        if state.stats:
            state.stats.clear()
            state.unhurt = False

    def moved(self, state: CardState, side: int = -1) -> None:
        """The field changed (on one side alone, if one is given), or the modifiers."""
        state.in_force = state.moves = state.tops = None
        state.unhurt = False
        if side < 0:
            state.uses = [None] * len(state.uses)
        else:
            state.uses[side] = None
        if state.stats:
            state.stats.clear()

    def card_moved(self, state: CardState, card: int, side: int, alone: bool) -> None:
        """A card has come to a side of the field or left it, alone in its slot or not. What holds stays known
        unless it may be because of this card or the one under it, or has conditions.
        """
        in_force = state.in_force
        self.moved(state, side)
        if alone and not self.index.statics[card] and in_force is not None and None not in in_force:
            state.in_force = in_force

    # What happens to cards

    def take(self, state: CardState, card: int, zone: str = "") -> str:
        """Take a card from wherever it is, to put it somewhere at once; the zone that it was in, which need
        not be looked for if it is given.
        """
        place = state.at[card]
        if place < 0:
            self.changed(state)
            zone = zone or self.zone(state, card)
            try:
                self.pile(state, zone, self.owner[card]).remove(card)
            except ValueError:  # it is in the hand of another player
                self.pile(state, zone, self.game.holder(state, card)).remove(card)
                self.game.left_hand(state, card)
            return zone
        side, slot = divmod(place, SIDE)
        stack = state.field[side][slot]
        stack.remove(card)
        state.at[card], state.tapped[card], state.damage[card] = EMPTY, 0, 0
        state.counters[card] = ()
        self.card_moved(state, card, side, not stack)
        if state.attached[card] >= 0:
            self.detach(state, card)
        if state.modifiers:
            self.continuous.expire(state, "in_play", mark=card)
        for other in self.attachments(state, card):
            self.detach(state, other)
        return "field"

    def attachments(self, state: CardState, card: int) -> list[int]:
        """The cards that are attached to a card."""
        if card not in state.attached:
            return []
        return [other for tops in self.all_tops(state) for other in tops if state.attached[other] == card]

    def detach(self, state: CardState, card: int) -> None:
        """A card is no longer attached, if it was, and what it gave no longer holds."""
        if state.attached[card] >= 0:
            state.attached[card] = EMPTY
            self.continuous.expire(state, "attached", mark=card)
            self.moved(state)

    def put(self, state: CardState, card: int, zone: str, position: str = "top") -> None:
        """Put a card that was taken into its owner's pile: on top, at the bottom, or anywhere (shuffle)."""
        pile = self.pile(state, zone, self.owner[card])
        if position == "bottom":
            pile.insert(0, card)
        else:
            pile.append(card)
        if position == "shuffle":
            self.shuffle(state, zone, self.owner[card])

    def enter(self, state: CardState, card: int, player: int, slot: int, tapped: bool = False) -> None:
        """Put a card that was taken on the field, on top of the stack in a slot."""
        self.game.entering(state, card)
        slots = state.field[player]
        while len(slots) <= slot:
            slots.append([])
        stack = slots[slot]
        stack.append(card)
        state.at[card] = player * SIDE + slot
        state.entered[card] = state.turn
        state.tapped[card] = state.turn if tapped else 0
        self.card_moved(state, card, player, len(stack) == 1)

    def draw(self, state: CardState, player: int, number: int = 1) -> None:
        """Draw cards from the top of the deck."""
        for _ in range(number):
            if self.continuous.cannot(state, "draw", -1, player):
                return
            if not state.deck[player]:
                self.game.draw_from_empty(state, player)
                if state.outcome or not state.deck[player]:
                    return
            card = state.deck[player].pop()
            state.hand[player].append(card)
            self.changed(state)
            self.game.event(state, "draw", player, card, known_to=player)

    def draw_from(self, state: CardState, zone: str, player: int, number: int = 1) -> None:
        """Take cards from the top of a pile other than the deck into the hand, as many as there are."""
        pile = self.pile(state, zone, player)
        for _ in range(min(number, len(pile))):
            card = pile.pop()
            state.hand[player].append(card)
            self.changed(state)
            self.game.event(state, "draw", player, card, known_to=player)

    def shuffle(self, state: CardState, zone: str, player: int) -> None:
        """Shuffle a pile of a player, whose cards nobody knows any more."""
        pile = self.pile(state, zone, player)
        state.random.shuffle(pile)
        for card in pile if state.HAS_KNOWN else ():
            state.known[card] = ()  # type: ignore[attr-defined]
        self.game.event(state, "shuffle", player, EMPTY, zone)

    def discard(self, state: CardState, card: int, reason: str = "discard") -> None:
        """Put a card from anywhere into its owner's discard pile, for a reason that is not destruction."""
        self.abilities.trigger(state, "discarded", card, self.owner[card])
        self.take(state, card)
        self.put(state, card, "discard")
        self.game.event(state, reason, self.owner[card], card, "discard")

    def destroy(self, state: CardState, card: int, by: int = EMPTY, battle: bool = False) -> bool:
        """Destroy a card, unless it cannot be: it goes to its owner's discard pile. Whether it was."""
        if state.at[card] < 0 or self.continuous.cannot(state, "be_destroyed", card, by=by, battle=battle):
            return False
        controller, before = self.controller(state, card), self.game.before_destroyed(state, card)
        self.abilities.trigger(state, "destroyed", card, controller)
        self.abilities.trigger(state, "discarded", card, controller)
        self.take(state, card)
        self.put(state, card, "discard")
        self.game.event(state, "destroy", controller, card)
        self.game.destroyed(state, card, by, before)
        return True

    def tap(self, state: CardState, card: int) -> None:
        """Tap a card on the field."""
        self._turn(state, "tap", card, state.turn)

    def untap(self, state: CardState, card: int) -> None:
        """Untap a card on the field, unless it cannot be."""
        if state.tapped[card] and not self.continuous.cannot(state, "untap", card):
            self._turn(state, "untap", card, 0)

    def _turn(self, state: CardState, kind: str, card: int, since: int) -> None:
        player = self.controller(state, card)
        state.tapped[card], state.uses[player] = since, None
        self.changed(state)
        self.game.event(state, kind, player, card)

    def deal(self, state: CardState, card: int, damage: int, by: int = EMPTY) -> int:
        """Deal damage to a card on the field, and destroy it if that is enough; how much was dealt."""
        dealt = self.wound(state, card, damage, by)
        enough = self.game.toughness(state, card) if dealt else 0
        if enough and state.damage[card] >= enough:
            self.destroy(state, card, by)
        return dealt

    def wound(self, state: CardState, card: int, damage: int, by: int = EMPTY) -> int:
        """Deal damage to a card on the field, which stays there until it is asked whether that is enough."""
        damage = self.continuous.prevented(state, "damage", self.controller(state, card), card, damage)
        if damage <= 0 or state.at[card] < 0:
            return 0
        player, state.unhurt = self.controller(state, card), False
        state.damage[card] += damage
        self.changed(state)
        self.game.event(state, "damage", player, card, damage)
        if by >= 0:
            self.abilities.trigger(state, "damages", by, player, target=card)
        return damage

    def put_counters(self, state: CardState, card: int, name: str, amount: int) -> None:
        """Put counters of a name on a card."""
        lying = dict(state.counters[card])
        lying[name] = lying.get(name, 0) + amount
        state.counters[card] = tuple(sorted(lying.items()))
        self.changed(state)
        self.game.event(state, "counters", self.controller(state, card), card, name, amount)

    def place_under(self, state: CardState, card: int, upper: int) -> None:
        """Place a card directly beneath another on the field."""
        self.take(state, card)
        stack, place = self.stack(state, upper), state.at[upper]
        stack.insert(stack.index(upper), card)
        state.at[card], state.tapped[card], state.entered[card] = place, 0, state.turn
        self.moved(state)
        self.game.event(state, "place", place // SIDE, card, upper)
        state.last = card

    def rank_up(self, state: CardState, card: int, using: int) -> None:
        """Place a card on top of another: it enters untapped, and the one below is untapped too."""
        player, slot = divmod(state.at[card], SIDE)
        for other in (*self.attachments(state, card), card):
            self.detach(state, other)
        self.take(state, using)
        for under in self.stack(state, card):
            state.tapped[under] = 0
        self.enter(state, using, player, slot)
        state.last = using
        self.game.event(state, "rank_up", player, using, card)
        self.abilities.trigger(state, "ranks_up", using, player, target=card)
        self.abilities.trigger(state, "enters", using, player)

    def swap(self, state: CardState, card: int, other: int) -> None:
        """Two cards change places: stacks on the field whole; a card elsewhere comes on top of the stack."""
        places = state.at[card], state.at[other]
        if card == other or places == (EMPTY, EMPTY):
            return
        if EMPTY not in places:
            (a, x), (b, y) = divmod(places[0], SIDE), divmod(places[1], SIDE)
            state.field[a][x], state.field[b][y] = state.field[b][y], state.field[a][x]
            for place in places:
                for moved in state.field[place // SIDE][place % SIDE]:
                    state.at[moved] = place
            self.moved(state)
            self.game.event(state, "swap", a, card, other)
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
        self.game.event(state, "swap", place // SIDE, card, other)
        self.abilities.trigger(state, "enters", other, place // SIDE)

    # What happens to players

    def has(self, state: CardState, player: int, resource: str) -> int:
        """How much of a resource a player has."""
        place: int = self.game.RESOURCES.index(resource)
        return state.resources[player][place]

    def gain(self, state: CardState, player: int, resource: str, amount: int) -> None:
        """A player gains so much of a resource, unless that is forbidden."""
        if amount > 0 and not self.continuous.cannot(state, f"gain_{resource}", -1, player):
            self._add_resource(state, "gain", player, resource, amount)

    def lose(self, state: CardState, player: int, resource: str, amount: int) -> int:
        """A player loses so much of a resource, less what is prevented; how much it was."""
        if self.game.is_paid_otherwise(state, player, resource, amount):
            return amount
        amount = self.continuous.prevented(state, resource, player, EMPTY, amount)
        if amount > 0:
            self._add_resource(state, "lose", player, resource, amount)
        return max(0, amount)

    def _add_resource(self, state: CardState, kind: str, player: int, resource: str, amount: int) -> None:
        """A player gains or loses, as the kind of event says."""
        place = self.game.RESOURCES.index(resource)
        state.resources[player][place] += amount if kind == "gain" else -amount
        self.changed(state)
        self.game.event(state, kind, player, EMPTY, self.game.RESOURCE_NAMES.get(resource, resource), amount)
