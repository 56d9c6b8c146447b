"""What every game is to those who play it: legal actions, their effects, observations and outcomes.

The shape is that of OpenSpiel and pgx. A game is one module in `games/` with an `Engine` and a `State`.
"""

from __future__ import annotations

import re
import reprlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

from cardtools.ground.errors import CardtoolsError
from cardtools.ground.spelling import counted
from cardtools.play.state import EMPTY, EVERYBODY, HIDDEN, Event, Outcome, Part, State
from cardtools.play.streams import Stream, stream_key
from cardtools.programs.node_types import LARGEST

# The verb, then what it is done with: cards, slots (from 0), players or numbers.
Action = tuple[Any, ...]
S = TypeVar("S", bound=State)
_LONG_NUMBER = re.compile(r"\d{6}")  # in a text, such as a cost
_NO_NUMBERS = Stream(0)
_new = tuple.__new__  # of a NamedTuple: in half the time, for what is made at every step


class CardText(NamedTuple):
    """A text of a card with its abilities as programs; `blank` says why it is not played, "" if it is."""

    words: str
    abilities: tuple[Any, ...] = ()
    blank: str = ""


@dataclass(frozen=True, slots=True)
class Definition:
    """A card as its table has it, for an engine: its kinds in the engine's words, the values that the engine
    asks for (numbers, texts, or tuples of words), and its texts.
    """

    name: str
    kinds: frozenset[str] = frozenset()
    values: Mapping[str, Any] = field(default_factory=dict)
    texts: tuple[CardText, ...] = ()

    def number(self, name: str) -> int:
        """A value that is a number, 0 where the card has none."""
        value = self.values.get(name)
        return value if isinstance(value, int) else 0


DeckCards = Mapping[str, Sequence[Definition]]


class Option(NamedTuple):
    """A number or a choice of the rules that `[play.options]` of a ruleset may change: its default, the
    smallest and largest number or the words allowed, and what it means, with its source. A number that is
    not `stated` answers a question that the texts of the rules leave open.
    """

    default: int | bool | str
    allowed: tuple[int, int] | tuple[str, ...] | None
    meaning: str
    stated: bool = True

    def expected(self, value: object) -> str:
        """What is expected instead of the value, "" if it is right."""
        if isinstance(self.default, bool):
            return "" if isinstance(value, bool) else "true or false"
        if isinstance(self.default, str):
            words = tuple(map(str, self.allowed or ()))
            return "" if value in words else " or ".join(words)
        low, high = self.allowed or (0, 10**9)
        fits = isinstance(value, int) and not isinstance(value, bool) and int(low) <= value <= int(high)
        return "" if fits else f"{low} to {high}"


class Needed(NamedTuple):
    """What an engine asks of `[play]`: a value of cards (a `number`, a `text` or `words`), or the
    `condition` of a kind of card.
    """

    kind: str
    meaning: str
    optional: bool = False

    def misfit(self, value: object) -> str:
        """Why a card cannot have the value, "" if it can."""
        if self.kind == "number" and (not isinstance(value, int) or isinstance(value, bool)):
            return f"is {_short.repr(value)}, not a whole number"
        words = value if isinstance(value, tuple) else (value,)
        if not all(isinstance(word, str | int) for word in words):
            return f"is {_short.repr(value)}, not a text or a list of texts"
        if any(abs(word) > LARGEST if isinstance(word, int) else _LONG_NUMBER.search(word) for word in words):
            return f"is {_short.repr(value)}, which has too large a number"
        return ""


_short = reprlib.Repr()
_short.maxstring = _short.maxlong = 60


class Verb(NamedTuple):
    """How an action reads: a text with `{0}`, `{1}` for its arguments, and what each of them is: a `card`, a
    `slot` of the decider, of the next player (`theirs`) or on nobody's side (`middle`), a `side` (so many
    players after the decider) with a slot after it, a `place` in a list (from 0), a `player`, a `number` or a
    `word`. `said` is how people read it at the table, "" for the same.
    """

    text: str
    arguments: tuple[str, ...] = ()
    said: str = ""


class Row(NamedTuple):
    """How people see a part of the state that has cards, and what they call it. Of a part with several rows
    `first` and `last` are the slots of this one, (0, 0) all.
    """

    part: str
    kind: Literal["slots", "hand", "pile"]
    name: str
    first: int = 0
    last: int = 0


def _peeked(seen: Any, player: int) -> set[int]:
    """The cards that a player knows wherever they lie; what others know is taken out of the observation."""
    seen.known = [(player,) if player in who else () for who in seen.known]
    return {card for card, who in enumerate(seen.known) if who}


