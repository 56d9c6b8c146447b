"""What happens to cards and players, whatever the game: move, draw, shuffle, tap, damage, gain, lose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, TypeVar

from cardtools.play.effects.state import SIDE, CardState
from cardtools.play.engine import Engine
from cardtools.play.state import EMPTY
from cardtools.programs.tree import Condition, Modifier

S = TypeVar("S", bound=CardState)


class Zones(Engine[S]):
    """Cards in zones. A game says which resources and zones there are, and overrides what differs."""

    RESOURCES: tuple[str, ...] = ()
    RESOURCE_NAMES: ClassVar[Mapping[str, str]] = {}  # what people call them, where it is not that word
    # By card the static abilities: their condition, and their modifiers.
    statics: list[tuple[tuple[Condition | None, tuple[Modifier, ...]], ...]]
    # The zones of a program's words that are piles, with the part of the state that has them.
    PILES: ClassVar[dict[str, str]] = {"deck": "deck", "hand": "hand", "discard": "discard"}

    # What a game may override

    def free_slots(self, state: S, player: int, card: int) -> Sequence[int]:
        """The slots of a player that a card can enter now; the same but for names are listed once. Here: the
        first empty one, or a new one, which `enter` adds.
        """
        stacks = state.field[player]
        return (stacks.index([]) if [] in stacks else len(stacks),)

    def draw_from_empty(self, state: S, player: int) -> None:
        """A player who must draw has no card left in the deck. Here: nothing happens."""

    def destroyed(self, state: S, card: int, controller: int, top: bool) -> None:
        """A card was destroyed and is in its owner's discard pile: what that costs by the rules. `top` says
        whether it was on top of its stack.
        """

    def toughness(self, state: S, card: int) -> int:
        """How much damage destroys a card; 0 where damage does not destroy."""
        return 0

    def resource_changed(self, state: S, player: int, resource: str) -> None:
        """A resource of a player has changed."""

    def left(self, state: S, card: int, controller: int) -> None:
        """A card has left the field; cards that were attached to it no longer are."""
        for other in self.attachments(state, card):
            self.detach(state, other)

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

    def roll(self, state: S, player: int) -> int:
        """The face that a die shows which a player rolls."""
        return state.random.below(6) + 1

    # What is written further on

    def cannot(
        self, state: S, action: str, card: int, player: int = -1, by: int = -1, battle: bool = False
    ) -> bool:
        """Whether a modifier forbids an action of a card or player; see `Holding`."""
        raise NotImplementedError

    def prevented(self, state: S, what: str, player: int, card: int, amount: int) -> int:
        """How much of a loss is left after modifiers have prevented some; see `Holding`."""
        raise NotImplementedError

    def trigger(
        self,
        state: S,
        kind: str,
        card: int,
        player: int,
        target: int = -1,
        direct: bool = False,
        face: int = 0,
    ) -> None:
        """Something happened that may set off abilities; see `Abilities`."""
        raise NotImplementedError

    # Where cards are

    def controller(self, state: S, card: int) -> int:
        """The player on whose side a card is; its owner if it is not on the field."""
        place = state.at[card]
        return place // SIDE if place >= 0 else self.owner[card]

    def stack(self, state: S, card: int) -> list[int]:
        """The stack that a card on the field is in."""
        place = state.at[card]
        return state.field[place // SIDE][place % SIDE]

    def is_top(self, state: S, card: int) -> bool:
        """Whether a card is on the field and on top of its stack."""
        place = state.at[card]
        return place >= 0 and state.field[place // SIDE][place % SIDE][-1] == card

    def tops(self, state: S, player: int) -> list[int]:
        """The top cards of a player's stacks, by slot; not to be changed."""
        return (state.tops or self.all_tops(state))[player]

    def all_tops(self, state: S) -> tuple[list[int], list[int]]:
        """The top cards of each player's stacks."""
        if state.tops is None:
            first, second = state.field
            state.tops = [stack[-1] for stack in first if stack], [stack[-1] for stack in second if stack]
        return state.tops

    def zone(self, state: S, card: int) -> str:
        """The zone that a card is in, "" if it is hidden from the viewer or between zones."""
        if state.at[card] >= 0:
            return "field"
        owner = self.owner[card]
        for zone, part in self.PILES.items():
            if card in getattr(state, part)[owner]:
                return zone
        return "" if self.holder(state, card) == owner else "hand"

    def holder(self, state: S, card: int) -> int:
        """The player in whose piles a card is. Here: its owner."""
        return self.owner[card]

    def left_hand(self, state: S, card: int) -> None:
        """A card has left the hand of a player who does not own it."""

    def pile(self, state: S, zone: str, player: int) -> list[int]:
        """A pile of a player."""
        held: list[int] = getattr(state, self.PILES[zone])[player]
        return held

    def changed(self, state: S) -> None:
        """Something changed that stats, and conditions of what holds, may depend on."""
        state.moves = None
        if state.holds and None in state.holds:
            state.holds, state.unhurt = None, False
        if state.stats:
            state.stats.clear()
            state.unhurt = False

    def moved(self, state: S, side: int = -1) -> None:
        """The field changed (on one side alone, if one is given), or the modifiers."""
        state.holds = state.moves = state.tops = None
        state.unhurt = False
        if side < 0:
            state.uses = [None, None]
        else:
            state.uses[side] = None
        if state.stats:
            state.stats.clear()

    def came_or_went(self, state: S, card: int, side: int, alone: bool) -> None:
        """A card has come to a side of the field or left it, alone in its slot or not. What holds stays known
        unless it may be because of this card or the one under it, or has conditions.
        """
        holds = state.holds
        self.moved(state, side)
        if alone and not self.statics[card] and holds is not None and None not in holds:
            state.holds = holds

    # What happens to cards

    def take(self, state: S, card: int, zone: str = "") -> str:
        """Take a card from wherever it is, to put it somewhere at once; the zone that it was in, which need
        not be looked for if it is given.
        """
        place = state.at[card]
        if place < 0:
            self.changed(state)
            zone = zone or self.zone(state, card)
            try:
                self.pile(state, zone, self.owner[card]).remove(card)
            except ValueError:  # it is in the hand of the other player
                self.pile(state, zone, self.holder(state, card)).remove(card)
                self.left_hand(state, card)
            return zone
        side, slot = divmod(place, SIDE)
        stack = state.field[side][slot]
        stack.remove(card)
        state.at[card], state.tapped[card], state.damage[card] = EMPTY, 0, 0
        state.counters[card] = ()
        self.came_or_went(state, card, side, not stack)
        if state.attached[card] >= 0:
            self.detach(state, card)
        if state.modifiers:
            state.modifiers = [
                held for held in state.modifiers if held.duration != "in_play" or held.mark != card
            ]
            self.moved(state)
        self.left(state, card, side)
        return "field"

    def attachments(self, state: S, card: int) -> list[int]:
        """The cards that are attached to a card."""
        if card not in state.attached:
            return []
        return [other for side in (0, 1) for other in self.tops(state, side) if state.attached[other] == card]

    def detach(self, state: S, card: int) -> None:
        """A card is no longer attached, and what it gave no longer holds."""
        state.attached[card] = EMPTY
        state.modifiers = [
            held for held in state.modifiers if held.duration != "attached" or held.mark != card
        ]
        self.moved(state)

    def put(self, state: S, card: int, zone: str, position: str = "top") -> None:
        """Put a card that was taken into its owner's pile: on top, at the bottom, or anywhere (shuffle)."""
        pile = self.pile(state, zone, self.owner[card])
        if position == "bottom":
            pile.insert(0, card)
        else:
            pile.append(card)
        if position == "shuffle":
            self.shuffle(state, zone, self.owner[card])

    def add(self, state: S, card: int, player: int) -> None:
        """Add a card that was taken to the hand of a player. Here: of its owner."""
        self.put(state, card, "hand")

    def enter(self, state: S, card: int, player: int, slot: int, tapped: bool = False) -> None:
        """Put a card that was taken on the field, on top of the stack in a slot."""
        slots = state.field[player]
        while len(slots) <= slot:
            slots.append([])
        stack = slots[slot]
        stack.append(card)
        state.at[card] = player * SIDE + slot
        state.entered[card] = state.turn
        state.tapped[card] = state.turn if tapped else 0
        self.came_or_went(state, card, player, len(stack) == 1)

    def draw(self, state: S, player: int, number: int = 1) -> None:
        """Draw cards from the top of the deck."""
        for _ in range(number):
            deck = state.deck[player]
            if self.cannot(state, "draw", -1, player):
                return
            if not deck:
                self.draw_from_empty(state, player)
                if state.outcome or not state.deck[player]:
                    return
                deck = state.deck[player]
            card = deck.pop()
            state.hand[player].append(card)
            self.changed(state)
            self.event(state, "draw", player, card, hidden=1 - player)

    def draw_from(self, state: S, zone: str, player: int, number: int = 1) -> None:
        """Take cards from the top of a pile other than the deck into the hand, as many as there are."""
        pile = self.pile(state, zone, player)
        for _ in range(min(number, len(pile))):
            card = pile.pop()
            state.hand[player].append(card)
            self.changed(state)
            self.event(state, "draw", player, card, hidden=1 - player)

    def shuffle(self, state: S, zone: str, player: int) -> None:
        """Shuffle a pile of a player."""
        state.random.shuffle(self.pile(state, zone, player))
        self.event(state, "shuffle", player, EMPTY, zone)

    def discard(self, state: S, card: int, reason: str = "discard") -> None:
        """Put a card from anywhere into its owner's discard pile, for a reason that is not destruction."""
        self.trigger(state, "discarded", card, self.owner[card])
        self.take(state, card)
        self.put(state, card, "discard")
        self.event(state, reason, self.owner[card], card, "discard")

    def destroy(self, state: S, card: int, by: int = EMPTY, battle: bool = False) -> bool:
        """Destroy a card, unless it cannot be: it goes to its owner's discard pile. Whether it was."""
        if state.at[card] < 0 or self.cannot(state, "be_destroyed", card, by=by, battle=battle):
            return False
        controller, top = self.controller(state, card), self.is_top(state, card)
        self.trigger(state, "destroyed", card, controller)
        self.trigger(state, "discarded", card, controller)
        self.take(state, card)
        self.put(state, card, "discard")
        self.event(state, "destroy", controller, card)
        self.destroyed(state, card, controller, top)
        return True

    def tap(self, state: S, card: int) -> None:
        """Tap a card on the field."""
        player = self.controller(state, card)
        state.tapped[card] = state.turn
        state.uses[player] = None
        self.changed(state)
        self.event(state, "tap", player, card)

    def untap(self, state: S, card: int) -> None:
        """Untap a card on the field, unless it cannot be."""
        if state.tapped[card] and not self.cannot(state, "untap", card):
            player = self.controller(state, card)
            state.tapped[card] = 0
            state.uses[player] = None
            self.changed(state)
            self.event(state, "untap", player, card)

    def deal(self, state: S, card: int, damage: int, by: int = EMPTY) -> int:
        """Deal damage to a card on the field, and destroy it if that is enough; how much was dealt."""
        dealt = self.wound(state, card, damage, by)
        enough = self.toughness(state, card) if dealt else 0
        if enough and state.damage[card] >= enough:
            self.destroy(state, card, by)
        return dealt

    def wound(self, state: S, card: int, damage: int, by: int = EMPTY) -> int:
        """Deal damage to a card on the field, which stays there until it is asked whether that is enough."""
        damage = self.prevented(state, "damage", self.controller(state, card), card, damage)
        if damage <= 0 or state.at[card] < 0:
            return 0
        state.damage[card] += damage
        state.unhurt = False
        self.changed(state)
        self.event(state, "damage", self.controller(state, card), card, damage)
        if by >= 0:
            self.trigger(state, "damages", by, self.controller(state, card), target=card)
        return damage

    def put_counters(self, state: S, card: int, name: str, amount: int) -> None:
        """Put counters of a name on a card."""
        lying = dict(state.counters[card])
        lying[name] = lying.get(name, 0) + amount
        state.counters[card] = tuple(sorted(lying.items()))
        self.changed(state)
        self.event(state, "counters", self.controller(state, card), card, name, amount)

    def place_under(self, state: S, card: int, upper: int) -> None:
        """Place a card directly beneath another on the field."""
        self.take(state, card)
        stack, place = self.stack(state, upper), state.at[upper]
        stack.insert(stack.index(upper), card)
        state.at[card], state.tapped[card], state.entered[card] = place, 0, state.turn
        self.moved(state)
        self.event(state, "place", place // SIDE, card, upper)
        state.last = card

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

    # What happens to players

    def has(self, state: S, player: int, resource: str) -> int:
        """How much of a resource a player has."""
        return state.resources[player][self.RESOURCES.index(resource)]

    def gain(self, state: S, player: int, resource: str, amount: int) -> None:
        """A player gains so much of a resource, unless that is forbidden."""
        if amount > 0 and not self.cannot(state, f"gain_{resource}", -1, player):
            state.resources[player][self.RESOURCES.index(resource)] += amount
            self.changed(state)
            self.event(state, "gain", player, EMPTY, self.RESOURCE_NAMES.get(resource, resource), amount)
            self.resource_changed(state, player, resource)

    def lose(self, state: S, player: int, resource: str, amount: int) -> int:
        """A player loses so much of a resource, less what is prevented; how much it was."""
        amount = self.prevented(state, resource, player, EMPTY, amount)
        if amount > 0:
            state.resources[player][self.RESOURCES.index(resource)] -= amount
            self.changed(state)
            self.event(state, "lose", player, EMPTY, self.RESOURCE_NAMES.get(resource, resource), amount)
            self.resource_changed(state, player, resource)
        return max(0, amount)
