"""What reading programs may find."""

from __future__ import annotations

from cardtools.ground.catalogue import Check

NO_PROGRAM = Check.of("""PRG001 no-program warning: a template has no program
    why: Cards with its texts play as if the text were not there.
    bad: Draw <number> card(s). in the templates, and no such line in effects/programs.toml
    good: "Draw <number> card(s)." = "draw(number)"
    fix: write its program into [templates] of effects/programs.toml""")
NO_SUCH_TEMPLATE = Check.of("""PRG002 no-such-template error: a program belongs to nothing
    why: The template or the value was changed or removed, and its program was not.
    bad: "Draw <number> cards." = "draw(number)", where the template is Draw <number> card(s).
    good: the template, word for word
    fix: correct the key, or remove the line""")
NO_MEANING = Check.of("""PRG003 no-meaning warning: a value of a placeholder has no meaning
    why: The texts with this value cannot be played.
    bad: draw phase in placeholders/phase.txt, and no [values.phase] in effects/programs.toml
    good: "draw phase" = "draw" below [values.phase]
    fix: write what it means; numbers mean themselves""")
FAULTY_PROGRAM = Check.of("""PRG004 faulty-program error: a program cannot be read
    why: Its texts cannot be played.
    bad: drow(number)
    good: draw(number)
    fix: correct it; docs/guides/programs.md lists the functions""")
TEXT_NOT_PLAYED = Check.of("""PRG005 text-not-played info: a card's text cannot be played
    why: A game that is played with this card would have to leave its text out.
    bad: Hop three times around the table.
    good: Draw one card., which a template gives whose program is in effects/programs.toml
    fix: write what a template gives, or add a template and its program""")
