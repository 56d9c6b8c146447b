"""Words that verbs share: players with their verbs, faces of dice, and modifiers in plain English."""

from __future__ import annotations

from cardtools.programs import tree
from cardtools.programs.nouns import PLAYERS, amount_of, cards, each_of, every_one, number, thing, things

_ACTIONS = {
    "attack": "attack", "attack_directly": "attack a player directly", "block": "block",
    "activate": "activate effects", "untap": "untap", "deal_damage": "deal damage", "rank_up": "be ranked up",
    "be_destroyed": "be destroyed",
    "be_countered": "be countered", "be_returned": "be returned to a hand",
    "be_shuffled": "be shuffled into a deck", "leave_discard": "leave the discard pile",
}  # fmt: skip
_BY_PLAYER = {
    "play": "play {}", "rank_up": "rank up {}", "activate": "activate the effects of {}",
    "attack_directly": "attack a player directly with {}", "draw": "draw {}",
    "add": "add {} to their hand other than by drawing",
}  # fmt: skip
_LIMITED = {"activate": ("activate", "effect"), "play": ("play", "card"), "attack": ("make", "attack")}


def does(player: str, verb: str) -> str:
    """A player with a verb that agrees: `you draw`, `your opponent draws`."""
    if player == "you":
        return f"you {verb}"
    return f"{player} {verb}{'es' if verb.endswith(('s', 'sh', 'ch')) else 's'}"


def faces_in_words(faces: tuple[int, ...]) -> str:
    """The faces of a die: `2, 4 or 6`."""
    *some, last = map(str, faces)
    return f"{', '.join(some)} or {last}" if some else last


def of_resource(resource: str, amount: tree.Amount) -> str:
    """So much of a resource: `two points`, `3 energy`."""
    singular = resource.removesuffix("s") if resource.endswith("s") and len(resource) > 3 else resource
    return amount_of(amount, singular, singular == resource)


def changes_nothing(modifier: tree.Modifier) -> bool:
    """Whether it adds nothing, as +1/+0 adds no defense."""
    return isinstance(modifier, tree.Alter) and (
        modifier.operation in ("add", "subtract") and type(modifier.amount) is int and not modifier.amount
    )


def modifier_in_words(modifier: tree.Modifier) -> str:
    """A modifier as a clause: `this card gains 50 attack`."""
    match modifier:
        case tree.Alter():
            return _alter(modifier)
        case tree.Exchange():
            return f"{_stat_of(modifier.cards, f'{modifier.stat} and {modifier.other}')} are swapped"
        case tree.Become():
            return f"the {modifier.vocabulary} of {cards(modifier.cards).text} becomes {modifier.word}"
        case tree.Has():
            return f"{cards(modifier.cards).verb('has', 'have')} {modifier.keyword}"
        case tree.Cannot():
            return _cannot(modifier)
        case tree.Can():
            return _can(modifier)
        case tree.AtMost():
            verb, what = _LIMITED[modifier.action]
            most = amount_of(modifier.amount, what)
            return f"{PLAYERS[modifier.who]} cannot {verb} more than {most} each turn"
        case tree.Prevent():
            return _prevent(modifier)
        case tree.Dice(hits=hits):
            rolled, faces = cards(modifier.cards), faces_in_words(modifier.faces)
            if hits > 1 or hits < 0:
                return f"{rolled.verb('scores')} {number(hits)} hits on {faces}"
            return (
                f"{rolled.verb('hits')} on {faces} as well"
                if hits
                else f"{rolled.verb('misses', 'miss')} on {faces}"
            )
        case tree.FixDie():
            return f"one attack die that you choose before the roll counts as {modifier.face}"
        case tree.Copies(count=count):
            many = "any number of copies" if count is None else f"up to {amount_of(count, 'copy')}"
            return f"a deck can have {many} of this card"


def _alter(modifier: tree.Alter) -> str:
    changed = cards(modifier.cards)
    if modifier.operation in ("add", "subtract"):
        verb = changed.verb("gains") if modifier.operation == "add" else changed.verb("loses", "lose")
        return f"{verb} {amount_of(modifier.amount, modifier.stat, True)}"
    stat, amount = _stat_of(modifier.cards, modifier.stat), modifier.amount
    if modifier.operation == "set":
        return f"{stat} becomes {amount if isinstance(amount, int) else number(amount)}"
    twice, other = ("doubled", "multiplied") if modifier.operation == "multiply" else ("halved", "divided")
    return f"{stat} is {twice}" if amount == 2 else f"{stat} is {other} by {number(amount)}"


def _stat_of(whose: tree.Selector, stat: str) -> str:
    return f"its {stat}" if whose.relation == "event" else f"the {stat} of {each_of(whose)}"


def _cannot(modifier: tree.Cannot) -> str:
    gain = f"gain {modifier.action.removeprefix('gain_')}"
    if modifier.who != "any":
        what = _BY_PLAYER.get(modifier.action, "").format(things(modifier.cards))
        return f"{PLAYERS[modifier.who]} cannot {what or gain}"
    if modifier.action == "resolve":
        return f"the effects of {cards(modifier.cards).text} are countered"
    by = f" by {things(modifier.by)}" if modifier.by else ""
    battle = " in battle" if modifier.in_battle else ""
    return f"{each_of(modifier.cards)} cannot {_ACTIONS.get(modifier.action, gain)}{by}{battle}"


def _can(modifier: tree.Can) -> str:
    once = 1 if modifier.times is None else modifier.times
    if modifier.action == "play":
        return f"{PLAYERS[modifier.who]} can play {amount_of(once, f'additional {thing(modifier.cards)}')}"
    if modifier.action == "rank_up":
        using = f" with {things(modifier.using)}" if modifier.using else ""
        return f"{PLAYERS[modifier.who]} can rank up {things(modifier.cards)}{using}"
    if modifier.action == "reroll":
        dice = amount_of(once, "attack die").replace("dies", "dice")
        return f"you can reroll {dice} each turn, declared before the roll"
    changed = cards(modifier.cards).text
    if modifier.action == "attack_directly":
        return f"{changed} can attack a player directly"
    if modifier.action == "attack_at_once":
        return f"{changed} can attack on the turn it is played"
    times = "twice" if modifier.times == 2 else f"{number(modifier.times or 1)} times"
    return f"{changed} can attack {times} each turn"


def _prevent(modifier: tree.Prevent) -> str:
    most = "up to " if modifier.up_to else ""
    if modifier.what == "damage":
        whose = every_one(modifier.cards).text if modifier.cards else PLAYERS[modifier.who]
        if modifier.each:
            return f"damage to {whose} is reduced by {number(modifier.amount)}"
        return f"the next {number(modifier.amount)} damage to {whose} is prevented"
    much, are = of_resource(modifier.what, modifier.amount), "is" if modifier.amount == 1 else "are"
    if modifier.what == "hits":
        return f"{most}{much} against {PLAYERS[modifier.who]} {are} ignored"
    return f"the next {much} that {PLAYERS[modifier.who]} would lose {are} not lost"
