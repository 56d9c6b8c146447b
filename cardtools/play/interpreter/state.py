"""The state of a game whose cards have effects: zones, what lies on cards, and what is going on."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple, Self

from cardtools.play.state import EMPTY, Part, State

# The name of a `step_*` method of the engine, and its arguments.
PendingTask = tuple[Any, ...]


class Frame(NamedTuple):
    """Whose effect it is and what it is about: its card, the player who is "you", the card and the target of
    its trigger, the player whom the trigger is about (each -1 if there is none), and what was chosen for it:
    pairs of the name of a `Let`, or the number of a selector with `target`, and the cards.
    """

    card: int
    you: int
    event: int = -1
    target: int = -1
    about: int = -1
    chosen: tuple[tuple[str | int, tuple[int, ...]], ...] = ()

    def chosen_as(self, name: str | int) -> tuple[int, ...] | None:
        """The cards that were chosen under a name, None if none were."""
        for known, cards in self.chosen:
            if known == name:
                return cards
        return None

    def naming(self, name: str | int, cards: tuple[int, ...]) -> Frame:
        """The frame with cards chosen under a name."""
        others = tuple(pair for pair in self.chosen if pair[0] != name)
        return self._replace(chosen=(*others, (name, cards)))


class Decision(NamedTuple):
    """A decision that is pending: its kind ("cards", "yes", "number", "slot", "effect", "respond"), who
    decides, what there is to choose from and what is chosen so far, the least and the most to choose, the
    task that goes on with the answer as its last argument, and the pile that only the chooser sees ("": all
    may see what there is to choose from).
    """

    kind: str
    chooser: int
    options: tuple[Any, ...]
    chosen: tuple[int, ...]
    least: int
    most: int
    then: PendingTask
    secret: str = ""


class AppliedModifier(NamedTuple):
    """A modifier that an effect applied: the number of its node, its frame, the cards it was applied to
    (None: whatever matches), the duration, a mark (the turn it was made in, the player whose turn ends it, or
    the card that it stays with), and how much of it is left (-1: all).
    """

    node: int
    frame: Frame
    cards: tuple[int, ...] | None
    duration: str
    mark: int
    left: int = -1


AppliedModifier.__name__ = "Held"  # in the digests of states, which recorded matches have


class Waiting(NamedTuple):
    """An effect on the chain: its card, the number of its node (negative: the game's own, such as a card
    that is played), its frame, and whether it was countered.
    """

    card: int
    node: int
    frame: Frame
    countered: bool = False


# The side that a word means as seen from "you", 2 for all, the active player's first.
SIDES = {"you": 0, "opponent": 1, "any": 2}
# Slots of one side are numbered below this; the place of a card on the field is side * SIDE + slot.
SIDE = 1000


class CardState(State):
    """A state whose parts the interpreter of programs uses; a game's own state adds its parts to `PARTS`.

    `field` is by player and slot a stack of cards, the top card last; a game without stacks has stacks of
    one. `at` is by card its place on the field, or -1. `tapped` is by card the turn in which it was tapped,
    0 if it is untapped. `entered` is by card the turn in which it came to the field. `counters` is by card
    pairs of a name and a number. `attached` is by card the card it is attached to, or -1. `resources` is by
    player a number for each of `CardEngine.RESOURCES`.

    `tasks` is what is left to do, the next last. `choice` is the pending decision, or None. `chain` has the
    effects that wait to take place, the last first to. `triggered` has abilities that were set off and wait
    for the effect that is going on to end. `used` has the abilities used this turn, as (card, place).
    `skips` has (player, phase, the task that is done when it has been skipped, or ()). `last` is the card
    that an effect chose or moved last.
    """

    PARTS: ClassVar[tuple[Part, ...]] = (
        Part("deck", 2, has_cards=True, seen="nobody"),
        Part("hand", 2, has_cards=True, seen="owner"),
        Part("discard", 2, has_cards=True),
        Part("field", 3, has_cards=True),
        Part("at", 1),
        Part("tapped", 1),
        Part("entered", 1),
        Part("damage", 1),
        Part("counters", 1),
        Part("attached", 1),
        Part("resources", 2),
        Part("modifiers", 1),
        Part("tasks", 1),
        Part("choice", 0),
        Part("chain", 1),
        Part("triggered", 1),
        Part("used", 1),
        Part("skips", 1),
        Part("last", 0),
    )
    __slots__ = (*(part.name for part in PARTS), "in_force", "moves", "stats", "tops", "unhurt", "uses")
    deck: list[list[int]]
    hand: list[list[int]]
    discard: list[list[int]]
    field: list[list[list[int]]]
    at: list[int]
    tapped: list[int]
    entered: list[int]
    damage: list[int]
    counters: list[tuple[tuple[str, int], ...]]
    attached: list[int]
    resources: list[list[int]]
    modifiers: list[AppliedModifier]
    tasks: list[PendingTask]
    choice: Decision | None
    chain: list[Waiting]
    triggered: list[tuple[int, int, Frame]]
    used: list[tuple[int, int]]
    skips: list[tuple[int, str, PendingTask]]
    last: int
    # What follows from the parts, is asked often, and is no part of the state; None: to be found again.
    # `Zones.changed` forgets legal actions and stats, `Zones.moved` all of it, `tap` and `untap` the uses.
    in_force: dict[Any, list[Any]] | None  # the modifiers that hold, by kind
    moves: list[Any] | None  # the legal actions
    stats: dict[tuple[int, str], int]
    tops: list[list[int]] | None  # by player the top cards of the stacks
    unhurt: bool  # whether nothing has happened to health since it was looked what damage destroys
    uses: list[Any]  # by player what a game knows of the untapped cards on the field

    def copy(self) -> Self:
        """A state of its own: what is applied to it leaves this one as it is."""
        new = super().copy()
        new.forget()
        return new

    def forget(self) -> None:
        """Forget what follows from the parts."""
        self.in_force, self.stats, self.moves, self.tops = None, {}, None, None
        self.uses = [None] * len(self.field)
        self.unhurt = False

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.NAMES}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        for name, value in kept.items():
            setattr(self, name, value)
        self.forget()

    def clear(self, cards: int, slots: int, resources: tuple[int, ...], players: int = 2) -> None:
        """Empty parts for so many cards, slots of each player (0: as many as needed), resources, players."""
        self.deck = [[] for _ in range(players)]
        self.hand, self.discard = [[] for _ in range(players)], [[] for _ in range(players)]
        self.field = [[[] for _ in range(slots)] for _ in range(players)]
        self.at, self.attached = [EMPTY] * cards, [EMPTY] * cards
        self.tapped, self.entered, self.damage = [0] * cards, [0] * cards, [0] * cards
        self.counters = [()] * cards
        self.resources = [list(resources) for _ in range(players)]
        self.modifiers, self.tasks, self.chain, self.triggered = [], [], [], []
        self.used, self.skips, self.choice, self.last = [], [], None, EMPTY
        self.forget()
