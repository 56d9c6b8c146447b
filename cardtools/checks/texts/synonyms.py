"""What card games call the same things: a ruleset that names one such word for its own names all of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from cardtools.checks.texts import english

# Words for one thing, in the singular.
_GROUPS = (
    (
        "discard pile", "discard zone", "discard", "graveyard", "grave yard", "grave", "grave pile",
        "cemetery", "boneyard", "trash", "trash pile", "trash heap", "trash can", "scrap pile", "scrap heap",
        "junk pile", "junkyard", "waste pile", "used pile",
    ),
    ("opponent", "opposing player", "enemy player", "rival player", "rival", "foe", "adversary"),
    ("deck", "library", "draw pile", "draw deck", "draw stack"),
    ("creature", "monster", "minion", "unit", "critter"),
    ("battlefield", "battle field", "field", "board", "play area", "playfield", "playing field", "arena"),
    ("spell", "sorcery", "magic card"),
)  # fmt: skip
# These may be verbs or adjectives; as nouns they follow one of the OWNERS, and no noun follows them.
DOUBTFUL = frozenset(("discard", "grave", "trash"))
OWNERS = english.POSSESSIVE | {"opponent's", "opponent’s", "player's", "player’s", "owner's", "owner’s"}
_UNCOUNTED = frozenset(("life", "health"))


def all_terms(terms: Mapping[str, str], own: Collection[str]) -> dict[str, str]:
    """The terms with every other word for the same thing in all forms, in lower case; the `own` words of the
    game are no terms.
    """
    known = {*own, *map(str.lower, terms.values())}
    known |= {word for term in known for word in term.split()}
    found = dict(_with_forms(terms.items()))
    for group in _GROUPS:
        right = next((terms[word] for word in group if word in terms), "")
        others = [(word, right) for word in group if right and (word in DOUBTFUL or word not in known)]
        for word, new in _with_forms(others):
            found.setdefault(word, new)
    return found


def _with_forms(terms: Collection[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The terms, with what belongs to one ("foe's"), and with many and what belongs to them."""
    for old, new in ((old.lower(), new) for old, new in terms):
        yield old, new
        if old in DOUBTFUL:
            continue
        *before, last = old.split(" ")
        many = " ".join([*before, english.plural(last)])
        news = new if new.isupper() or new in _UNCOUNTED else english.plural(new)
        if many not in dict(terms):
            yield many, news
        for mark in "'’":
            yield f"{old}{mark}s", f"{new}{mark}s"
            yield f"{many}{mark}", f"{news}{mark}"
