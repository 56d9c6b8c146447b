"""The rules of a game as they are played: `[play]` with its programs, conditions and amounts read."""

from __future__ import annotations

import re
from abc import ABCMeta
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from cardtools.ground.spelling import suggest
from cardtools.play.interpreter.card_engine import CardEngine
from cardtools.play.parts.exchange import ExchangeCombat
from cardtools.programs import tree
from cardtools.programs.node_types import LARGEST, MisfitError, fit
from cardtools.programs.reader import NotationError, ProgramWords, Reader, as_cards
from cardtools.programs.tree import Selector
from cardtools.rulesets.play_model import PhaseEntry
from cardtools.rulesets.section_model import PlayEntry

# The parts of rules that no data says.
BLOCKS = {"exchange": ExchangeCombat}
# The fields of entries that are texts in the notation, each with what they are, as is each item of a list.
_TEXTS: Mapping[str, Any] = {
    "when": tree.Condition, "do": tree.Effect, "card": Selector, "target": Selector, "cost": tree.Amount,
    "wants": tree.Condition, "weight": tree.Amount, "of": tree.Amount, "after": tree.Effect,
    "worth": tree.Amount, "value": tree.Amount,
}  # fmt: skip
BY_TEXT = "text"  # the target of an action whose card's text says it
BOX = "the box"  # the zone of cards that are not played with
_PLACEHOLDERS = re.compile(r"\{(?!\d\})|(?<!\{\d)\}")
_MOST_SLOTS = 100
_SEAT = re.compile(r"seat (\d)")
Where = tuple[str | int, ...]


class Fault(NamedTuple):
    """What is wrong in `[play]`: below which keys, and at which character of the text there."""

    keys: Where
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


