"""From a project and the words of the command line to a plan."""

from __future__ import annotations

import os
import shlex
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations

from cardtools.ground.errors import CardtoolsError, InputError
from cardtools.ground.io.files import file_digest, shown
from cardtools.play.agents.notation import make_agent
from cardtools.play.engine import Definition
from cardtools.play.load import deck_paths, legal_decks, load_cards, match_names, play_rules, understanding
from cardtools.play.playtest.playtest_plan import Contestant, Pairing, PlaytestPlan
from cardtools.play.playtest.replacing import replaced_decks
from cardtools.play.replay import ruleset_mark
from cardtools.steps.game_files import GameFiles

LADDER = ("random", "greedy", "search:50")


def make_plan(
    game: GameFiles,
    names: Sequence[str],
    agents: Sequence[str],
    seed: int,
    allow_blank: bool,
    baseline: str = "",
    number: int | None = None,
) -> PlaytestPlan:
    """The plan of a playtest: decks with one agent for all or one for each; a single deck with several agents
    plays itself, each agent against every other. Of fewer contestants than players (`number`) the last has
    the seats that are left. `baseline` is the card that takes the place of each of the first deck's in turn,
    as far as the deck stays legal.

    Raises InputError for decks and cards that cannot be played, CardtoolsError for agents that cannot.
    """
    rules, engine = play_rules(game.ruleset)
    seats, root = engine.number_of_players(number), game.project.root
    for agent in agents:
        make_agent(agent, root, engine)
    paths = deck_paths(game, names, seats)
    decks = legal_decks(game, paths, understanding(game), allow_blank)
    if len(paths) == 1 and len(agents) > 1:
        paths, decks = paths * len(agents), decks * len(agents)
    if len(agents) not in (1, len(paths)):
        raise CardtoolsError(
            f"{len(agents)} agents for {len(paths)} decks\n  help: give one --agent, or one for each deck"
        )
    stems = Counter(path.stem for path in set(paths))
    players = agents if len(agents) > 1 else [*agents] * len(paths)
    contestants = [
        Contestant(path.stem if stems[path.stem] == 1 else shown(path), agent.strip(), deck)
        for path, agent, deck in zip(paths, players, decks, strict=True)
    ]
    different = len({one.name for one in contestants})
    if 1 < different < len(contestants):
        raise CardtoolsError("a deck with the same agent is named twice\n  help: name each once")
    filled = contestants[:different] + [contestants[-1]] * (seats - different)
    groups = combinations(filled, seats)
    pairings = tuple(Pairing(own, all(one.cards == own[0].cards for one in own)) for own in groups)
    base, irreplaceable = pairings[0], []
    for name, copies, cards in replaced_decks(game, paths[0], decks[0], baseline) if baseline else ():
        if copies:
            one, *others = base.contestants
            pairings += (Pairing((replace(one, cards=cards), *others), base.paired, name, copies),)
        else:
            irreplaceable.append(name)
    if baseline and not any(pairing.changed for pairing in pairings):
        message = f"{baseline} can take the place of no card: no such deck is legal"
        raise CardtoolsError(f"{message}\n  help: name a card that the deck can have more copies of")
    files = []  # digests of the files that agents of the user's own are in: other files, other games
    for agent in agents:
        if agent.startswith("program:"):
            words = shlex.split(agent.removeprefix("program:"))
        else:
            words = [f"{agent.partition(':')[0].strip().replace('.', '/')}.py"]
        files += [file_digest(root / word) for word in words if os.path.isfile(root / word)]
    known = engine, rules.options, rules.weights, ruleset_mark(game.ruleset)
    return PlaytestPlan(*known, pairings, seed, root, tuple(files), baseline, tuple(irreplaceable))


def known_cards(game: GameFiles, names: Iterable[str]) -> dict[str, Definition]:
    """The project's cards of these names, as far as it has them and can read them."""
    wanted = set(names)
    rows = [row for row, name in reversed([*enumerate(match_names(game.table))]) if name in wanted]
    try:
        return {card.name: card for card in load_cards(game.table, rows, understanding(game)).values()}
    except InputError:
        return {}
