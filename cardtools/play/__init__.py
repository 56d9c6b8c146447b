"""Playing a game: its engine, its states, its matches. What an engine of your own needs is offered here.

A match is `Match(engine, agents, seed)`; engines are in `games`, agents in `agents`, the page in `table`.
"""

from cardtools.play.engine import Action, DeckCards, Definition, Engine, Needed, Option, Row, Verb
from cardtools.play.match import Match, play_match
from cardtools.play.state import EMPTY, EVERYBODY, HIDDEN, NOBODY, Event, Outcome, Part, State
from cardtools.play.streams import Stream

__all__ = [
    "EMPTY", "EVERYBODY", "HIDDEN", "NOBODY", "Action", "DeckCards", "Definition", "Engine", "Event", "Match",
    "Needed", "Option", "Outcome", "Part", "Row", "State", "Stream", "Verb", "play_match",
]  # fmt: skip
