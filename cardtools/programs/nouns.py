"""Cards, players and amounts of a program in plain English."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from cardtools.effects.number_words import NUMBER_WORDS
from cardtools.programs import tree
from cardtools.programs.tree import Amount, Compare, Condition, Count, Product, Selector, StatIs


class _OwnWords(dict[str, str]):
    """Words for what every game has; a name of a ruleset's own is put into a phrase."""

    def __init__(self, own: str, known: dict[str, str]) -> None:
        super().__init__(known)
        self.own = own

    def __missing__(self, name: str) -> str:
        return self.own.replace("?", name)


PLAYERS = _OwnWords("the player with the ?", {
    "you": "you", "opponent": "your opponent", "any": "each player", "active": "the player whose turn it is",
    "event": "that player", "owner": "its owner",
})  # fmt: skip
OWNERS = _OwnWords("the ?'s", {
    "you": "your", "opponent": "your opponent's", "any": "any", "active": "that player's",
    "event": "that player's", "owner": "its owner's",
})  # fmt: skip
_CONTROL = {
    "you": "you control", "opponent": "your opponent controls", "active": "that player controls",
    "event": "that player controls", "owner": "its owner controls",
}  # fmt: skip
ZONES = _OwnWords("?", {
    "hand": "hand", "deck": "deck", "discard": "discard pile", "vault": "vault", "leader": "leader zone",
})  # fmt: skip
_SINGLE = {
    "this": "this card", "event": "it", "target": "the card it attacks", "equipped": "the equipped card",
}  # fmt: skip


class Noun(NamedTuple):
    """Words for some cards, and whether they are many."""

    text: str
    many: bool

    def verb(self, singular: str, plural: str = "") -> str:
        """The words with a verb that agrees: `units attack`, `this card attacks`."""
        return f"{self.text} {(plural or singular.removesuffix('s')) if self.many else singular}"


def plural(word: str) -> str:
    """The plural of a noun."""
    if word.endswith(("s", "x", "ch", "sh")):
        return f"{word}es"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return word if word in ("life", "sv", "energy", "mana") else f"{word}s"


def number(amount: Amount) -> str:
    """An amount as a word or in digits: `two`, `150`, `the number of units you control`."""
    match amount:
        case int():
            return NUMBER_WORDS[amount] if 0 <= amount <= 12 else str(amount)
        case Count(cards=cards_counted):
            return f"the number of {things(cards_counted)}"
        case tree.Total():
            return f"{OWNERS[amount.who]} {amount.resource}"
        case tree.CountersOn():
            return f"the number of {f'{amount.name} counters'.strip()} on {cards(amount.cards).text}"
        case tree.Sum():
            return f"{number(amount.left)} plus {number(amount.right)}"
        case Product():
            return f"{number(amount.left)} times {number(amount.right)}"
        case tree.SumOf():
            return f"the {amount.stat} of {cards(amount.cards).text}"
        case tree.Known():
            return "the number of the turn" if amount.name == "turn" else "the number of players"


def amount_of(amount: Amount, noun: str, mass: bool = False) -> str:
    """So much of something: `two points`, `one point for each unit you control`, `50 attack`."""
    match amount:
        case Count():
            return amount_of(Product(1, amount), noun, mass)
        case Product(left=int(each), right=Count(cards=of)) | Product(left=Count(cards=of), right=int(each)):
            return f"{amount_of(each, noun, mass)} for each {thing(of)}"
        case int():
            written = str(amount) if mass else number(amount)
            return f"{written} {noun if mass or amount == 1 else plural(noun)}"
    return f"{noun if mass else plural(noun)} equal to {number(amount)}"


def _stat(one: StatIs) -> str:
    amount = str(one.amount) if isinstance(one.amount, int) else number(one.amount)
    low, high = ("lower", "higher") if one.stat == "rank" else ("less", "more")
    words = {"==": amount, "<=": f"{amount} or {low}", ">=": f"{amount} or {high}"}
    words |= {"<": f"below {amount}", ">": f"above {amount}", "!=": f"other than {amount}"}
    return f"{one.stat} {words[one.operator]}"


def _head(selector: Selector, many: bool) -> str:
    """The noun with its adjectives: `rank 2 or lower fire unit`."""
    words = [*filter(None, [selector.state]), *(_stat(one) for one in selector.stats if one.stat == "rank")]
    words += [one.word for one in reversed(selector.traits)]
    noun = selector.kind or "card"
    words.append(plural(noun) if many else noun)
    rest = [_stat(one) for one in selector.stats if one.stat != "rank"]
    if selector.extreme:
        rest.append(f"the {selector.extreme} {selector.extreme_stat}")
    return " ".join(words) + (f" with {' and '.join(rest)}" if rest else "")


def _where(selector: Selector) -> str:
    """Where the cards are, and whose: ` you control`, ` in your hand`."""
    if selector.relation in ("under", "above", "below"):
        return f" {selector.relation} {cards(selector.of).text if selector.of else 'this card'}"
    if selector.zone == "field":
        return f" {_CONTROL[selector.who]}" if selector.who in _CONTROL else " on the field"
    if selector.zone == "chain":
        return " whose effect is on the chain"
    if selector.zone:
        return f" in {OWNERS[selector.who]} {ZONES[selector.zone]}"
    return ""


