"""What rules forget: texts that never end, states without an action, cards that are never played, effects
that never run, a seat that wins more; found by playing, each with a match as evidence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple

from cardtools.play.agents import Agent, GreedyAgent, RandomAgent
from cardtools.play.engine import Action, Engine
from cardtools.play.match import NO_ACTION, Match, MatchRecord, finish, play_match
from cardtools.play.playtest.intervals import Z, coin_chance, discoveries, mean_difference, wilson
from cardtools.play.playtest.playtest_plan import ORDINALS, PlaytestPlan, wins
from cardtools.play.playtest.watching import DRAWN, RAN, Watcher, takes_place
from cardtools.play.replay import MatchSetting, Replay
from cardtools.play.state import Outcome, State
from cardtools.play.streams import Stream, stream_key

# Copies drawn before a card counts as one that is never played.
_ENOUGH = 10
_SMALL = 4  # different cards of each deck in a small game
_STATES = 1_000  # that are looked at in one
_SMALL_GAMES = 3  # one for each other answer
# How games end without a rule, by the kind of gap; and the kinds that are counted.
_UNENDING = {
    "no-action": "come to a state without a legal action",
    "stand-off": "end in a stand-off, which no rule ends",
    "endless": "do not end within the limit of decisions",
}
_SHARES = {kind: what for kind, what in _UNENDING.items() if kind != "no-action"}
_REPEATED = "the same state came again within a turn, and no rule ends that"


class Gap(NamedTuple):
    """Something the rules do not settle: its kind, what was seen, and the match in which it was.

    `about` is the card or zone it is about, `variant` the option of the rules that was changed to see it, ""
    for the rules as they are. `chance` is how likely it is seen by chance, None where one match is evidence.
    """

    kind: str
    message: str
    replay: Replay | None = None
    about: str = ""
    variant: str = ""
    chance: float | None = None


class IdleAgent:
    """Does as little as it may: it takes the action that changes the fewest things."""

    name = "idle"
    has_no_memory = True
    sees = True

    def choose(
        self, engine: Engine[Any], observation: Any, actions: Sequence[Action], random: Stream
    ) -> Action:
        """The action that changes least; of equals the last, which is most often to pass."""
        world = engine.determinise(observation, Stream(0))

        def changes(action: Action) -> int:
            state = world.copy()
            engine.apply(state, action)
            return int(state.changes)

        return min(reversed(actions), key=changes)


def find_gaps(plan: PlaytestPlan, games: int, progress: Callable[..., Any]) -> list[Gap]:
    """What the rules of a plan forget, seen in `games` games of each kind; then what each other answer to a
    question of the rules would change, seen in a fifth of them.

    How often something happens with another answer is compared with the same deals by the rules as they are.
    Of what differs, and of the seats that are ahead, at most 5 % are so by chance (Benjamini and Hochberg).
    """
    runs = _played(plan, games, progress, "")
    gaps = [*_seen(plan, runs, _SMALL_GAMES), *(gap for run in runs for gap in run.seats())]
    few = max(20, games // 5)
    # What so few games of the rules as they are would show is no change.
    again = _seen(plan, _played(plan, few, progress, ""), 1) if plan.engine.OPTIONS else ()
    seen = {(gap.kind, gap.about) for gap in (*gaps, *again)}
    for name, option in plan.engine.OPTIONS.items():
        now, answers = plan.options.get(name, option.default), list[bool | int | str]()
        if isinstance(option.default, bool):
            answers = [not now]
        elif isinstance(option.default, str):
            answers = [*(option.allowed or ())]
        elif not option.stated:  # of a number that no text states the smallest
            answers = [option.allowed[0] if option.allowed else 0]
        for other in (answer for answer in answers if answer != now):
            label = f"{name} = {str(other).lower() if isinstance(other, bool) else other}"
            changed = replace(plan, options={**plan.options, name: other}, made={})
            others = _played(changed, few, progress, label)
            new = [
                gap
                for gap in _seen(changed, others, 1)
                if (gap.kind, gap.about) not in seen and gap.kind not in _SHARES
            ]
            new += [gap for run, old in zip(others, runs, strict=True) for gap in run.changes(old)]
            gaps += [gap._replace(variant=label) for gap in new]
    flags = iter(discoveries([gap.chance for gap in gaps if gap.chance is not None]))
    return [gap for gap in gaps if gap.chance is None or next(flags)]


def _played(plan: PlaytestPlan, games: int, progress: Callable[..., Any], variant: str) -> list[_Run]:
    """Games of each agent that can play, on the same deals whatever the options are."""
    engine = plan.made_engine(0)
    agents: list[Agent] = [RandomAgent()]
    if type(engine).score is not Engine.score:
        agents.append(GreedyAgent())
    runs = []
    for agent in agents:
        run = _Run(plan, engine, agent)
        label = f"{agent.name}, {variant}" if variant else agent.name
        with progress(range(games), games, label) as seeds:
            for seed in seeds:
                run.play(seed)
        runs.append(run)
    return runs


def _seen(plan: PlaytestPlan, runs: Sequence[_Run], small: int) -> Iterator[Gap]:
    """What was seen, for which one match is evidence."""
    replay = _replay(plan, runs[0].engine, IdleAgent(), stream_key(plan.seed, "rules", 0))
    outcome = replay.record.outcome
    if outcome is not None and outcome.kind in ("stalemate", "cap"):
        why = f"turn {replay.record.turns}, {outcome.reason}"
        yield Gap("idle", f"players who do as little as they may play for ever: {why}", replay)
    yield from _small(plan, small)
    for run in runs:
        yield from run.unending()
    yield from _unplayed(runs)
    last = runs[-1]
    for part in runs[0].left:
        if not any(run.left.get(part) for run in runs):
            message = f"no card ever leaves the {part} after the start"
            yield Gap("frozen-zone", message, last.replay(last.games[0]), part)
    games = [game for run in runs for game in run.games]
    if games and not any(game["outcome"] == "win" for game in games):
        message = f"nobody wins any of {len(games):,} games"
        yield Gap("no-winner", message, last.replay(last.games[0]))


class _Run:
    """Many games of one agent against itself, and what was seen in them."""

    def __init__(self, plan: PlaytestPlan, engine: Engine[Any], agent: Agent) -> None:
        self.plan, self.engine, self.agent = plan, engine, agent
        self.games: list[dict[str, Any]] = []
        self.offered: set[str] = set()
        self.drawn: Counter[str] = Counter()
        self.ran: Counter[str] = Counter()
        self.left: dict[str, bool] = {}  # whether a card ever left a hidden part

    def play(self, number: int) -> None:
        """Play a game and note what there was to choose, and where cards were."""
        seed = stream_key(self.plan.seed, "rules", number)
        match = Match(self.engine, [self.agent] * self.engine.players, seed)
        watcher = Watcher(self.engine, match.state)
        hidden = [part.name for part in match.state.HIDDEN_PARTS if part.depth == 2]
        sizes = {
            (part, seat): len(held) for part in hidden for seat, held in enumerate(getattr(match.state, part))
        }

        def see(state: Any, step: Any) -> None:
            watcher.see(state, step)
            for action in step.choices:
                if (card := watcher.played_by(action)) >= 0:
                    self.offered.add(self.engine.cards[card].name)
            for part in hidden:
                for seat, held in enumerate(getattr(state, part)):
                    if len(held) < sizes[part, seat]:
                        self.left[part] = True

        finish(match, see)
        for (part, _), size in sizes.items():
            if size:
                self.left.setdefault(part, False)
        self.games.append(watcher.data(match) | {"seed": seed})
        for name, counts in chain(*(own.items() for own in watcher.named)):
            self.drawn[name] += counts[DRAWN]
            self.ran[name] += counts[RAN]

    def replay(self, game: Mapping[str, Any]) -> Replay:
        """A game once more, to be kept."""
        return _replay(self.plan, self.engine, self.agent, game["seed"])

    def unending(self) -> Iterator[Gap]:
        """Games that no rule ended."""
        for kind, what in _UNENDING.items():
            games = [game for game in self.games if _end(game) == kind]
            if games:
                share = _percent(len(games), len(self.games))
                own = f"{len(games)} of {len(self.games)} games of {self.agent.name} players"
                yield Gap(kind, f"{own} {what} ({share})", self.replay(games[0]))

    def seats(self) -> Iterator[Gap]:
        """A first or a later player who wins more, and how likely that is by chance."""
        won, seats = [game for game in self.games if game["winner"] >= 0], range(self.engine.players)
        by_seat = [[game for game in won if wins(game, (game["first"] + at) % len(seats))] for at in seats]
        counts = [len(games) for games in by_seat]
        if max(counts) > min(counts):
            best = counts.index(max(counts))
            games = (
                f"{_percent(counts[best], len(won))} of the {len(won)} games that {self.agent.name} players"
            )
            chance = coin_chance(counts[best], len(won), sum(counts) / len(seats) / len(won))
            chance *= max(1, len(seats) - 1)  # one of many is easily ahead
            message = f"the {ORDINALS[best]} player wins {games} win"
            yield Gap("seat", message, self.replay(by_seat[best][0]), chance=min(1.0, chance))

    def changes(self, base: _Run) -> Iterator[Gap]:
        """What happens more or less often than on the same deals with the rules as they are, and how likely
        so large a difference is by chance.
        """
        deals = list(zip(self.games, base.games, strict=False))
        for kind, what in {**_SHARES, "seat": "are won by the first player"}.items():
            pairs = [(_share_of(kind, game), _share_of(kind, old)) for game, old in deals]
            own, before = map(sum, zip(*pairs, strict=True))
            mean, error, chance = mean_difference([new - old for new, old in pairs])
            if not mean:
                continue
            interval = f"{mean - Z * error:+.1%} to {mean + Z * error:+.1%}"
            message = (
                f"{own:g} of {len(pairs)} games of {self.agent.name} players {what}, with the rules as they "
                f"are {before:g} of the same deals ({mean:+.1%}, {interval})"
            )
            seen = next(game for (game, _), (new, old) in zip(deals, pairs, strict=True) if new != old)
            yield Gap(kind, message, self.replay(seen), chance=chance)


def _end(game: Mapping[str, Any]) -> str:
    """The kind of gap that a game ended in, "" if a rule ended it."""
    if game["reason"] == NO_ACTION:
        return "no-action"
    return {"stalemate": "stand-off", "cap": "endless"}.get(game["outcome"], "")


def _share_of(kind: str, game: Mapping[str, Any]) -> float:
    """A game as a part of the games of a kind: 0 or 1; nobody's game counts half for the first player."""
    if kind != "seat":
        return float(_end(game) == kind)
    return 0.5 if game["winner"] < 0 else float(wins(game, game["first"]))


