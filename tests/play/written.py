"""Situations of games as they are written in `situations/*.toml` (see `test_game_situations.py`), laid out on
an engine and shown again. What the state of an engine looks like only `Slots` and `Cards` know.
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

from engines import GAMES
from tables import every_card

from cardtools.library.game import load
from cardtools.play.agents import GreedyAgent
from cardtools.play.engine import CardText, Definition, Engine
from cardtools.play.games import find_engine
from cardtools.play.interpreter.state import SIDE
from cardtools.play.load import understanding
from cardtools.play.match import Match, finish
from cardtools.play.state import EMPTY
from cardtools.play.streams import Stream
from cardtools.programs.reader import Reader, as_program
from cardtools.steps.programs import vocabulary

FOLDER = Path(__file__).parent / "situations"
OVER = ("turn", "decides", "phase", "waiting")  # what nobody asks any more once a match is over
TURN = 5  # of a situation
# What lies in a row, a card or nothing, with all that is said of it; in words that are sorted, so that it
# can be compared.
Lying = tuple[str, ...]
# The games whose new matches have the cards of another section in this kind of cards.
SECTIONS = {"mana": {"land": "vault", "leader": "leader"}}


@cache
def written(game: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{game}.toml").read_text(encoding="utf-8"))


def games() -> list[str]:
    return [game for game in GAMES if (FOLDER / f"{game}.toml").exists()]


# Cards


@cache
def meaning(game: str) -> Any:
    """What understands the texts of a game, and what reads its programs."""
    files = load(GAMES[game][0]).files
    return understanding(files), Reader(vocabulary(files.ruleset), {})


@cache
def card(game: str, name: str) -> Definition:
    """A card of the cast, or else of the sample game."""
    entry = written(game).get("cast", {}).get(name)
    if entry is None:
        return every_card(game)[name]
    known = find_engine(game).VALUES
    values = {key: value for key, value in entry.items() if key not in ("kind", "text", "program")}
    for key in values:
        if known[key].kind == "words":
            values[key] = tuple(values[key].split(", "))
    texts = [meaning(game)[0](text) for text in listed(entry.get("text"))]
    assert all(text.abilities for text in texts), [(name, text.words, text.blank) for text in texts]
    bare = "activated" if game == "ttcg" else "on_play"
    for program in listed(entry.get("program")):
        texts.append(CardText(program, as_program(meaning(game)[1].value(program), bare).abilities))
    return Definition(name, frozenset(entry["kind"].split()), values, tuple(texts))


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


# What is written of a row


def lying(game: str, words: str) -> list[tuple[str, Lying]]:
    """The places of a row: each its cards, from the bottom to the top with "/" between them or "-", and what
    is said of them.
    """
    found: list[tuple[str, Lying]] = []
    for item in filter(None, words.split(", ")):
        number, stack = re.fullmatch(r"(?:(\d+) )?(.+)", item).groups()  # type: ignore[union-attr]
        names = []
        while stack and (name := name_at(game, stack)):
            names.append(name)
            stack = stack[len(name) :]
            if not stack.startswith("/"):
                break
            stack = stack[1:]
        said = re.findall(r"(\S+)(?: (-?\d+|on .+))?", stack)
        facts = sorted(" ".join(filter(None, one)) for one in said)
        found += [("/".join(names), tuple(facts))] * int(number or 1)
    return found


def name_at(game: str, words: str) -> str:
    """The name that words begin with."""
    if words == "-":
        return words
    cast = [name for name in written(game).get("cast", {}) if words.startswith(name)]
    names = cast or [name for name in every_card(game) if words.startswith(name)]
    assert names, f"no card is called {words}"
    return max(names, key=len)


def row(kind: str, places: Sequence[tuple[str, Lying]]) -> str:
    """A row as it is compared and shown."""
    items = [" ".join((names, *(fact for fact in facts if fact != "new"))) for names, facts in places]
    if kind == "sorted":
        items.sort()
    while kind == "slots" and items and items[-1] == "-":
        items.pop()
    groups = [(item, len(list(group))) for item, group in groupby(items)]
    return ", ".join(item if number == 1 else f"{number} {item}" for item, number in groups)


def counts(row: str) -> Counter[str]:
    """How many of each card there are in a row that is shown."""
    found: Counter[str] = Counter()
    for item in filter(None, row.split(", ")):
        number, name = re.fullmatch(r"(?:(\d+) )?(.+)", item).groups()  # type: ignore[union-attr]
        found[name] += int(number or 1)
    return found


def key(name: str) -> str:
    return name.casefold().replace(" ", "_")


# Laying a situation out


class Chance(Stream):
    """Dice that fall as a situation says, else the first of all; a shuffle turns a pile over."""

    faces: Sequence[int] = ()

    def below(self, bound: int) -> int:
        face, *self.faces = self.faces or [1]
        return face - 1

    def shuffle(self, items: list[Any]) -> None:
        items.reverse()


class Slots:
    """How a situation is laid out in a state with a list of slots, and numbers of its own (Alpha)."""

    @staticmethod
    def lay(engine: Any, state: Any, part: str, player: int, slot: int, cards: list[int]) -> None:
        slots = getattr(state, part)[player]
        slots += [EMPTY] * (slot + 1 - len(slots))
        slots[slot] = cards[-1]

    @staticmethod
    def mark(engine: Any, state: Any, number: int, fact: str) -> None:
        name, value = fact.split()
        getattr(state, name)[number] = int(value)

    @staticmethod
    def count(engine: Any, state: Any, player: int, name: str, value: Any) -> None:
        assert name == "energy", name
        state.energy[player], state.most_energy[player] = map(int, value.split(" of "))

    @staticmethod
    def clear(engine: Any, state: Any) -> None:
        for part in ("deck", "hand", "discard"):
            setattr(state, part, [[], []])
        state.slots = [[EMPTY] * len(engine.slots) for _ in range(2)]
        state.health, state.ready = engine.health[:], []

    @staticmethod
    def finish(engine: Any, state: Any) -> None:
        state.creatures = [
            sum(
                engine.is_creature[one]
                for part in (state.deck, state.hand, state.slots)
                for one in part[player]
                if one != EMPTY
            )
            for player in (0, 1)
        ]


class Cards:
    """How a situation is laid out in the state of an engine of cards with effects."""

    @staticmethod
    def lay(engine: Any, state: Any, part: str, player: int, slot: int, cards: list[int]) -> None:
        stacks = getattr(state, part)[player]
        while len(stacks) <= slot:
            stacks.append([])
        stacks[slot] = cards
        for number in cards:
            state.at[number], state.entered[number] = player * SIDE + slot, 1

    @staticmethod
    def mark(engine: Any, state: Any, number: int, fact: str) -> None:
        name, *value = fact.split(maxsplit=1)
        if name == "tapped":
            state.tapped[number] = TURN - 2
        elif name == "new":
            state.entered[number] = TURN
        elif name == "counters":
            state.counters[number] = (("", int(value[0])),)
        elif name == "damage":  # other badges follow from the cards there are
            state.damage[number] = int(value[0])

    @staticmethod
    def count(engine: Any, state: Any, player: int, name: str, value: Any) -> None:
        names = [key(engine.RESOURCE_NAMES.get(one, one)) for one in engine.RESOURCES]
        if name == "plays_left":
            left, most = map(int, value.split(" of "))
            state.plays[player] = most - left
        else:
            state.resources[player][names.index(name)] = int(value)

    @staticmethod
    def clear(engine: Any, state: Any) -> None:
        slots, resources = len(state.field[0]), tuple(state.resources[0])
        for part in state.PARTS:
            if part.has_cards:
                setattr(state, part.name, [[], []])
        state.clear(len(engine.cards), slots, (resources[0], *([0] * (len(resources) - 1))))
        if hasattr(state, "battle"):  # what the start of a match of the TTCG left behind
            state.plays, state.first, state.taken = [], 1, []
            state.battle, state.attacks = (EMPTY, EMPTY), [0] * len(engine.cards)

    @staticmethod
    def finish(engine: Any, state: Any) -> None:
        engine.board.moved(state)


class Situation:
    """A situation as a match, in which "you" are player `you`, and as text."""

    def __init__(self, game: str, told: Mapping[str, Any], you: int = 0) -> None:
        self.game, self.told = game, told
        self.usual = {} if told.get("start") else written(game).get("usual", {})
        self.before = self.usual | told.get("before", {})
        self.engine_class: Any = find_engine(game)
        self.you = you
        self.laid: list[dict[str, list[tuple[Any, int, list[str], Lying]]]] = [{}, {}]
        # An engine to ask for its rows, which no card has to do with.
        rows = self.engine_class([{"main": []}] * 2, told.get("options")).rows()
        self.rows = {key(one.name): one for one in rows if one.part != "stack"}
        for player, whose in self.sides():
            for name, known in self.rows.items():
                for slot, (names, facts) in enumerate(lying(game, self.before.get(whose + name, ""))):
                    self._put(
                        player, known, slot + known.first, [] if names == "-" else names.split("/"), facts
                    )
        decks = [
            {
                section: [card(game, name) for _, _, names, _ in laid for name in names]
                for section, laid in one.items()
            }
            for one in self.laid
        ]
        self.engine: Engine[Any] = self.engine_class(
            [{"main": []} | deck for deck in decks], told.get("options")
        )
        if game == "ttcg" and not told.get("start"):  # whose phases end by themselves if nothing can be done
            self.engine.go_on_alone = lambda _: False  # type: ignore[attr-defined]

    def _put(self, player: int, known: Any, slot: int, names: list[str], facts: Lying) -> None:
        where = SECTIONS.get(self.game, {})
        kinds = card(self.game, names[0]).kinds if names else frozenset()
        section = next((where[kind] for kind in sorted(kinds) if kind in where), "main")
        self.laid[player].setdefault("main", [])
        self.laid[player].setdefault(section, []).append((known, slot, names, facts))

    def begin(self, seed: int) -> None:
        """A new match; who begins is "you", or the first player if the dice are given."""
        self.state = self.engine.start(seed)
        self.you = self.state.active
        if faces := self.told.get("dice"):
            self.you, chance = 0, Chance(0)
            chance.faces = faces
            self.engine.setup(self.state, chance)
            self.state.random = chance

    def arrange(self) -> None:
        """The situation as it is before."""
        engine, writer = self.engine, Slots if self.game == "alpha" else Cards
        self.state = state = engine.start(0)
        writer.clear(engine, state)
        number = 0
        for player, sections in enumerate(self.laid):
            for laid in sections.values():
                for known, slot, names, facts in laid:
                    cards = list(range(number, number := number + len(names)))
                    if known.kind == "slots" and cards:
                        writer.lay(engine, state, known.part, player, slot, cards)
                        for fact in facts:
                            writer.mark(engine, state, cards[-1], fact)
                    elif known.kind != "slots":
                        getattr(state, known.part)[player] += cards
            for name, known in self.rows.items():
                if known.kind == "pile" and name.endswith(("deck", "vault")):
                    getattr(state, known.part)[player].reverse()  # the top card is the last
        state.active = state.decider = self.you ^ (self.before.get("turn") == "they")
        state.turn, state.phase, state.outcome = TURN, self.before["phase"], None
        for player, whose in self.sides():
            for name, value in self.before.items():
                known = name.removeprefix("their_")
                if known not in (*self.rows, "phase", "turn") and name == whose + known:
                    writer.count(engine, state, player, known, value)
        state.random = Chance(0)
        state.random.faces = self.told.get("dice", ())
        writer.finish(engine, state)

    # What is seen of it

    def sides(self) -> Iterator[tuple[int, str]]:
        """The players with what the names of their rows and counters begin with."""
        yield from ((self.you, ""), (1 - self.you, "their_"))

    def side(self, player: int) -> str:
        return "you" if player == self.you else "they"

    def shown(self) -> dict[str, str]:
        """All that people see of the state."""
        state, engine = self.state, self.engine
        found = {
            "turn": self.side(state.active),
            "decides": self.side(state.decider),
            "phase": state.phase,
            "waiting": ", ".join(engine.waiting(state)),
            "outcome": self._outcome(),
        }
        if found["outcome"]:  # nobody decides any more
            found |= dict.fromkeys(OVER, "")
        for player, whose in self.sides():
            for name, known in self.rows.items():
                found[whose + name] = row(self.kind(name), self._places(known, player))
            for name, value in engine.counters(state, player):
                found[whose + key(name)] = value
        return found

    def kind(self, name: str) -> str:
        """How a row is compared."""
        kind = self.rows[name].kind
        return kind if kind == "slots" or name.endswith(("deck", "vault")) else "sorted"

    def _outcome(self) -> str:
        one = self.state.outcome
        if one is None:
            return ""
        kind = f"{self.side(one.winner)} win" if one.kind == "win" else one.kind
        return f"{kind}: {one.reason}"

    def _places(self, known: Any, player: int) -> list[tuple[str, Lying]]:
        held = getattr(self.state, known.part)[player]
        if known.last:
            held = held[known.first : known.last]
        if known.kind == "pile" and self.kind(key(known.name)) == "pile":
            held = held[::-1]
        return [self._place(one if isinstance(one, list) else [one], known.kind == "slots") for one in held]

    def _place(self, stack: Sequence[int], on_field: bool) -> tuple[str, Lying]:
        engine, state = self.engine, self.state
        if not stack or stack[-1] == EMPTY:
            return "-", ()
        names, facts = "/".join(engine.cards[one].name for one in stack), []
        if on_field:
            facts = ["tapped"] if engine.is_turned(state, stack[-1]) and not state.outcome else []
            for name, value in engine.badges(state, stack[-1]):
                number = re.search(r"(?<=−)\d+|-?\d+", value)
                facts.append(f"{name} {number.group() if number else value}")
        return names, tuple(sorted(facts))

    def expected(self, told: Mapping[str, Any], shown: Mapping[str, str]) -> dict[str, str]:
        """What was told, as it is shown."""
        found = {}
        for name, value in told.items():
            known = name.removeprefix("their_")
            if known in self.rows and isinstance(value, int):
                found[name] = shown[name] if counts(shown[name]).total() == value else f"{value} cards"
            elif known in self.rows:
                found[name] = row(self.kind(known), lying(self.game, value))
            else:
                found[name] = str(value)
        return found | (dict.fromkeys(OVER, "") if found.get("outcome") else {})

    # What is done in it

    def legal(self, every: bool = True) -> list[str]:
        state, engine = self.state, self.engine
        return [engine.text(state, action) for action in engine.legal_actions(state, every)]

    def do(self, texts: Sequence[str]) -> None:
        for text in texts:
            action = self.engine.parse(self.state, text)
            assert action is not None, (text, "is not among", self.legal())
            self.engine.apply(self.state, action)

    def play_on(self) -> None:
        """The greedy agent goes on for both."""
        match = Match(self.engine, [GreedyAgent(), GreedyAgent()], 0)
        match.state = self.state
        self.state.changes += 1  # what came before counts as a change
        self.state.outcome = finish(match)

    def check(self, step: Mapping[str, Any]) -> None:
        """What is offered, refused, and chosen."""
        legal = self.legal()
        for words in step.get("offered", ()):
            assert [text for text in legal if begins(text, words)], (words, "is not among", legal)
        for words in step.get("refused", ()):
            assert not [text for text in legal if begins(text, words)], (words, "is among", legal)
        if "only" in step:
            for text in legal:
                assert [words for words in step["only"] if begins(text, words)], (text, "is legal")
            for words in step["only"]:
                assert [text for text in legal if begins(text, words)], (words, "is not among", legal)
        if "greedy" in step:
            state, engine = self.state, self.engine
            seen, actions = engine.observation(state, state.decider), engine.legal_actions(state)
            chosen = GreedyAgent().choose(engine, seen, actions, Stream(0))
            assert engine.text(state, chosen) == step["greedy"]


def begins(text: str, words: str) -> bool:
    return text == words or text.startswith(f"{words} ")
