"""The engine of games whose rules are data: a slow reading of them, step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from cardtools.play.engine import Action
from cardtools.play.interpreter.card_engine import CardEngine
from cardtools.play.interpreter.part import PARTS, connect
from cardtools.play.interpreter.state import CardState, Decision, Frame
from cardtools.play.rules.board import RuleBoard, RuleSelectors
from cardtools.play.rules.judging import Judge
from cardtools.play.rules.reading import BLOCKS, BOX, BY_TEXT, RuleGame
from cardtools.play.state import EMPTY, EVERYBODY, Outcome
from cardtools.play.streams import Stream
from cardtools.programs.tree import Effect, Selector
from cardtools.programs.verbs.perform import Perform
from cardtools.rulesets.section_model import PlayEntry

_LAST = 10**9  # the place of actions without a card
_QUIET = 100  # turns without a decision that are a stand-off
_STUCK = "nobody had anything to decide in {} turns, and no rule ends the match"


class RuleEngine(CardEngine[Any], metaclass=RuleGame):
    """A game by its rules as data: `engine_of` makes a class of it for each, with what is in them."""

    NAME = "rules"
    VERSION = "1"
    TRIGGERS_CHAIN = False
    RULES: ClassVar[Mapping[str, Any]] = {}  # the rules as they were written
    ENTRY = PlayEntry()
    MARKERS: ClassVar[tuple[str, ...]] = ()
    board: RuleBoard
    ON_TABLE: ClassVar[frozenset[str]] = frozenset()  # the resources that players share
    EVENTS: ClassVar[Mapping[str, str]] = {
        **CardEngine.COMMON_EVENTS,
        "use": "{player} use[s] {card}.",
        "marker": "{player} get[s] the {0} marker.",
        "attack": "{card} attacks {card0}.",
        "direct_pressure": "{card} attacks the empty slot {slot0}.",
    }

    def prepare(self) -> None:
        super().prepare()
        self.board, self.selectors = RuleBoard(self), RuleSelectors(self)
        for name in PARTS:
            connect(getattr(self, name))
        first: dict[int, int] = {}
        self.index.same = [first.setdefault(id(card), n) for n, card in enumerate(self.cards)]
        self.judge, self.read = Judge(self), self.index.rules
        self.interpreter.own_kinds["act"] = self._choices
        turn = enumerate(self.ENTRY.turn)
        self.blocks = {at: BLOCKS[str(one.block["name"])](self, one.block) for at, one in turn if one.block}
        actions = [*zip(self.ENTRY.actions, self.read.actions, strict=True)]
        self.by_verb = {verb: one for name, one in actions for verb in (name, f"{name} on")}

    # The course of a match

    def setup(self, state: Any, random: Stream) -> None:
        """Cards in their zones, then what the rules do before the first turn. Of a deck list that several
        players bring, only one is put into a zone that they share.
        """
        entry, players = self.ENTRY, range(self.players)
        slots, amounts = entry.zones["field"].slots if "field" in entry.zones else 0, entry.resources.values()
        state.clear(
            len(self.cards),
            self._number(slots),
            tuple(self._number(one.start) for one in amounts),
            self.players,
        )
        for part in state.PARTS[len(CardState.PARTS) :]:
            setattr(state, part.name, [] if part.depth == 1 else [[] for _ in players])
        state.decided = 0
        starts = {zone.start: name for name, zone in entry.zones.items() if zone.start}
        first = next(iter(starts.values()), "deck")
        lists = [[self.index.same[card] for card in deck] for deck in self.decks]
        for player, deck in enumerate(self.decks):
            for card in deck:
                zone = starts.get(self.section[card]) or starts.get("all") or first
                is_again = zone in self.board.shared and lists.index(lists[player]) < player
                self.board.pile(state, BOX if is_again else zone, player).append(card)
        for name, one in entry.zones.items():
            if one.order == "shuffled":
                for player in players if one.of == "player" else (0,):
                    random.shuffle(self.board.pile(state, name, player))
        state.active = random.below(self.players) if entry.first == "random" else int(entry.first[5:]) - 1
        state.decider, state.phase = state.active, "setup"
        holders = {"active": state.active, "nobody": EMPTY}
        state.markers = [
            holders[one] if one in holders else int(one[5:]) - 1 for one in entry.markers.values()
        ]
        for one in self.read.setup:
            for player in self.selectors.players(state, one.who, Frame(EMPTY, state.active)):
                state.decider = player
                self._do(state, one.do, Frame(EMPTY, player))
                self.interpreter.run(state)
        self.interpreter.push(state, ("turn",))
        self.interpreter.run(state)

    def _number(self, value: int | str) -> int:
        return value if isinstance(value, int) else int(self.options[value])

    def _do(self, state: Any, effects: Sequence[Effect], frame: Frame, *then: Any) -> None:
        """Do these effects one after the other, then these tasks."""
        number = self.index.number
        tasks = [("effect", number[id(one)], frame) for one in effects]
        self.interpreter.push(state, *tasks, ("settle",), *then)

    def step_turn(self, state: Any) -> None:
        """A turn begins: its phases, one after the other."""
        state.turn += 1
        state.decider, state.used = state.active, []
        if state.turn - state.decided > _QUIET:
            state.outcome = Outcome("stalemate", EMPTY, _STUCK.format(_QUIET))
            return
        self.continuous.expire(state, "next_turn", mark=state.active)
        self.passing(state, "turn", state.active)
        self.abilities.trigger(state, "turn_starts", EMPTY, state.active)
        phases = (("phase", number) for number in range(len(self.read.turn)))
        self.interpreter.push(state, ("settle",), *phases, ("turn_over",))

    def step_phase(self, state: Any, number: int) -> None:
        """A phase begins: what ends the match as it does, what it does, then the actions of players."""
        phase, frame = self.read.turn[number], Frame(EMPTY, state.active)
        state.phase, state.decider = phase.phase, state.active
        if self.selectors.true(state, phase.when, frame):
            self._end(state, phase.phase)
            self._do(state, phase.do, frame, ("acting", number))

    def step_acting(self, state: Any, number: int) -> None:
        """The players of a phase choose actions, one after the other."""
        phase = self.read.turn[number]
        if phase.block:
            self.blocks[number].begin(state)
        if phase.block or phase.actions:
            players = self.selectors.players(state, phase.who, Frame(EMPTY, state.active))
            self.step_ask(state, number, "".join(map(str, players)), 0)

    def step_ask(self, state: Any, number: int, players: str, done: int) -> None:
        """The first of these players chooses an action, after so many."""
        most = self.read.turn[number].most
        if most and done >= most:
            players, done = players[1:], 0
        if players:
            state.decider, state.decided = int(players[0]), state.turn
            then = ("acted", number, players, done)
            state.choice = Decision("act", int(players[0]), (), (), 0, 1, then)

    def _choices(self, state: Any, choice: Decision) -> list[Action]:
        _, number, _, done = choice.then
        phase = self.read.turn[number]
        found: list[Action]
        if phase.block:
            found = self.blocks[number].actions(state)
        else:
            found = self._actions(state, choice.chooser, phase.actions)
        if done >= phase.least or not found:
            found.append((phase.leave,))
        return found

    def _actions(self, state: Any, player: int, names: Sequence[str]) -> list[Action]:
        """What a player may do, card by card in the order in which they lie."""
        order = {card: place for place, (_, _, card) in enumerate(state.places())}
        found: dict[tuple[int, ...], tuple[int, list[Action]]] = {}
        for rank, name in enumerate(names):
            rule, frame = self.by_verb[name], Frame(EMPTY, player)
            cards = [EMPTY] if rule.card is None else self.selectors.candidates(state, rule.card, frame)
            for card in cards:
                frame = Frame(card, player, card)
                alike = (rank, self.index.same[card], state.at[card]) if card >= 0 else (rank,)
                if alike in found or (rule.once and (card, self._mark(name)) in state.used):
                    continue
                if self._can_pay(state, player, rule, frame) and self.selectors.true(state, rule.when, frame):
                    found[alike] = order.get(card, _LAST), self._aimed(state, name, frame)
        return [one for _, some in sorted(found.values(), key=lambda one: one[0]) for one in some]

    def _can_pay(self, state: Any, player: int, rule: Any, frame: Frame) -> bool:
        amount, has = self.selectors.amount, self.board.has
        return all(has(state, player, what) >= amount(state, much, frame) for what, much in rule.cost)

    def _aimed(self, state: Any, name: str, frame: Frame) -> list[Action]:
        """The action with each of its targets, those of others first."""
        rule = self.by_verb[name]
        target = self._target(rule, frame.card)
        if target is None:
            has_text = rule.target != BY_TEXT or bool(Perform.texts(self, frame.card))
            return [(name, *((frame.card,) if rule.card else ()))] if has_text else []
        aims = self.selectors.candidates(state, target, frame)
        aims = sorted(aims, key=lambda card: self.board.controller(state, card) == frame.you)
        return [(f"{name} on", frame.card, aim) for aim in aims]

    def _mark(self, verb: str) -> int:
        """What notes that an action was done with a card this turn."""
        return -2 - list(self.ENTRY.actions).index(verb.removesuffix(" on"))

    def _target(self, rule: Any, card: int) -> Selector | None:
        """What an action aims at, of its own or as the text of its card says."""
        if rule.target != BY_TEXT:
            target: Selector | None = rule.target
            return target
        nodes = (
            node
            for one in Perform.texts(self, card)
            for node in self.index.targets[self.index.number[id(one)]]
        )
        return next(nodes, None)

    def frame_of(self, action: Action, player: int) -> Frame:
        """The frame of an action: `it` is its card, `defender` its target."""
        card, target = (*action[1:], EMPTY, EMPTY)[:2]
        frame = Frame(card, player, card, target)
        known = self._target(self.by_verb[action[0]], card) if target >= 0 else None
        return frame.naming(self.index.number[id(known)], (target,)) if known is not None else frame

    def step_acted(self, state: Any, number: int, players: str, done: int, action: Action) -> None:
        """A player has chosen an action: it is paid and done, then what is done after each; or to go on."""
        phase, player = self.read.turn[number], int(players[0])
        if action == (phase.leave,):
            self.interpreter.push(state, ("ask", number, players[1:], 0))
            return
        self.interpreter.push(state, ("ask", number, players, done + 1))
        if phase.block:
            self.blocks[number].perform(state, action)
            return
        rule, frame = self.by_verb[action[0]], self.frame_of(action, player)
        for resource, amount in [
            (what, self.selectors.amount(state, much, frame)) for what, much in rule.cost
        ]:
            self.board.lose(state, player, resource, amount)
        if rule.once:
            state.used.append((frame.card, self._mark(action[0])))
        self._do(state, self.read.after, Frame(EMPTY, player))
        self._do(state, rule.do, frame)

    def step_turn_over(self, state: Any) -> None:
        """The turn ends, and the next one is whose it is."""
        self.abilities.trigger(state, "turn_ends", EMPTY, state.active)
        self.interpreter.push(state, ("settle",), ("next_turn",))

    def step_next_turn(self, state: Any) -> None:
        self.continuous.expire(state, "turn", "combat")
        next_one = self.selectors.players(state, self.ENTRY.next, Frame(EMPTY, state.active))
        marked = self.ENTRY.next != "next" and next_one
        state.active = next_one[0] if marked else (state.active + 1) % self.players
        self.interpreter.push(state, ("turn",))

    def check(self, state: Any) -> None:
        """What ends the match at any time."""
        if state.turn:
            self._end(state, "")

    def _end(self, state: Any, phase: str) -> None:
        for end, reason in zip(self.read.ends, self.ENTRY.ends, strict=True):
            if state.outcome is None and (phase in end.at if end.at else not phase):
                state.outcome = self._outcome(state, end, reason)

    def _outcome(self, state: Any, end: Any, reason: str) -> Outcome | None:
        """How the match ends by a rule; None where it does not."""
        everybody, true = [*range(self.players)], self.selectors.true
        each = end.then in ("you lose", "you win")
        asked = everybody if each else [state.active]
        hit = [player for player in asked if true(state, end.when, Frame(EMPTY, player))]
        if not hit:
            return None
        if end.then == "all lose" or (end.then == "you lose" and self.players == 1):
            return Outcome("loss", EMPTY, reason)
        if end.of is not None and not each:
            stands = self.judge.standing(state, end)
            hit = [player for player in everybody if stands[player] == max(stands)]
        elif end.then == "you lose":
            hit = [player for player in everybody if player not in hit]
        elif end.then == "all win":
            return Outcome.of("win", everybody, reason)
        both, other = ("both", "the other player has") if self.players == 2 else ("all", "the others have")
        if end.then == "you lose":
            reason = f"{other} {reason}" if hit else f"{both} have {reason}"
        is_draw = len(hit) in (0, self.players) and self.players > 1
        return Outcome("draw", EMPTY, reason) if is_draw else Outcome.of("win", hit, reason)

    # Cards

    def holder(self, state: Any, card: int) -> int:
        return self.board.controller(state, card)

    def free_slots(self, state: Any, player: int, card: int) -> Sequence[int]:
        stacks = state.field[player]
        limit = "field" in self.ENTRY.zones and self._number(self.ENTRY.zones["field"].slots)
        return super().free_slots(state, player, card) if [] in stacks or not limit else ()

    def toughness(self, state: Any, card: int) -> int:
        health = self.ENTRY.health
        if not health or self.cards[card].values.get(health) is None:
            return 0
        return max(1, self.continuous.stat(state, card, health))

    def score(self, state: Any, action: Action) -> float:
        return self.judge.score(state, action)

    def value(self, state: Any, player: int) -> float:
        return self.judge.value(state, player)

    def event(
        self, state: Any, kind: str, player: int, card: int = EMPTY, *details: Any, known_to: int = EVERYBODY
    ) -> None:
        if card >= 0 and details and details[0] in self.PILES:  # it has moved there
            known_to = self.board.witness(details[0])
        super().event(state, kind, player, card, *details, known_to=known_to)

    # What people see

    def counters(self, state: Any, player: int) -> list[tuple[str, str]]:
        found = []
        for name, entry in self.ENTRY.resources.items():
            most = f" of {self.board.has(state, player, entry.most)}" if entry.most else ""
            found.append((self.RESOURCE_NAMES[name], f"{self.board.has(state, player, name)}{most}"))
        markers = zip(self.MARKERS, state.markers, strict=True)
        return found + [("Marker", name) for name, holder in markers if holder == player]

    def unspent(self, state: Any, player: int) -> tuple[int, int]:
        has = self.board.has
        of = ((name, one.most) for name, one in self.ENTRY.resources.items() if one.most and not one.lasts)
        return next(((has(state, player, name), has(state, player, most)) for name, most in of), (0, 0))

    def word(self, state: Any, kind: str, value: Any) -> str:
        if kind != "card" or value < 0 or state.at[value] >= 0:
            return super().word(state, kind, value)
        holder, name = self.board.controller(state, value), f'"{self.cards[value].name}"'
        return name if holder == state.decider else f"{name} of player {holder + 1}"

    def question(self, state: Any) -> str:
        choice = state.choice
        if choice is None or choice.kind != "act":
            return super().question(state)
        return state.phase.capitalize()  # type: ignore[no-any-return]
