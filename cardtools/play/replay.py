"""Replays: a match as one JSON file, complete in itself, which is played again action by action."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_type_hints

from cardtools.ground.errors import Location, bad_input
from cardtools.ground.io.files import read_bytes, shown
from cardtools.ground.limits import limits, raise_hint
from cardtools.ground.spelling import counted
from cardtools.ground.toml.tomlfile import read_toml
from cardtools.ground.version import __version__
from cardtools.play.engine import Action, CardText, DeckCards, Definition, Engine, Option
from cardtools.play.games import find_engine
from cardtools.play.match import DIGEST_EVERY, MOST_DECISIONS, NO_CHANGE, MatchRecord
from cardtools.play.rules.engine import RuleEngine
from cardtools.play.rules.making import engine_of
from cardtools.play.state import Event, Outcome, State
from cardtools.play.streams import ALL
from cardtools.programs.node_types import LARGEST, from_data, make, to_data
from cardtools.programs.tree import Program
from cardtools.rulesets import Ruleset
from cardtools.rulesets.files import content_hash

FORMAT = 1
_DIGITS = 20  # of the largest number, a seed
LONGEST_THOUGHT, _LETTERS = 3_600_000, 2_000  # milliseconds of a decision, and letters of an answer, at most


@dataclass(frozen=True)
class MatchSetting:
    """What a match is played with: the ruleset (id, version, hash), the names of the decks, the agents."""

    ruleset: tuple[str, str, str]
    decks: tuple[str, ...]
    agents: tuple[str, ...]


class Study(NamedTuple):
    """What a person agreed to leave with a match: for each action the milliseconds of its decision (-1 of one
    that was not the person's), how much fun and how fair it was (1 to 5, 0 for no answer), and texts.
    """

    thinking: list[int]
    fun: int = 0
    fair: int = 0
    change: str = ""
    name: str = ""

    def checked(self) -> Study:
        """The same. Raises ValueError for what is no such thing, and TypeError."""
        for milliseconds in self.thinking:
            _number(milliseconds + 1, LONGEST_THOUGHT + 1)
        for answer in (self.fun, self.fair):
            _number(answer, 5)
        for text in _texts([self.change, self.name]):
            if len(text) > _LETTERS:
                raise ValueError(f"an answer has {len(text):,} letters, {_LETTERS:,} are the most")
        return self


class DivergedError(Exception):
    """An action of a replay that cannot be done: its number, from 0, and why."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(f"action {number + 1}: {why}")


@dataclass(frozen=True)
class Replay:
    """A match that can be played again, with the engine made of the cards that are pinned in it. A match that
    goes on has no outcome.
    """

    setting: MatchSetting
    engine: Engine[Any]
    record: MatchRecord
    study: Study | None = None

    def text(self) -> str:
        """The replay as JSON, one entry a line."""
        engine, record = self.engine, self.record
        numbers, decks = _decks(engine)
        data = {
            "replay": FORMAT,
            "cardtools": __version__,
            "ruleset": dict(zip(("id", "version", "hash"), self.setting.ruleset, strict=True)),
            "engine": {"name": engine.NAME, "version": engine.VERSION} | pinned_rules(engine),
            "options": engine.options,
            "weights": engine.weights,
            "seed": record.seed,
            "agents": list(self.setting.agents),
            "cards": [card_data(card) for card in numbers],
            "decks": [
                {"name": name, "sections": sections}
                for name, sections in zip(self.setting.decks, decks, strict=True)
            ],
            "actions": record.actions,
            "digests": record.digests,
            "turns": record.turns,
            "outcome": record.outcome.data() if record.outcome else None,
        } | ({"study": self.study._asdict()} if self.study else {})
        return "{" + ",\n".join(f'"{key}": {_listed(value)}' for key, value in data.items()) + "}\n"

    def state(self, step: int) -> tuple[State, list[Event]]:
        """The state before the action `step` (from 0), and what the action before it did."""
        state, events = self.engine.start(self.record.seed), []
        for number, text in enumerate(self.record.actions[:step]):
            events = self.engine.apply(state, self.action(state, number, text))
        return state, events

    def action(self, state: State, number: int, text: str) -> Action:
        action = self.engine.parse(state, text)
        if action is None:
            legal = [self.engine.text(state, one) for one in self.engine.legal_actions(state)]
            may = f"legal are {', '.join(legal[:8])}{' ...' if legal[8:] else ''}" if legal else "it is over"
            raise DivergedError(number, f"the action {text!r} is not legal: {may}")
        return action

    def differences(self) -> Iterator[str]:
        """What is different when the match is played again: the first action that diverges, and how."""
        engine, record = self.engine, self.record
        state = engine.start(record.seed)
        round_began, changes = state.turn, state.changes
        for number, text in enumerate(record.actions):
            if number % DIGEST_EVERY == 0 and (found := self._digest_fault(state, number)):
                yield found
                return
            try:
                engine.apply(state, self.action(state, number, text))
            except DivergedError as error:
                yield str(error)
                return
            if state.changes != changes:
                round_began, changes = state.turn, state.changes
        extra = record.digests[len(range(0, len(record.actions), DIGEST_EVERY)) :]
        if extra:
            yield f"it ends after {len(record.actions)} actions, but has {counted(len(extra), 'more digest')}"
        elif difference := self._end_fault(state, state.turn - round_began):
            yield difference

    def _digest_fault(self, state: State, number: int) -> str:
        index = number // DIGEST_EVERY
        if index >= len(self.record.digests):
            return f"before action {number + 1}: the digest of the state is missing"
        here, there = state.digest(), self.record.digests[index]
        if here == there:
            return ""
        since = f"after action {number - DIGEST_EVERY}" if number else "from the start"
        return f"before action {number + 1}: the state is {here}, recorded is {there}; it differs {since}"

    def _end_fault(self, state: State, quiet: int) -> str:
        record, outcome, found = self.record, self.record.outcome, state.outcome
        after = f"after action {len(record.actions)}"
        if found is not None or outcome is None or outcome.kind in ("win", "draw", "loss"):
            if found != outcome:
                return f"{after}: {_outcome(found)}, recorded is {_outcome(outcome)}"
        elif outcome.kind == "cap" and len(record.actions) < MOST_DECISIONS:
            return f"{after}: the match goes on, recorded is {_outcome(outcome)}"
        elif outcome.reason.startswith(NO_CHANGE.partition("{")[0]) and quiet <= self.engine.players:
            return f"{after}: the match still changes, recorded is {_outcome(outcome)}"
        if record.turns != state.turn:
            return f"{after}: it is turn {state.turn}, recorded is turn {record.turns}"
        return ""


def _outcome(outcome: Outcome | None) -> str:
    if outcome is None:
        return "the match goes on"
    winners = " and".join(f" of player {winner + 1}" for winner in outcome.winners)
    return f"{outcome.kind}{winners} ({outcome.reason})"


def _listed(value: Any) -> str:
    if not isinstance(value, list) or not value:
        return json.dumps(value, ensure_ascii=False)
    return "[\n" + ",\n".join(json.dumps(item, ensure_ascii=False) for item in value) + "]"


def pinned_rules(engine: Engine[Any]) -> dict[str, Any]:
    """The rules of a game whose rules are data."""
    return {"rules": engine.RULES} if isinstance(engine, RuleEngine) else {}


def card_data(card: Definition) -> dict[str, Any]:
    """A definition as JSON has it."""
    texts = [
        {"words": text.words, "abilities": to_data(text.abilities), "blank": text.blank}
        for text in card.texts
    ]
    values = {key: list(v) if isinstance(v, tuple) else v for key, v in card.values.items()}
    return {"name": card.name, "kinds": sorted(card.kinds), "values": values, "texts": texts}


def _card(data: Mapping[str, Any], engine: type[Engine[Any]]) -> Definition:
    programs = [make(Program, {"abilities": from_data(text["abilities"])}) for text in data["texts"]]
    texts = [
        CardText(text["words"], program.abilities, text["blank"])
        for text, program in zip(data["texts"], programs, strict=True)
    ]
    _texts([data["name"], *data["kinds"], *(word for text in texts for word in (text.words, text.blank))])
    values = {key: tuple(v) if isinstance(v, list) else v for key, v in data["values"].items()}
    for key, value in values.items():
        if key not in engine.VALUES:
            raise ValueError(f"the engine has no value {key!r}")
        if why := engine.VALUES[key].misfit(value):
            raise ValueError(f"{data['name']}: {key} {why}")
    return Definition(data["name"], frozenset(data["kinds"]), values, tuple(texts))


def _decks(engine: Engine[Any]) -> tuple[list[Definition], list[dict[str, list[int]]]]:
    """The different cards, and each deck by section as numbers of them."""
    found: dict[int, tuple[int, Definition]] = {}
    decks: list[dict[str, list[int]]] = [{} for _ in range(engine.players)]
    for card, owner, section in zip(engine.cards, engine.owner, engine.section, strict=True):
        number, _ = found.setdefault(id(card), (len(found), card))
        decks[owner].setdefault(section, []).append(number)
    return [card for _, card in found.values()], decks


def read_replay(path: Path) -> Replay:
    """The replay in a file. Raises InputError where it is damaged, or another version's."""
    where = shown(path)
    raw = read_bytes(path, "replay_bytes")
    try:
        data = json.loads(raw, parse_int=_whole, parse_float=_not_whole, parse_constant=_not_whole)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 0)
        cut = not raw.rstrip().endswith(b"}")
        why = "it ends in the middle: it is cut off" if cut else f"it is not JSON: {error}"
        raise bad_input(where, why, "get the whole file again", line) from None
    if not isinstance(data, dict) or "replay" not in data:
        message = 'not a replay: it has no key "replay"'
        raise bad_input(where, message, "cardtools playtest run writes replays")
    if data["replay"] != FORMAT:
        message = f"a replay of format {data['replay']!r}, this version of cardtools reads {FORMAT}"
        raise bad_input(where, message, "read it with the version of cardtools that wrote it")
    try:
        return _read(data, where)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, RecursionError) as error:
        what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise bad_input(where, f"damaged replay: {what}", "get the file again") from None


