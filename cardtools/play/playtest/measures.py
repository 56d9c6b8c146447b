"""The report of a playtest: every measure as a table, with its number of games and its interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations, pairwise
from math import hypot
from statistics import fmean
from typing import Any

from cardtools.ground.spelling import counted
from cardtools.play.playtest.contribution import unlikely
from cardtools.play.playtest.intervals import (
    Z,
    bootstrap,
    bootstraps,
    bradley_terry,
    discoveries,
    even_ratio,
    even_share,
    mean_difference,
    ratio,
    wilson,
)
from cardtools.play.playtest.playtest_plan import ORDINALS, Pairing, PlaytestPlan, wins
from cardtools.play.playtest.watching import DRAWN, FAILED, PLAYED, RAN, STUCK, distinct, takes_place
from cardtools.reports.stats.table import Table, TableValue

SECTIONS = (
    "results", "contestants", "seats", "length", "swings", "resources", "cards", "contribution", "source",
)  # fmt: skip
NOTICE = (
    "Played by bots, not people: what wins between agents need not win between players. Compare what changes "
    "when a card, a rule or an agent does."
)
_ENDS = {
    "draw": "draw",
    "loss": "lost by everybody",
    "stalemate": "stand-off that no rule ends",
    "cap": "stopped by the limit of decisions",
    "fault": "lost by a fault of an agent",
}
_BARS = 30
MeasureRows = list[tuple[str, tuple[TableValue, ...]]]
PlayedMatch = Mapping[str, Any]


@dataclass(frozen=True)
class Played:
    """The games of one pairing."""

    plan: PlaytestPlan
    number: int
    games: Sequence[PlayedMatch]

    @property
    def pairing(self) -> Pairing:
        """Who plays whom."""
        return self.plan.pairings[self.number]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the contestants, with A, B, ... where they have the same."""
        names = [contestant.name for contestant in self.pairing.contestants]
        letters = ("ABCDEF"[names[:at].count(name)] for at, name in enumerate(names))
        return tuple(f"{n} {a}" if names.count(n) > 1 else n for n, a in zip(names, letters, strict=True))

    @property
    def title(self) -> str:
        """Who plays whom, in words."""
        return " against ".join(self.names)

    @cached_property
    def is_mirror(self) -> bool:
        """Whether a game with other seats is the same game again."""
        return self.pairing.paired and len({one.agent for one in self.pairing.contestants}) == 1

    @cached_property
    def different(self) -> Sequence[PlayedMatch]:
        """The games that differ from each other: of a mirror match one for all seats."""
        return self.games[:: len(self.names)] if self.is_mirror else self.games

    @property
    def note(self) -> str:
        """How many games are counted, and why not all."""
        part, seats = ("half", "swapped") if len(self.names) == 2 else ("ones", "other")
        mirror = f", as the other {part} are the same with {seats} seats" if self.is_mirror else ""
        return f"n = {counted(len(self.different), 'game')}{mirror}"

    def table(
        self,
        key: str,
        section: str,
        title: str,
        name: str,
        columns: tuple[str, ...],
        rows: MeasureRows,
        **more: Any,
    ) -> Table:
        """A table about the games of this pairing."""
        return Table(f"{key}-{self.number}", section, title, name, columns, rows, **more)


def make_tables(plan: PlaytestPlan, games: Sequence[PlayedMatch]) -> list[Table]:
    """Every measure of a playtest, in the order of SECTIONS."""
    by_pairing: list[list[PlayedMatch]] = [[] for _ in plan.pairings]
    for game in games:
        by_pairing[game["pairing"]].append(game)
    every = [Played(plan, number, found) for number, found in enumerate(by_pairing)]
    main = [played for played in every if not played.pairing.changed]
    tables = [_results(played) for played in main]
    tables += _matrix(main)
    tables += [_seats(played) for played in main if len(played.names) > 1]
    for make in (_length, _swings, _resources, _cards):
        tables += [table for played in main for table in make(played)]
    tables += _contribution(every)
    return [*tables, _source(plan, len(main[0].games) if main else 0)]


