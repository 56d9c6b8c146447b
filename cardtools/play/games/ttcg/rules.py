"""What the True Trading Card Game asks for and declares, and what follows from its cards and options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from cardtools.play.effects.engine import CardEngine
from cardtools.play.engine import Needed, Option, Verb
from cardtools.play.games.ttcg.state import TtcgState
from cardtools.programs.tree import Ability, Activated, Compare, Condition, Count, Effect, Static, Triggered
from cardtools.programs.verbs.apply import Apply
from cardtools.programs.verbs.move import Move
from cardtools.programs.verbs.seq import Seq

RANKS = 100  # more than there are
ROOM = -1000  # stands for a free slot for spells, the next number for one for units; no type and rank
POINTS = 0  # the place of the points in `resources`


class TtcgRules(CardEngine[TtcgState]):
    """Options, verbs and events, and what is noted before a match."""

    NAME = "ttcg"
    VERSION = "2"
    STATE = TtcgState
    RESOURCES = ("points",)
    PASSES = 1
    EXACT = True  # "the number must be adhered to" (3.3.4)
    STATS = ("attack", "defense", "rank")
    VOCABULARIES: ClassVar[Mapping[str, str]] = {"type": "type", "subtype": "subtypes"}
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "points": Option(20, (1, 1000), "points of each player at the start (Doc 2.2.8)"),
        "hand": Option(7, (0, 60), "cards of the opening hand (Doc 2.2.2; an older text says 5, T10)"),
        "mulligans": Option(1, (0, 10), "how often an opening hand may be shuffled back (Doc 2.2.2, T12)"),
        "mulligan_hand": Option(6, (0, 60), "cards drawn after a mulligan (Doc 2.2.2)"),
        "columns": Option(5, (1, 20), "units, and spells, that a field has room for (Doc 2.2.9)"),
        "plays": Option(2, (1, 60), "cards that a player may play in a turn (Doc 2.2.3)"),
        "hand_limit": Option(10, (0, 200), "cards held at the end of a turn (Doc 2.2.10)"),
        "exhaustion": Option(5, (0, 1000), "points lost by a draw phase with an empty deck (Doc 2.2.11)"),
        "first_draws": Option(False, None, "the first player draws on the first turn (Doc 2.2.2)"),
        "first_attacks": Option(False, None, "the first player attacks on the first turn (Doc 2.2.2)"),
        "untap": Option(
            "never", ("never", "owner_start"), "when cards untap by themselves; no text states it (T2)"
        ),
        "win": Option(
            "points", ("points", "target"),
            "who wins: whose opponent has no points left, or who has `target` points first; not stated (T1)",
        ),
        "target": Option(40, (1, 10_000), 'points that win where win = "target" (T1)'),
        "kills": Option(
            "owner_loses", ("owner_loses", "destroyer_gains"),
            "what a destroyed unit changes: Doc 2.2.8 speaks of gaining points, and of losing them (T9)",
        ),
        "equal": Option(
            "nobody", ("nobody", "both", "attacker"), "who is destroyed if attack and defense are equal (T3)"
        ),
        "effect_draw": Option(
            "nothing", ("nothing", "damage"),
            "what an effect that draws more cards than the deck has does: it cannot be activated, or draws "
            "what there is and costs points (T4)",
        ),
        "together": Option(
            "lifo", ("lifo", "fifo"), "of effects set off together, whose take place first (Doc 2.2.5, T7)"
        ),
        "styles": Option(
            "printed", ("printed", "text"),
            "whether printed styles count (Doc 2.2.5, T5): a continuous effect is activated first, a passive "
            "one needs no tap; or only what the texts say",
        ),
        "rarity": Option(1, (1, 6), "the tier that cards are played in, with its bonus (Doc 4.6, T11)"),
    }  # fmt: skip
    KINDS: ClassVar[Mapping[str, Needed]] = {
        "unit": Needed("condition", "cards of the upper row (Doc 2.2.9)"),
        "spell": Needed("condition", "cards of the lower row (Doc 2.2.9)"),
    }
    VALUES: ClassVar[Mapping[str, Needed]] = {
        "type": Needed("text", "what ranking up needs the same of (Doc 2.2.6)"),
        "subtypes": Needed("words", "the sub-types that effects ask for (Doc 3.1)"),
        "rank": Needed("number", "the rank, or level (Doc 2.2.6)"),
        "attack": Needed("number", "the attack of a unit, or what a spell adds to that of the unit above"),
        "defense": Needed("number", "the defense, likewise"),
        "styles": Needed("words", "the styles of the effects, in their order (Doc 2.2.5)", optional=True),
    }
    WEIGHTS: ClassVar[Mapping[str, Option]] = {
        "point": Option(3, (0, 1000), "a point"),
        "rank": Option(5, (0, 1000), "each rank of a unit on the field"),
        "strength": Option(1, (0, 1000), "each 100 of attack and defense of a unit on the field"),
        "spell": Option(3, (0, 1000), "a spell on the field, half of it once it is tapped"),
        "card": Option(5, (0, 1000), "a card in the hand"),
    }
    VERBS: ClassVar[Mapping[str, Verb]] = {
        **CardEngine.CHOICES,
        "keep": Verb("keep"),
        "mulligan": Verb("mulligan"),
        "play": Verb("play {0} in {1}", ("card", "slot")),
        "rank_up": Verb("play {0} on {1}", ("card", "slot")),
        "search_rank_up": Verb("search the deck to rank up {0}", ("slot",)),
        "use": Verb("activate {0}: effect {2}", ("card", "place", "place")),
        "use_hand": Verb("activate {0} from hand: effect {1}", ("card", "place")),
        "battle": Verb("battle"),
        "attack": Verb("attack {0} -> {1}", ("slot", "theirs")),
        "direct": Verb("attack {0} -> opponent", ("slot",)),
        "end": Verb("end"),
    }
    EVENTS: ClassVar[Mapping[str, str]] = {
        **CardEngine.COMMON_EVENTS,
        "mulligan": "{player} take[s] a mulligan.",
        "play": "{player} play[s] {card}.",
        "rank_up": "{card0} is ranked up with {card}.",
        "attack": "{card} attacks {card0}.",
        "battle": "{card} attacks with {1} against {card0} with {2} defense.",
    }
    BADGES = ("attack", "defense", "rank")
    WINDOWS: ClassVar[Mapping[str, str]] = {
        "chain": "Add to the chain, or pass",
        "attack": "Respond to the attack, or pass",
        "phase": "The phase ends: respond, or pass",
    }

    def prepare(self) -> None:
        """Note what follows from the cards and options."""
        super().prepare()
        self.columns = int(self.options["columns"])
        self.is_unit = ["unit" in kinds for kinds in self.kinds]
        self.rank = self.printed["rank"]
        self._add_bonus()
        # By card and ability: whether it is used from the hand, and whether its card must be tapped.
        self.from_hand = [[_discards_itself(one) for one in abilities] for abilities in self.abilities]
        self.dormant = [[_asks_for_tapped(one) for one in abilities] for abilities in self.abilities]
        self.passive = [
            [
                isinstance(ability, Triggered) and self._style(card, place) == "passive"
                for place, ability in enumerate(abilities)
            ]
            for card, abilities in enumerate(self.abilities)
        ]
        # By card the abilities that are used from the field while it is untapped, and while it is tapped;
        # those that are used from the hand.
        self.ready = [
            (
                self._places(card, lambda hand, dormant: not hand and not dormant),
                self._places(card, lambda hand, dormant: dormant),
            )
            for card in range(len(self.cards))
        ]
        self.discarding = [self._places(card, lambda hand, _: hand) for card in range(len(self.cards))]
        self.discarders = {card for card, places in enumerate(self.discarding) if places}
        # A type and a rank as one number: a card's own, and that of a card which it may be placed on.
        found = sorted({tuple(sorted(types)) for types in self.words["type"]})
        self.types = {frozenset(types): number for number, types in enumerate(found)}
        numbers = [self.types[types] for types in self.words["type"]]
        self.step = [number * RANKS + rank for number, rank in zip(numbers, self.rank, strict=True)]
        self.lower = [number - 1 for number in self.step]
        # The same for cards of rank 2 or more; others are played to an empty slot of their row.
        self.onto = [
            lower if rank > 1 else ROOM + is_unit
            for lower, rank, is_unit in zip(self.lower, self.rank, self.is_unit, strict=True)
        ]
        self.most_plays = int(self.options["plays"])
        self.kinds_heard.discard("activates")  # a counter is never automatic: it is one of the `responses`
        self.has_target = self.options["win"] == "target"
        self.untaps = self.options["untap"] == "owner_start"

    def _places(self, card: int, wanted: Callable[[bool, bool], bool]) -> tuple[int, ...]:
        """The activated abilities of a card of a sort: used from the hand, and dormant, or not."""
        return tuple(
            place
            for place, ability in enumerate(self.abilities[card])
            if isinstance(ability, Activated)
            and wanted(self.from_hand[card][place], self.dormant[card][place])
        )

    def _style(self, card: int, place: int) -> str:
        """The style of the text that an ability is of, "" where styles do not count."""
        if self.options["styles"] != "printed":
            return ""
        styles = self.cards[card].values.get("styles", ())
        for number, text in enumerate(self.cards[card].texts):
            if place < len(text.abilities):
                return str(styles[number]).lower() if number < len(styles) else ""
            place -= len(text.abilities)
        return ""

    def read_ability(self, card: int, place: int, ability: Ability) -> Ability:
        """A continuous effect is activated, and holds from then on while its card is on the field (2.2.5)."""
        if isinstance(ability, Static) and self._style(card, place) == "continuous":
            held: list[Effect] = [Apply(modifier, "in_play") for modifier in ability.modifiers]
            return Activated(held[0] if len(held) == 1 else Seq(tuple(held)), condition=ability.condition)
        return ability

    def _add_bonus(self) -> None:
        """The bonus of the tier: a unit's is split evenly, the rest to the higher stat; a spell's goes to the
        higher part (4.6).
        """
        tier = int(self.options["rarity"]) - 1
        attack, defense = self.printed["attack"], self.printed["defense"]
        for card, is_unit in enumerate(self.is_unit):
            bonus = (10 if is_unit else 5) * tier
            less = bonus // 10 * 5 if is_unit else 0
            high, low = (attack, defense) if attack[card] >= defense[card] else (defense, attack)
            high[card] += bonus - less
            low[card] += less


def _discards_itself(ability: Any) -> bool:
    """Whether the cost of an ability is to discard its own card, which is done from the hand (3.3.3)."""
    if not isinstance(ability, Activated):
        return False
    costs = ability.cost.effects if isinstance(ability.cost, Seq) else (ability.cost,)
    return any(
        isinstance(cost, Move) and cost.reason == "discard" and cost.cards.relation == "this"
        for cost in costs
    )


def _asks_for_tapped(ability: Any) -> bool:
    """Whether an ability is dormant: its condition is that its own card is tapped."""

    def asks(condition: Condition | None) -> bool:
        if isinstance(condition, Compare):
            left = condition.left
            return isinstance(left, Count) and left.cards.relation == "this" and left.cards.state == "tapped"
        return condition is not None and any(asks(part) for part in condition.conditions)

    return isinstance(ability, Activated) and asks(ability.condition)
