"""The engine of games whose rules are data: a slow reading of them, step by step."""

from __future__ import annotations

import copyreg
import json
from abc import ABCMeta
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from cardtools.ground.frozen_record import Record
from cardtools.ground.toml.tomlfile import TomlFile, conform
from cardtools.play.engine import Action, Needed, Option, Row, Verb
from cardtools.play.interpreter.board import GameBoard
from cardtools.play.interpreter.card_engine import CardEngine
from cardtools.play.interpreter.interpreter import DONE
from cardtools.play.interpreter.part import PARTS, connect
from cardtools.play.interpreter.selectors import Selectors
from cardtools.play.interpreter.state import SIDE, CardState, Decision, Frame
from cardtools.play.rules.reading import BLOCKS, ActionRule, End, Fault, Rules, RulesReader
from cardtools.play.state import EMPTY, Outcome, Part
from cardtools.play.streams import Stream
from cardtools.programs.tree import Effect, Selector
from cardtools.programs.verbs.damage import Damage
from cardtools.programs.verbs.move import Move
from cardtools.programs.verbs.perform import Perform
from cardtools.rulesets.section_model import PlayEntry

_QUIET = 100  # turns without a decision that are a stand-off
_STUCK = "nobody had anything to decide in {} turns, and no rule ends the match"
_UNWANTED = -1.0