def _share(part: float, whole: int) -> tuple[TableValue, ...]:
    low, high = wilson(part, whole)
    return (part, part / whole if whole else None, low, high)


def _by_first(games: Sequence[PlayedMatch]) -> list[list[PlayedMatch]]:
    """The games by which contestant went first; all together where one never did."""
    sides = range(len(games[0]["cards"]) if games else 0)
    groups = [[game for game in games if game["first"] == side] for side in sides]
    return groups if all(groups) else [list(games)]


def _even_share(
    games: Sequence[PlayedMatch], score: Callable[[PlayedMatch], float]
) -> tuple[TableValue, ...]:
    """The sum of the scores of games, and their share: the mean of the shares of each contestant going
    first, since chance may have let one of them go first more often.
    """
    total = sum(map(score, games))
    if not games:
        return _share(total, 0)
    share, interval = even_share([(sum(map(score, own)), len(own)) for own in _by_first(games)])
    return (total, share, *interval)


_SHARE, _OF = ("games", "share", "from", "to"), ("n", "share", "from", "to")


def _results(played: Played) -> Table:
    games, names = played.games, played.names
    ends = Counter(game["outcome"] for game in games)
    rows: MeasureRows = [
        (f"{name} wins", _even_share(games, partial(wins, who=side))) for side, name in enumerate(names)
    ]
    for kind, words in _ENDS.items():
        if ends[kind] or kind in ("draw", "stalemate", "cap"):
            rows.append((words, _even_share(games, partial(_is, "outcome", kind))))
    rows.append((f"{names[0]}, of the games that were won", _won(played)))
    by_first = _by_first(games)
    first = "the same contestant goes first in all of them"
    if len(by_first) > 1:
        places = f"{', '.join(ORDINALS[: len(names) - 1])} and {ORDINALS[len(names) - 1]}"
        first = f"{names[0]} goes first in {len(by_first[0]):,}; shares are means of going {places}"
    note = f"n = {counted(len(games), 'game')}; {first}; interval: 95 %"
    reasons = Counter(game["reason"] for game in games if game["outcome"] == "fault")
    if reasons:
        note += f"; faults count as won by the other{'s' * (len(names) > 2)}: " + "; ".join(
            f"{text} ({count:,})" for text, count in reasons.most_common(3)
        )
    return played.table("results", "results", played.title, "outcome", _SHARE, rows, note=note, percent=1)


def _is(key: str, value: Any, game: PlayedMatch) -> bool:
    return bool(game[key] == value)


def _won(played: Played) -> tuple[TableValue, ...]:
    """The share of the first contestant in the games that were won. Where games share a deal they are
    counted together, so that luck of the deal widens no interval.
    """
    import numpy as np

    decided = [game for game in played.games if game["winner"] >= 0]
    if not played.pairing.paired or len(played.games) < len(played.names):
        return (len(decided), *_even_share(decided, partial(wins, who=0))[1:])
    pairs, seats = [], len(played.names)
    for same in zip(*(played.games[at::seats] for at in range(seats)), strict=False):
        row = [0] * (2 * seats)  # by who goes first: won and decided
        for game in same:
            row[2 * game["first"]] += wins(game, 0)
            row[2 * game["first"] + 1] += game["winner"] >= 0
        pairs.append(row)
    whole = sum(sum(row[1::2]) for row in pairs)
    if not whole:
        return (0, None, 0.0, 1.0)
    share, low_high = even_ratio(np.array(pairs)), bootstrap(pairs, even_ratio)
    if low_high[0] == low_high[1] and not played.is_mirror:  # only a mirror match is certain
        low_high = wilson(share * whole, whole)
    return (whole, share, *low_high)