class RulesReader:
    """Reads the texts of `[play]`; what cannot be read is in `faults`."""

    def __init__(self, entry: PlayEntry) -> None:
        self.entry, self.faults = entry, list[Fault]()
        kinds = frozenset({"card", *(kind.casefold() for kind in entry.kinds)})
        words = ProgramWords(kinds, frozenset(entry.values), {}, entry.own_zones, entry.words)
        self.reader = Reader(words, entry.options | entry.weights)

    def fault(self, keys: Where, message: str, hint: str = "", text: str = "", offset: int = 0) -> None:
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

    def filled(self, entry: Any, *keys: str | int) -> Any:
        """An entry with nodes in the place of its programs, conditions and amounts, None for an empty one."""
        nodes: dict[str, Any] = {}
        for name in _TEXTS.keys() & entry.__names__.keys():
            value, hint = getattr(entry, name), _TEXTS[name]
            if isinstance(value, tuple):
                nodes[name] = tuple([self.read(one, hint, *keys, name, at) for at, one in enumerate(value)])
            elif isinstance(value, dict):
                nodes[name] = tuple(
                    [(at, self.read(one, hint, *keys, name, at)) for at, one in value.items()]
                )
            elif value != BY_TEXT:
                nodes[name] = None if value == "" else self.read(value, hint, *keys, name)
        return replace(entry, **nodes)

    def known(self, word: str, words: Iterable[str], what: str, *keys: str | int) -> None:
        """Note a word that is not one of those that there are."""
        if word not in (known := list(words)):
            self.fault(keys, f"unknown {what} {word!r}", suggest(word, known, f"{what}s"), word)

    def number(self, value: int | str, most: int, *keys: str | int) -> None:
        """Note what is no number, nor an option that is one, or too large a number."""
        if isinstance(value, str):
            self.known(value, self.entry.options, "option", *keys)
            value = self.entry.options.get(value, 0)
        if not isinstance(value, int) or not -most <= value <= most:
            self.fault(keys, f"expected a number up to {most:,}")

    # The parts of it

    def rules(self) -> Any:
        """The rules: the entry with nodes in the place of its texts, its actions and ends in order."""
        entry = self.entry
        self._names()
        if not entry.ends:
            self.fault(("turn",), "nothing ends the game", "write [play.ends]: when, and who wins then")
        if not any(phase.actions or phase.block for phase in entry.turn):
            self.fault(("turn",), "nobody decides anything", "name the actions of a phase")
        for at, one in enumerate(entry.setup):
            self.known(one.who, entry.words["who"], "player", "setup", at, "who")
        for at, phase in enumerate(entry.turn):
            self._phase(phase, "turn", at)
        blocks = (BLOCKS[str(one.block["name"])] for one in entry.turn if one.block.get("name") in BLOCKS)
        taken = {*CardEngine.CHOICES, *(phase.leave for phase in entry.turn)}
        taken |= {verb for block in blocks for verb in block.VERBS}
        for name, action in entry.actions.items():
            self._verb(action.text or name, "actions", name, "text")
            if name in taken:
                self.fault(("actions", name), f"{name!r} is the name of something else that players do")
            for resource in action.cost:
                self.known(resource, entry.resources, "resource", "actions", name, "cost")
            if "{0}" in action.text and not action.card:
                message = "the action has no card for {0}"
                self.fault(("actions", name, "text"), message, "write card = ...", action.text)
        for reason, end in entry.ends.items():
            if end.then in ("most wins", "least wins") and not end.of:
                where = ("ends", reason, "then")
                self.fault(where, f"{end.then}, but of what?", 'write of = "total(points)"')
            for name in end.at:
                self.known(name, [each.phase for each in entry.turn], "phase", "ends", reason, "at")
        lists: dict[str, Any] = {
            key: tuple([self.filled(one, key, at) for at, one in enumerate(getattr(entry, key))])
            for key in ("setup", "turn")
        }
        lists |= {
            key: tuple([self.filled(one, key, name) for name, one in getattr(entry, key).items()])
            for key in ("actions", "ends")
        }
        return replace(self.filled(entry), **lists)

    def _names(self) -> None:
        """Note what is wrong with names, and with who sits where."""
        entry = self.entry
        seats = entry.seats if isinstance(entry.seats, tuple) else (entry.seats,)
        if not 1 <= len(seats) <= 2 or not 1 <= seats[0] <= seats[-1] <= 6:
            self.fault(("seats",), "seats are a number from 1 to 6, or the least and the most", "as [2, 4]")
        if entry.first != "random" and not _SEAT.fullmatch(entry.first):
            self.fault(("first",), f"unknown first player {entry.first!r}", '"random", or "seat 1"')
        self.known(entry.next, ("next", *entry.markers), "marker", "next")
        for name, holder in entry.markers.items():
            if holder not in ("active", "nobody") and not _SEAT.fullmatch(holder):
                self.fault(("markers", name), f"unknown holder {holder!r}", '"active", "nobody", or "seat 1"')
        for key in ("values", "options", "weights", "zones", "resources", "markers"):
            for name in getattr(entry, key):
                if not name.isidentifier() or name.startswith("_") or name != name.lower():
                    hint = "use small letters, digits and _"
                    self.fault((key, name), f"{name!r} cannot be a name in programs", hint)
        for name, zone in entry.zones.items():
            self.number(zone.slots, _MOST_SLOTS, "zones", name, "slots")
        for name, resource in entry.resources.items():
            self.number(resource.start, LARGEST, "resources", name, "start")
            if resource.most:
                self.known(resource.most, entry.resources, "resource", "resources", name, "most")
        if entry.health:
            self.known(entry.health, entry.values, "value", "health")

    def _phase(self, phase: PhaseEntry, *keys: str | int) -> None:
        if phase.phase != phase.phase.lower():
            self.fault((*keys, "phase"), f"the phase {phase.phase!r} is not in small letters")
        for name in phase.actions:
            self.known(name, self.entry.actions, "action", *keys, "actions")
        self.known(phase.who, self.entry.words["who"], "player", *keys, "who")
        self._verb(phase.leave, *keys, "leave")
        block = str(phase.block.get("name", ""))
        if phase.block:
            self.known(block, BLOCKS, "block", *keys, "block")
        for key, value in phase.block.items() if block in BLOCKS else ():
            self.known(key, ("name", *BLOCKS[block].PARAMETERS), "parameter", *keys, "block")
            if isinstance(value, str) and key != "name":
                self.known(value, self.entry.values, "value", *keys, "block", key)

    def _verb(self, text: str, *keys: str | int) -> None:
        if _PLACEHOLDERS.search(text) or any(number not in "01" for number in re.findall(r"\{(\d)", text)):
            self.fault(
                keys, "an action reads as a text with {0} for its card and {1} for its target", "", text
            )
