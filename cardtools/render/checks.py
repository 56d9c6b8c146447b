"""What composing a card may find: text that does not fit, missing characters, art that is too small."""

from __future__ import annotations

from cardtools.catalogue import Check

SIZE = Check.of("""IMG007 size warning: the picture is too small for its place, or of another shape
    why: In print each pixel shows if there are fewer than 300 per inch, and what does not fit the place
    is cut off.
    bad: a picture of 400 x 500 pixels for a place of 57.5 x 67.9 mm
    good: 720 x 900 pixels
    fix: use a larger picture, or one of the place's shape; `cardtools render` says which size and shape""")
TEXT_OVERFLOW = Check.of("""RND001 text-overflow error: a text does not fit its place on the card
    why: What does not fit is printed over the edge of its place.
    bad: an effect of 600 characters
    good: an effect that fits at the smallest size of its style
    fix: shorten the text, or give the element of the card's face more room""")
MISSING_GLYPH = Check.of("""RND002 missing-glyph error: a text has a character that is not in its font
    why: It would be printed as an empty box.
    bad: Łucja in a font without Ł
    good: Lucja, or a second font in the list of [fonts] that has the letter
    fix: write it differently, or add a font that has it""")
MARKUP = Check.of("""RND003 markup error: a mark in a text is invalid
    why: A mark that is not understood would be printed, or what it should do would be missing.
    bad: <b>Draw one card.
    good: <b>Draw</b> one card.
    fix: write <b>, <i>, <sc>, <c NAME> and {icon}, and close each as </b>""")
RIGHT_TO_LEFT = Check.of("""RND004 right-to-left error: a text runs from right to left
    why: Scripts such as Arabic and Hebrew have to be shaped and turned, which cardtools does not do: the
    letters would stand in the wrong order.
    bad: a NAME in Hebrew letters
    good: the same name as a picture in the face
    fix: set the text as a picture, or write it in Latin, Greek or Cyrillic letters""")
UNPAINTED = Check.of("""RND010 unpainted-edge warning: a face leaves an edge of the card unpainted
    why: Where nothing is painted the paper is white; without paint in the bleed, a cut that is a little off
    leaves a white line at the edge of the card.
    bad: a background from left = 0 to right = 0 on a face with 3 mm of bleed
    good: a background from left = -3 to right = -3
    fix: let the background of the face reach the bleed on every side; it may be white""")