def _percent(part: int, whole: int) -> str:
    low, high = wilson(part, whole)
    return f"{part / whole:.1%}, {low:.1%} to {high:.1%}"


def _replay(plan: PlaytestPlan, engine: Engine[Any], agent: Agent, seed: int) -> Replay:
    record = MatchRecord(seed)
    play_match(engine, [agent] * engine.players, seed, record=record)
    return Replay(_setting(plan, agent.name), engine, record)


def _setting(plan: PlaytestPlan, agent: str) -> MatchSetting:
    decks = tuple(one.deck for one in plan.pairings[0].contestants)
    return MatchSetting(plan.ruleset, decks, (agent,) * len(decks))


def _unplayed(runs: Sequence[_Run]) -> Iterator[Gap]:
    """Cards that were drawn often and could never be played, and effects that never ran."""
    drawn, ran = Counter[str](), Counter[str]()
    for run in runs:
        drawn.update(run.drawn)
        ran.update(run.ran)
    offered = set().union(*(run.offered for run in runs))
    cards = {card.name: card for card in runs[0].engine.cards}
    for name, number in drawn.items():
        if number < _ENOUGH:
            continue
        last, often = runs[-1].replay(runs[-1].games[0]), f"{name} was drawn {number:,} times"
        if name not in offered:
            yield Gap("never-played", f"{often}, and was never legal to play", last, name)
        elif not ran[name] and takes_place(cards[name].texts):
            yield Gap("never-runs", f"{often}, and its effect never took place", last, name)
        for text in cards[name].texts:
            if text.blank:
                message = f"{name}: its text has no meaning in the rules: {text.blank}"
                yield Gap("no-meaning", message, about=name)


