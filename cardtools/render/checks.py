"""What composing a card may find: text that does not fit, missing characters, art that is too small."""

from __future__ import annotations

from cardtools.catalogue import Check

SIZE = Check.of("""IMG007 size warning: the picture is too small for its place, or of another shape
    why: Print shows each pixel of a picture with fewer than 300 to the inch, and what does not fit the place
    is cut.
    bad: a picture of 400 x 500 pixels for a place of 57.5 x 67.9 mm
    good: 720 x 900 pixels
    fix: use a larger picture, or one of the place's shape; `cardtools render` says which size and shape""")
TEXT_OVERFLOW = Check.of("""RND001 text-overflow error: a text does not fit its place on the card
    why: What does not fit is cut off at the edge of its place, where a red corner marks it.
    bad: an effect of 600 characters
    good: an effect that fits at the smallest size of its style
    fix: shorten the text, or give the element of the card's face more room""")
MISSING_GLYPH = Check.of("""RND002 missing-glyph error: a text has a character that is not in its font
    why: It is printed as an empty box.
    bad: Łucja in a font without Ł
    good: Lucja, or a second font in the list of [fonts] that has the letter
    fix: write it differently, or add a font that has it""")
MARKUP = Check.of("""RND003 markup error: a mark in a text is invalid
    why: A mark that is not understood would be printed, or what it should do would be missing.
    bad: <b>Draw one card.
    good: <b>Draw</b> one card.
    fix: write <b>, <i>, <sc>, <c NAME> and {icon}, and close each as </b>""")
UNPAINTED = Check.of("""RND010 unpainted-edge warning: a face leaves an edge of the card unpainted
    why: Where nothing is painted the paper is white; without paint in the bleed, a cut that is a little off
    leaves a white line at the edge of the card.
    bad: a ground from left = 0 to right = 0 on a face with 3 mm of bleed
    good: a ground from left = -3 to right = -3
    fix: let the ground of the face reach the bleed on every side; a ground may be white""")
