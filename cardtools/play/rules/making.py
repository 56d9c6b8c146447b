"""From `[play]` to the class of an engine."""

from __future__ import annotations

import copyreg
import json
from dataclasses import MISSING, fields
from functools import cache
from pathlib import Path
from typing import Any

from cardtools.ground.frozen_record import Record
from cardtools.ground.toml.tomlfile import TomlFile, conform
from cardtools.play.engine import Needed, Option, Row, Verb
from cardtools.play.interpreter.card_engine import CardEngine
from cardtools.play.interpreter.dependencies import nodes_of
from cardtools.play.interpreter.state import CardState
from cardtools.play.rules.engine import RuleEngine
from cardtools.play.rules.reading import BLOCKS, BOX, RuleGame, RulesError, RulesReader
from cardtools.play.state import Part
from cardtools.programs.verbs.perform import Perform
from cardtools.rulesets.play_model import ZoneEntry
from cardtools.rulesets.section_model import PlayEntry


def given(value: Any) -> Any:
    """An entry as the plain data that it was read from: what differs from the defaults."""
    if isinstance(value, tuple):
        return [given(item) for item in value]
    if isinstance(value, dict):
        return {key: given(item) for key, item in value.items()}
    if not isinstance(value, Record):
        return value
    found = {}
    for one in fields(value):
        default = one.default_factory() if one.default_factory is not MISSING else one.default
        if getattr(value, one.name) != default:
            found[one.name] = given(getattr(value, one.name))
    return found


def rule_engine(entry: PlayEntry) -> Any:
    """The engine of rules as data. Raises RulesError with every fault."""
    plain = given(entry)
    plain |= {key: dict.fromkeys(plain.get(key, ()), "") for key in ("kinds", "values")}
    return engine_of(json.dumps(plain))


@cache
def engine_of(rules: str) -> Any:
    """The engine of rules as JSON. Raises RulesError, or InputError where they are of another shape."""
    data = json.loads(rules)
    entry = conform(TomlFile(Path("rules"), "", {}), PlayEntry, data)
    reader = RulesReader(entry)
    read = reader.rules()
    if reader.faults:
        raise RulesError(reader.faults)
    blocks = [BLOCKS[str(one.block["name"])] for one in entry.turn if one.block]
    piles, rows = CardEngine.PILES | {BOX: "box"}, list[Row]()
    parts = [Part("markers", 1), Part("decided", 0), Part("box", 1, has_cards=True, shared=True)]
    for name, zone in entry.zones.items():
        if name != "field" and (name not in piles or zone.of == "table" or zone.seen):
            piles[name] = f"zone_{len(parts)}"  # no name of the data is the name of a part
            seen = zone.seen or ("nobody" if zone.order == "shuffled" else "all")
            shared = zone.of == "table"
            parts.append(Part(piles[name], 1 if shared else 2, has_cards=True, seen=seen, shared=shared))
    parts += [part for block in dict.fromkeys(blocks) for part in block.PARTS]
    seats = entry.seats if isinstance(entry.seats, tuple) else (entry.seats,)
    nodes = nodes_of(read)
    named = {getattr(node, key, "") for node in nodes for key in ("zone", "to")} & {"field", *piles}
    if "field" in named or any(isinstance(node, Perform) for node in nodes):
        named.add("discard")
    for name in dict.fromkeys(("field", *entry.zones, "hand", "deck", "discard")):
        if name in entry.zones or name in named:
            zone = entry.zones.get(name, ZoneEntry())
            is_open = zone.of == "table" and zone.order == "listed" and zone.seen in ("", "all")
            kind: Any = zone.row or ("hand" if name == "hand" or is_open else "pile")
            title = zone.name or name.capitalize()
            rows.append(Row("field", "slots", title) if name == "field" else Row(piles[name], kind, title))
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
        "OPTIONS": {name: _option(one) for name, one in entry.options.items()},
        "WEIGHTS": {name: _option(one) for name, one in entry.weights.items()},
        "BADGES": values,
    }  # fmt: skip
    return RuleGame("RuleEngine", (RuleEngine,), own)


def _option(value: Any) -> Option:
    """An option that was read with the rules: its value is part of them."""
    allowed = (value, value) if type(value) is int else (str(value),)
    return Option(value, allowed, "a number of the rules")


copyreg.pickle(RuleGame, lambda made: (engine_of, (json.dumps(made.RULES),)))