def things(selector: Selector) -> str:
    """All cards that match, as a plural without a number: `units you control`."""
    other = "other " if selector.relation == "other" else ""
    whose = "" if selector.zone or selector.who == "any" else f"{OWNERS[selector.who]} "
    return f"{whose}{other}{_head(selector, True)}{_where(selector)}"


def thing(selector: Selector) -> str:
    """One of the cards that match, without an article: `unit you control`."""
    other = "other " if selector.relation == "other" else ""
    return f"{other}{_head(selector, False)}{_where(selector)}"


def every_one(selector: Selector) -> Noun:
    """All of the cards one by one, or those chosen: `each creature on the field`, `target creature`."""
    named = cards(selector)
    return Noun(f"each {thing(selector)}", False) if named.text.startswith("all ") else named


def one_of(selector: Selector) -> str:
    """One of the cards that match, whichever: `a fire unit you control`, `one of your opponent's cards`."""
    if selector.relation == "other":
        return f"another {thing(selector).removeprefix('other ')}"
    if not selector.zone and selector.who != "any":
        return f"one of {things(selector)}"
    return with_article(thing(selector))


def each_of(selector: Selector) -> str:
    """Each of the cards, as the owner of a stat: `each fire unit you control`, `this card`."""
    named = cards(selector)
    return named.text.removeprefix("all ") if named.many else named.text


def with_article(words: str) -> str:
    """The words with an indefinite article."""
    first = words[:1].lower()
    vowel = first in tuple("aeio") or (first == "u" and not words.lower().startswith("uni"))
    return f"{'an' if vowel else 'a'} {words}"


def cards(selector: Selector) -> Noun:
    """The cards as a phrase that can be the subject or object of a sentence."""
    many = selector.count is None or selector.count != 1
    if selector.relation in _SINGLE:
        return Noun(_SINGLE[selector.relation], False)
    if selector.relation == "named":
        among = "" if selector.count is None else f"{number(selector.count)} {_head(selector, many)} among "
        return Noun(f"{among}those cards", many)
    if selector.position:
        plain = "cards" if many else "card"
        some = plain if selector.count in (None, 1) else amount_of(selector.count or 0, "card")
        pile = ZONES.get(selector.zone, selector.zone)
        return Noun(f"the {selector.position} {some} of {OWNERS[selector.who]} {pile}", many)
    where = _where(selector)
    if selector.relation == "above":
        return Noun(f"any {_head(selector, False)}{where}", False)
    if selector.count is None:
        every = f"the {_head(selector, True)}{where}" if selector.extreme else f"all {things(selector)}"
        return Noun(every, True)
    head = f"{_head(selector, many)}{where.removesuffix(' on the field') if selector.target else where}"
    if not many and (selector.extreme or selector.relation == "other"):
        return Noun(f"{'the' if selector.extreme else 'another'} {head}", False)
    if not many and selector.target and not selector.up_to:
        return Noun(f"target {head}", False)
    random = "random " if selector.chooser == "random" else ""
    if not isinstance(selector.count, int):
        return Noun(f"{random}{head}, as many as {number(selector.count)}", True)
    target = "target " if selector.target else ""
    other = "other " if selector.relation == "other" else ""
    most = "up to " if selector.up_to else ""
    return Noun(f"{most}{number(selector.count)} {random}{target}{other}{head}", many)


def condition(tested: Condition) -> str:
    """A condition as a clause: `you control a fire unit`, `you have no cards in your hand`."""
    match tested:
        case tree.AllOf():
            return " and ".join(map(condition, tested.conditions))
        case tree.AnyOf():
            return " or ".join(map(condition, tested.conditions))
        case tree.Not():
            return f"it is not so that {condition(tested.condition)}"
        case Compare(left=Count(cards=counted), operator=op, right=int(least)) if (op, least) in (
            (">=", 1), ("==", 0),
        ):  # fmt: skip
            none, one = op == "==", _SINGLE.get(counted.relation)
            if one is None:
                found = f"no {things(counted)}" if none else with_article(thing(counted))
                return _there(counted, found, none)
            state = counted.state or with_article(_head(counted, False))
            return f"{one} is {'not ' if none else ''}{state}"
        case Compare(left=Count(cards=counted), operator=">=", right=int(least)):
            return _there(counted, f"{number(least)} or more {things(counted)}", True)
        case Compare(left=Count(cards=first), operator=">", right=Count(cards=second)):
            if replace(first, who="opponent") == second:
                return f"{_there(first, f'more {things(first)}', True)} than your opponent"
            return f"there are more {things(first)} than {things(second)}"
    words = {
        "==": "is", "!=": "is not", "<=": "is at most", ">=": "is at least", "<": "is less than",
        ">": "is more than",
    }  # fmt: skip
    return f"{number(tested.left)} {words[tested.operator]} {number(tested.right)}"


def _there(counted: Selector, found: str, many: bool) -> str:
    """That there are such cards: `you control a fire unit`, `there are two cards in your discard pile`."""
    if counted.zone == "field" and counted.who in ("you", "opponent"):
        verb = "control" if counted.who == "you" else "controls"
        return f"{PLAYERS[counted.who]} {verb} {found.removesuffix(f' {_CONTROL[counted.who]}')}"
    if counted.zone and counted.zone != "field" and counted.who == "you":
        return f"you have {found}"
    return f"there {'are' if many else 'is'} {found}"
