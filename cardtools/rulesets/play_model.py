"""What `[play]` of a ruleset may contain beside an engine: zones, resources, turns, actions and ends.

Programs, conditions and amounts in it are written in the notation of the texts of cards. "You" is the player
who acts, `it` the card that an action is done with, `defender` its target.
"""

from typing import Literal

from cardtools.ground.frozen_record import Record, field


class ZoneEntry(Record):
    """`[play.zones.NAME]`: a zone of cards. `deck`, `hand`, `discard` and `field` are there without it; the
    cards of the field lie in slots, all others in piles. In programs a zone is a function of its name:
    `market(1)`.

    Keys:
        of: Whether each player has one, or all share it on the table.
        start: The section of deck lists whose cards are in it at the start; "all" for those of all sections.
        seen: Who sees the cards; if empty, nobody where it is shuffled, and else everybody.
        order: Whether the cards are shuffled at the start.
        slots: Of the field: how many places there are for cards, a number or an option; 0 for any number.
        row: How the table shows it: all cards beside each other ("hand"), or a pile; if empty, beside each
            other where players share it and see it.
        name: What people call it; if empty, its name.

    Example:
        [play.zones]
        supply = { of = "table", start = "main", order = "shuffled" }
        market = { of = "table", name = "Market stall", row = "hand" }
        hand = { seen = "owner" }
        field = { slots = 5 }

        [play.ends]
        "the supply is empty" = { when = "count(supply()) == 0", then = "most wins", of = "count(hand())" }

        [[play.turn]]
        phase = "draw"
        do = ["move(supply(1, top), hand)"]
    """

    of: Literal["player", "table"] = "player"
    start: str = ""
    seen: Literal["", "all", "owner", "nobody"] = ""
    order: Literal["listed", "shuffled"] = "listed"
    slots: int | str = 0
    row: Literal["", "hand", "pile"] = ""
    name: str = ""


class ResourceEntry(Record):
    """`[play.resources.NAME]`: a number that each player has, or the table.

    Keys:
        of: Whether each player has it, or all share it.
        start: How much there is at the start, a number or an option.
        least: It never falls below this.
        most: The resource that says how much of it there can be.
        lasts: Whether a change of it is one that a match goes on by. False for what comes back each turn: a
            match in which nothing else changes is a stand-off.
        name: What people call it; if empty, its name.

    Example:
        [play.resources]
        points = { start = 20, name = "Life" }
        energy = { lasts = false, most = "batteries" }
        batteries = { start = 1 }
        threat = { of = "table", least = 0 }
    """

    of: Literal["player", "table"] = "player"
    start: int | str = 0
    least: int = 0
    most: str = ""
    lasts: bool = True
    name: str = ""


class SetupEntry(Record):
    """`[[play.setup]]`: what is done before the first turn, in order.

    Keys:
        do: Programs.
        who: Who does it: `active` is the first player, `any` each in turn.

    Example:
        [[play.setup]]
        do = ["draw(5)"]
        who = "any"
    """

    do: tuple[str, ...]
    who: str = "active"


class PhaseEntry(Record):
    """`[[play.turn]]`: a phase of the turn. It does what it says; then its players choose actions.

    Keys:
        phase: Its name, in lower case.
        when: Only if this condition holds; else the phase is left out.
        do: Programs that are done as it begins.
        actions: The actions that may be chosen in it.
        who: Who chooses actions: `active`, `opponent`, a marker, or `any` for all in turn, the active first.
        least: The fewest actions of a player, if any can be done.
        most: The most actions of a player; 0 for any number.
        leave: How the action reads with which a player ends it.
        block: What no data says: a part of the rules by its `name`, with its parameters. "exchange": cards on
            the field attack any opposing slot once each, and deal damage to each other.

    Example:
        [[play.turn]]
        phase = "start"
        when = "turn() > 1"
        do = ["draw(1)"]

        [[play.turn]]
        phase = "main"
        actions = ["summon"]
        who = "active"
        least = 1
        most = 2
        leave = "fight"

        [[play.turn]]
        phase = "combat"
        block = { name = "exchange", attack = "strength" }

        [play.actions.summon]
        card = "hand(creature)"
        do = ["play(it)"]

        [play.resources]
        points = { start = 20 }

        [play]
        kinds = { creature = "TYPE != 'Spell'" }
        values = { strength = "ATTACK", health = "DEFENSE" }
        health = "health"
        ends = { "no points left" = { when = "total(points) <= 0", then = "you lose" } }
    """

    phase: str
    when: str = ""
    do: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    who: str = "active"
    least: int = 0
    most: int = 0
    leave: str = "end"
    block: dict[str, str | int | bool] = field(default_factory=dict)


class ActionEntry(Record):
    """`[play.actions.NAME]`: what a player may do in a phase that names it.

    Keys:
        text: How it reads, with `{0}` for its card and `{1}` for its target; if empty, its name and its card.
        card: Cards: the action can be done with each of them.
        target: Cards that it may aim at; "text" for the target of the card's text, if that has one.
        cost: What is paid, by resource: an amount.
        when: The condition under which it can be done.
        do: Programs.
        once: It is done with each card once in a turn.
        wants: The condition under which the greedy agent wants it.
        weight: What it is worth to the greedy agent, an amount.
        judge: What the agent adds: the "merit" of its programs (also if there is no weight), or "kills", what
            they destroy at once, without which it is not wanted.

    Example:
        [play.actions.buy]
        text = "buy {0}"
        card = "market()"
        cost = { coins = "sum(it, price)" }
        when = "count(hand()) < 5"
        do = ["move(it, hand)"]
        once = true
        wants = "total(coins) > 2"
        weight = "sum(it, price)"

        [play.actions.shoot]
        card = "hand()"
        target = "field(opponent)"
        do = ["destroy(defender)", "discard(it)"]
        judge = "kills"
    """

    text: str = ""
    card: str = ""
    target: str = ""
    cost: dict[str, str | int] = field(default_factory=dict)
    when: str = ""
    do: tuple[str, ...] = ()
    once: bool = False
    wants: str = ""
    weight: str | int = ""
    judge: Literal["", "merit", "kills"] = ""


class EndEntry(Record):
    """`[play.ends.REASON]`: how a match ends; the key is the reason, in words that follow "has" or "have".

    Keys:
        when: The condition, asked of each player who wins or loses by it, else of the active one.
        then: What happens. Where all players lose, or all win, it is a draw.
        of: The amount of which the most, or least, wins.
        at: The phases as which begin it is asked; if empty, it is asked always.

    Example:
        [play.ends]
        "no points left" = { when = "total(points) <= 0", then = "you lose", at = ["end"] }
        "the supply is empty" = { when = "count(deck()) == 0", then = "most wins", of = "total(points)" }

        [[play.turn]]
        phase = "end"

        [play.resources]
        points = { start = 3 }
    """

    when: str
    then: Literal["you lose", "you win", "most wins", "least wins", "all win", "all lose"]
    of: str = ""
    at: tuple[str, ...] = ()
