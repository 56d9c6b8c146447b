"""What `[design]`, `[text]`, `[play]`, `[tiers]`, `[serials]` and `[packs]` of a ruleset file may contain."""

from cardtools.ground.frozen_record import Record, field
from cardtools.rulesets.play_model import (
    ActionEntry,
    EndEntry,
    PhaseEntry,
    ResourceEntry,
    SetupEntry,
    ZoneEntry,
)


class RankEntry(Record):
    """`[design.rank]`: how effects state the rank of a card, with `{}` for the number.

    Keys:
        column: The column of the rank.
        within: A card above the lowest rank is played on one of the rank below that agrees in this column.
        exactly: The words for one rank.
        at_most: The words for a rank and those below.
        at_least: The words for a rank and those above.

    Example:
        [design]
        words = ["TYPE"]
        nouns = { card = "" }

        [design.rank]
        column = "LEVEL"
        within = "TYPE"
        exactly = "rank {}"
        at_most = "rank {} or lower"
        at_least = "rank {} or higher"
    """

    column: str
    within: str = ""
    exactly: str = ""
    at_most: str = ""
    at_least: str = ""


class DesignEntry(Record):
    """`[design]`: how the cards of a game are compared with each other, and how effects refer to them.

    Keys:
        same: Expressions; cards that agree in them and in their effects are compared by strength and cost.
        groups: Expressions; the numbers of a card are compared with those of all cards that agree in them.
        words: Columns whose words say in effects which cards are meant, as in "one Fire unit".
        nouns: What effects call cards, each with the condition on the cards it means; "" means all.
        tribes: Columns in which every word should be on several cards.
        rank: How effects state the rank of a card.

    Example:
        [design]
        same = ["TYPE", "LEVEL"]
        groups = ["TYPE == 'Spell'", "LEVEL"]
        words = ["TYPE", "SUBTYPES"]
        nouns = { card = "", unit = "TYPE != 'Spell'", spell = "TYPE == 'Spell'" }
        tribes = ["SUBTYPES"]
        rank = { column = "LEVEL", exactly = "rank {}" }
    """

    same: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    nouns: dict[str, str] = field(default_factory=dict)
    tribes: tuple[str, ...] = ()
    rank: RankEntry | None = None


class TextEntry(Record):
    """`[text]`: the words of effect texts, for the checks TXT001 to TXT029.

    Keys:
        columns: The columns with texts; if empty, those of `[effects]`.
        words: What texts call a card, in the singular.
        nouns: What else texts count, in the singular.
        kinds: The vocabularies whose words say which cards are meant.
        lower: Within a text, all these words are in lower case.
        one_sentence: A text is one sentence.
        self: What a card calls itself.
        verbs: The actions of the rules.
        terms: Words that the rules call something else, each with the right one. Other common words for the
            same thing count too: of `graveyard` also cemetery, trash and discard pile.
        foreign: Words for what the game has not, each with what to say of it.
        keywords: The column of a card's abilities: texts name no other ones, and the column has those that a
            text gives its card.
        redundant: Words that add nothing, each with what to write instead.
        spelling: Misspelt words, each with the right one.
        limits: Words before a number, each with the column whose range the number must be in.
        styles: The columns of texts, each with the column of the text's style.
        implies: The beginnings of texts, each with the styles that such a text may have; the longest counts.
        requires: Styles, each with its words; a text of that style has at least one of them.

    Example:
        [text]
        words = ["card", "unit", "spell"]
        nouns = ["point"]
        kinds = ["type"]
        verbs = ["draw", "discard", "destroy"]
        self = "this card"
        terms = { graveyard = "discard pile" }
        foreign = { exile = "no card leaves the game" }
        limits = { rank = "LEVEL" }
        columns = ["EFFECT1", "EFFECT2"]
        lower = true
        one_sentence = true
        redundant = { "in order to" = "to" }
        spelling = { recieve = "receive" }
        styles = { EFFECT1 = "EFFECT1_STYLE" }
        implies = { "When you" = ["Counter", "Normal"] }
        requires = { Equip = ["equip", "equipped"] }

    Example of abilities:
        [vocabulary.ability]
        values = ["Flying", "Haste"]

        [fields.ABILITIES]
        type = "list"
        vocabulary = "ability"

        [text]
        columns = ["EFFECT1"]
        keywords = "ABILITIES"
    """

    columns: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    nouns: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    lower: bool = False
    one_sentence: bool = False
    self_: str = ""
    verbs: tuple[str, ...] = ()
    terms: dict[str, str] = field(default_factory=dict)
    foreign: dict[str, str] = field(default_factory=dict)
    keywords: str = ""
    redundant: dict[str, str] = field(default_factory=dict)
    spelling: dict[str, str] = field(default_factory=dict)
    limits: dict[str, str] = field(default_factory=dict)
    styles: dict[str, str] = field(default_factory=dict)
    implies: dict[str, tuple[str, ...]] = field(default_factory=dict)
    requires: dict[str, tuple[str, ...]] = field(default_factory=dict)