class RulesError(Exception):
    """Rules that cannot be played: `faults` are all that is wrong."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(fault.message for fault in faults))
        self.faults = faults


class RuleGame(ABCMeta):
    """The class of an engine that is made of data: a process gets the data, and makes it again."""

    RULES: Mapping[str, Any]


copyreg.pickle(RuleGame, lambda made: (engine_of, (json.dumps(made.RULES),)))  # type: ignore[arg-type]


class RuleBoard(GameBoard):
    """Cards stay with the player with whom they lie, whoever's deck they are from; what comes from the table
    goes to the player who acts.
    """

    receiver = 0

    def _of(self, card: int, state: CardState) -> tuple[str, int]:
        """The pile that a card is in, and its player; of the table the player who acts."""
        for zone in self.piles:
            for player in range(self.game.players):
                if card in self.pile(state, zone, player):
                    return zone, state.decider if zone in self.shared else player
        return "", state.decider

    def controller(self, state: CardState, card: int) -> int:
        place = state.at[card]
        return place // SIDE if place >= 0 else self._of(card, state)[1]

    def zone(self, state: CardState, card: int) -> str:
        return "field" if state.at[card] >= 0 else self._of(card, state)[0]

    def take(self, state: CardState, card: int, zone: str = "") -> str:
        if state.at[card] >= 0:
            self.receiver = state.at[card] // SIDE
            return super().take(state, card)
        zone, self.receiver = self._of(card, state)
        self.changed(state)
        self.pile(state, zone, self.receiver).remove(card)
        return zone

    def put(self, state: CardState, card: int, zone: str, position: str = "top") -> None:
        pile = self.pile(state, zone, self.receiver)
        pile.insert(0 if position == "bottom" else len(pile), card)
        if position == "shuffle":
            self.shuffle(state, zone, self.receiver)

    def draw(self, state: CardState, player: int, number: int = 1) -> None:
        if not self.continuous.cannot(state, "draw", EMPTY, player):
            self.draw_from(state, "deck", player, number)

    def has(self, state: CardState, player: int, resource: str) -> int:
        return super().has(state, 0 if resource in self.game.ON_TABLE else player, resource)

    def gain(self, state: CardState, player: int, resource: str, amount: int) -> None:
        if not self.continuous.cannot(state, f"gain_{resource}", EMPTY, player):
            self._change(state, "gain", player, resource, amount)

    def lose(self, state: CardState, player: int, resource: str, amount: int) -> int:
        lost = self.continuous.prevented(state, resource, player, EMPTY, amount)
        return -self._change(state, "lose", player, resource, -lost)

    def _change(self, state: CardState, kind: str, player: int, resource: str, more: int) -> int:
        """Add to a resource, within its bounds; how much that was."""
        entry, had = self.game.ENTRY.resources[resource], self.has(state, player, resource)
        most = self.has(state, player, entry.most) if entry.most else had + abs(more)
        more = max(min(entry.least, had), min(had + more, max(most, had))) - had
        if more:
            holder = 0 if resource in self.game.ON_TABLE else player
            state.resources[holder][self.game.RESOURCES.index(resource)] += more
            self.changed(state)
            tell = self.game.event if entry.lasts else self.game.passing
            tell(state, kind, player, EMPTY, self.game.RESOURCE_NAMES[resource].lower(), abs(more))
        return more


class RuleSelectors(Selectors):
    """With the words for players who have a marker."""

    def players(self, state: Any, who: str, frame: Frame) -> Sequence[int]:
        if who in self.game.MARKERS:
            holder = state.markers[self.game.MARKERS.index(who)]
            return (holder,) if holder >= 0 else ()
        return super().players(state, who, frame)


class RuleEngine(CardEngine[Any], metaclass=RuleGame):
    """A game by its rules as data: `engine_of` makes a class of it for each, with what is in them."""

    NAME = "rules"
    VERSION = "1"
    TRIGGERS_CHAIN = False
    STATE = CardState
    RULES: ClassVar[Mapping[str, Any]] = {}
    ENTRY = PlayEntry()
    MARKERS: ClassVar[tuple[str, ...]] = ()
    ON_TABLE: ClassVar[frozenset[str]] = frozenset()  # the resources that players share
    EVENTS: ClassVar[Mapping[str, str]] = CardEngine.COMMON_EVENTS | {
        "use": "{player} use[s] {card}.",
        "marker": "{player} get[s] the {0} marker.",
        "attack": "{card} attacks {card0}.",
        "direct_pressure": "{card} attacks the empty slot {slot0}.",
    }

    @classmethod
    def of(cls, rules: Any) -> type[RuleEngine]:
        """The engine of rules that were pinned. Raises ValueError where they cannot be played."""
        try:
            return engine_of(json.dumps(rules))
        except RulesError as error:
            raise ValueError(str(error)) from None

    def prepare(self) -> None:
        super().prepare()
        self.board, self.selectors = RuleBoard(self), RuleSelectors(self)
        for name in PARTS:
            connect(getattr(self, name))
        first: dict[int, int] = {}
        self.index.same = [first.setdefault(id(card), n) for n, card in enumerate(self.cards)]
        self.read: Rules = self.index.rules
        self.interpreter.own_kinds["act"] = self._choices
        turn = enumerate(self.ENTRY.turn)
        self.blocks = {at: BLOCKS[str(one.block["name"])](self, one.block) for at, one in turn if one.block}
        self.by_verb = {name: one for one in self.read.actions for name in (one.verb, f"{one.verb} on")}

    # The course of a match

    def setup(self, state: Any, random: Stream) -> None:
        """Cards in their zones, then what the rules do before the first turn."""
        entry, players = self.ENTRY, range(self.players)
        slots, amounts = entry.zones["field"].slots if "field" in entry.zones else 0, entry.resources.values()
        state.clear(len(self.cards), self._number(slots), tuple(self._number(one.start) for one in amounts), self.players)
        for part in state.PARTS[len(CardState.PARTS) :]:
            setattr(state, part.name, [] if part.depth == 1 else [[] for _ in players])
        state.decided = 0
        starts = {zone.start: name for name, zone in entry.zones.items() if zone.start}
        for player, deck in enumerate(self.decks):
            for card in deck:
                zone = starts.get(self.section[card]) or starts.get("all") or next(iter(starts.values()), "deck")
                self.board.pile(state, zone, player).append(card)
        for name, zone in entry.zones.items():
            if zone.order == "shuffled":
                for player in players if zone.of == "player" else (0,):
                    random.shuffle(self.board.pile(state, name, player))
        state.active = random.below(self.players) if entry.first == "random" else int(entry.first[5:]) - 1
        state.decider, state.phase = state.active, "setup"
        holders = {"active": state.active, "nobody": EMPTY}
        state.markers = [holders[one] if one in holders else int(one[5:]) - 1 for one in entry.markers.values()]
        for who, effects in self.read.setup:
            for player in self.selectors.players(state, who, Frame(EMPTY, state.active)):
                state.decider = player
                self._do(state, effects, Frame(EMPTY, player))
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
        phases = (("phase", number) for number in range(len(self.read.phases)))
        self.interpreter.push(state, ("settle",), *phases, ("turn_over",))

    def step_phase(self, state: Any, number: int) -> None:
        """A phase begins: what ends the match as it does, what it does, then the actions of players."""
        phase, frame = self.read.phases[number], Frame(EMPTY, state.active)
        state.phase, state.decider = phase.name, state.active
        if self.selectors.true(state, phase.when, frame):
            self._end(state, phase.name)
            self._do(state, phase.effects, frame, ("acting", number))

    def step_acting(self, state: Any, number: int) -> None:
        """The players of a phase choose actions, one after the other."""
        phase = self.read.phases[number]
        if phase.block:
            self.blocks[number].begin(state)
        if phase.block or phase.actions:
            players = self.selectors.players(state, phase.who, Frame(EMPTY, state.active))
            self.step_ask(state, number, "".join(map(str, players)), 0)

    def step_ask(self, state: Any, number: int, players: str, done: int) -> None:
        """The first of these players chooses an action, after so many."""
        most = self.read.phases[number].most
        if most and done >= most:
            players, done = players[1:], 0
        if players:
            state.decider, state.decided = int(players[0]), state.turn
            then = ("acted", number, players, done)
            state.choice = Decision("act", int(players[0]), (), (), 0, 1, then)

    def _choices(self, state: Any, choice: Decision) -> list[Action]:
        _, number, _, done = choice.then
        phase = self.read.phases[number]
        if phase.block:
            found = self.blocks[number].actions(state)
        else:
            found = self._actions(state, choice.chooser, [self.read.actions[at] for at in phase.actions])
        if done >= phase.least or not found:
            found.append((phase.leave,))
        return found

    def _actions(self, state: Any, player: int, rules: Sequence[ActionRule]) -> list[Action]:
        """What a player may do, card by card in the order in which they lie."""
        order = {card: place for place, (_, _, card) in enumerate(state.places())}
        found: dict[tuple[int, ...], tuple[int, list[Action]]] = {}
        for rank, rule in enumerate(rules):
            frame = Frame(EMPTY, player)
            cards = [EMPTY] if rule.cards is None else self.selectors.candidates(state, rule.cards, frame)
            for card in cards:
                frame = Frame(card, player, card)
                alike = (rank, self.index.same[card], state.at[card]) if card >= 0 else (rank,)
                if alike in found or (rule.once and (card, -2 - rank) in state.used):
                    continue
                if self._can_pay(state, player, rule, frame) and self.selectors.true(state, rule.when, frame):
                    found[alike] = order.get(card, len(order)), self._aimed(state, rule, frame)
        return [one for _, some in sorted(found.values(), key=lambda one: one[0]) for one in some]

    def _can_pay(self, state: Any, player: int, rule: ActionRule, frame: Frame) -> bool:
        amount, has = self.selectors.amount, self.board.has
        return all(has(state, player, what) >= amount(state, much, frame) for what, much in rule.cost)

    def _aimed(self, state: Any, rule: ActionRule, frame: Frame) -> list[Action]:
        """The action with each of its targets, those of others first."""
        target = self._target(rule, frame.card)
        if target is None:
            has_text = not rule.aims or bool(Perform.texts(self, frame.card))
            return [(rule.verb, *((frame.card,) if rule.cards else ()))] if has_text else []
        aims = self.selectors.candidates(state, target, frame)
        aims = sorted(aims, key=lambda card: self.board.controller(state, card) == frame.you)
        return [(f"{rule.verb} on", frame.card, aim) for aim in aims]

    def _target(self, rule: ActionRule, card: int) -> Selector | None:
        """What an action aims at, of its own or as the text of its card says."""
        if not rule.aims or card < 0:
            return rule.target
        nodes = (node for one in Perform.texts(self, card) for node in self.index.targets[self.index.number[id(one)]])
        return next(nodes, None)

    def _frame(self, action: Action, player: int) -> Frame:
        """The frame of an action: `it` is its card, `defender` its target."""
        card, target = (*action[1:], EMPTY, EMPTY)[:2]
        frame = Frame(card, player, card, target)
        known = self._target(self.by_verb[action[0]], card) if target >= 0 else None
        return frame.naming(self.index.number[id(known)], (target,)) if known is not None else frame

    def step_acted(self, state: Any, number: int, players: str, done: int, action: Action) -> None:
        """A player has chosen an action: it is paid and done, then what is done after each; or to go on."""
        phase, player = self.read.phases[number], int(players[0])
        if action == (phase.leave,):
            self.interpreter.push(state, ("ask", number, players[1:], 0))
            return
        self.interpreter.push(state, ("ask", number, players, done + 1))
        if phase.block:
            self.blocks[number].perform(state, action)
            return
        rule, frame = self.by_verb[action[0]], self._frame(action, player)
        for resource, amount in [(what, self.selectors.amount(state, much, frame)) for what, much in rule.cost]:
            self.board.lose(state, player, resource, amount)
        if rule.once:
            state.used.append((frame.card, -2 - phase.actions.index(self.read.actions.index(rule))))
        self._do(state, self.read.after, Frame(EMPTY, player))
        self._do(state, rule.effects, frame)

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
        for end in self.read.ends:
            if state.outcome is None and (phase in end.at if end.at else not phase):
                state.outcome = self._outcome(state, end)

    def _outcome(self, state: Any, end: End) -> Outcome | None:
        """How the match ends by a rule; None where it does not."""
        everybody, true = [*range(self.players)], self.selectors.true
        each = end.then in ("you lose", "you win")
        asked = everybody if each else [state.active]
        hit = [player for player in asked if true(state, end.when, Frame(EMPTY, player))]
        if not hit:
            return None
        if end.then == "all lose" or (end.then == "you lose" and self.players == 1):
            return Outcome("loss", EMPTY, end.reason)
        if end.amount is not None and not each:
            stands = self._standing(state, end)
            hit = [player for player in everybody if stands[player] == max(stands)]
        elif end.then == "you lose":
            hit = [player for player in everybody if player not in hit]
        elif end.then == "all win":
            return Outcome.of("win", everybody, end.reason)
        if end.then == "you lose":
            others = "the other player has" if self.players == 2 else "the others have"
            reason = f"{others} {end.reason}" if hit else f"{'both' if self.players == 2 else 'all'} have {end.reason}"
        else:
            reason = end.reason
        is_draw = len(hit) in (0, self.players) and self.players > 1
        return Outcome("draw", EMPTY, reason) if is_draw else Outcome.of("win", hit, reason)

    def _standing(self, state: Any, end: End) -> list[int]:
        """How all stand by the amount of an end, the most as the best."""
        sign = -1 if end.then == "least wins" else 1
        frames = [Frame(EMPTY, player) for player in range(self.players)]
        return [sign * self.selectors.amount(state, end.amount or 0, frame) for frame in frames]

    # Cards

    def holder(self, state: Any, card: int) -> int:
        return self.board.controller(state, card)

    def free_slots(self, state: Any, player: int, card: int) -> Sequence[int]:
        stacks = state.field[player]
        limit = "field" in self.ENTRY.zones and self._number(self.ENTRY.zones["field"].slots)
        return super().free_slots(state, player, card) if [] in stacks or not limit else ()

    def toughness(self, state: Any, card: int) -> int:
        health = self.ENTRY.health
        return max(1, self.continuous.stat(state, card, health)) if self._has_health(card) else 0 if health else 0

    def _has_health(self, card: int) -> bool:
        return bool(self.ENTRY.health) and self.cards[card].values.get(self.ENTRY.health) is not None

    # What greedy players want, and how players stand

    def score(self, state: Any, action: Action) -> float:
        """The weight of an action, with the merit of its programs or what they destroy."""
        choice = state.choice
        if choice is None or choice.kind != "act":
            answer = True if action[0] == "yes" else action[1] if len(action) > 1 else None
            return 0.0 if answer is None or action == DONE else self.merit.of_answer(state, answer)
        number, player = choice.then[1], choice.chooser
        if action == (self.read.phases[number].leave,):
            return 0.25
        if number in self.blocks:
            return self.blocks[number].score(state, action)
        rule, frame = self.by_verb[action[0]], self._frame(action, player)
        if not self.selectors.true(state, rule.wants, frame):
            return _UNWANTED
        score = 0.0 if rule.weight is None else float(self.selectors.amount(state, rule.weight, frame))
        if rule.judge == "kills":
            won = self._kills(state, rule.effects, frame)
            return score + won if won > 0 else _UNWANTED
        if rule.judge == "merit":
            score += sum(one.merit(self, state, frame) for one in rule.effects)
            paid = ((what, self.selectors.amount(state, much, frame)) for what, much in rule.cost)
            score -= sum(self.worth_of(state, player, what) * much for what, much in paid)
        return score

    def _kills(self, state: Any, effects: Sequence[Effect], frame: Frame) -> float:
        """The worth of what effects destroy at once of others', less that of one's own."""
        left: dict[int, int] = {}
        steps = [step for one in effects for part in self._texts(state, one, frame) for step in part.parts()]
        for step in steps:
            if not isinstance(step, Damage) and not (isinstance(step, Move) and step.reason == "destroy"):
                continue
            named = frame.chosen_as(self.index.number[id(step.cards)]) if step.cards.target else None
            for card in self.selectors.candidates(state, step.cards, frame) if named is None else named:
                has = left.get(card, self.toughness(state, card) - state.damage[card])
                much = self.selectors.amount(state, step.amount, frame) if isinstance(step, Damage) else has
                left[card] = has - much
        dead = [card for card, has in left.items() if has <= 0]
        return -sum(self.merit.side(state, card, frame.you) * self.worth(state, card) for card in dead)

    def _texts(self, state: Any, effect: Effect, frame: Frame) -> list[Effect]:
        """What an effect does: of one that performs cards, their texts."""
        if not isinstance(effect, Perform):
            return [effect]
        cards = self.selectors.candidates(state, effect.cards, frame)
        return [one for card in cards for one in Perform.texts(self, card)]

    def worth(self, state: Any, card: int) -> float:
        worth = self.read.worth
        return 10.0 if worth is None else float(self.selectors.amount(state, worth, Frame(card, 0, card)))

    def worth_of(self, state: Any, player: int, resource: str) -> float:
        return 1.0 if self.ENTRY.resources[resource].lasts else 0.0

    def value(self, state: Any, player: int) -> float:
        """The share of a player in what he and the best of the others stand at."""
        counted = next((end for end in self.read.ends if end.amount is not None), None)
        if self.read.value is not None:
            frames = [Frame(EMPTY, one) for one in range(self.players)]
            stands = [self.selectors.amount(state, self.read.value, frame) for frame in frames]
        elif counted is not None:
            stands = self._standing(state, counted)
        else:
            return 0.0
        best = max((stands[one] for one in self.opponents[player]), default=0)
        whole = abs(stands[player]) + abs(best)
        return (stands[player] - best) / whole if whole else 0.0

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


def given(value: Any) -> Any:
    """An entry as the plain data that it was read from: what differs from the defaults."""
    if isinstance(value, tuple):
        return [given(item) for item in value]
    if isinstance(value, dict):
        return {key: given(item) for key, item in value.items()}
    if not isinstance(value, Record):
        return value
    found = {}
    for one in fields(value):  # type: ignore[arg-type]
        default = one.default_factory() if one.default_factory is not MISSING else one.default
        if getattr(value, one.name) != default:
            found[one.name] = given(getattr(value, one.name))
    return found


def rule_engine(entry: PlayEntry) -> type[RuleEngine]:
    """The engine of rules as data. Raises RulesError with every fault."""
    plain = given(entry)
    plain |= {key: dict.fromkeys(plain.get(key, ()), "") for key in ("kinds", "values")}
    return engine_of(json.dumps(plain))


@cache
def engine_of(rules: str) -> type[RuleEngine]:
    """The engine of rules as JSON. Raises RulesError, or InputError where they are of another shape."""
    data = json.loads(rules)
    entry = conform(TomlFile(Path("rules"), "", {}), PlayEntry, data)
    reader = RulesReader(entry)
    read = reader.rules()
    if reader.faults:
        raise RulesError(reader.faults)
    blocks = [BLOCKS[str(one.block["name"])] for one in entry.turn if one.block]
    piles, parts, rows = dict(CardEngine.PILES), [Part("markers", 1), Part("decided", 0)], []
    for name, zone in entry.zones.items():
        if name != "field" and (name not in piles or zone.of == "table" or zone.seen):
            piles[name] = f"zone_{len(piles)}"  # no name of the data is the name of a part
            seen = zone.seen or ("nobody" if zone.order == "shuffled" else "all")
            shared = zone.of == "table"
            parts.append(Part(piles[name], 1 if shared else 2, has_cards=True, seen=seen, shared=shared))
    parts += [part for block in dict.fromkeys(blocks) for part in block.PARTS]
    seats = entry.seats if isinstance(entry.seats, tuple) else (entry.seats,)
    known = [*entry.zones, *(name for name in ("hand", "deck", "discard") if name not in entry.zones)]
    for name in [*(["field"] if "field" not in entry.zones else []), *known]:
        part = "field" if name == "field" else piles[name]
        kind = "slots" if name == "field" else "hand" if name == "hand" or _is_open(entry, name) else "pile"
        rows.append(Row(part, kind, _title(entry.zones.get(name), name)))
    verbs: dict[str, Verb] = dict(CardEngine.CHOICES)
    for name, action in entry.actions.items():
        text = action.text or (f"{name} {{0}}" if action.card else name)
        verbs[name] = Verb(text.replace(" {1}", ""), ("card",) if action.card else ())
        verbs[f"{name} on"] = Verb(text if "{1}" in text else f"{text} on {{1}}", ("card", "card"))
    verbs |= {phase.leave: Verb(phase.leave) for phase in entry.turn}
    verbs |= {name: verb for block in blocks for name, verb in block.VERBS.items()}
    added = {part.name: part for part in parts}
    state = type("RuleState", (CardState,), {"PARTS": (*CardState.PARTS, *parts), "__slots__": tuple(added)})
    values, resources = tuple(entry.values), entry.resources
    own = {
        "RULES": data, "ENTRY": entry, "READ": read, "STATE": state, "PILES": piles, "VERBS": verbs,
        "ROWS": tuple(rows), "STATS": values, "VOCABULARIES": dict(zip(values, values, strict=True)),
        "RESOURCES": tuple(resources), "MARKERS": tuple(entry.markers),
        "RESOURCE_NAMES": {name: one.name or name.capitalize() for name, one in resources.items()},
        "ON_TABLE": frozenset(name for name, one in resources.items() if one.of == "table"),
        "PLAYERS": seats[0], "ALLOWED": tuple(range(seats[0], seats[-1] + 1)),
        "KINDS": {name: Needed("condition", "a kind of card") for name in entry.kinds},
        "VALUES": {name: Needed("value", "a value of cards", optional=True) for name in values},
        "OPTIONS": {name: Option(one, _range(one), "a number of the rules") for name, one in entry.options.items()},
        "WEIGHTS": {name: Option(one, _range(one), "a weight") for name, one in entry.weights.items()},
        "BADGES": values,
    }  # fmt: skip
    made: type[RuleEngine] = RuleGame("RuleEngine", (RuleEngine,), own)
    return made


def _is_open(entry: PlayEntry, name: str) -> bool:
    """Whether the cards of a zone lie beside each other for all to see."""
    zone = entry.zones.get(name)
    return zone is not None and zone.of == "table" and zone.order == "listed" and zone.seen in ("", "all")


def _title(zone: Any, name: str) -> str:
    return zone.name if zone is not None and zone.name else name.capitalize()


def _range(value: Any) -> Any:
    return (value, value) if type(value) is int else None if isinstance(value, bool) else (value,)
