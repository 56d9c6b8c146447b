"""The checks of composing a card: texts that do not fit, missing characters, art that is too small."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic, Location
from cardtools.ground.io.files import shown
from cardtools.render.pictures.icons import Icon

SIZE = Check.of("""IMG007 size warning: the picture is too small for its place, or of another shape
    why: In print each pixel shows if there are fewer than 300 per inch, and what does not fit the place
    is cut off.
    bad: a picture of 400 x 500 pixels for a place of 57.5 x 67.9 mm
    good: 720 x 900 pixels
    fix: use a larger picture, or one of the place's shape; `cardtools render` says which size and shape""")
MISSING_ART = Check.of("""IMG012 missing-art warning: a picture is missing, and a placeholder is drawn
    why: The card is not finished; the placeholder says which file it waits for.
    bad: a card that names ember-blade.jpg, which is in no art folder
    good: the picture in an art folder
    fix: add the picture, correct its name, or let `cardtools art` paint one; with --strict it is an error""")
TEXT_OVERFLOW = Check.of("""RND001 text-overflow error: a text does not fit its place on the card
    why: What does not fit is cut off at the edge of its place, where a red corner marks it.
    bad: an effect of 600 characters
    good: an effect that fits at the smallest size of its style
    fix: shorten the text, or give the element of the card's face more room""")
MISSING_GLYPH = Check.of("""RND002 missing-glyph error: a text has a character that its fonts cannot draw
    why: It is printed as an empty box if no font has it, if the glyph is blank, or if the font has it only
    in colours that are not drawn, such as SVG; in one colour if the font has an outline, too.
    bad: Łucja in a font without Ł
    good: Lucja, or a second font in the list of [fonts] that has the letter
    fix: write it differently, or add a font that has it, before one that has it but cannot draw it""")
UNKNOWN_WORDS = Check.of("""RND020 unknown-words warning: lines of a text do not end between its words
    why: Thai, Lao, Khmer and Burmese have no spaces between words, and the dictionary that knows the words is
    not installed. Lines end between syllables, so words are torn.
    bad: a Thai text of two lines, without the extra `words`
    good: the same text with the extra `words`, or with zero width spaces between its words
    fix: install the extra `words`, or write zero width spaces between the words""")
MARKUP = Check.of("""RND003 markup error: a mark in a text is invalid
    why: A mark that is not understood is printed as it stands, or what it should do is missing. Upper and
    lower case do not count (<B>), nor do spaces before the end (<b >). Whatever has a letter right behind
    the < is taken for a mark; <3 and a < b are text.
    bad: <strong>Draw</strong> one card.
    good: <b>Draw</b> one card.
    fix: write <b>, <i>, <u>, <s>, <sc>, <c NAME>, <bg NAME>, <size 150%>, <up 0.2>, <style NAME> and {icon},
    and close each as </b>; say under [marks] what another one means; put a space behind a < that begins no
    mark""")
MARKUP_OFF = Check.of("""RND011 markup-off warning: a text has marks that its style doesn't read
    why: A style reads marks such as <b> only with `markup = true`; without it they are printed as they stand.
    bad: <b>Draw</b> one card, in a style without `markup = true`
    good: the same text in a style with `markup = true`
    fix: write markup = true in the style, or take the marks out of the text; the finding names one text""")
UNDRAWN = Check.of("""RND016 undrawn-svg warning: an icon asks for something that is not drawn
    why: Icons are drawn from shapes, lines, colours and gradients. What else an SVG file asks for is left
    out, so the icon may look otherwise than in the program that made it.
    bad: <path style="mix-blend-mode: multiply" d="..."/>
    good: <path fill="#8a5a20" d="..."/>
    fix: draw it without, or let the program that made it convert it to plain paths""")
UNPAINTED = Check.of("""RND010 unpainted-edge warning: a face leaves an edge of the card unpainted
    why: Where nothing is painted the paper is white; without paint in the bleed, a cut that is a little off
    leaves a white line at the edge of the card.
    bad: a background from left = 0 to right = 0 on a face with 3 mm of bleed
    good: a background from left = -3 to right = -3
    fix: let the background of the face reach the bleed on every side; it may be white""")
WRONG_LAYOUT = Check.of("""RND040 wrong-layout error: a column changes an element or a key that is not there
    why: A column such as `layout.title.left` gives a key of an element for each card. Where the face has
    neither, the cell changes nothing, and the card looks other than was meant.
    bad: a column `layout.titel.left` for a face with the element title
    good: a column `layout.title.left`
    fix: correct the heading of the column, or empty its cells for cards with another face""")


def each_once(findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings without repetitions; of RND011, the first about each style of a face."""
    found: dict[object, Diagnostic] = {}
    for finding in findings:
        found.setdefault(same(finding), finding)
    return list(found.values())


def same(finding: Diagnostic) -> object:
    """The key of a finding: of all that have the same key, only the first is reported."""
    return finding.location if finding.code == MARKUP_OFF.code else finding


def undrawn_in(icon: Icon, path: Path) -> list[Diagnostic]:
    """RND016 for each thing that an SVG file asks for in vain."""
    hint = "draw it without, or convert it to plain paths"
    return [
        UNDRAWN.finding(Location(shown(path), *place), f"the icon asks for {what}, which is not drawn", hint)
        for what, *place in icon.undrawn
    ]
