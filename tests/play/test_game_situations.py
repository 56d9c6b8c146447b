"""What the rules of a game say, sentence by sentence, each in a situation that fails if it is played
otherwise.

The situations of a game are in `situations/GAME.toml`, in the words of the game and not of an engine: rows,
counters and badges as they are shown to people (`rows`, `counters`, `badges` of an engine, in small letters,
"_" for a space), actions in the notation of replays.

    [cast.Wolf]                        # cards beside those of the sample game: kind, values, and texts in the
    kind = "creature"                  # notation of programs (`program`) or the words of the game (`text`)
    health = 3

    [usual]                            # of all situations, unless they say otherwise
    deck = "3 Wolf"

    [[situation]]
    says = "Rules 8: Damage is dealt simultaneously"
    before = { battlefield = "Wolf, -, Bear health 2", hand = "Bolt", energy = "1 of 3", their_hand = "" }
    do = ["combat", "attack 1 -> 1"]
    after = { phase = "combat", battlefield = "Wolf health 1 tapped, -, Bear health 2" }
    offered = ["attack 3 -> 1"]        # words that legal actions are or begin with; `refused`: that none does
    only = ["attack", "end"]           # each legal action is or begins with one of them, and all occur
    greedy = "end"                     # what the greedy agent chooses
    then = [{ do = ["end"], after = { phase = "action" } }]

The sides are "you", whose turn it is, and "they". A row is its cards with ", " between them; `2 Wolf` are
two, "-" is an empty slot, `Ember/Flame` is Flame on Ember. Decks begin with the top card; hands and discard
piles are compared without order; a number instead is the number of cards. After a card on the field follow
"tapped", "new" (it came this turn, which is not compared), and badges: `health 2`, `damage 1`. Besides rows
and counters there are `turn` and `decides` ("you" or "they"), `phase`, `waiting` (a chain, next first) and
`outcome` ("you win: why", "draw: why"), which ends the others. What is not named `after` is as it was.

`options` are those of the engine, `dice` the next faces; without them chance takes the first, and a shuffle
turns a pile over. `agents = true` lets the greedy agent play on for both, to the end. With `start` a match
begins, with the decks of `before` (alike for both) and real chance, for 20 seeds, and "you" are who begins;
what is named `after` is compared, and that what `differs` ("begins", or a row) is not the same for all. A
row that `renews` has other cards after `do` than before, for one seed or another. With `dice` too the start
is by these, and "you" are the first player. Other situations are played from both seats, or from those of
`seats`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from written import Situation, counts, games, written

SEEDS = range(20)


def steps(told: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield told
    yield from told.get("then", ())


def every_situation() -> Iterator[Any]:
    for game in games():
        for number, told in enumerate(written(game)["situation"], 1):
            words = re.sub(r"\W+", " ", told["says"])[:60].strip()
            yield pytest.param(game, told, id=f"{game} {number} {words}")


KEYS = {
    "says", "before", "do", "after", "offered", "refused", "only", "greedy", "agents", "options", "dice",
    "then", "start", "differs", "renews", "seats",
}  # fmt: skip


@pytest.mark.parametrize(("game", "told"), list(every_situation()))
def test_it_is_played_as_the_rules_say(game: str, told: dict[str, Any]) -> None:
    assert not {name for step in steps(told) for name in step} - KEYS
    assert re.match(r"((Rules|Doc) [\d., ]+|[A-Z]{1,2}\d+(, [A-Z]{1,2}\d+)*): ", told["says"]), told["says"]
    if told.get("start"):
        _starts(Situation(game, told), told)
        return
    for you in told.get("seats", (0, 1)):  # the rules are the same for both
        _goes_on_from(Situation(game, told, you), told)


def _goes_on_from(situation: Situation, told: Mapping[str, Any]) -> None:
    situation.arrange()
    shown = situation.shown()
    assert shown == shown | situation.expected(situation.before, shown), "it is not laid out as it is written"
    for step in steps(told):
        _goes_on(situation, step, shown)
        shown = situation.shown()


def _goes_on(situation: Situation, step: Mapping[str, Any], before: Mapping[str, str]) -> None:
    situation.do(step.get("do", ()))
    if step.get("agents"):
        situation.play_on()
    shown = situation.shown()
    named = situation.expected(step.get("after", {}), shown)
    absent = dict.fromkeys({*before, *shown, *named} - (before.keys() & shown.keys()), "0")  # counters of 0
    expected = absent | dict(before) | named
    assert absent | shown == expected
    situation.check(step)


def _starts(situation: Situation, told: Mapping[str, Any]) -> None:
    found: dict[str, set[Any]] = {"begins": set()}
    is_new, renewed = False, told.get("renews")
    for seed in SEEDS:
        situation.begin(seed)
        found["begins"].add(situation.you)
        before = situation.shown()
        for name, value in before.items():
            found.setdefault(name, set()).add(value)
        for number, step in enumerate(steps(told)):
            situation.do(step.get("do", ()))
            shown = situation.shown()
            named = situation.expected(step.get("after", {}), shown)
            assert shown == shown | named, (seed, number)
            situation.check(step)
            is_new |= bool(renewed and counts(shown[renewed]) - counts(before[renewed]))
    for name in told.get("differs", ()):
        assert len(found[name]) > 1, name
    assert is_new == bool(renewed)


@pytest.mark.parametrize("game", games())
def test_a_game_has_thirty_situations_or_more(game: str) -> None:
    said = [told["says"] for told in written(game)["situation"]]
    assert len(said) >= 30
    assert len(set(said)) == len(said)
