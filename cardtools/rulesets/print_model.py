"""What `[tiers]`, `[serials]` and `[packs]` of a ruleset file may contain."""

from cardtools.ground.frozen_record import Record, field


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
