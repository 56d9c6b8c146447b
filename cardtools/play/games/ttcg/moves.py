"""What players may do: play cards, rank them up, activate effects, respond (Doc 2.2.4 to 2.2.6, 2.2.9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardtools.play.engine import Action
from cardtools.play.games.ttcg.state import RANKS, ROOM, SETTLE, TtcgState
from cardtools.play.interpreter.card_engine import RulePart
from cardtools.play.interpreter.card_index import RANK_ALTERED
from cardtools.play.interpreter.state import SIDE, Frame, PendingTask
from cardtools.play.state import EMPTY
from cardtools.programs.tree import Activated, AllOf, AtMost, Become, Compare, Condition, Count, Triggered
from cardtools.programs.verbs.move import Move
from cardtools.programs.verbs.seq import Seq


class Moves(RulePart):
    """Plays, effects and responses, and what happens when they are chosen."""

    HOOKS = ("can_rank_up", "can_trigger", "can_use", "free_slots", "responses", "room", "used_ability")

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        abilities = self.index.abilities
        # By card and ability: whether it is used from the hand, whether its card must be tapped, and whether
        # that does not matter.
        self.from_hand = [[_discards_itself(one) for one in own] for own in abilities]
        self.dormant = [[_asks_for_tapped(one) for one in own] for own in abilities]
        self.passive = [
            [isinstance(one, Triggered) and game.style(card, at) == "passive" for at, one in enumerate(own)]
            for card, own in enumerate(abilities)
        ]
        # By card the abilities that are used from the field while it is untapped, and while it is tapped;
        # those that are used from the hand.
        self.ready: list[tuple[list[int], list[int]]] = []
        self.discarding: list[list[int]] = []
        for own, hand, dormant in zip(abilities, self.from_hand, self.dormant, strict=True):
            used = [place for place, one in enumerate(own) if isinstance(one, Activated)]
            untapped = [place for place in used if not hand[place] and not dormant[place]]
            self.ready.append((untapped, [place for place in used if dormant[place]]))
            self.discarding.append([place for place in used if hand[place]])
        self.discarders = {card for card, places in enumerate(self.discarding) if places}
        # By card its type and rank as one number, and that of what it is played on: a card of one rank less,
        # or an empty slot of its row.
        types = self.index.words["type"]
        self.types: dict[frozenset[str], int] = {one: at for at, one in enumerate(dict.fromkeys(types))}
        self.step: list[int]
        self.step = [self.types[words] * RANKS + rank for words, rank in zip(types, game.rank, strict=True)]
        self.onto = [
            step - 1 if rank > 1 else ROOM + is_unit
            for step, rank, is_unit in zip(self.step, game.rank, game.is_unit, strict=True)
        ]
        self.most_plays = int(game.options["plays"])

    # Playing cards

    def empty_slots(self, field: list[list[int]], every: bool) -> dict[int, list[int]]:
        """The empty slots for spells and units: of columns with a card, and of one or `every` empty one."""
        columns = self.game.columns
        spells: list[int] = []
        units: list[int] = []
        seen = False
        for column in range(columns):
            upper, lower = field[column], field[column + columns]
            if not upper and not lower:
                if seen and not every:
                    continue
                seen = True
            if not upper:
                units.append(column)
            if not lower:
                spells.append(column + columns)
        return {ROOM: spells, ROOM + 1: units}

    def free_slots(self, state: TtcgState, player: int, card: int) -> Sequence[int]:
        """The empty slots of the card's row, of the empty columns one."""
        return self.empty_slots(state.field[player], every=False)[ROOM + self.game.is_unit[card]]

    def room(self, state: TtcgState, player: int, kind: str) -> bool:
        """Whether there is an empty slot in the row of a kind of card."""
        slots = self.empty_slots(state.field[player], every=False)
        return any(slots[ROOM + row] for row in ({"spell": (0,), "unit": (1,)}.get(kind, (0, 1))))

    def can_rank_up(self, state: TtcgState, card: int, using: int) -> bool:
        """The same type, one rank more (2.2.6)."""
        return self.step[using] - 1 == self.type_and_rank(state, card)

    def type_and_rank(self, state: TtcgState, card: int) -> int:
        """The type and rank that a card has now, as one number."""
        in_force = self.continuous.by_kind(state)
        if RANK_ALTERED not in in_force and Become not in in_force:
            return self.step[card]
        types = self.continuous.traits(state, card, "type")
        return self.types.get(types, -1) * RANKS + self.continuous.stat(state, card, "rank")

    def add_plays(self, state: TtcgState, player: int, every: bool, actions: list[Action]) -> None:
        """Cards of the hand: rank 1 to an empty slot, others on top of their type, one rank lower."""
        limited = len(state.plays) >= self.most_plays
        in_force = self.continuous.by_kind(state)
        if limited and not any(
            node.times is None or self.selectors.amount(state, node.times, frame) > 0
            for node, frame, _ in self.continuous.can(state, "play", EMPTY, player)
        ):
            return
        if AtMost in in_force:
            most = self.continuous.at_most(state, "play", player)
            if most is not None and len(state.plays) >= most:
                return
        field, rank, onto, same = state.field[player], self.game.rank, self.onto, self.index.same
        no_play, no_rank_up = "play" in in_force, "rank_up" in in_force
        # The slots with room, and by type and rank those of the top cards.
        slots_for = self.empty_slots(field, every)
        step = None if RANK_ALTERED in in_force or Become in in_force else self.step
        for card in self.board.tops(state, player):
            key = step[card] if step else self.type_and_rank(state, card)
            if key in slots_for:
                slots_for[key].append(state.at[card] % SIDE)
            else:
                slots_for[key] = [state.at[card] % SIDE]
        seen: set[int] = set()
        for card in state.hand[player]:
            slots = slots_for.get(onto[card])
            if not slots or same[card] in seen:
                continue
            if not every:
                seen.add(same[card])
            if no_play and self.continuous.cannot(state, "play", card, player):
                continue
            if limited and not self._allowed(state, player, card):
                continue
            verb = "play" if rank[card] <= 1 else "rank_up"
            for slot in slots:
                if verb == "play" or not (
                    no_rank_up and self.continuous.cannot(state, "rank_up", field[slot][-1], player)
                ):
                    actions.append((verb, card, slot))
        if ("can", "rank_up") in in_force:
            self._add_rank_ups(state, player, actions)

    def _add_rank_ups(self, state: TtcgState, player: int, actions: list[Action]) -> None:
        """Effects let the player rank up with cards of other zones. To use the deck is to search it."""
        for permission in self.continuous.can(state, "rank_up", EMPTY, player):
            node, frame, _ = permission
            if node.using is None:
                continue
            in_deck = node.using.zone == "deck"
            found = [] if in_deck else self.selectors.candidates(state, node.using, frame)
            for slot, stack in enumerate(state.field[player]):
                if not stack or not self.continuous.affects(state, permission, node.cards, stack[-1]):
                    continue
                fitting = [card for card in found if self.can_rank_up(state, stack[-1], card)]
                more = [("search_rank_up", slot)] if in_deck else [("rank_up", one, slot) for one in fitting]
                actions += [action for action in more if action not in actions]

    def _allowed(self, state: TtcgState, player: int, card: int) -> bool:
        """Whether a card may be played beyond the limit: each card uses up a permission that it fits."""
        left = []
        for node, frame, _ in self.continuous.can(state, "play", EMPTY, player):
            times = 99 if node.times is None else self.selectors.amount(state, node.times, frame)
            left += [(node.cards, frame)] * times
        for played in (*state.plays[self.most_plays :], card):
            fitting = (one for one in left if self.selectors.fits(state, played, *one))
            if (one := next(fitting, None)) is None:
                return False
            left.remove(one)
        return True

    def play_card(self, state: TtcgState, player: int, action: Action) -> None:
        verb, card, slot = action
        state.plays.append(card)
        if verb == "rank_up":
            self.board.rank_up(state, state.field[player][slot][-1], card)
        else:
            self.board.take(state, card)
            self.board.enter(state, card, player, slot)
            self.game.event(state, "play", player, card, slot)
            self.abilities.trigger(state, "enters", card, player)
        self.respond_then(state, "played", SETTLE)

    def search_to_rank_up(self, state: TtcgState, player: int, slot: int) -> None:
        """Search the deck for a card to rank up with; it is shuffled, and the card counts as played."""
        below = state.field[player][slot][-1]
        fitting = sorted(card for card in state.deck[player] if self.can_rank_up(state, below, card))
        self.interpreter.push(state, ("shuffle", "deck", player), SETTLE)
        then = ("search_ranked_up", below)
        self.interpreter.ask_cards(state, player, fitting, 0, 1, then, secret="deck")

    def step_search_ranked_up(self, state: TtcgState, below: int, cards: tuple[int, ...]) -> None:
        """The card to rank up with is found, or not."""
        state.plays.append(cards[0] if cards else EMPTY)
        self.interpreter.go_on(state, ("ranked_up", below), cards)

    # Activating effects

    def can_use(self, state: TtcgState, player: int, card: int, place: int) -> bool:
        """Untapped cards; a dormant effect if it was tapped in an earlier turn; some from the hand."""
        if self.from_hand[card][place]:
            return state.at[card] < 0
        tapped = state.tapped[card]
        return 0 < tapped < state.turn if self.dormant[card][place] else not tapped

    def used_ability(self, state: TtcgState, player: int, card: int, place: int) -> None:
        """Its card is tapped; not by a passive effect, nor in the hand or the discard pile."""
        if not self.passive[card][place] and self.board.is_top(state, card):
            self.board.tap(state, card)

    def can_trigger(self, state: TtcgState, card: int, place: int, event: int) -> bool:
        """Untapped cards on the field, passive effects of others; elsewhere what happens to itself."""
        if state.at[card] >= 0 and self.board.is_top(state, card):
            return not state.tapped[card] or self.passive[card][place]
        return card == event

    def add_uses(self, state: TtcgState, player: int, actions: list[Action], every: bool) -> None:
        """The effects that a player can activate now."""
        uses = state.uses[player]
        if uses is None:
            uses = state.uses[player] = self._uses_on_field(state, player)
        in_force = state.in_force
        if in_force is None:
            in_force = self.continuous.by_kind(state)
        if "activate" in in_force or AtMost in in_force:
            uses = [use for use in uses if self.abilities.may_activate(state, player, use[0][1])]
        for action, frame, tests in uses:
            for test in tests:
                if not test(state, frame):
                    break
            else:
                actions.append(action)
        hand = state.hand[player]
        if player == state.active and not self.discarders.isdisjoint(hand):
            for card in hand if every else self.game.different(hand):
                for place in self.discarding[card]:
                    if self.abilities.usable(state, player, card, place):
                        actions.append(("use_hand", card, place))

    def _uses_on_field(self, state: TtcgState, player: int) -> list[tuple[Action, Frame, Any]]:
        """The effects of top cards that are untapped, or dormant since an earlier turn, if nothing else
        prevents them; in the turn of the opponent those of spells. Each with its frame and tests.
        """
        first = player * SIDE + (0 if player == state.active else self.game.columns)
        found = []
        ready, known, frames = self.ready, self.abilities.tests, self.index.frames[player]
        for card in self.board.tops(state, player):
            since, at = state.tapped[card], state.at[card]
            if since < state.turn and at >= first:
                for place in ready[card][since > 0]:
                    tests = known[card][place]
                    if tests is None:
                        tests = self.abilities.tests_of(card, place)
                    found.append((("use", card, at % SIDE, place), frames[card], tests))
        return found

    # Responses

    def responses(self, state: TtcgState, player: int, every: bool) -> list[Action]:
        """The effects of spells, and counters of what the opponent has activated last."""
        actions: list[Action] = []
        self.add_uses(state, player, actions, every)
        if not state.chain or state.chain[-1].frame.you == player:
            return actions
        for card, place in self.index.heard.get("activates", ()):
            if state.at[card] // SIDE != player or not self.board.is_top(state, card):
                continue
            ability: Any = self.index.abilities[card][place]
            frame = self.frame_of(state, player, card, place)
            if (
                not state.tapped[card]
                and self.abilities.hears(state, ability.trigger, frame, direct=False, face=0)
                and all(test(state, frame) for test in self.abilities.tests_of(card, place))
                and not self.continuous.cannot(state, "activate", card, player)
            ):
                actions.append(("use", card, state.at[card] % SIDE, place))
        return actions

    def respond_then(self, state: TtcgState, kind: str, then: PendingTask) -> None:
        """What was set off takes place and the opponent may respond; then a task."""
        self.game.check(state)
        if state.outcome is not None:
            return
        other = 1 - state.active
        if state.triggered:
            self.interpreter.push(state, SETTLE, ("window", kind, other, 0, 1), SETTLE, then)
        elif state.uses[other] != [] and (responses := self.responses(state, other, every=False)):
            self.interpreter.push(state, SETTLE, then)
            self.abilities.ask_response(state, kind, other, 0, 1, responses)
        elif then != SETTLE:
            self.interpreter.steps[then[0]](state, *then[1:])

    def frame_of(self, state: TtcgState, player: int, card: int, place: int) -> Frame:
        """The frame of an effect that a player activates: a counter's is about what it answers."""
        if state.chain and isinstance(self.index.abilities[card][place], Triggered):
            waiting = state.chain[-1]
            return Frame(card, player, waiting.card, EMPTY, waiting.frame.you)
        return self.index.frames[player][card]


def _discards_itself(ability: Any) -> bool:
    """Whether the cost of an ability is to discard its own card, which is done from the hand (3.3.3)."""
    cost = ability.cost if isinstance(ability, Activated) else None
    return any(
        isinstance(one, Move) and one.reason == "discard" and one.cards.relation == "this"
        for one in (cost.effects if isinstance(cost, Seq) else (cost,))
    )


def _asks_for_tapped(ability: Any) -> bool:
    """Whether an ability is dormant: its condition is that its own card is tapped."""

    def asks(condition: Condition | None) -> bool:
        if isinstance(condition, Compare):
            left = condition.left
            return isinstance(left, Count) and left.cards.relation == "this" and left.cards.state == "tapped"
        return isinstance(condition, AllOf) and any(asks(part) for part in condition.conditions)

    return isinstance(ability, Activated) and asks(ability.condition)
