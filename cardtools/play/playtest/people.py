"""What people left of their matches, summed up beside what bots do with the same decks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean, median
from typing import Any

from cardtools.ground.errors import Diagnostic, InputError, bad_input
from cardtools.ground.io.files import read_json, shown
from cardtools.play.agents import PERSON, agent_in_words
from cardtools.play.match import Match, Step
from cardtools.play.playtest.measures import make_tables
from cardtools.play.playtest.playtest_plan import Contestant, Pairing, PlaytestPlan
from cardtools.play.playtest.running import GAMES, RUN
from cardtools.play.playtest.watching import Watcher, by_contestant, distinct, fits
from cardtools.play.replay import Replay, Study, read_replay
from cardtools.reports.stats.table import Table, TableRows

_SECTIONS = ("results", "seats", "length", "cards")
# A match of a person: its file, what the person left, what happened, and each question with its seconds.
Sitting = tuple[str, Study, dict[str, Any], list[tuple[str, float]]]


def sum_up(paths: Sequence[Path], playtests: Path) -> list[Table]:
    """What the matches in the files tell. Raises InputError with every file that is none of a person."""
    found: dict[str, tuple[PlaytestPlan, list[Sitting]]] = {}
    problems: list[Diagnostic] = []
    for path in paths:
        try:
            plan, sitting = _sitting(path)
            found.setdefault(plan.digest, (plan, []))[1].append(sitting)
        except InputError as error:
            problems += error.diagnostics
    if problems:
        raise InputError(problems)
    return [table for group in found.values() for table in _tables(*group, playtests)]


def _sitting(path: Path) -> tuple[PlaytestPlan, Sitting]:
    replay = read_replay(path)
    study, agents, engine = replay.study, replay.setting.agents, replay.engine
    if study is None or replay.record.outcome is None or agents.count(PERSON) != 1:
        raise bad_input(shown(path), "not a match that a person left", "cardtools play --record keeps them")
    if difference := next(replay.differences(), ""):
        raise bad_input(shown(path), f"this is not what was played: {difference}", "get the file again")
    seat = agents.index(PERSON)
    # The agent is a word here: a stranger's file names none that is made.
    seated = [
        Contestant(deck, "people", cards)
        if agent == PERSON
        else Contestant(f"{deck}, {agent_in_words(agent)[0]}", "bot", cards)
        for deck, agent, cards in zip(replay.setting.decks, agents, engine.deck_lists(), strict=True)
    ]
    pairing = Pairing((*seated[seat:], *seated[:seat]), paired=False)
    rules = engine.options, engine.weights, replay.setting.ruleset
    plan = PlaytestPlan(type(engine), *rules, (pairing,), 0, path.parent)
    game, took = _watched(replay, study.thinking)
    return plan, (shown(path), study, {"pairing": 0, **by_contestant(game, seat)}, took)


def _watched(replay: Replay, thinking: Sequence[int]) -> tuple[dict[str, Any], list[tuple[str, float]]]:
    """The record of a match, as those of agents have it, and the person's seconds for each question."""
    engine, took = replay.engine, []
    match = Match(engine, (None,) * engine.players, replay.record.seed)
    watcher, state = Watcher(match), match.state
    names = "|".join(re.escape(card.name) for card in engine.cards)
    for number, (text, milliseconds) in enumerate(zip(replay.record.actions, thinking, strict=True)):
        player, choices, action = state.decider, engine.legal_actions(state), replay.action(state, 0, text)
        if milliseconds >= 0:  # what is asked, without the cards that it is about
            asked = re.sub(rf"(your |the opponent's )?({names})", "a card", engine.question(state))
            took.append((re.split(r" for |[:,;]| \(", asked)[0], milliseconds / 1000))
        watcher.see(state, Step(number, player, action, text, match.do(action), choices))
    match.outcome = replay.record.outcome
    return watcher.data(match), took


def _tables(plan: PlaytestPlan, sittings: Sequence[Sitting], playtests: Path) -> Iterator[Table]:
    """The measures of matches with the same decks against the same agent, with those of bots beside them."""
    games = _bots(plan, playtests)
    bots = {table.key: dict(table.rows) for table in (make_tables(plan, games) if games else ())}
    for table in make_tables(plan, [game for _, _, game, _ in sittings]):
        if table.section in _SECTIONS and not table.chart:
            at, known = int(not table.key.startswith(("length", "coverage"))), bots.get(table.key, {})
            rows = [(label, (*cells, (*known.get(label, ()), None, None)[at])) for label, cells in table.rows]
            yield replace(table, columns=(*table.columns, "bots"), rows=rows)
    asked: dict[str, list[float]] = {}
    for question, seconds in (pair for *_, took in sittings for pair in took):
        for name in ("every decision", question):
            asked.setdefault(name, []).append(seconds)
    rows = [(name, (len(n), median(n), sorted(n)[int(0.95 * len(n))])) for name, n in asked.items()]
    title, note = plan.pairings[0].contestants[0].name, "seconds that a person took"
    yield Table("seconds", "thinking", f"Decisions of {title}", "asked", ("n", "median", "95 %"), rows, note)
    answers: TableRows = []
    for name in ("fun", "fair"):
        given = [answer for _, study, *_ in sittings if (answer := getattr(study, name))]
        mean, counts = fmean(given) if given else None, (given.count(value) for value in range(1, 6))
        answers.append((name, (len(given), mean, *counts)))
    columns, note = ("n", "mean", *"12345"), "from 1, not at all, to 5, very much"
    yield Table("answers", "answers", f"Answers of {title}", "how", columns, answers, note)
    rows = [(path, (study.name, study.change)) for path, study, *_ in sittings if study.change]
    yield Table("changes", "answers", "What should change", "match", ("name", "answer"), rows)


def _bots(plan: PlaytestPlan, playtests: Path) -> list[dict[str, Any]]:
    """The games of the last playtest in which agents played these decks by these rules; else none."""
    wanted = [one["hash"] for one in plan.provenance()["contestants"]]
    engine, options = plan.made_engine(0, False), plan.engine.OPTIONS
    sizes = [len(distinct(engine, side)) for side in range(engine.players)]
    for run in sorted(playtests.glob(f"*/{RUN}"), key=lambda path: -path.stat().st_mtime):
        try:
            data = read_json(run)
            hashes = {one["name"]: one["hash"] for one in data["contestants"]}
            main = (one["contestants"] for one in data["pairings"] if not one["changed"])
            decks = [[hashes[name] for name in both] for both in main]
            turns = [(turned, at) for turned in range(len(wanted)) for at in range(len(decks))]
            fitting = [(n, at) for n, at in turns if decks[at][n:] + decks[at][:n] == wanted]
            turned, number = min(fitting)
            with open(run.parent / GAMES, encoding="utf-8") as file:
                games = [game for line in file if (game := json.loads(line))["pairing"] == number]
            if {name: one.default for name, one in options.items()} | data["options"] == engine.options:
                games = [{**by_contestant(game, turned), "pairing": 0} for game in games]
                return games if all(fits(game, sizes) for game in games) else []
        except (OSError, ValueError, KeyError, TypeError, IndexError):
            continue
    return []