def _small(plan: PlaytestPlan, games: int) -> Iterator[Gap]:
    """Games with a few cards, in which every action is tried: whether a turn can go on for ever, or a state
    has no action.
    """
    decks = [
        # The first different cards of each section.
        {
            section: list({card.name: card for card in pile}.values())[:_SMALL]
            for section, pile in one.cards.items()
        }
        for one in plan.pairings[0].contestants
    ]
    engine = plan.engine(decks, dict(plan.options), dict(plan.weights))
    found: dict[str, Gap] = {}
    for number in range(games):
        seed = stream_key(plan.seed, "small", number)
        for kind, path, outcome in _explore(engine, engine.start(seed)):
            if kind not in found:
                record = MatchRecord(seed)
                match = Match(engine, (), seed, record=record)
                for action in path:
                    match.do(action)
                record.outcome, record.turns = outcome, match.state.turn
                message = f"in a game of {_SMALL} cards each, after {len(path)} actions: {outcome.reason}"
                found[kind] = Gap(kind, message, Replay(_setting(plan, "every action"), engine, record))
    yield from found.values()


def _explore(engine: Engine[Any], start: State) -> Iterator[tuple[str, list[Action], Outcome]]:
    """Every state that can be reached, depth first, until there are too many."""
    seen: set[Any] = set()
    path: list[Action] = []
    on_path: list[Any] = []
    stack: list[tuple[int, State, Action | None]] = [(0, start, None)]
    while stack and len(seen) < _STATES:
        depth, state, action = stack.pop()
        del path[max(0, depth - 1) :], on_path[depth:]
        if action is not None:
            state = state.copy()
            engine.apply(state, action)
            path.append(action)
        key = repr(state.values())
        repeats = key in on_path
        on_path.append(key)
        if state.outcome is None and repeats:
            yield "repeats", path[:], Outcome("stalemate", -1, _REPEATED)
        if state.outcome is not None or repeats or (key, state.random.used) in seen:
            continue
        seen.add((key, state.random.used))
        actions = engine.legal_actions(state)
        if not actions:
            yield "no-action", path[:], Outcome("stalemate", -1, NO_ACTION)
        stack += [(depth + 1, state, one) for one in reversed(actions)]