def _read(data: Mapping[str, Any], where: str) -> Replay:
    named = data["engine"]
    if "rules" in named:
        engine: type[Engine[Any]] = engine_of(json.dumps(named["rules"]))
    else:
        engine = find_engine(str(named["name"]), lambda: Location(where))
    if named["version"] != engine.VERSION:
        played = f"played with version {named['version']} of the engine {engine.NAME}"
        hint = f"use the version of cardtools that wrote it: {data['cardtools']}"
        raise bad_input(where, f"{played}, this is {engine.VERSION}", hint)
    cards = [_card(one, engine) for one in data["cards"]]
    decks: list[DeckCards] = [
        {section: [cards[_index(n)] for n in numbers] for section, numbers in deck["sections"].items()}
        for deck in data["decks"]
    ]
    if any(sum(map(len, deck.values())) > limits().deck_cards for deck in decks):
        raise bad_input(where, f"a deck of more than {limits().deck_cards:,} cards", raise_hint("deck_cards"))
    if len(decks) not in (engine.PLAYERS, *engine.ALLOWED) or len(data["agents"]) != len(decks):
        raise ValueError(f"{len(decks)} decks and {len(data['agents'])} agents in a match of {engine.NAME}")
    record = MatchRecord(
        _number(data["seed"], ALL),
        _texts(data["actions"]),
        _texts(data["digests"]),
        _read_outcome(data["outcome"], len(decks)) if data["outcome"] else None,
        _number(data["turns"], LARGEST),
    )
    ruleset = data["ruleset"]
    setting = MatchSetting(
        (str(ruleset["id"]), str(ruleset["version"]), str(ruleset["hash"])),
        tuple(str(deck["name"]) for deck in data["decks"]),
        tuple(_texts(data["agents"])),
    )
    given = _fitting(data["options"], engine.OPTIONS), _fitting(data["weights"], engine.WEIGHTS)
    study = Study(**data["study"]).checked() if "study" in data else None
    if study and len(study.thinking) != len(record.actions):
        raise ValueError(f"{len(study.thinking)} times of {len(record.actions)} actions")
    return Replay(setting, engine(decks, *given), record, study)