class PlayEntry(Record):
    """`[play]`: how the game is played, for `cardtools play` and `cardtools playtest`.

    What an engine needs, and what its options and weights mean, `cardtools rules show` lists.

    Keys:
        engine: The engine that plays the game: alpha, kingdom, mana, school, ttcg, or one that is installed;
            if empty, the rules are the `turn` and all below, or those of the ruleset which this one extends.
        kinds: The kinds of card that the engine knows, each with the condition of the cards of that kind.
        values: The values of a card that the engine knows, each with the expression of it, often a column.
        options: Numbers of the rules, and answers to questions that the rules leave open. Where the rules are
            data, these and the weights are numbers that programs may name.
        weights: What the greedy agent thinks things are worth.
        turn: The phases of a turn, in order.
        seats: How many play: a number, or the least and the most.
        first: Who begins: "random", or "seat 1" and so on.
        next: Who has the next turn: "next" in the order of seats, or a marker.
        zones: The zones of cards.
        resources: Numbers that players have.
        markers: Markers that one player has at a time, such as the dealer's, each with who has it first:
            "active", "nobody", or "seat 1" and so on. In programs a marker is a word for that player.
        setup: What is done before the first turn.
        actions: What players may do.
        after: Programs that are done after each action.
        ends: How a match ends.
        health: The value of a card that says how much damage destroys it on the field.
        worth: What a card on the field is worth to the agents, an amount that is asked of `it`.
        value: How well a player stands for agents and reports, an amount; if empty, that of `most wins`.

    Example:
        [fields]
        SORT = {}
        COST = { type = "int" }
        HEALTH = { type = "int" }
        MIGHT = { type = "int" }

        [play]
        engine = "alpha"
        kinds = { creature = "SORT == 'Creature'", object = "SORT == 'Object'" }
        values = { cost = "COST", health = "HEALTH", attack = "MIGHT" }
        options = { hand = 6 }
        weights = { attack = 5 }

    Example of rules as data, in which the light that players show counts:
        [play]
        seats = [1, 4]
        first = "seat 1"
        next = "next"
        values = { light = "ATTACK" }
        options = { opening = 2 }
        markers = { starter = "active" }
        setup = [{ do = ["draw(opening)"], who = "any" }]
        after = ["draw(1)"]
        health = "light"
        worth = "sum(it, light)"
        value = "sum(field(you), light)"

        [play.zones]
        deck = { start = "main", order = "shuffled" }

        [[play.turn]]
        phase = "show"
        actions = ["show"]
        most = 1

        [play.actions.show]
        card = "hand()"
        do = ["play(it)"]

        [play.ends]
        "an empty deck" = { when = "count(deck()) == 0", then = "most wins", of = "sum(field(you), light)" }
    """

    engine: str = ""
    kinds: dict[str, str] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    options: dict[str, bool | int | str] = field(default_factory=dict)
    weights: dict[str, int] = field(default_factory=dict)
    turn: tuple[PhaseEntry, ...] = ()
    seats: int | tuple[int, ...] = 2
    first: str = "random"
    next: str = "next"
    zones: dict[str, ZoneEntry] = field(default_factory=dict)
    resources: dict[str, ResourceEntry] = field(default_factory=dict)
    markers: dict[str, str] = field(default_factory=dict)
    setup: tuple[SetupEntry, ...] = ()
    actions: dict[str, ActionEntry] = field(default_factory=dict)
    after: tuple[str, ...] = ()
    ends: dict[str, EndEntry] = field(default_factory=dict)
    health: str = ""
    worth: str = ""
    value: str = ""

    @property
    def own_zones(self) -> dict[str, bool]:
        """Its zones, each with whether players share it."""
        return {name: zone.of == "table" for name, zone in self.zones.items() if name != "field"}

    @property
    def words(self) -> dict[str, frozenset[str]]:
        """The words that programs may use, by the field of a node that has them."""
        zones = {"", "field", "chain", "hand", "deck", "discard", *self.zones}
        players = {"any", "you", "opponent", "active", "event", "owner", *self.markers}
        stats, resources = {"damage", *self.values}, frozenset(self.resources) or {""}
        return {
            name: frozenset(words)
            for names, words in (
                (("zone", "to"), zones), (("who",), players), (("stat", "extreme_stat"), stats),
                (("resource",), resources), (("marker",), {*self.markers} or {""}),
            )
            for name in names
        }  # fmt: skip


