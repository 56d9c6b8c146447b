"""What the strings of a face mean: what Jinja2 says they mean, as far as they are allowed at all, but that an
empty cell prints nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import wraps
from typing import Any

import jinja2.runtime
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from jinja2 import Environment, StrictUndefined

from cardtools.language.budget import Budget, StringError
from cardtools.language.jinja_filters import TEXT_FILTERS
from cardtools.language.old_conditions import modern
from cardtools.language.text_templates import compile_text
from cardtools.language.when import compile_when

VALUES: dict[str, Any] = {
    "NAME": "Old Ox, the 2nd",
    "RARITY": 3,
    "HALF": 2.5,
    "NOTHING": None,
    "EMPTY": "",
    "TYPES": ("Beast", "owl", "Beast"),
    "NONE": (),
    "palette": {"line": "#aabbcc", "items": 3},
}


def _printed(value: Any) -> Any:
    return "" if value is None else value


def _jinja() -> Environment:
    """Jinja2, with lists in place of the generators that its filters make, and None as an empty text."""

    def changed(name: str, run: Callable[..., Any]) -> Callable[..., Any]:
        place = 1 if hasattr(run, "jinja_pass_arg") else 0  # some get the environment first

        @wraps(run)
        def made(*values: Any, **named: Any) -> Any:
            if name in TEXT_FILTERS and values[place] is None:
                values = (*values[:place], "", *values[place + 1 :])
            found = run(*values, **named)
            return list(found) if isinstance(found, Iterator) else found

        return made

    # Unoptimised: else `none ~ 'x'` is computed before `str_join` is asked.
    environment = Environment(undefined=StrictUndefined, finalize=_printed, optimized=False)
    environment.filters = {name: changed(name, run) for name, run in environment.filters.items()}
    jinja2.runtime.str_join = lambda values: "".join(str(_printed(value)) for value in values)
    return environment


JINJA = _jinja()
_FILTERS = """upper lower title capitalize trim length count first last sort reverse unique list string int
    float abs round sum min max wordcount join e escape dictsort items truncate(9) truncate(7,true,'-',1)
    join(',') default('d') default('d',true) d replace('e','__') replace('o','0',1) round(1) round(0,'ceil')
    round(1,'floor') map('upper') map('length') select select('string') reject('in','Beast') format(2)
    sort(reverse=true) sort(case_sensitive=true) map('default','x') selectattr('line')
    map(attribute='line')""".split()
_METHODS = """upper() lower() split() split(',') split('e',1) strip() startswith('O') replace('e','') title()
    find('x') count('e') join(TYPES) isdigit() partition(',') get('line') get('x',1)
    endswith(('d',)) index('owl') swapcase() splitlines()""".split()
_TESTS = (
    "defined undefined none string number sequence mapping iterable odd even upper lower true false integer"
    " float boolean divisibleby(2) eq(3) in('abc') gt(1) ne(none)"
).split()
_LITERALS = "1 0 -2 1.5 'a' '' '2' true none [] [1,'b'] (1,) {'a':1}".split()
_PARTS = "palette.line palette.missing TYPES[0] TYPES[7] NAME[-1] NAME[1:5:2] TYPES[::-1]".split()
_LEAVES = st.sampled_from([*VALUES, "MISSING", *_LITERALS, *_PARTS])


def _larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def with_two(form: str) -> st.SearchStrategy[str]:
        return st.builds(form.format, inner, inner)

    return st.one_of(
        st.builds("({})|{}".format, inner, st.sampled_from(_FILTERS)),
        st.builds("({}).{}".format, inner, st.sampled_from(_METHODS)),
        st.builds("({} is {})".format, inner, st.sampled_from(_TESTS)),
        st.builds("({} is not {})".format, inner, st.sampled_from(_TESTS)),
        *(
            with_two(f"({{}} {sign} {{}})")
            for sign in (*"+-*/%~<", "//", "==", "!=", ">=", "in", "not in", "and", "or")
        ),
        st.builds("({} if {} else {})".format, inner, inner, inner),
        st.builds("(1 < {} <= {})".format, inner, inner),
        st.builds("(not {})".format, inner),
        st.builds("[{}, {}]".format, inner, inner),
        with_two("{}[{}]"),
    )


_EXPRESSIONS = st.recursive(_LEAVES, _larger, max_leaves=5)
_TEMPLATES = st.one_of(
    st.builds("a {{{{ {} }}}} b".format, _EXPRESSIONS),
    st.builds("{{% if {} %}}x{{% elif {} %}}y{{% else %}}z{{% endif %}}".format, _EXPRESSIONS, _EXPRESSIONS),
    st.builds(
        "{{%- for a in {} if a != 'owl' -%}} {{{{ loop.index ~ loop.last ~ a }}}} {{{{ {} }}}}"
        "{{% else %}}none{{% endfor %}}".format,
        _EXPRESSIONS,
        _EXPRESSIONS,
    ),
    st.builds(
        "{{% for a, b in ({})|items %}}{{{{ a }}}}{{{{ loop.cycle(b, {}) }}}}{{% endfor %}}".format,
        _EXPRESSIONS,
        _EXPRESSIONS,
    ),
)


def _rendered(template: str) -> str | None:
    try:
        return JINJA.from_string(template).render(VALUES)
    except Exception:  # whatever Jinja2 and Python raise
        return None


@settings(max_examples=400, deadline=None)
@given(_TEMPLATES)
@example("{{ MISSING.x|default('d') }}")
@example("{{ (MISSING ~ 'x')|default('d') }}")
@example("{{ [1, 2][5:]|first|default('none') }}")
@example("{# a comment #}{% raw %}{{ NAME }}{% endraw %}\n")
def test_it_means_what_jinja2_says(template: str) -> None:
    try:
        text = compile_text(template)(VALUES, Budget())
    except StringError as error:
        # Jinja2 lets some of its filters have a value that does not exist.
        stricter = ("not allowed", "is a method", "makes a", "is undefined", " has no ", "no such item")
        assert any(words in str(error) for words in stricter) or _rendered(template) is None, error
        return
    expected = _rendered(template)
    assume(expected is None or not any(mark in expected for mark in (" object", "Undefined", "method")))
    # A yes or no is printed as one.
    assert expected is None or _yes_no(text) == _yes_no(expected)


def _yes_no(text: str) -> str:
    return text.replace("True", "yes").replace("False", "no")


@settings(max_examples=300, deadline=None)
@given(_EXPRESSIONS)
@example("not NOTHING")
@example("not (RARITY and NOTHING)")
@example("NOTHING != 3 or RARITY > 5")
@example("NOTHING|upper != 'X'")
@example("'e' if NOTHING else RARITY == 3")
def test_an_old_condition_means_the_same_in_the_language_of_today(when: str) -> None:
    text = modern(when)
    assume(text)
    with suppress(StringError):  # such as a list in place of a text, which is not allowed any more
        held = compile_text(f"{{% if {when} %}}yes{{% endif %}}")(VALUES, Budget()) == "yes"
        assert compile_when(text).holds(VALUES, Budget()) == held, text


@pytest.mark.parametrize(
    ("template", "made"),
    [
        ("{{ MISSING|default('d') }}{{ MISSING is defined }}{{ palette.x is undefined }}", "dnoyes"),
        ("{{ palette.x|d }}{{ TYPES[7]|default(1) }}{{ []|first|default('none') }}", "1none"),
        (
            "{% for a in 'ab' %}{% for b in TYPES %}{{ a ~ loop.index }}{% endfor %}{% endfor %}",
            "a1a2a3b1b2b3",
        ),
        ("{{ palette.items }}", "3"),
        (
            "{{ palette.keys() }}{% for key, value in palette.items() %}{{ key }}{% endfor %}",
            "['line', 'items']lineitems",
        ),
        ("{{ ', '.join(TYPES) }}", "Beast, owl, Beast"),
        ("{{ TYPES|map('replace', 'e', 'E')|list }}", "['BEast', 'owl', 'BEast']"),
        ("{{ 'x' if EMPTY }}", ""),
    ],
)
def test_examples(template: str, made: str) -> None:
    assert compile_text(template)(VALUES, Budget()) == made


@pytest.mark.parametrize(
    "expression",
    ["NOTHING", "NOTHING|upper", "NOTHING|join(', ')", "NOTHING ~ NOTHING", "NOTHING|string|trim"],
)
def test_an_empty_cell_prints_nothing(expression: str) -> None:
    assert compile_text(f"{{{{ {expression} }}}}")(VALUES, Budget()) == ""


@pytest.mark.parametrize(
    "expression", ["NOTHING - 1", "1 + NOTHING", "-NOTHING", "NOTHING > 1", "1 <= NOTHING"]
)
def test_to_compute_with_an_empty_cell_is_an_error_that_names_it(expression: str) -> None:
    with pytest.raises(StringError, match="NOTHING is empty"):
        compile_text(f"{{{{ {expression} }}}}")(VALUES, Budget())
