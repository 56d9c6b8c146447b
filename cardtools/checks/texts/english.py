"""What every English card text has in common: articles, numbers, plurals, misspellings, synonyms."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

_NUMBERS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty"
)
NUMBERS = {word: number for number, word in enumerate(_NUMBERS.split())}

# Words that may come between a number and what is counted, in every game.
ADJECTIVES = frozenset(
    "active additional attacking blocking bottom different destroyed discarded drawn enemy equipped extra "
    "face-down face-up first hit last life more new next opposing other played random revealed same second "
    "single tapped target third top untapped".split()
)
SINGULAR = frozenset("a an another each every".split())
PLURAL = frozenset("all few many several these those".split())
POSSESSIVE = frozenset("her his its my our the their these those your".split())
# What may follow a noun, so that the noun is not the first half of a longer one, as in "two unit zones".
FOLLOWING = frozenset(
    "a above after among are as at before below beneath but by can cannot during each for from had has "
    "have if in instead into is may must of on than that then they this to under unless until was were "
    "when whenever while with without you your their".split()
)
# What may come before a number in digits that counts something: "draw 2 cards", not "rank 2 cards".
COUNTING = frozenset(
    "additional another bottom exactly first has have last least most next than the to top up".split()
)

# Verbs of card games by the usual word, where a game does not have the action under that name.
_VERBS = {
    "": "activate add choose copy counter create deal destroy discard double draw equip gain give "
        "halve inflict lose mill place play prevent recover reroll return reveal roll search send "
        "shuffle skip steal swap tap untap",
    "equip": "attach", "send": "banish exile move remove", "return": "bounce",
    "modify": "change decrease increase raise", "swap": "exchange switch", "gain": "heal restore",
    "destroy": "kill sacrifice", "counter": "negate", "lose": "pay", "place": "put", "play": "summon",
    "add": "take",
}  # fmt: skip
VERBS = {verb: usual for usual, verbs in _VERBS.items() for verb in verbs.split()}

# Words that are one letter away from what games call their kinds of cards, and mean something else.
EVERYDAY = frozenset(
    "alight back bark beat best blank block blur boast breast clue colourless dairy dank dart dire "
    "dragoon eight fair fairly fare fellow fight file fine fired firm five flight fore frying glue "
    "greed greet gyro hairy hark hearth hire host insert inspect lark later least lying mark mature "
    "mellow might mire night nine none park prey pyre right shallow shell sight sire slack slight smell "
    "swell tight tire wader wafer wager whine wire write yeast".split()
)

# Nouns that are verbs as well: "if two die", "all counter".
VERBAL = frozenset("attack counter die draw play point turn".split())

# Owned by an opponent, a player or an owner: what follows "your opponent's".
BELONGINGS = frozenset(
    "bench battlefield board choice deck discard draw end field graveyard hand hands decks library "
    "life main next realm side turn vault battle combat".split()
)
# ... where "your opponents" may be one or many, so that only a person knows where the apostrophe goes.
SHARED = frozenset(
    "card cards creature creatures effect effects point points spell spells unit units".split()
)
# Owned by a card: what follows "this card's".
FEATURES = frozenset(
    "abilities ability art attack colour color controller cost defence defense effect effects health level "
    "name owner power rank stats style sub-type sub-types subtype subtypes type types".split()
)
# ... that may be verbs as well: "when this cards attack" lacks no apostrophe.
FEATURES_OR_VERBS = frozenset("attack cost".split())

# By right word, how it is misspelt.
_MISSPELT = {
    "a lot": "alot", "activate": "acitvate acivate activat actvate", "additional": "additonal addtional",
    "again": "agian", "another": "anothr", "attack": "atack attacck attak attck", "attacks": "atacks",
    "battle": "battel", "beginning": "begining", "bottom": "botton", "cannot": "cannnot", "card": "crad",
    "cards": "crads", "chosen": "choosen", "control": "contol controll", "controlled": "controled",
    "controls": "contols controlls", "counter": "couter", "creature": "cretaure creture",
    "damage": "damadge dammage", "defeat": "deafeat", "defense": "defnese", "destroy": "destory detroy",
    "destroyed": "destoryed destroied destroyd", "destroys": "destorys",
    "discard": "disacrd disard discad discrad", "doesn't": "doesnt", "don't": "dont", "double": "doulbe",
    "during": "durring", "each other": "eachother", "effect": "effct effet", "effects": "effecst",
    "enemy": "enmey", "equipped": "equiped", "equipping": "equiping", "exactly": "excatly",
    "field": "feild fiedl", "gain": "gian", "graveyard": "graveyrad grayeyard", "haven't": "havent",
    "higher": "heigher", "highest": "highst", "immediately": "imediately immediatly",
    "indestructible": "indestructable", "isn't": "isnt", "length": "lenght", "library": "libary",
    "lose": "lsoe", "lowest": "lowset", "maximum": "maximun", "minimum": "minimun",
    "necessary": "neccessary necesary", "occurred": "occured", "occurring": "occuring",
    "opponent": "oponent oppenent oppoent opponant opponet opppnent oppponent",
    "opponents": "oponents oppenents opponants opponets", "permanent": "permanant permenant",
    "phase": "phaze", "prevent": "prevant prevet", "random": "radom randon", "receive": "recieve",
    "received": "recieved", "receives": "recieves", "remains": "reamins", "resistance": "resistence",
    "return": "retrun reutrn", "returns": "retruns", "reveal": "reveale revela",
    "sacrifice": "sacrafice sacrifise", "search": "seach serach", "separate": "seperate",
    "separately": "seperately", "shuffle": "shuffel shufle", "simultaneously": "simultaniously",
    "strength": "strenght", "successful": "succesful", "successfully": "succesfully", "targeted": "targetted",
    "targeting": "targetting", "the": "teh", "their": "thier", "turn": "trun", "turns": "truns",
    "until": "untill", "when": "wehn", "whenever": "whenver", "which": "whcih wich", "with": "wiht witht",
    "you're": "youre", "your": "yuor",
}  # fmt: skip
SPELLING = {wrong: right for right, wrongs in _MISSPELT.items() for wrong in wrongs.split()}

# Said twice on purpose ("counter counter effects"), or with a comma missing in between.
TWICE = frozenset("counter equip had that".split())
UNSURE = frozenset(
    "do does down her him his in is it on one out over so them these this those up you".split()
)

_IRREGULAR = {"die": "dice", "half": "halves", "elf": "elves", "wolf": "wolves", "hero": "heroes"}
_MUTE_H = re.compile("hour|honest|hono|heir")
_EITHER_H = re.compile("h(?:abitual|allucin|armon|erb|ereditar|ero|istor|orrif|otel|umble|ypothe|yster)")
# A vowel that sounds like "you" or "w": a unit, a European, a one-sided fight.
_CONSONANT_SOUND = re.compile(
    r"uni(?:t|on|q|son|v|f|c|l|x)|us(?:e|ag|ua|ur)|ut[ei]|uto|ura|ub[ei]|ufo|uk[eu]|unan|eu(?!l)|ewe|"
    r"one(?:$|s)|once|oui"
)
# The other words with a u as in "under"; the rest are uncertain.
_VOWEL_SOUND = re.compile(
    r"[aio]|e(?!ul)|un(?:[^ai]|a[bcfnstvw]|arm|i[dmn])|u[gmp]|ul[^uy]|ur[bcgn]|ush|utm|utt"
)
# No word begins like this, so it may be spelled out: an npc, an hp counter.
_UNSPOKEN = re.compile(
    r"f[^aeiouylrj]|h[^aeiouy]|l[^aeiouyl]|m[^aeiouyn]|n[^aeiouyg]|r[^aeiouyh]|s[bdfgjrsxz]|x[^aeiouy]|"
    r"y[^aeiou]"
)
_ACRONYM_VOWELS = frozenset("AEFHILMNORSX")


def number(word: str) -> int:
    """The number a word or digits mean, -1 for none."""
    return int(word) if word.isdecimal() and len(word) < 9 else NUMBERS.get(word, -1)


def plural(noun: str) -> str:
    """More than one of a noun: `card` -> `cards`, `ability` -> `abilities`, `die` -> `dice`."""
    if noun in _IRREGULAR:
        return _IRREGULAR[noun]
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "z", "ch", "sh")) else "s")


def slips_of(nouns: Iterable[str]) -> dict[str, str]:
    """The ways to write long nouns with one letter less, or two of them the other way round."""
    found: dict[str, str] = {}
    for noun in (noun for noun in nouns if len(noun) > 6 and noun.isalpha()):
        for at in range(1, len(noun)):
            found.setdefault(noun[:at] + noun[at + 1 :], noun)
            found.setdefault(noun[: at - 1] + noun[at] + noun[at - 1] + noun[at + 1 :], noun)
    return {slip: noun for slip, noun in found.items() if slip not in nouns and slip not in EVERYDAY}


def begins_with_vowel(word: str) -> bool | None:
    """Whether a word is spoken with a vowel first, so that it takes "an"; None if that is uncertain."""
    first = word.split("-")[0]
    low = first.lower()
    if not low.isascii() or not low.isalnum():
        return None
    if low[0].isdigit():
        digits = low.rstrip("abcdefghijklmnopqrstuvwxyz")
        if len(digits) > 2 and digits.startswith(("11", "18")):
            return None  # a hundred and ten, or eleven hundred
        return digits.startswith("8") or digits in ("11", "18")
    if len(first) == 1 or not set(low) & set("aeiouy"):
        spelled = first.isupper() or (len(first) == 1 and first != word)
        return first[0].upper() in _ACRONYM_VOWELS if spelled else None
    if first[1:] != first[1:].lower() or _UNSPOKEN.match(low):
        return None
    if low[0] == "h":
        return None if _EITHER_H.match(low) else bool(_MUTE_H.match(low))
    if low[0] not in "aeiou" or _CONSONANT_SOUND.match(low):
        return False
    return True if _VOWEL_SOUND.match(low) else None


def like(word: str, old: str) -> str:
    """The word with capitals where the old one had them."""
    if len(old) > 1 and old.isupper():
        return word.upper()
    return word[:1].upper() + word[1:] if old[:1].isupper() else word


# Words for one thing, in the singular.
SYNONYMS = (
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
OWNERS = POSSESSIVE | {"opponent's", "opponent’s", "player's", "player’s", "owner's", "owner’s"}
_UNCOUNTED = frozenset(("life", "health"))


def all_terms(terms: Mapping[str, str], own: Collection[str]) -> dict[str, str]:
    """The terms with all words for the same thing in all forms, in lower case, but the game's `own`."""
    known = {*own, *map(str.lower, terms.values())}
    known |= {word for term in known for word in term.split()}
    found = dict(_with_forms(terms.items()))
    for group in SYNONYMS:
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
        many = " ".join([*before, plural(last)])
        news = new if new.isupper() or new in _UNCOUNTED else plural(new)
        if many not in dict(terms):
            yield many, news
        for mark in "'’":
            yield f"{old}{mark}s", f"{new}{mark}s"
            yield f"{many}{mark}", f"{news}{mark}"
