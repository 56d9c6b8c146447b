"""A free table: what each seat is sent, one move after the other, taking back, saving and going on."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from cardtools.ground.errors import Diagnostic, InputError, Location, bad_input
from cardtools.ground.io.files import read_bytes, shown
from cardtools.ground.spelling import did_you_mean
from cardtools.ground.toml.tomlfile import TomlFile, conform
from cardtools.ground.version import __version__
from cardtools.play.free.free_moves import Design, FreeLine, FreeMove, FreeMoves, RefusedError
from cardtools.play.free.free_state import FreeCard, FreeState, FreeZone, as_data

_HINT = "a board is named again, with --board; if a card has gone, begin another table"
_FORMAT, _MOST_LINES, _MOST_BACK = 1, 1_000, 200


@dataclass(slots=True)
class SavedTable:
    """What is in the file of a table."""

    free: int
    cardtools: str
    version: int
    story: int
    table: FreeState
    log: list[FreeLine] = field(default_factory=list)


class FreeTable:
    """A table for people. Every move makes a new `version`, and `changed` is called with what is to be saved.
    Its methods may be called from any thread. `here` says how many pages show each seat.
    """

    def __init__(self, state: FreeState, designs: Sequence[Design], saved: SavedTable | None = None) -> None:
        self.state, self.designs = state, designs
        self.log = saved.log if saved else []
        self.version, self.story = (saved.version, saved.story) if saved else (0, 0)
        self.numbers = {(one.kind, one.name): number for number, one in enumerate(designs)}
        self.past: list[tuple[str, FreeLine]] = []  # the table before each move, and the move
        self.here = [0] * len(state.seats)
        self.changed: Callable[[FreeTable], None] = lambda table: None
        self._lock, self._now = threading.RLock(), json.dumps(as_data(state))

    def do(self, order: FreeMove) -> None:
        """Do what a seat wants. Raises RefusedError, and then nothing is changed."""
        with self._lock:
            before = self._now
            moves = FreeMoves(self.state, self.designs, order)
            try:
                line = self._undo(order.seat) if order.do == "undo" else moves.do()
            except (RefusedError, ValueError) as error:
                self.state = _table(before)
                raise error if isinstance(error, RefusedError) else RefusedError(f"{error}.") from None
            if order.do not in ("undo", "say"):
                self.past = [*self.past[1 - _MOST_BACK :], (before, line)]
            if not moves.is_shift:
                self.log.append(line)
            if len(self.log) > _MOST_LINES:
                del self.log[: _MOST_LINES // 2]
                self.story += 1
            self.version, self._now = self.version + 1, json.dumps(as_data(self.state))
            self.changed(self)

    def _undo(self, seat: int) -> FreeLine:
        if not self.past:
            raise RefusedError("There is nothing to take back.", 409)
        before, line = self.past.pop()
        self.state = _table(before)
        did = f"back what {self.names[line.seat]} did: {line.verb} "
        known, other = (text and did + text for text in (line.known, line.other))
        return FreeLine(seat, "take", known, other, line.knows)

    @property
    def names(self) -> list[str]:
        """What the seats are called."""
        return [seat.name for seat in self.state.seats]

    def seen(self, seat: int, since: int = 0, story: int = -1) -> dict[str, Any]:
        """All that a seat may know of the table; of the log the lines from `since`, or all of them if the
        page knows another `story`.
        """
        with self._lock:
            state, names = self.state, self.names
            since = max(0, min(since, len(self.log))) if story == self.story else 0
            roll = state.roll
            return {
                "version": self.version,
                "seats": [
                    {"name": one.name, "counters": one.counters, "here": self.here[number] > 0}
                    for number, one in enumerate(state.seats)
                ],
                "turn": state.turn,
                "zones": [self._zone(zone, seat) for zone in state.zones],
                "note": state.note,
                "roll": roll and {**asdict(roll), "design": self.numbers.get((roll.what, roll.name))},
                "undo": self.past[-1][1].words(seat, names) if self.past else "",
                "story": self.story,
                "since": since,
                "log": [
                    {"seat": line.seat, "text": f"{line.words(seat, names)}."} for line in self.log[since:]
                ],
            }

    def _zone(self, zone: FreeZone, seat: int) -> dict[str, Any]:
        sees = [zone.sees(seat, index) for index in range(len(zone.cards))]
        lookers = [one for card in zone.cards for one in card.shown] if zone.kind == "pile" else []
        return {
            **{name: getattr(zone, name) for name in ("id", "name", "seat", "kind", "seen")},
            "count": len(zone.cards),
            "cards": [
                self._card(card, seen)
                for card, seen in zip(zone.cards, sees, strict=True)
                if seen or zone.kind == "field"
            ],
            "looking": [[one, lookers.count(one)] for one in sorted(set(lookers))],
        }

    def _card(self, card: FreeCard, seen: bool) -> dict[str, Any]:
        names = ("id", "up", "turned", "x", "y", "counters", "note", "owner", "shown")
        design = self.numbers[card.kind, card.name] if seen else None
        return {**{name: getattr(card, name) for name in names}, "on": card.on or None, "design": design}

    def text(self) -> str:
        """The table as its file has it."""
        head = {"free": _FORMAT, "cardtools": __version__, "version": self.version, "story": self.story}
        return json.dumps({**head, "log": as_data(self.log)})[:-1] + f', "table": {self._now}}}\n'


def _table(text: str) -> FreeState:
    return conform(TomlFile(Path(), "", json.loads(text)), FreeState)


def read_table(path: Path, designs: Sequence[Design]) -> FreeTable:
    """The table that was saved in a file. Raises InputError with all that is wrong with the file."""
    where, raw = shown(path), read_bytes(path, "replay_bytes")
    try:
        data = json.loads(raw)
        json.dumps(data, ensure_ascii=False).encode()  # half a surrogate pair is not text
    except (ValueError, RecursionError) as error:
        message = f"this is no table that was saved: {error}"
        raise bad_input(where, message, "begin another", getattr(error, "lineno", 0)) from None
    if not isinstance(data, dict) or data.get("free") != _FORMAT:
        message = f"this is no free table of format {_FORMAT}"
        raise bad_input(where, message, "begin another, or use the version of cardtools that wrote it")
    saved = conform(TomlFile(path, "", data), SavedTable)
    known = {(one.kind, one.name) for one in designs}
    problems = {
        f"{zone.name}: the project has no {card.kind} {card.name!r}": did_you_mean(
            card.name, [one.name for one in designs if one.kind == card.kind]
        )
        for zone, _, card in saved.table.cards()
        if (card.kind, card.name) not in known
    }
    if problems:
        raise InputError(
            Diagnostic(Location(where), message, f"did you mean {near}?" if near else _HINT)
            for message, near in problems.items()
        )
    if any(not -1 < line.seat < len(saved.table.seats) for line in saved.log):
        raise bad_input(where, "the log is about a seat that is not there", "begin another")
    return FreeTable(saved.table, designs, saved)