def _matrix(main: Sequence[Played]) -> Iterator[Table]:
    """Everybody against everybody, where there are more than two."""
    if len(main) < 2:
        return
    import numpy as np

    names = list(dict.fromkeys(name for played in main for name in played.names))
    sides = [*combinations(range(len(main[0].names)), 2)]
    seats = [[names.index(name) for name in played.names] for played in main]

    def beaten(scores: Any) -> list[list[float]]:
        """How often each has beaten each, of rows of a pairing, a weight, and the score of each two in it."""
        table = [[0.0] * len(names) for _ in names]
        for number, places in enumerate(seats):
            own = scores[scores[:, 0] == number]
            for column, (first, second) in enumerate(sides, 2):
                won = float((own[:, column] * own[:, 1]).sum())
                table[places[first]][places[second]] += won
                table[places[second]][places[first]] += float(own[:, 1].sum()) - won
        return table

    games = [
        (at, len(played.games) / len(groups) / len(own), *(_beats(game, *two) for two in sides))
        for at, played in enumerate(main)
        for groups in (_by_first(played.games),)
        for own in groups
        for game in own
    ]
    found = beaten(np.array(games))
    shares: MeasureRows = []
    for name, won, lost in zip(names, found, zip(*found, strict=True), strict=True):
        shares.append((name, tuple(a / (a + b) if a + b else None for a, b in zip(won, lost, strict=True))))
    title = "Everybody against everybody"
    half = f"half a win for each that {'nobody' if len(sides) == 1 else 'both or neither'} won"
    note = f"the row's share of its games against the column, with {half}; the mean of going first and second"
    yield Table("matrix", "contestants", title, "contestant", tuple(names), shares, note, percent=1)
    scores: MeasureRows = [
        (played.title, (len(played.games), *_even_share(played.games, _score)[1:])) for played in main
    ]
    note = (
        "the first's share of the games, with half a win for each that nobody won; the mean of going first "
        "and second"
    )
    yield Table("scores", "contestants", "Each pairing", "pairing", _OF, scores, note, percent=1)
    strength = bradley_terry(found)
    intervals = bootstraps(games, lambda drawn: bradley_terry(beaten(drawn)))
    ratings: MeasureRows = [
        (names[one], tuple(round(value, 3) for value in (strength[one], *intervals[one])))
        for one in sorted(range(len(names)), key=lambda one: -strength[one])
    ]
    note = (
        f"n = {counted(len(games), 'game')}; Bradley and Terry's: a against b wins a / (a + b); it hides who "
        "beats whom, which the matrix shows"
    )
    columns = ("strength", "from", "to")
    yield Table("strength", "contestants", "Strength", "contestant", columns, ratings, note)


def _is_won_from(seat: int, game: PlayedMatch) -> bool:
    return wins(game, (game["first"] + seat) % len(game["cards"]))


def _ahead(game: PlayedMatch) -> float:
    """1 if the first player alone wins, less the mean of the others."""
    first, *others = (_is_won_from(seat, game) for seat in range(len(game["cards"])))
    return first - fmean(others)


def _seats(played: Played) -> Table:
    games = played.different
    # One contestant may have gone first more often: that must not count as an advantage.
    groups = [games] if played.is_mirror else _by_first(games)
    means, errors, _ = zip(*(mean_difference([_ahead(game) for game in own]) for own in groups), strict=True)
    advantage, spread = fmean(means), Z * hypot(*errors) / len(errors)
    low_high = max(-1.0, advantage - spread), min(1.0, advantage + spread)
    note = played.note
    if len(means) > 1:
        note += (
            f"; shares are the means of those of {'both' if len(played.names) == 2 else 'all'} contestants"
        )
    rows: MeasureRows = []
    for seat, words in enumerate(ORDINALS[: len(played.names)]):
        won = partial(_is_won_from, seat)
        share = _share(sum(map(won, games)), len(games)) if played.is_mirror else _even_share(games, won)
        rows.append((f"{words} player wins", share))
    rows.append(("advantage of the first", (None, advantage, *low_high)))
    for side, name in enumerate(() if played.is_mirror else played.names):
        own = [wins(game, side) for game in games if game["first"] == side]
        rows.append((f"{name} wins, going first", _share(sum(own), len(own))))
    title = f"{'First and second player' if len(played.names) == 2 else 'Seats'}: {played.title}"
    return played.table("seats", "seats", title, "seat", _SHARE, rows, note=note, percent=1)


