"""Typographic characters for those of the keyboard, in the face and not in the data."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.render.text.typography import QUOTES, normalised, typographic


def set_(text: str, language: str = "en", has: str = "") -> str:
    (made,) = typographic([text], language, (lambda one: one in has) if has else lambda one: True)
    return made


@pytest.mark.parametrize(
    ("language", "text", "made"),
    [
        ("en", 'Say "draw" and don\'t stop.', "Say “draw” and don’t stop."),
        ("en", "\"He said 'no'.\"", "“He said ‘no’.”"),
        ("en", "the wolves' den, rock 'n' roll, the '90s", "the wolves’ den, rock ‘n’ roll, the ’90s"),
        ("en-GB", "'Draw \"two\"'", "‘Draw “two”’"),
        ("en", 'Gain "Guard" ("Wall").', "Gain “Guard” (“Wall”)."),
        ("en", "Get -5 attack (-2) or +-3", "Get −5 attack (−2) or +−3"),
        ("en", "Tap - draw 2-3 cards -- or more...", "Tap – draw 2–3 cards – or more…"),
        ("en", "B-03, 2026-11-22, x1-2", "B-03, 2026-11-22, x1-2"),
        ("en", "a well-known card --- ok", "a well-known card — ok"),
        ("de", "Sag \"ziehe\", nicht 'wirf'.", "Sag „ziehe“, nicht ‚wirf‘."),
        ("de-AT", '"a"', "„a“"),
        ("de-CH", '"a"', "«a»"),
        ("pl", '"a"', "„a”"),
        ("cs", '"a"', "„a“"),
        ("ru", '"a"', "«a»"),
        ("fr", 'Dites "oui" : vite !', "Dites «\u202foui\u202f» : vite !"),
        ("fr", "L'or; vite!", "L’or\u202f; vite\u202f!"),
        ("sv", '"a"', "”a”"),
        ("ja", '"a"', "「a」"),
    ],
)
def test_quotes_dashes_and_minus_signs(language: str, text: str, made: str) -> None:
    assert set_(text, language) == made


def test_quotes_reach_over_marks() -> None:
    assert typographic(['"', "Draw", '" now'], "en", lambda one: True) == ["“", "Draw", "” now"]


def test_a_character_that_the_font_lacks_is_not_used() -> None:
    assert set_('"-5"...', has="“”") == "“-5”..."


@given(st.text(st.sampled_from("ab'\" -.1(:!«»"), max_size=30), st.sampled_from(sorted(QUOTES)))
def test_only_quotes_dashes_and_dots_change(text: str, language: str) -> None:
    def letters(text: str) -> str:
        return "".join(one for one in text if one in "ab1(")

    made = set_(text, language)
    assert letters(made) == letters(text)
    assert '"' not in made


def test_what_is_set_is_composed_and_has_one_kind_of_line_end() -> None:
    assert normalised("e\u0301\r\na\u2028b\tc") == "é\na\nb c"