def _fitting(values: Mapping[str, Any], known: Mapping[str, Option]) -> Mapping[str, Any]:
    for name, value in values.items():
        if name not in known:
            raise ValueError(f"the engine has no option {name!r}")
        if expected := known[name].expected(value):
            raise ValueError(f"{name} = {value!r}, expected {expected}")
    return values


def _read_outcome(data: Mapping[str, Any], players: int) -> Outcome:
    outcome = Outcome(data["kind"], data["winner"], str(data["reason"]), tuple(data.get("also", ())))
    if outcome.kind not in get_args(get_type_hints(Outcome)["kind"]):
        raise ValueError(f"{outcome.kind!r} is no outcome")
    for winner in (outcome.winner, *outcome.also):
        if winner not in range(0 if outcome.also else -1, players):
            raise ValueError(f"{winner!r} is not the number of a player")
    return outcome


def _index(number: Any) -> int:
    if not isinstance(number, int) or number < 0:
        raise ValueError(f"{number!r} is not the number of a card")
    return number


def _number(value: Any, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError(f"{value!r} is not a number from 0 to {most:,}")
    return value


def _whole(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise ValueError(f"a number has {len(digits):,} digits")
    return int(digits)


def _not_whole(number: str) -> int:
    raise ValueError(f"{number[:_DIGITS]} is not a whole number")


def _texts(values: Any) -> list[str]:
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise ValueError("expected a list of texts")
    return values


def other_setting(
    replay: Replay, ruleset: tuple[str, str, str], known: Mapping[str, Definition]
) -> list[str]:
    """How a project differs from what a replay was played with: its ruleset, then the first other card."""
    marks = zip(("id", "version", "hash"), replay.setting.ruleset, ruleset, strict=True)
    found = [
        f"ruleset: the {what} is {there} in the replay, {here} in the project"
        for what, there, here in marks
        if there != here
    ][:1]
    for card in _decks(replay.engine)[0]:
        if card.name not in known:
            return [*found, f"{card.name}: the project has no such card"]
        pinned, own = card_data(card), card_data(known[card.name])
        if pinned != own:
            return [*found, f"{card.name}: {_first_difference(pinned, own)}"]
    return found


def _first_difference(pinned: Mapping[str, Any], own: Mapping[str, Any]) -> str:
    key = next(key for key in pinned if pinned[key] != own[key])
    there, here = pinned[key], own[key]
    if key == "values":
        key = next(name for name in {**there, **here} if there.get(name) != here.get(name))
        there, here = there.get(key), here.get(key)
    elif key == "texts":
        words = [text["words"] for text in there], [text["words"] for text in here]
        if words[0] == words[1]:
            return "its text does something else in the project"
        there, here = words
    return f"{key} is {there!r} in the replay, {here!r} in the project"


def ruleset_mark(ruleset: Ruleset) -> tuple[str, str, str]:
    """The id, version and hash of a ruleset."""
    return ruleset.id, ruleset.version, content_hash([read_toml(path) for path in ruleset.files])


def described(engine: Engine[Any], state: State) -> list[str]:
    """The state in words: whose turn it is, then each part, with cards by name."""

    def name(card: int) -> str:
        return engine.cards[card].name if card >= 0 else "-"

    lines = [f"turn {state.turn}, {state.phase or 'play'}: player {state.decider + 1} decides"]
    if state.outcome:
        lines[0] = f"turn {state.turn}: over, {_outcome(state.outcome)}"
    for part in state.PARTS:
        value = getattr(state, part.name)
        if part.has_cards:
            for player, held in [(-1, value)] if part.shared else enumerate(value):
                cards = (
                    name(one) if isinstance(one, int) else f"[{', '.join(map(name, one))}]" for one in held
                )
                whose = "" if part.shared else f" of player {player + 1}"
                lines.append(f"  {part.name}{whose}: {', '.join(cards) or 'none'}")
        elif isinstance(value, list) and len(value) == len(engine.cards):
            shown = (card for where, _, card in state.places() if where.seen == "all")
            values = ", ".join(f"{name(card)} {value[card]}" for card in shown)
            lines.append(f"  {part.name} of the cards in play: {values or 'none'}")
        else:
            lines.append(f"  {part.name}: {value}")
    return lines