def _length(played: Played) -> Iterator[Table]:
    import numpy as np

    games = played.different
    if not games:
        return
    rows: MeasureRows = []
    for what in ("turns", "decisions"):
        counts = [game[what] for game in games]
        low, high = bootstrap(counts, lambda drawn: float(np.median(drawn)))
        values = sorted(counts)
        few, many = (values[min(len(values) - 1, int(part * len(values)))] for part in (0.05, 0.95))
        rows.append((what, (float(np.median(values)), low, high, few, many, values[0], values[-1])))
    columns = ("median", "from", "to", "5 %", "95 %", "shortest", "longest")
    note = f"{played.note}; turns of {'both' if len(played.names) == 2 else 'all'} players"
    yield played.table("length", "length", f"Length: {played.title}", "in", columns, rows, note=note)
    turns = [game["turns"] for game in games]
    start, end = min(turns), max(turns)
    step = -(-(end - start + 1) // _BARS)
    found = Counter((turn - start) // step for turn in turns)
    bars: MeasureRows = [
        (f"{low}" if step == 1 else f"{low}–{low + step - 1}", (found[at], found[at] / len(turns)))
        for at, low in enumerate(range(start, end + 1, step))
    ]
    title, shown = f"Turns: {played.title}", ("games", "share")
    yield played.table("turns", "length", title, "turns", shown, bars, percent=1, short=0, chart="columns")


def _swings(played: Played) -> Iterator[Table]:
    """Which of two is ahead, by what the engine thinks of the state at the start of each turn."""
    games = played.different
    if len(played.names) != 2 or not any(value for game in games for value in game["values"]):
        return
    changes, behind = [], []
    for game in games:
        signs = [value > 0 for value in game["values"] if value]
        changes.append(sum(one != other for one, other in pairwise(signs)))
        half = game["values"][len(game["values"]) // 2]
        if game["winner"] >= 0 and half:
            behind.append((half > 0) != (game["winner"] == 0))
    mean = sum(changes) / len(changes)
    low, high = bootstrap([(change, 1) for change in changes], ratio)
    note = f"{played.note}; who is ahead is the engine's estimate at the start of a turn"
    rows: MeasureRows = [("changes of the lead in a game", (len(games), mean, low, high))]
    title, columns = f"The lead: {played.title}", ("n", "mean", "from", "to")
    yield played.table("lead", "swings", title, "measure", columns, rows, note=note)
    rows = [("won by the side that was behind", (len(behind), *_share(sum(behind), len(behind))[1:]))]
    note = "games that were won, in which one side was ahead at half their length"
    title = f"Comebacks: {played.title}"
    yield played.table("comeback", "swings", title, "measure", _OF, rows, note=note, percent=1)


def _resources(played: Played) -> Iterator[Table]:
    games = played.different
    rows: MeasureRows = []
    for side, name in enumerate(played.names):
        for words, key, whole in (
            (f"{name}: turns without a card to play", "idle", "own_turns"),
            (f"{name}: resources left unspent", "left", ""),
        ):
            pairs = [(g[key][side], g[whole][side]) if whole else tuple(g[key][side]) for g in games]
            if total := sum(of for _, of in pairs):
                share = sum(part for part, _ in pairs) / total
                rows.append((words, (total, share, *bootstrap(pairs, ratio))))
    if rows:
        title = f"Resources: {played.title}"
        note = f"{played.note}; n counts turns or resources, the interval is over games"
        yield played.table("resources", "resources", title, "measure", _OF, rows, note=note, percent=1)


def _cards(played: Played) -> Iterator[Table]:
    engine = played.plan.made_engine(played.number)
    every = range(len(played.names))
    for side in (0,) if played.is_mirror else every:
        both = every if played.is_mirror else (side,)
        texts = {engine.cards[card].name: engine.cards[card].texts for card in engine.decks[side]}
        rows: MeasureRows = []
        for at, name in enumerate(distinct(engine, side)):
            total = [
                sum(game["cards"][own][at][what] for game in played.different for own in both)
                for what in range(5)
            ]
            used, stuck = (
                _share(total[what], total[DRAWN])[1:] if total[DRAWN] else (None, None, None)
                for what in (PLAYED, STUCK)
            )
            never = "never" if takes_place(texts[name]) else ""
            ran = f"{total[RAN]:,}" if total[RAN] else never
            rows.append((name, (total[DRAWN], *used, *stuck, ran, total[FAILED])))
        rows.sort(key=lambda row: row[1][1] if isinstance(row[1][1], float) else -1.0)
        stuck_columns = ("stuck", "stuck from", "stuck to")
        columns = ("drawn", "played", "from", "to", *stuck_columns, "took effect", "failed")
        whose = played.pairing.contestants[0].name if played.is_mirror else played.names[side]
        note = f"{played.note}; shares are of the copies drawn; stuck: in the hand at the end"
        title, key = f"Cards of {whose}", f"cards-{played.number}-{side}"
        yield Table(key, "cards", title, "card", columns, rows, note, percent=1, short=40)


def _contribution(every: Sequence[Played]) -> list[Table]:
    """The worth of a copy of each card: the same deals with the card, and with the baseline in its place."""
    base = every[0]
    changed = {played.pairing.changed: played for played in every if played.pairing.changed}
    kinds = {card.name: card.kinds for cards in base.pairing.contestants[0].cards.values() for card in cards}
    worth: dict[str, list[float]] = {}
    rows: MeasureRows = []
    for name, played in changed.items():
        gains = [_score(one) - _score(other) for one, other in zip(base.games, played.games, strict=True)]
        if base.pairing.paired:  # as many games as there are seats share a deal
            same = zip(*(gains[at :: len(base.names)] for at in range(len(base.names))), strict=False)
            gains = [sum(own) / len(own) for own in same] or gains
        copies = played.pairing.copies
        worth[name] = [gain / copies for gain in gains]
        mean, error, _ = mean_difference(gains)
        rows.append((name, (copies, *((mean + side * error) / copies for side in (0, -Z, Z)))))
    if not worth:
        return []
    chances = unlikely(worth, {name: kinds[name] for name in worth})
    flags = dict(zip(chances, discoveries([*chances.values()]), strict=True))
    rows = [
        (name, (*cells, f"{chances[name]:.4f}", "stands out" if flags[name] else ""))
        for name, cells in sorted(rows, key=lambda row: -fmean(worth[row[0]]))
    ]
    columns = ("copies", "per copy", "from", "to", "by chance", "")
    note = (
        f"n = {counted(len(base.games), 'game')} with each card and as many of the same deals with "
        f"{base.plan.baseline} in place of so many copies; a win is 1, no winner ½; by chance: how likely a "
        "card like the others of its kinds differs so much from them; of those that stand out at most 5 % do "
        "by chance (Benjamini and Hochberg)"
    )
    if base.plan.irreplaceable:
        note += f"; not measured, since no deck is legal without them: {', '.join(base.plan.irreplaceable)}"
    title = f"What a copy adds to the wins of {base.names[0]}"
    return [Table("contribution", "contribution", title, "card", columns, rows, note, percent=2)]


def _score(game: PlayedMatch) -> float:
    """The first contestant's: half a win where nobody wins or loses."""
    return 0.5 if game["winner"] < 0 and game["outcome"] != "loss" else float(wins(game, 0))


def _beats(game: PlayedMatch, one: int, other: int) -> float:
    return (1 + wins(game, one) - wins(game, other)) / 2


def _source(plan: PlaytestPlan, games: int) -> Table:
    data = plan.provenance()
    known = {"cardtools": data["cardtools"], "ruleset": " ".join(plan.ruleset)}
    known["engine"] = f"{plan.engine.NAME} {plan.engine.VERSION}"
    for name in ("options", "weights"):
        known[name] = ", ".join(f"{k} = {v}" for k, v in data[name].items()) or "all defaults"
    known |= {"seed": str(plan.seed), "games of each pairing": f"{games:,}"}
    rows: MeasureRows = [(name, (value,)) for name, value in known.items()]
    rows += [(one["name"], (one["hash"],)) for one in data["contestants"]]
    return Table("source", "source", "Where the figures come from", "what", ("value",), rows, NOTICE)
