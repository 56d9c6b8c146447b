"""What every effect template does, in a situation where it can and in one where it can't be performed.

The situations are in `situations/*.toml` (those of whole games apart), a table for each template with a
`text` of it. The states are written by hand from the documentation; what is not named `after` is as `before`:

    ["Destroy <targets> your opponent controls."]
    text = "Destroy two units your opponent controls."
    can.before = { units = "Sage", their_units = "Ember, Rock, Flame" }
    can.do = ["activate", "choose Rock", "choose Flame"]
    can.after = { units = "Sage tapped", their_units = "Ember", their_discard = "Flame, Rock", ... }
    cannot.before = { units = "Sage", their_units = "Ember" }
    cannot.why = "there is one unit, and the text says two (Doc 3.3.4)"

It is turn 5, the main phase of "you", unless `phase` or `turn = "theirs"` says otherwise. Cards are those of
`situations/cast.toml`. Units and spells stand in columns, "-" is an empty one: `Ember/Flame` is Flame on
Ember; `tapped`, `on Rock` (equipped), and where they differ from what is printed `350/100` (attack and
defense), `rank 3` and `is water` follow. Hands and discard piles are sorted, decks begin with the top card;
without a deck a player has five Moths, without points 20. Shuffling leaves decks as they are, chance takes
the first.

`do` are the beginnings of actions, `activate` if nothing is given; `offered` and `refused` those of actions
that are legal, or are not, at the end, and `reveals` the cards that were shown. A situation that `cannot` be
and has no `do` says that the text is not offered. `texts` gives other cards texts. `can` and `cannot` may be
lists, whose situations may have a `text` of their own. The tables of `values.toml` are named by their text.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from dawn import Side, Table
from engines import GAMES, ROOT, compiler

from cardtools.play.engine import CardText, Definition
from cardtools.play.games.ttcg import TtcgEngine
from cardtools.play.streams import Stream
from cardtools.programs.tree import Selector
from cardtools.programs.verbs.attach import Attach

FOLDER = Path(__file__).parent / "situations"
CAST: dict[str, Any] = tomllib.loads((FOLDER / "cast.toml").read_text(encoding="utf-8"))
BEARERS = ("Sage", "Scroll")
ROWS = {"units": 0, "spells": 5}
PILES = ("hand", "deck", "discard")
START = {"units": "", "spells": "", "hand": "", "deck": "5 Moth", "discard": "", "points": 20}
EMPTY = START | {f"their_{zone}": value for zone, value in START.items()}
THIS = Selector(relation="this")


class Still(TtcgEngine):
    """Nothing happens that nobody does, so that a state stays as it is."""

    def go_on_alone(self, state: Any) -> bool:
        return False


class Unshuffled(Stream):
    """Leaves cards as they are."""

    def shuffle(self, items: list[Any]) -> None:
        return


class Quiet(Table):
    ENGINE = Still


@cache
def tables(values: bool) -> dict[str, dict[str, Any]]:
    """The tables of all files by their templates, or by the texts of values."""
    found: dict[str, dict[str, Any]] = {}
    for path in sorted(FOLDER.glob("*.toml")):
        if path.stem not in ("cast", *GAMES) and (path.name == "values.toml") == values:
            for key, table in tomllib.loads(path.read_text(encoding="utf-8")).items():
                assert key not in found, f"{path.name}: a second table for {key}"
                found[key] = table
    return found


def situations(table: Mapping[str, Any], kind: str) -> list[dict[str, Any]]:
    """The situations of a table that can, or cannot, be."""
    listed = table.get(kind, [])
    return [listed] if isinstance(listed, dict) else listed


def every_situation() -> Iterator[Any]:
    for values in (False, True):
        for key, table in tables(values).items():
            for kind in ("can", "cannot"):
                for number, one in enumerate(situations(table, kind), 1):
                    text = key if values else one.get("text") or table["text"]
                    yield pytest.param(kind, text, one, id=f"{key} {kind} {number}")


@cache
def compiled(text: str) -> CardText:
    meaning = compiler().compile(text)
    assert meaning.program is not None, (text, meaning.reason)
    return CardText(text, meaning.program.abilities)


class Field:
    """A situation as a table to play at, and as text."""

    def __init__(self, text: str, situation: Mapping[str, Any]) -> None:
        texts = dict.fromkeys(BEARERS, text) | situation.get("texts", {})
        self.texts = texts
        self.cards: dict[str, Definition] = {}
        before = EMPTY | situation["before"]
        assert set(before) == set(EMPTY), set(before) - set(EMPTY)
        self.table = Quiet(self._side(before, ""), self._side(before, "their_"))
        state = self.table.state
        state.resources = [[before["points"]], [before["their_points"]]]
        state.active = state.decider = int(situation.get("turn") == "theirs")
        state.phase = situation.get("phase", "main")
        state.random = Unshuffled(0)
        for player, whose in enumerate(("", "their_")):
            for row, first in ROWS.items():
                for column, words in enumerate(split(before[f"{whose}{row}"])):
                    self._lie(player, first + column, words)
        self.table.engine.board.moved(state)

    def _card(self, name: str) -> Definition:
        if name not in self.cards:
            values = dict(CAST[name])
            values["subtypes"] = tuple(values["subtypes"].split())
            kind = "spell" if values["type"] == "spell" else "unit"
            texts = (compiled(self.texts[name]),) if name in self.texts else ()
            self.cards[name] = Definition(name, frozenset({kind}), values, texts)
        return self.cards[name]

    def _side(self, before: Mapping[str, Any], whose: str) -> Side:
        rows = [
            {
                column: [self._card(name) for name in words.split()[0].split("/")]
                for column, words in enumerate(split(before[f"{whose}{row}"]), 1)
                if words != "-"
            }
            for row in ROWS
        ]
        hand, deck, discard = ([self._card(n) for n in names(before[f"{whose}{pile}"])] for pile in PILES)
        return Side(rows[0], rows[1], hand, deck[::-1], discard)

    def _lie(self, player: int, slot: int, words: str) -> None:
        """What is written after the name of a card on the field."""
        if words == "-":
            return
        state, engine = self.table.state, self.table.engine
        _, *more = words.split()
        card = state.field[player][slot][-1]
        if "tapped" in more:
            state.tapped[card] = 3
        if "on" in more:
            host = more[more.index("on") + 1]
            tops = [*engine.board.tops(state, player), *engine.board.tops(state, 1 - player)]
            on = next(one for one in tops if self.table.name(one) == host)
            Attach(THIS, THIS).attach(engine, state, card, on)

    def shown(self) -> dict[str, Any]:
        """The state in the words of the situations."""
        state, found = self.table.state, {}
        for player, whose in enumerate(("", "their_")):
            for row, first in ROWS.items():
                stacks = state.field[player][first : first + 5]
                found[f"{whose}{row}"] = ", ".join(map(self._stack, stacks)).rstrip("-, ")
            for pile in PILES:
                cards = self.table.names(getattr(state, pile)[player])
                found[f"{whose}{pile}"] = counted(cards[::-1] if pile == "deck" else sorted(cards))
            found[f"{whose}points"] = state.resources[player][0]
        return found

    def _stack(self, stack: Sequence[int]) -> str:
        if not stack:
            return "-"
        engine, state, card = self.table.engine, self.table.state, stack[-1]
        words = ["/".join(self.table.names(stack))]
        if state.tapped[card]:
            words.append("tapped")
        if state.attached[card] >= 0:
            words.append(f"on {self.table.name(state.attached[card])}")
        stats = [engine.continuous.stat(state, card, stat) for stat in ("attack", "defense", "rank")]
        printed = [engine.index.printed[stat][card] for stat in ("attack", "defense", "rank")]
        if stats[:2] != printed[:2]:
            words.append(f"{stats[0]}/{stats[1]}")
        if stats[2] != printed[2]:
            words.append(f"rank {stats[2]}")
        if engine.continuous.traits(state, card, "type") != engine.index.words["type"][card]:
            words.append(f"is {' '.join(engine.continuous.traits(state, card, 'type'))}")
        return " ".join(words)

    def matching(self, step: str) -> list[str]:
        """The legal actions that begin with these words."""
        actions = self.table.can(every=True)
        plain = {action: action.replace('"', "") for action in actions}
        exact = [action for action, words in plain.items() if words == step]
        return exact or [a for a, words in plain.items() if re.match(rf"{re.escape(step)}(?!\w)", words)]

    def do(self, steps: Sequence[str]) -> None:
        for step in steps:
            found = self.matching(step)
            assert len(found) == 1, (step, found, self.table.can())
            self.table.do(*found)


def split(row: str) -> list[str]:
    return [words.strip() for words in row.split(",")] if row else []


def names(pile: str) -> list[str]:
    """The cards of `2 Moth, Ember`."""
    found: list[str] = []
    for words in split(pile):
        *number, name = words.split()
        found += [name] * int(number[0] if number else 1)
    return found


def counted(cards: Sequence[str]) -> str:
    groups = [(name, len(list(group))) for name, group in groupby(cards)]
    return ", ".join(name if number == 1 else f"{number} {name}" for name, number in groups)


def normal(state: Mapping[str, Any]) -> dict[str, Any]:
    """A state as `shown` writes it: hands and discard piles sorted."""
    return {
        zone: counted(sorted(names(value))) if zone.endswith(("hand", "discard")) else value
        for zone, value in state.items()
    }


@pytest.mark.parametrize(("kind", "text", "situation"), list(every_situation()))
def test_it_is_played_as_it_is_written(kind: str, text: str, situation: dict[str, Any]) -> None:
    field = Field(text, situation)
    before = normal(EMPTY | situation["before"])
    is_played = kind == "can" or "do" in situation
    if kind == "cannot":
        assert situation["why"]
    if not is_played:
        assert not [a for a in field.table.can(every=True) if a.startswith("activate")]
    else:
        field.do(situation.get("do", ["activate"]))
        assert "after" in situation or situation.get("offered") or situation.get("refused")
    assert field.shown() == before | situation.get("after", {})
    if "reveals" in situation:
        assert sorted(field.table.happened("reveal")) == situation["reveals"]
    for step in situation.get("offered", ()):
        assert field.matching(step), (step, field.table.can())
    for step in situation.get("refused", ()):
        assert not field.matching(step), step


def test_every_template_can_and_cannot_be_performed_in_one_situation() -> None:
    path = ROOT / "effects/all_effect_templates.txt"
    assert Counter(list(tables(False))) == Counter(path.read_text(encoding="utf-8").splitlines())
    for template, table in tables(False).items():
        assert table["can"], template
        assert table["cannot"], template


def test_every_text_is_one_of_its_template() -> None:
    for template, table in tables(False).items():
        for one in situations(table, "can") + situations(table, "cannot"):
            matches = compiler().compile(one.get("text") or table["text"]).matches
            assert template in [match.template.text for match in matches], (template, one)


def test_every_value_that_is_an_effect_is_played() -> None:
    """In the text of one situation or another."""
    texts = [text for _, text, _ in (one.values for one in every_situation())]
    for name in ("deed", "hindrance", "power", "smallreward", "goodreward", "greatreward"):
        values = (ROOT / f"placeholders/{name}.txt").read_text(encoding="utf-8").splitlines()
        patterns = [re.sub(r"<\w+>", r"[a-z]+( attack| defense)?", value) for value in values]
        assert [value for value in patterns if not any(re.search(value, text) for text in texts)] == [], name
