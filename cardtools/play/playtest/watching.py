"""Notes on a match while it is played: enough to compute every measure of a report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, get_args, get_type_hints

from cardtools.play.engine import Action, CardText, Engine
from cardtools.play.match import Match, Step
from cardtools.play.state import EMPTY, Outcome
from cardtools.programs.tree import Static

# Actions that name a card of the hand without playing it.
_HANDS = ("owner", "others")
_NOT_PLAYED = ("choose", "discard", "trade", "keep", "mulligan")
# The counts of each card: copies drawn, copies played, copies in the hand at the end; then how often its
# effect took place, and how often it failed.
DRAWN, PLAYED, STUCK, RAN, FAILED = range(5)
_MANY = 10**9  # more of anything are in no match


def distinct(engine: Engine[Any], seat: int) -> list[str]:
    """The names of the cards in a player's deck, each once, in its order."""
    return list(dict.fromkeys(engine.cards[card].name for card in engine.decks[seat]))


def takes_place(texts: Iterable[CardText]) -> bool:
    """Whether texts have an effect that takes place at some moment, as static abilities do not."""
    return any(not isinstance(ability, Static) for text in texts for ability in text.abilities)


class Watcher:
    """Notes what happens in one match; `see` is what `play_match` calls."""

    def __init__(self, engine: Engine[Any], state: Any) -> None:
        self.engine = engine
        self.parts = [p.name for p in state.PARTS if p.has_cards and p.seen in _HANDS and p.depth == 2]
        self.playing = {
            name: verb.arguments.index("card") + 1
            for name, verb in engine.VERBS.items()
            if "card" in verb.arguments and not verb.text.startswith(_NOT_PLAYED)
        }
        # The counts of the cards of each player by their names, in the order of `distinct`, and by card.
        self.named = [{name: [0] * 5 for name in distinct(engine, seat)} for seat in range(engine.players)]
        owned = zip(engine.owner, engine.cards, strict=True)
        self.counts = [self.named[owner][card.name] for owner, card in owned]
        self.drawn, self.played = bytearray(len(engine.cards)), bytearray(len(engine.cards))
        self._hands(state)
        self.turn, self.active, self.first = state.turn, state.active, state.active
        self.values = [round(engine.value(state, 0), 3)]  # of two who is ahead
        self.could_play = False
        self.turns = [0] * engine.players
        self.idle = [0] * engine.players
        self.left = [[0, 0] for _ in range(engine.players)]
        self.unspent = engine.unspent(state, state.active)

    def _hands(self, state: Any) -> None:
        self.hands = [
            [card for part in self.parts for card in getattr(state, part)[seat]]
            for seat in range(self.engine.players)
        ]
        drawn = self.drawn
        for card in chain(*self.hands):
            if not drawn[card]:
                drawn[card] = 1
                self.counts[card][DRAWN] += 1

    def played_by(self, action: Action) -> int:
        """The card that an action plays, if it is one of the hand; EMPTY for an action of another kind."""
        place = self.playing.get(action[0])
        card: int = action[place] if place else EMPTY
        return card

    def see(self, state: Any, step: Step) -> None:
        """Note a step, and the state after it."""
        hand = self.hands[step.player]
        if not self.could_play and step.player == self.active:
            at = self.playing.get
            self.could_play = any((place := at(one[0])) and one[place] in hand for one in step.choices)
        card = self.played_by(step.action)
        if card >= 0 and not self.played[card] and card in hand:
            self.played[card] = 1
            self.counts[card][PLAYED] += 1
        for event in step.events:
            if event.card >= 0 and event.kind in self.engine.EFFECT_EVENTS:
                self.counts[event.card][RAN] += 1
            elif event.card >= 0 and event.kind in self.engine.FAILED_EVENTS:
                self.counts[event.card][FAILED] += 1
        if step.events:
            self._hands(state)
        if state.turn != self.turn:
            self._end_turn()
            self.turn, self.active = state.turn, state.active
            self.values.append(round(self.engine.value(state, 0), 3))
            self.unspent = self.engine.unspent(state, state.active)
        elif step.events and step.player == self.active:
            self.unspent = self.engine.unspent(state, self.active)
        if state.turn <= 1:
            self.first = self.active = state.active

    def _end_turn(self) -> None:
        if self.turn > 0:
            self.turns[self.active] += 1
            self.idle[self.active] += not self.could_play
            for index, number in enumerate(self.unspent):
                self.left[self.active][index] += number
        self.could_play = False

    def data(self, match: Match) -> dict[str, Any]:
        """The record of the match, by seat."""
        self._end_turn()
        for card in chain(*self.hands):
            self.counts[card][STUCK] += 1
        outcome = match.outcome
        assert outcome is not None
        return {
            "outcome": outcome.kind,
            "winner": outcome.winner,
            **({"also": [*outcome.also]} if outcome.also else {}),
            "reason": outcome.reason,
            "first": self.first,
            "turns": match.state.turn,
            "decisions": match.number,
            "values": self.values,
            "own_turns": self.turns,
            "idle": self.idle,
            "left": self.left,
            "cards": [[*own.values()] for own in self.named],
        }


def fits(data: Any, sizes: Sequence[int]) -> bool:
    """Whether data from a file are the record of a match, by contestant, with so many different cards in each
    deck: the file may be damaged, or a stranger's.
    """
    wholes = [data["turns"], data["decisions"], *data["own_turns"], *data["idle"]]
    wholes += chain(*data["left"], *chain(*data["cards"]))
    return (
        data["outcome"] in get_args(get_type_hints(Outcome)["kind"])
        and data["winner"] in range(-1, len(sizes))
        and all(seat in range(len(sizes)) for seat in (data["first"], *data.get("also", ())))
        and isinstance(data["reason"], str)
        and all(type(number) is int and 0 <= number < _MANY for number in wholes)
        and [len(deck) for deck in data["cards"]] == [*sizes]
        and all(len(card) == FAILED + 1 for deck in data["cards"] for card in deck)
        and all(len(data[name]) == len(sizes) for name in ("own_turns", "idle", "left"))
        and all(len(pair) == 2 for pair in data["left"])
        and bool(data["values"])
        and all(isinstance(value, int | float) and abs(value) < _MANY for value in data["values"])
    )


def by_contestant(data: dict[str, Any], turned: int) -> dict[str, Any]:
    """The record of a match by contestant, not by seat: the first sat so many seats on."""
    if not turned:
        return data
    lists = {key: data[key][turned:] + data[key][:turned] for key in ("own_turns", "idle", "left", "cards")}
    number = len(data["cards"])
    seats = {key: (data[key] - turned) % number if data[key] >= 0 else -1 for key in ("winner", "first")}
    if "also" in data:
        lists["also"] = [(seat - turned) % number for seat in data["also"]]
    return data | lists | seats | {"values": [0.0 - value for value in data["values"]]}
