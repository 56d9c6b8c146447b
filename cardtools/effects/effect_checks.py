"""What reading templates, placeholders, phrases and tags may find, wherever that happens."""

from __future__ import annotations

from cardtools.ground.catalogue import Check

UNKNOWN_PLACEHOLDER = Check.of("""GEN001 unknown-placeholder error: a template uses a placeholder that does
    not exist
    source: Doc 4.7
    why: The placeholder would stay in the effect as it is written.
    bad: Draw <nubmer> cards.
    good: Draw <number> cards., with placeholders/number.txt
    fix: correct the name, or make the placeholder's file with one value a line""")
CYCLE = Check.of("""GEN002 cycle error: a placeholder contains itself
    source: Doc 4.7
    why: There is no end to its values.
    bad: <type> in placeholders/kind.txt and <kind> in placeholders/type.txt
    good: <type> in placeholders/kind.txt, and plain words in placeholders/type.txt
    fix: remove one of the placeholders from the other's file""")
EMPTY_LIST = Check.of("""GEN003 empty-list error: a placeholder has no values
    source: Doc 4.7
    why: A sentence with it has no combination.
    bad: an empty placeholders/number.txt
    good: one, two and three in it, each on a line of its own
    fix: write one value a line; a line with a single _ is an empty value""")
MALFORMED = Check.of("""GEN004 malformed error: a placeholder is not written as one
    source: Doc 4.7
    why: Brackets that do not balance, or spaces in a name, are not read as a placeholder.
    bad: Raise a unit to rank <rank + 1>.
    good: Raise a unit to rank <rank+1>.
    fix: write <name>, <name+1> or <name#2>""")
OFFSET_ON_WORDS = Check.of("""GEN005 offset-on-words warning: an offset changes no value of its placeholder
    source: Doc 4.7.8
    why: An offset adds to numbers; words stay as they are.
    bad: <number+1>, where number.txt has one, two, three and number_words is off
    good: <rank+1>, where rank.txt has 1, 2, 3
    fix: remove the offset, or set number_words = true in cardtools.toml""")
BAD_REPLACEMENT = Check.of(r"""GEN013 bad-replacement error: a line is not a replacement
    source: Doc 4.7.7
    why: It is not clear what the phrase should become.
    bad: two card(s) = two cards
    good: two card(s): two cards
    fix: write the old phrase, a colon, and the new phrase; \: is a colon of the old phrase""")
EXPLOSION = Check.of("""GEN019 explosion error: there would be more combinations than the limit allows
    why: Each placeholder multiplies the number of lines, and a typing error can fill a disk.
    bad: six placeholders of 100 values each in one sentence
    good: the same in several sentences, or a higher limit on purpose
    fix: use fewer placeholders, or raise limit under [effects] of cardtools.toml""")
MISSING_CONFIG = Check.of("""GEN020 missing-config warning: a file of phrases that a stage needs does not
    exist
    source: Doc 4.7.6
    why: The stage then changes nothing, which is easily overlooked.
    bad: no placeholders/combinations_to_remove.txt, with the stage drop
    good: the file, even an empty one, or stages without drop
    fix: make the file, or remove drop or replace from stages in cardtools.toml""")
LEGACY_NAME = Check.of("""GEN021 legacy-name warning: the phrases to drop are in a file with the old name
    why: The documentation knows the file as combinations_to_remove.txt; the old name is still read.
    bad: placeholders/combinations.txt
    good: placeholders/combinations_to_remove.txt
    fix: rename the file""")
HEADER = Check.of("""FLG001 header error: a tagged list does not begin with EFFECTNAME
    source: Doc 4.8
    why: The first column holds the effects, and the header names it.
    bad: EFFECT;UNIT;SPELL
    good: EFFECTNAME;UNIT;SPELL
    fix: correct the header""")
NOT_BOOLEAN = Check.of("""FLG002 not-boolean error: a cell of a tagged list is neither True nor False
    source: Doc 4.8
    why: A tag is either set or not; any other word would count as neither.
    bad: Draw one card.;yes;no
    good: Draw one card.;True;False
    fix: write True or False""")
EXACT_NEEDS_COLUMN = Check.of("""FLG006 exact-needs-column error: exact texts are to be tagged in a column
    that does not exist
    source: Doc 4.8
    why: A few exact texts complete a column; a misspelt name would begin a new one.
    bad: cardtools tag -c HasDarw -e 'Draw one card.'
    good: cardtools tag -c HasDraw -e 'Draw one card.'
    fix: correct the column's name, or add --create""")
IDLE_COLUMN = Check.of("""FLG008 idle-column warning: no effect gets a tag of a column
    why: All its cells are False, so its patterns are misspelt or out of date.
    bad: column = "HAS_DRAW", text = ["Darw <number>"]
    good: column = "HAS_DRAW", text = ["Draw <number>"]
    fix: correct the patterns, or remove the rule""")
IDLE_RULE = Check.of("""FLG009 idle-rule warning: no effect contains a pattern of a tag rule
    why: The pattern does nothing; another one of its column does the work.
    bad: text = ["Draw <number>", "Discard <nubmer>"]
    good: text = ["Draw <number>", "Discard <number>"]
    fix: correct the pattern, or remove it""")
SHADOWED_RULE = Check.of("""FLG010 shadowed-rule warning: earlier rules have tagged everything that a rule
    would tag
    why: The rule changes nothing, so it may be left over.
    bad: text = ["Draw"], and below it text = ["Draw two"] for the same column
    good: the first of the two alone
    fix: remove the rule, or make the earlier one narrower""")
REMARK = Check.of("""GEN022 remark warning: a line of templates or values begins with #
    why: Only the two files of phrases may have remarks (Doc 4.7.4); here the line is one more text.
    bad: # effects that draw cards
    good: no such line
    fix: delete the line""")

# The codes that are reported as soon as effects are made, and not only when their files are checked.
REPORTED_WHEN_MADE = frozenset(
    check.code
    for check in (
        UNKNOWN_PLACEHOLDER, CYCLE, EMPTY_LIST, MALFORMED, OFFSET_ON_WORDS, BAD_REPLACEMENT, EXPLOSION,
        MISSING_CONFIG, LEGACY_NAME, REMARK,
    )
)  # fmt: skip
