"""The rules of a game as they are played: `[play]` with its programs, conditions and amounts read."""

from __future__ import annotations

import re
from abc import ABCMeta
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from cardtools.ground.frozen_record import Record
from cardtools.ground.spelling import suggest
from cardtools.play.parts.exchange import ExchangeCombat
from cardtools.programs import tree
from cardtools.programs.node_types import MisfitError, fit
from cardtools.programs.reader import NotationError, ProgramWords, Reader, as_cards
from cardtools.programs.tree import Amount, Condition, Effect, Selector
from cardtools.rulesets.section_model import PlayEntry

# The parts of rules that no data says.
BLOCKS = {"exchange": ExchangeCombat}
BOX = "the box"  # the zone of cards that are not played with
_PLACEHOLDERS = re.compile(r"\{(?!\d\})|(?<!\{\d)\}")
_SEAT = re.compile(r"seat (\d)")
KeyPath = tuple[str | int, ...]


class Fault(NamedTuple):
    """What is wrong in `[play]`: below which keys, and at which character of the text there."""

    keys: KeyPath
    message: str
    hint: str = ""
    text: str = ""
    offset: int = 0


class RulesError(ValueError):
    """Rules that cannot be played: `faults` are all that is wrong."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(fault.message for fault in faults))
        self.faults = faults


class RuleGame(ABCMeta):
    """The class of an engine that is made of data: another process gets the data, and makes it again."""

    RULES: Mapping[str, Any]


class Phase(Record):
    """A phase of the turn, as `PhaseEntry`; its actions are their places in the list of actions."""

    name: str
    when: Condition | None
    effects: tuple[Effect, ...]
    actions: tuple[int, ...]
    who: str
    least: int
    most: int
    leave: str
    block: str


class ActionRule(Record):
    """What a player may do, as `ActionEntry`."""

    verb: str
    cards: Selector | None
    target: Selector | None
    aims: bool  # at the target of the card's text
    cost: tuple[tuple[str, Amount], ...]
    when: Condition | None
    effects: tuple[Effect, ...]
    once: bool
    wants: Condition | None
    weight: Amount | None
    judge: str


class EndRule(Record):
    """How a match ends, as `EndEntry`."""

    reason: str
    when: Condition
    then: str
    amount: Amount | None
    at: tuple[str, ...]


class Rules(Record):
    """All of it."""

    setup: tuple[tuple[str, tuple[Effect, ...]], ...]
    phases: tuple[Phase, ...]
    actions: tuple[ActionRule, ...]
    after: tuple[Effect, ...]
    ends: tuple[EndRule, ...]
    worth: Amount | None
    value: Amount | None


class RulesReader:
    """Reads the texts of `[play]`; what cannot be read is in `faults`."""

    def __init__(self, entry: PlayEntry) -> None:
        self.entry, self.faults = entry, list[Fault]()
        kinds = frozenset({"card", *(kind.casefold() for kind in entry.kinds)})
        words = ProgramWords(kinds, frozenset(entry.values), {}, entry.own_zones, entry.words)
        self.reader = Reader(words, entry.options | entry.weights)

    def fault(self, keys: KeyPath, message: str, hint: str = "", text: str = "", offset: int = 0) -> None:
        self.faults.append(Fault(keys, message, hint, text, offset))

    def read(self, text: str | int, hint: Any, *keys: str | int) -> Any:
        """A text as a node of a type; None, with its fault noted, where it is none."""
        try:
            value = self.reader.value(text) if isinstance(text, str) else text
            return fit(as_cards(value) if hint is Selector else value, hint)
        except NotationError as error:
            self.fault(keys, error.message, error.hint, str(text), error.offset)
        except MisfitError as error:
            self.fault(keys, str(error), "", str(text))
        return None

    def maybe(self, text: str | int, hint: Any, *keys: str | int) -> Any:
        """As `read`, of a text that may be empty."""
        return None if text == "" else self.read(text, hint, *keys)

    def effects(self, texts: Iterable[str], *keys: str | int) -> tuple[Effect, ...]:
        """Programs, one after the other."""
        return tuple([self.read(text, tree.Effect, *keys, at) for at, text in enumerate(texts)])

    def known(self, word: str, words: Iterable[str], what: str, *keys: str | int) -> None:
        """Note a word that is not one of those that there are."""
        if word not in (known := list(words)):
            self.fault(keys, f"unknown {what} {word!r}", suggest(word, known, f"{what}s"), word)

    def number(self, value: int | str, *keys: str | int) -> int:
        """A number, or that of an option."""
        if isinstance(value, int):
            return value
        self.known(value, self.entry.options, "option", *keys)
        return int(self.entry.options.get(value, 0))

    # The parts of it

    def rules(self) -> Rules:
        """The rules."""
        entry, players = self.entry, self.entry.words["who"]
        seats = entry.seats if isinstance(entry.seats, tuple) else (entry.seats,)
        if not 1 <= len(seats) <= 2 or not 1 <= seats[0] <= seats[-1] <= 6:
            self.fault(("seats",), "seats are a number from 1 to 6, or the least and the most", "as [2, 4]")
        if entry.first != "random" and not _SEAT.fullmatch(entry.first):
            self.fault(("first",), f"unknown first player {entry.first!r}", '"random", or "seat 1"')
        self.known(entry.next, ("next", *entry.markers), "marker", "next")
        for name, holder in entry.markers.items():
            if holder not in ("active", "nobody") and not _SEAT.fullmatch(holder):
                self.fault(("markers", name), f"unknown holder {holder!r}", '"active", "nobody", or "seat 1"')
        for name in (*entry.zones, *entry.resources, *entry.markers, *entry.options, *entry.weights):
            if not name.isidentifier() or name.startswith("_"):
                self.fault((), f"{name!r} cannot be a name in programs", "use letters, digits and _", name)
        for name, resource in entry.resources.items():
            if resource.most:
                self.known(resource.most, entry.resources, "resource", "resources", name, "most")
        if entry.health:
            self.known(entry.health, entry.values, "value", "health")
        if not entry.ends:
            self.fault(("turn",), "nothing ends the game", "write [play.ends]: when, and who wins then")
        if not any(phase.actions or phase.block for phase in entry.turn):
            self.fault(("turn",), "nobody decides anything", "name the actions of a phase")
        setup = []
        for at, one in enumerate(entry.setup):
            self.known(one.who, players, "player", "setup", at, "who")
            setup.append((one.who, self.effects(one.do, "setup", at, "do")))
        return Rules(
            tuple(setup),
            tuple([self._phase(at) for at in range(len(entry.turn))]),
            tuple([self._action(name) for name in entry.actions]),
            self.effects(entry.after, "after"),
            tuple([self._end(reason) for reason in entry.ends]),
            self.maybe(entry.worth, tree.Amount, "worth"),
            self.maybe(entry.value, tree.Amount, "value"),
        )

    def _phase(self, at: int) -> Phase:
        one, keys = self.entry.turn[at], ("turn", at)
        names = list(self.entry.actions)
        for name in one.actions:
            self.known(name, names, "action", *keys, "actions")
        self.known(one.who, self.entry.words["who"], "player", *keys, "who")
        block = str(one.block.get("name", ""))
        if one.block:
            self.known(block, BLOCKS, "block", *keys, "block")
            for name in (key for key in one.block if key != "name" and block in BLOCKS):
                self.known(name, BLOCKS[block].PARAMETERS, "parameter", *keys, "block")
            for name, word in ((n, w) for n, w in one.block.items() if isinstance(w, str) and n != "name"):
                self.known(word, self.entry.values, "value", *keys, "block", name)
        self._verb(one.leave, *keys, "leave")
        return Phase(
            one.phase.lower(),
            self.maybe(one.when, tree.Condition, *keys, "when"),
            self.effects(one.do, *keys, "do"),
            tuple(names.index(name) for name in one.actions if name in names),
            one.who,
            one.least,
            one.most,
            one.leave,
            block,
        )

    def _verb(self, text: str, *keys: str | int) -> None:
        if _PLACEHOLDERS.search(text) or any(number not in "01" for number in re.findall(r"\{(\d)", text)):
            self.fault(
                keys, "an action reads as a text with {0} for its card and {1} for its target", "", text
            )

    def _action(self, name: str) -> ActionRule:
        one, keys = self.entry.actions[name], ("actions", name)
        self._verb(one.text, *keys, "text")
        for resource in one.cost:
            self.known(resource, self.entry.resources, "resource", *keys, "cost")
        if "{0}" in one.text and not one.card:
            self.fault((*keys, "text"), "the action has no card for {0}", "write card = ...", one.text)
        aims = one.target == "text"
        return ActionRule(
            name,
            self.maybe(one.card, Selector, *keys, "card"),
            None if aims else self.maybe(one.target, Selector, *keys, "target"),
            aims,
            tuple((r, self.read(amount, tree.Amount, *keys, "cost", r)) for r, amount in one.cost.items()),
            self.maybe(one.when, tree.Condition, *keys, "when"),
            self.effects(one.do, *keys, "do"),
            one.once,
            self.maybe(one.wants, tree.Condition, *keys, "wants"),
            self.maybe(one.weight, tree.Amount, *keys, "weight"),
            one.judge or ("merit" if one.weight == "" else ""),
        )

    def _end(self, reason: str) -> EndRule:
        one, keys = self.entry.ends[reason], ("ends", reason)
        if one.then in ("most wins", "least wins") and not one.of:
            self.fault((*keys, "then"), f"{one.then}, but of what?", 'write of = "total(points)"')
        for phase in one.at:
            self.known(phase, [each.phase for each in self.entry.turn], "phase", *keys, "at")
        when = self.read(one.when, tree.Condition, *keys, "when")
        amount = self.maybe(one.of, tree.Amount, *keys, "of")
        return EndRule(reason, when, one.then, amount, tuple(phase.lower() for phase in one.at))
