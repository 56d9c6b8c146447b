"""Small games for other numbers of players than two: a race of three, and a fire that all fight together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from cardtools.play.engine import Action, Definition, Engine, Needed, Option, Row, Verb
from cardtools.play.playtest.playtest_plan import Contestant, Pairing, PlaytestPlan
from cardtools.play.state import NOBODY, Outcome, Part, State
from cardtools.play.streams import Stream


class RaceState(State):
    PARTS = (
        Part("deck", 1, has_cards=True, seen="nobody", shared=True),
        Part("market", 1, has_cards=True, shared=True),
        Part("hand", 2, has_cards=True, seen="owner"),
        Part("won", 2, has_cards=True),
        Part("known", 1),
        Part("lent", 0),
    )
    __slots__ = tuple(part.name for part in PARTS)
    deck: list[int]
    market: list[int]
    hand: list[list[int]]
    won: list[list[int]]
    known: list[tuple[int, ...]]
    lent: int


class RaceEngine(Engine[RaceState]):
    """Take a horse of the market, look at the next one of the common deck, or give a horse to somebody; three
    turns of everybody, then whose horses are fastest wins, together with whoever has as fast ones.
    """

    NAME = "race"
    VERSION = "1"
    STATE = RaceState
    PLAYERS = 3
    ALLOWED = range(1, 7)
    VALUES: ClassVar[Mapping[str, Needed]] = {"size": Needed("number", "how fast the horse is")}
    OPTIONS: ClassVar[Mapping[str, Option]] = {"rounds": Option(3, (1, 9), "turns of everybody")}
    VERBS: ClassVar[Mapping[str, Verb]] = {
        "take": Verb("take {0}", ("card",)),
        "peek": Verb("peek"),
        "give": Verb("give {0} to {1}", ("card", "player")),
        "keep": Verb("keep {0}", ("card",)),
    }
    EVENTS: ClassVar[Mapping[str, str]] = {
        "take": "{player} take[s] {card}.",
        "peek": "{player} look[s] at {card}.",
        "give": "{player} give[s] {card} to {player0}.",
        "keep": "{player} keep[s] {card}; {opponent} watch.",
        "turn_up": "A card is turned up: {card}.",
    }
    ROWS = (
        Row("market", "slots", "Market"), Row("deck", "pile", "Deck"), Row("won", "pile", "Won"),
        Row("hand", "hand", "Hand"),
    )  # fmt: skip

    def setup(self, state: Any, random: Stream) -> None:
        deck = [card for cards in self.decks for card in cards]
        random.shuffle(deck)
        state.hand = [[deck.pop() for _ in range(2)] for _ in self.decks]
        state.market = [deck.pop() for _ in range(3)]
        state.deck, state.won, state.lent = deck, [[] for _ in self.decks], 0
        state.known = [()] * len(self.cards)
        state.active = state.decider = random.below(self.players)
        state.turn, state.phase = 1, "race"

    def legal_actions(self, state: Any, every: bool = False) -> list[Action]:
        if state.outcome:
            return []
        hand = state.hand[state.active] if every else self.different(state.hand[state.active])
        actions = [("take", card) for card in (state.market if every else self.different(state.market))]
        if state.deck and state.active not in state.known[state.deck[-1]]:
            actions.append(("peek",))
        actions += [("keep", card) for card in hand]
        return actions + [("give", card, other) for card in hand for other in self.opponents[state.active]]

    def perform(self, state: Any, action: Action) -> None:
        player, verb = state.active, action[0]
        if verb == "peek":
            state.known[state.deck[-1]] += (player,)
            self.event(state, "peek", player, state.deck[-1], known_to=player)
        elif verb == "take":
            state.market.remove(action[1])
            state.hand[player].append(action[1])
            self.event(state, "take", player, action[1])
            if state.deck:
                state.market.append(state.deck.pop())
                self.event(state, "turn_up", player, state.market[-1])
        else:
            state.hand[player].remove(action[1])
            if verb == "keep":
                state.won[player].append(action[1])
                self.event(state, "keep", player, action[1])
            else:
                state.hand[action[2]].append(action[1])
                state.known[action[1]] += (player, action[2])
                self.event(state, "give", player, action[1], action[2], known_to=NOBODY)
        state.turn += 1
        state.active = state.decider = (player + 1) % self.players
        if state.turn > int(self.options["rounds"]) * self.players:
            speeds = [self._speed(state, one) for one in range(self.players)]
            fastest = [one for one, speed in enumerate(speeds) if speed == max(speeds)]
            state.outcome = Outcome.of("win", fastest, f"{max(speeds)} is the fastest")

    def _speed(self, state: Any, player: int) -> int:
        return sum(self.cards[card].number("size") for card in state.won[player])

    def counters(self, state: Any, player: int) -> list[tuple[str, str]]:
        return [("Speed", str(self._speed(state, player)))]

    def score(self, state: Any, action: Action) -> float:
        speed = self.cards[action[1]].number("size") if len(action) > 1 else 0
        return {"keep": 2 * speed, "take": speed, "give": -speed, "peek": 0.5}[action[0]]

    def value(self, state: Any, player: int) -> float:
        others = [self._speed(state, one) for one in self.opponents[player]]
        return (self._speed(state, player) - max(others, default=0)) / 100


class FireState(State):
    PARTS = (
        Part("hand", 2, has_cards=True, seen="others"),
        Part("wall", 2, has_cards=True, shared=True),
        Part("deck", 2, has_cards=True, seen="nobody"),
        Part("fire", 0),
    )
    __slots__ = tuple(part.name for part in PARTS)
    hand: list[list[int]]
    wall: list[list[int]]
    deck: list[list[int]]
    fire: int


class FireEngine(Engine[FireState]):
    """Everybody sees the buckets of the others but not the own ones. Who pours the own first bucket where the
    wall has none fights the fire; all win once each place has one, and lose when the fire is too large.
    """

    NAME = "fire"
    VERSION = "1"
    STATE = FireState
    PLAYERS = 2
    ALLOWED = (3, 4)
    VALUES: ClassVar[Mapping[str, Needed]] = {"size": Needed("number", "the place where it is of use")}
    VERBS: ClassVar[Mapping[str, Verb]] = {
        "pour": Verb("pour the {0} bucket", ("word",)),
        "ask": Verb("ask for place {0}", ("middle",)),
    }
    EVENTS: ClassVar[Mapping[str, str]] = {"pour": "{player} pour[s] {card}.", "burn": "The fire is at {0}."}
    ROWS = (Row("wall", "slots", "Wall"), Row("hand", "hand", "Buckets"), Row("deck", "pile", "Deck"))
    LARGEST = 6

    def prepare(self) -> None:
        self.opponents = [[] for _ in self.decks]  # all are on one side

    def setup(self, state: Any, random: Stream) -> None:
        state.deck = self.shuffled_decks(random)
        state.hand = [[deck.pop() for _ in range(2)] for deck in state.deck]
        state.wall, state.fire = [[] for _ in range(3)], 0
        state.active = state.decider = 0
        state.turn, state.phase = 1, "fight"

    def legal_actions(self, state: Any, every: bool = False) -> list[Action]:
        if state.outcome:
            return []
        free = [place for place, stack in enumerate(state.wall) if not stack]
        asking: list[Action] = [("ask", place) for place in free]
        return [("pour", "first"), ("pour", "last"), *asking] if state.hand[state.active] else asking

    def perform(self, state: Any, action: Action) -> None:
        player = state.active
        if action[0] == "ask":
            self._burn(state, 1)
        else:
            hand = state.hand[player]
            card = hand.pop(0 if action[1] == "first" else -1)
            place = self.cards[card].number("size") % 3
            self._burn(state, 1 if state.wall[place] else 0)
            state.wall[place].append(card)
            self.event(state, "pour", player, card)
            if state.deck[player]:
                hand.append(state.deck[player].pop())
        state.turn += 1
        state.active = state.decider = (player + 1) % self.players
        if all(state.wall):
            state.outcome = Outcome.of("win", range(self.players), "the fire is out")
        elif state.fire >= self.LARGEST:
            state.outcome = Outcome("loss", -1, "everything burns")

    def _burn(self, state: Any, by: int) -> None:
        state.fire += by
        if by:
            self.event(state, "burn", state.active, -1, state.fire)

    def score(self, state: Any, action: Action) -> float:
        return {"pour": 1.0, "ask": 0.0}[action[0]]

    def value(self, state: Any, player: int) -> float:
        return (sum(map(bool, state.wall)) - state.fire / 2) / 4


def horses(name: str = "Horse", count: int = 8) -> list[Definition]:
    return [Definition(f"{name} {size}", values={"size": size}) for size in range(1, count + 1)]


def game(engine: type[Engine[Any]], players: int, **options: int) -> Engine[Any]:
    """A game for so many players, each with horses of another name."""
    return engine([{"main": horses(name)} for name in "ABCDEF"[:players]], options)


def contest(engine: type[Engine[Any]], agents: Sequence[str], same: bool = False) -> PlaytestPlan:
    """A playtest of agents, each with horses of another name or all with the same."""
    contestants = tuple(
        Contestant("same" if same else name, agent, {"main": horses("H" if same else name)})
        for name, agent in zip("ABCDEF", agents, strict=False)
    )
    known = engine, {}, {}, (engine.NAME, "1", "")
    return PlaytestPlan(*known, (Pairing(contestants, same),), 1, Path())
