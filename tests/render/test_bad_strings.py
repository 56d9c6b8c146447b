"""The strings of a face may neither reach Python nor keep the machine busy, and say so plainly."""

from __future__ import annotations

import pytest

from cardtools.language.budget import Budget, StringError
from cardtools.language.text_templates import compile_text
from cardtools.language.when import compile_when

VALUES = {
    "NAME": "x" * 300,
    "LONG": "y" * 9000,
    "ZERO": 0,
    "SUBTYPES": ("Ox", "Owl"),
    "COST": "3 fire, 2 ice",
}


def filled(text: str) -> str:
    return compile_text(text)(VALUES, Budget())


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("{{ '%+d'|format(5) }} {{ '%05.1f'|format(2.26) }}", "+5 002.3"),
        ("{% for word in SUBTYPES %}{{ word }}.{% endfor %}", "Ox.Owl."),
        ("{% if ZERO %}a{% else %}b{% endif %}", "b"),
        ("{{ SUBTYPES|map('upper')|join(', ') }}", "OX, OWL"),
        ("{{ COST.split(',')[1].split()[0] }}", "2"),
        ("{{ 2.5|round(0, 'ceil')|int + 7 % 4 * 2 ** 3 }}", "27"),
        ("{{ ['a'] + ['b'] }}{{ 'a' + 'b' ~ 1 }}", "['a', 'b']ab1"),
    ],
)
def test_what_faces_need(text: str, made: str) -> None:
    assert filled(text) == made


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{{ 1 / ZERO }}", "a division by zero"),
        ("{{ 1 // 0 }}", "a division by zero"),
        ("{{ 5 % ZERO }}", "a division by zero"),
        ("{{ 'x' * 10 ** 9 }}", "is not allowed here"),
        ("{{ '%999999999d' % 1 }}", "is not allowed here"),
        ("{{ '%999999999d'|format(1) }}", "is not allowed here"),
        ("{{ '%*d'|format(999999999, 1) }}", "is not allowed here"),
        ("{{ '{:999999999}'.format(1) }}", "the method format of .* is not allowed here"),
        ("{{ NAME.center(10 ** 9) }}", "the method center of .* is not allowed here"),
        ("{{ 1 .to_bytes(10 ** 9) }}", "the method to_bytes of 1 is not allowed here"),
        ("{{ NAME|center(999999999) }}", "there is no filter 'center'"),
        ("{{ ['a', 'b']|random }}", "there is no filter 'random'"),
        ("{{ NAME" + "|replace('x', 'xxxxxxxxxx')" * 12 + " }}", "of more than 10,000"),
        ("{{ NAME" + ".replace('x', 'xxxxxxxxxx')" * 12 + " }}", "of more than 10,000"),
        ("{{ LONG|join(LONG) }}", "of more than 10,000"),
        ("{{ LONG + LONG }}", "of more than 10,000"),
        ("{{ NAME" + " ~ NAME" * 50 + " }}", "of more than 10,000"),
        ("{{ ((10 ** 60) ** 60) ** 60 }}", "is not allowed here|far too large"),
        ("{{ 10 ** 64 * 10 ** 64 }}", "far too large"),
        ("{% set a = NAME %}" + "{% set a = a ~ a %}" * 40, r"\{% set %\} is not allowed here"),
        ("{% set a %}{{ NAME }}{% endset %}", r"\{% set %\} is not allowed here"),
        ("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", r"\{% macro %\} is not allowed here"),
        ("{% include 'x' %}", r"\{% include %\} is not allowed here"),
        (
            "{% for a in NAME %}{% for b in NAME %}{{ a ~ b }}{% endfor %}{% endfor %}",
            "more than 50,000 steps",
        ),
        ("{% for a in NAME recursive %}{{ NAME }}{% endfor %}", "a recursive loop"),
        ("{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}", "nested too deeply"),
        ("{{ " + "-" * 5000 + "1 }}", "nested too deeply"),
        ("{{ NAME.__class__ }}", "NAME has no '__class__'"),
        ("{{ range(10 ** 9) }}", r"range\(\) is not allowed here"),
    ],
)
def test_what_could_reach_python_or_never_end_is_refused(text: str, told: str) -> None:
    with pytest.raises(StringError, match=told):
        filled(text)


def test_near_misses() -> None:
    for text, near in (("{{ NAMEE }}", "NAME"), ("{{ NAME|lenght }}", "length")):
        with pytest.raises(StringError) as error:
            filled(text)
        assert error.value.hint == f"did you mean {near}?"


@pytest.mark.parametrize("when", ["1 / ZERO", "NAME * 10", "(" * 3000, "NAME|center(9)", "lambda: 1"])
def test_expressions_have_the_same_limits(when: str) -> None:
    with pytest.raises(StringError):
        compile_when(when).holds(VALUES, Budget())