def _veiled(held: Sequence[Any], depth: int, known: Container[int]) -> list[Any]:
    """Lists of cards, so deep, of which only those are shown that are known."""
    if depth > 1:
        return [_veiled(one, depth - 1, known) for one in held]
    return [card if card in known else HIDDEN for card in held]


class Engine(ABC, Generic[S]):
    """A game with a deck for each of its `players`, ready to be played any number of times.

    A deck is its cards by section, `main` first. `cards` has the definition of each card of the match by
    number, `owner` the player whose deck it is from and `section` where in it; the first deck's cards come
    first, in the deck's order. `opponents` are by player all others, the next one first; a game with teams
    takes out who plays with whom. Playing changes nothing in an engine but what it remembers to be faster.
    """

    NAME: ClassVar[str]
    VERSION: ClassVar[str]  # of the engine: with the ruleset's own, what a replay is bound to
    PLAYERS: ClassVar[int] = 2  # if nobody asks for another number
    ALLOWED: ClassVar[Sequence[int]] = ()  # other numbers of players
    OPTIONS: ClassVar[Mapping[str, Option]] = {}
    VALUES: ClassVar[Mapping[str, Needed]] = {}
    KINDS: ClassVar[Mapping[str, Needed]] = {}
    SECTIONS: ClassVar[tuple[str, ...]] = ()  # those it plays with although a ruleset sets them apart
    WEIGHTS: ClassVar[Mapping[str, Option]] = {}  # of the greedy agent
    VERBS: ClassVar[Mapping[str, Verb]] = {}
    ROWS: ClassVar[tuple[Row, ...]] = ()
    # How events read, by kind: `{player}`, `{opponent}` (of several "the others"), `{card}`, and of the
    # details `{0}`, `{card0}` (the opponent where there is none), `{slot0}`, `{player0}` and `{zone0}`;
    # `{at}` is " on Fox" where the details have a tuple of cards. `draw[s]` is a verb that has no s when it
    # is said to "you", `{their}` is then "your". Events without a text are not in the log.
    EVENTS: ClassVar[Mapping[str, str]] = {}
    # The kinds of events in which a card's text takes effect, and in which it fails to.
    EFFECT_EVENTS: ClassVar[tuple[str, ...]] = ("use", "ability", "resolve", "trigger")
    FAILED_EVENTS: ClassVar[tuple[str, ...]] = ("fizzle", "countered")
    STATE: ClassVar[type[State]]

    def __init__(
        self,
        decks: Sequence[DeckCards],
        options: Mapping[str, int | bool | str] | None = None,
        weights: Mapping[str, int] | None = None,
    ) -> None:
        piles = [(player, *pile) for player, deck in enumerate(decks) for pile in deck.items()]
        self.cards = tuple(card for _, _, cards in piles for card in cards)
        self.owner = tuple(player for player, _, cards in piles for _ in cards)
        self.section = tuple(section for _, section, cards in piles for _ in cards)
        self.players = number = self.number_of_players(len(decks))
        self.opponents = [[(one + at) % number for at in range(1, number)] for one in range(number)]
        # The cards of each player.
        self.decks = tuple(
            tuple(n for n, own in enumerate(self.owner) if own == player) for player in range(number)
        )
        self.options = {name: known.default for name, known in self.OPTIONS.items()} | dict(options or {})
        self.weights = {name: int(known.default) for name, known in self.WEIGHTS.items()} | dict(
            weights or {}
        )
        self.noted: set[tuple[int, int]] | None = None  # as `Match.noted`, while a match does an action
        self.is_shared: bool | None = None  # whether players share hidden cards, once it was asked
        self.prepare()

    @classmethod
    def number_of_players(cls, wanted: int | None = None) -> int:
        """How many play. Raises CardtoolsError where the game is not for so many."""
        allowed = sorted({cls.PLAYERS, *cls.ALLOWED})
        if wanted is None or wanted in allowed:
            return wanted or cls.PLAYERS
        hint = f"it is for {' or '.join(map(str, allowed))}"
        raise CardtoolsError(f"the game {cls.NAME} is not for {counted(wanted, 'player')}\n  help: {hint}")

    # What a game writes

    def prepare(self) -> None:
        """Note what follows from the cards and options, once for all matches; here nothing."""

    @abstractmethod
    def setup(self, state: S, random: Stream) -> None:
        """Fill a new state: shuffled decks, opening hands, who begins, and the start of the first turn."""

    @abstractmethod
    def legal_actions(self, state: S, every: bool = False) -> list[Action]:
        """What the decider may do, in a fixed order; never empty before the end.

        Of actions that differ only in which of several alike they use, such as two copies of a card or two
        empty slots, the list has the first, unless `every` one is asked for. No two in it read alike.
        """

    @abstractmethod
    def perform(self, state: S, action: Action) -> None:
        """Do what a legal action says, in place, and go on to the next decision or the end."""

    def score(self, state: S, action: Action) -> float:
        """How good an action looks to the greedy agent, which takes the highest; see `weights`."""
        return 0.0

    def value(self, state: S, player: int) -> float:
        """How good a state looks for a player, from -1 to 1, where a search stops before the end."""
        return 0.0

    def illegal(self, state: S, action: Action) -> str:
        """Why an action is not legal, in words for a person; "" if it is."""
        return "" if action in self.legal_actions(state, every=True) else "that is not possible now"

    def hide(self, state: S, viewer: int) -> None:
        """Remove from an observation what its viewer must not know beyond the cards of the parts. What it has
        is shared with the state: put something else in its place, and change nothing in it.
        """

    def compiled(self, agents: Sequence[str]) -> Callable[[int], dict[str, Any]] | None:
        """What plays whole matches of these agents by their seed much faster, and gives what is kept of each
        as `Watcher.data` does; None where nothing does. Raises CardtoolsError where it is not installed.
        """
        return None

    # What people see of a state, their own or an observation

    def rows(self) -> tuple[Row, ...]:
        """The rows of a player, from the middle of the table to the player, and those that all share."""
        return self.ROWS

    def counters(self, state: S, player: int) -> list[tuple[str, str]]:
        """What a player has, each with its name: `("Energy", "2 of 3")`."""
        return []

    def unspent(self, state: S, player: int) -> tuple[int, int]:
        """What a player has left of what a turn gives, such as energy or plays, and how much that was; 0 of 0
        where a turn gives nothing.
        """
        return 0, 0

    def badges(self, state: S, card: int) -> list[tuple[str, str]]:
        """What is to be seen on a card that lies open, each with its name: `("health", "2")`."""
        return []

    def is_turned(self, state: S, card: int) -> bool:
        """Whether a card lies on its side."""
        return False

    def waiting(self, state: S) -> list[str]:
        """What waits to take place, the next first, such as a chain of effects."""
        return []

    def effect_said(self, state: S, action: Action) -> str:
        """What people read of an effect that an action names by its place, the last argument."""
        return f"effect {action[-1] + 1}"

    def question(self, state: S) -> str:
        """What the decider decides."""
        return state.phase.capitalize()

    def why_not(self, state: S, card: int) -> str:
        """Why the decider can do nothing with a card of his."""
        return "There is nothing to do with it now."

    # What everybody uses

    def start(self, seed: int) -> S:
        """The state before the first decision. Its random numbers are the stream `game` of the seed, those of
        decks and turn order the stream `setup`.
        """
        state: Any = object.__new__(self.STATE)
        state.active = state.decider = 0
        state.turn, state.phase, state.viewer, state.outcome, state.changes = 0, "", -1, None, 0
        state.random = Stream(stream_key(seed, "game"))
        state.events = []
        self.setup(state, Stream(stream_key(seed, "setup")))
        return state  # type: ignore[no-any-return]

    def deck_lists(self) -> list[dict[str, list[Definition]]]:
        """The decks that it was made with, each its cards by section."""
        decks: list[dict[str, list[Definition]]] = [{} for _ in self.decks]
        for card, player, section in zip(self.cards, self.owner, self.section, strict=True):
            decks[player].setdefault(section, []).append(card)
        return decks

    def shuffled_decks(self, random: Stream) -> list[list[int]]:
        """The cards of each player's deck in a random order."""
        decks = [list(deck) for deck in self.decks]
        for deck in decks:
            random.shuffle(deck)
        return decks

    def apply(self, state: S, action: Action) -> list[Event]:
        """Do what a legal action says, in place; what happened, in order."""
        state.events = []
        self.perform(state, action)
        return state.events

    def outcome(self, state: S) -> Outcome | None:
        """How the match ended; None while it goes on."""
        return state.outcome

    def observation(self, state: S, player: int) -> S:
        """The state as a player knows it: other hands and the order of decks are HIDDEN, and there are no
        random numbers in it. Legal actions of the player can be asked of it; it cannot be applied to.

        It shares its lists with the state, so it is only right until the state changes: copy it to keep it.
        """
        seen: Any = state.shared()
        seen.viewer, seen.random, seen.events = player, _NO_NUMBERS, []
        known = _peeked(seen, player) if state.HAS_KNOWN else ()
        for part in state.HIDDEN_PARTS:
            held = getattr(state, part.name)
            simple = part.depth == 2 and not known
            hidden = [[HIDDEN] * len(c) for c in held] if simple else _veiled(held, part.depth, known)
            if part.seen == "owner":
                hidden[player] = held[player]
            elif part.seen == "others":
                hidden = [*held[:player], hidden[player], *held[player + 1 :]]
            setattr(seen, part.name, hidden)
        self.hide(seen, player)
        return seen  # type: ignore[no-any-return]

    def determinise(self, observation: S, random: Stream) -> S:
        """A state that the observation could be of: hidden cards are dealt from those not seen, by chance.

        On each player's side lie those of his own deck, as far as there are as many; in a game whose players
        share hidden cards from the start, any.
        """
        state = observation.copy()
        state.viewer = -1
        state.random = Stream(random.below(1 << 32) << 32 | random.below(1 << 32))
        known = {card for _, _, card in state.places() if card != HIDDEN}
        hidden: list[tuple[Part, int]] = [(p, side) for p, side, card in state.places() if card == HIDDEN]
        sides = *range(self.players), -1  # nobody's is the last
        unseen = [*([card for card in deck if card not in known] for deck in self.decks), []]
        needed = [sum(side == player for _, side in hidden) for player in sides]
        if needed != [*map(len, unseen)] or self._shares():
            self._share_out(unseen, needed, random)
        for player, cards in zip(sides, unseen, strict=True):
            random.shuffle(cards)
            for part in {part: None for part, side in hidden if side == player}:
                for side, pile in part.piles(getattr(state, part.name)):
                    for place, card in enumerate(pile) if side == player else ():
                        if card == HIDDEN:
                            pile[place] = cards.pop()
        return state

    def _share_out(self, unseen: list[list[int]], needed: Sequence[int], random: Stream) -> None:
        """Give each side as many cards as lie hidden on it: its own first, unless players share them."""
        spare: list[int] = []
        for cards, number in zip(unseen, needed, strict=True):
            random.shuffle(cards)
            keeps = 0 if self._shares() else number
            spare += cards[keeps:]
            del cards[keeps:]
        random.shuffle(spare)
        for cards, number in zip(unseen, needed, strict=True):
            lacking = number - len(cards)
            cards += spare[:lacking]
            del spare[:lacking]

    def _shares(self) -> bool:
        """Whether a hidden card lies on another player's side from the start, as in a deck that all draw
        from.
        """
        if self.is_shared is None:
            places = self.start(0).places()
            self.is_shared = any(one.seen != "all" and self.owner[card] != side for one, side, card in places)
        return self.is_shared

    # Actions as text

    def text(self, state: S, action: Action) -> str:
        """An action as replays and people write it, such as `play "Glass Hound" in 3`."""
        verb = self.VERBS[action[0]]
        words = [self.word(state, kind, v) for kind, v in zip(verb.arguments, action[1:], strict=True)]
        return verb.text.format(*words)

    def word(self, state: S, kind: str, value: Any) -> str:
        """An argument of an action in words."""
        if kind == "card":
            return f'"{self.cards[value].name}"' if value >= 0 else "nothing"
        if kind in ("slot", "theirs", "middle", "place"):
            return str(value + 1)
        if kind == "player" or (kind == "side" and self.players > 2):
            return f"player {(value + (state.decider if kind == 'side' else 0)) % self.players + 1}"
        if kind == "side":
            return ("own", "opposing")[value]
        return str(value)

    def parse(self, state: S, text: str) -> Action | None:
        """The legal action that a text means, or None."""
        words = " ".join(text.split()).casefold()
        actions = (action for every in (False, True) for action in self.legal_actions(state, every))
        return next((action for action in actions if self.text(state, action).casefold() == words), None)

    # What games share

    def different(self, cards: Iterable[int]) -> list[int]:
        """The cards without further copies of one among them."""
        first: dict[str, int] = {}
        for card in cards:
            first.setdefault(self.cards[card].name, card)
        return list(first.values())

    def event(
        self, state: S, kind: str, player: int, card: int = EMPTY, *details: Any, known_to: int = EVERYBODY
    ) -> None:
        """Note that something happened that lasts."""
        state.changes += 1
        state.events.append(_new(Event, (kind, player, card, details, known_to)))

    def passing(self, state: S, kind: str, player: int, card: int = EMPTY, *details: Any) -> None:
        """Note that something happened that leaves nothing behind but spent resources."""
        state.events.append(_new(Event, (kind, player, card, details, EVERYBODY)))