class BoostEntry(Record):
    """`[[tiers.boost]]`: what the tiers add to the numbers of a card.

    Keys:
        columns: The columns that share what is added.
        total: The expression of what a tier adds to them together; the column of the tier has its number.
        when: Only for cards that meet this condition; if empty, for all.
        step: The parts are multiples of this.

    Example:
        [tiers]
        column = "RARITY"
        printed = [1, 2, 3]

        [[tiers.boost]]
        columns = ["ATTACK", "DEFENSE"]
        total = "10 * (RARITY - 1)"
        when = "TYPE != 'Spell'"
        step = 5
    """

    columns: tuple[str, ...]
    total: str
    when: str = ""
    step: int = 1


class TiersEntry(Record):
    """`[tiers]`: how the printed rows of a card follow from its record, for `cardtools tiers`.

    Keys:
        column: The column with the number of the tier.
        design: Its number in the record of a card.
        printed: Its numbers in the printed rows.
        boost: What the tiers add to the numbers of a card.
        names: What people call the tiers, in the order of `printed`.
        shares: Of 100 copies of a card, how many are printed in each tier, in the same order.
        keep: Columns that keep a value of the record, each with the column that has it there.

    Example:
        [tiers]
        column = "RARITY"
        design = 9
        printed = [1, 2, 3]
        keep = { BASE_ATTACK = "ATTACK" }
        names = ["Common", "Rare", "Gold"]
        shares = [75, 20, 5]
    """

    column: str
    printed: tuple[int, ...]
    design: int = 0
    boost: tuple[BoostEntry, ...] = ()
    names: tuple[str, ...] = ()
    shares: tuple[float, ...] = ()
    keep: dict[str, str] = field(default_factory=dict)


class SerialsEntry(Record):
    """`[serials]`: how the id of a card is made, for `cardtools serials`. Either a running number or a
    character that no other card has follows the text.

    Keys:
        column: The column of the ids.
        text: What the id says about the card; expressions in `{}` are filled in.
        when: Only for cards that meet this condition; if empty, for all.
        digits: The digits of the running number.
        ending: Characters to end an id with; the first one that makes it unique is added.

    Example:
        [serials]
        column = "SERIAL"
        text = "{lower(TYPE)}_"
        digits = 3

    Example of a character that makes the id unique, for cards with a rank:
        [serials]
        column = "SERIAL"
        text = "{upper(TYPE)}{LEVEL}"
        when = "given(LEVEL)"
        ending = "ABCDEFGHIJ"
    """

    column: str
    text: str
    when: str = ""
    digits: int = 0
    ending: str = ""


class PackRulesEntry(Record):
    """`[packs]`: what a pack has beside its cards, for `cardtools run`.

    Keys:
        insert: The condition for inserts, such as lore cards: every pack has one of them; no copies of them
            are numbered.
        subject: The column that names the card an insert is about; subjects are equally frequent.

    Example:
        [packs]
        insert = "given(LORE_OF)"
        subject = "LORE_OF"
    """

    insert: str
    subject: str = ""
