"""The checks of print runs: of plans, ledgers, and packs that somebody has packed or opened."""

from cardtools.ground.catalogue import Check

WEIGHTS_SUM = Check.of("""TTR103 weights-sum warning: the shares of the rarities add up to 100 %
    source: Doc 4.6
    why: Shares that do not add up leave open what the other copies are. The policy of the plan says what
        becomes of them, and what every rarity gets instead of its share is printed.
    bad: shares of 50, 25, 12.5, 5, 2.5 and 1.25: 96.25 %
    good: shares of 52, 26, 13, 5, 2.6 and 1.4
    fix: Change a share, or choose a policy and accept the finding.""")

RUN_NOT_EXACT = Check.of("""TTR104 run-not-exact warning: the copies of a design have exactly the shares of
        its rarities
    source: Doc 4.6
    why: Copies are whole. Unless their number is a multiple of the one that the finding names, some
        rarities get a little more than their share and others less.
    bad: 100 copies in the ratio 40:20:10:4:2:1
    good: 77 copies in the ratio 40:20:10:4:2:1
    fix: Print one of the numbers of copies that the finding names.""")

EQUAL_COPIES = Check.of("""TTR105 equal-copies error: every released design has the same number of copies in
        each rarity
    source: Doc 1
    why: No card of the game is scarcer than another: that is what makes trading fair.
    bad: a ledger with 40 common copies of one card and 39 of another
    good: a ledger with 40 common copies of every card
    fix: Replace voided copies with `cardtools run replace`. A ledger that was changed by hand cannot be
        repaired: go back to a copy of it.""")

FINISH = Check.of("""TTR107 finish warning: each rarity has the finish of all lower rarities, and more
    source: Doc 4.6
    why: Finishes add up from tier to tier: shiny text, then shiny borders, then a holographic overlay. A
        layer that a lower rarity has and a higher one lacks breaks the order in which people see them.
    bad: a face whose shiny text has the condition `RARITY == 2`
    good: a face whose shiny text has the condition `RARITY >= 2`
    fix: Change the condition of the layer.""")

RUN_ID = Check.of("""TTR108 run-id error: each run has an id of its own
    source: Doc 4.3
    why: The serials of a run begin with its id and are made with its key. Two runs with one id would
        share the key too, and with it every serial: nobody could tell the copies apart.
    bad: two plans of a project with the id A
    good: a plan with the id A and one with the id B
    fix: Write the id that the finding names into the plan. `cardtools run init` takes a free one.""")

INSERT_WORDS = Check.of("""TTR109 insert-words warning: the words of an insert have room inside its outline
    source: Doc 4.2
    why: A lore card is there to be read. Words that the cut goes through are lost with the paper around it.
    bad: a story of 300 words on an insert of 1,200 mm²
    good: a story of 20 words on an insert of 1,200 mm²
    fix: Shorten the words, let their style shrink further (`minimum`), or raise the smallest
        `insert_area` of the plan.""")

ONE_INSERT = Check.of("""TTP101 one-lore-card error: every pack has exactly one insert
    source: Doc 4.2
    why: Each pack holds exactly one lore card, whose shape hides what else is in it.
    bad: a pack with two lore cards
    good: a pack with one
    fix: Open the pack and pack it again.""")

PACK_SIZE = Check.of("""TTP102 pack-size error: every pack has as many cards as the plan says
    source: Doc 4.1
    why: Buyers pay for a number of cards, and a pack with another number is heavier or lighter.
    bad: a pack of 6 cards in a run with packs of 7
    good: a pack of 7 cards in a run with packs of 7
    fix: Pack it again.""")

POOL_COMPLETE = Check.of("""TTP103 pool-complete error: every card of the run is in packs
    source: Doc 1
    why: One kind of pack has all cards in it: there is nothing that only some packs can contain.
    bad: a released design without a copy in any pack
    good: a released design whose copies are all in packs
    fix: Add the design to a wave of the plan.""")

PACK_DUPLICATE = Check.of("""TTP104 pack-duplicate warning: no pack has a design twice
    source: Doc 1
    why: A second copy of the same card is worth nothing to the buyer until somebody trades for it.
    bad: a pack with two copies of Ember Blade
    good: a pack of seven different cards
    fix: Pack it again.""")

FREQUENCY = Check.of("""TTP105 frequency warning: opened packs have the rarities in their shares
    source: Doc 4.6
    why: The chi-square test says how likely the counts are by chance. Below one in a thousand, packs are
        not what the plan says, or they were not chosen at random.
    bad: 60 commons and 40 primals in 100 cards
    good: 52 commons, 26 uncommons, 13 rares and 9 others in 100 cards
    fix: Find out who chose the packs, and check the ledger with `cardtools run verify`.""")

REPRINT = Check.of("""TTP106 reprint error: no card is printed beyond its run
    source: Doc 1
    why: Cards are never reprinted. A copy beyond the plan takes value from everybody who has one.
    bad: 41 valid common copies of a design that has 40
    good: 40 valid common copies of a design that has 40
    fix: Void the surplus copies.""")

PROMO = Check.of("""TTP107 promo error: every copy is in a pack of the run
    source: Doc 1
    why: There are no promotional cards: whatever exists can be found in a pack.
    bad: a copy that the ledger has no pack for
    good: a copy whose pack is in the ledger
    fix: Void the copy, or find out where it is from.""")

SERIAL_ONCE = Check.of("""TTP108 serial-once error: a serial is on one copy in one pack
    source: Doc 4.3
    why: A serial proves one physical copy. If it is in two packs, one of them holds a forgery or a
        misprint.
    bad: a serial in the packs 12 and 40
    good: a serial in pack 12 alone
    fix: Look at both copies; void the wrong one.""")

CHAIN = Check.of("""TTP109 event-chain error: the events of a ledger fit together
    source: Doc 4.3
    why: Each event has the hash of the one before it. The first that does not fit was changed, removed or
        added by hand, so nothing after it can be trusted.
    bad: an event whose reason was edited
    good: events that nobody has touched
    fix: Go back to a copy of the ledger in which all events fit.""")

REPLAY = Check.of("""TTP110 replay error: a ledger has what follows from its events
    source: Doc 4.3
    why: All copies, packs and boxes follow from the events. A row that differs was changed by hand.
    bad: a copy whose rarity was changed from 1 to 6
    good: a copy as it was dealt
    fix: Go back to a copy of the ledger that fits.""")

REPRINTED = Check.of("""TTP112 reprinted warning: every copy is printed once
    source: Doc 4.3
    why: If a copy is printed twice, two cards have one serial, and one of them must be destroyed. The ledger
        keeps the reason.
    bad: a copy that was printed in two folders
    good: a copy that was voided, and another one printed in its place
    fix: Destroy the copies that were printed first, or those that were printed again.""")

NOT_REPLACED = Check.of("""TTP111 not-replaced warning: every voided copy is replaced
    source: Doc 1
    why: Until a voided copy is replaced like for like, its card is scarcer than the others.
    bad: a misprint that was voided
    good: a misprint that was voided, and a new copy in its place
    fix: Run `cardtools run replace`.""")
