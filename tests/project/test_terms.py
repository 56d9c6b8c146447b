"""`[terms]`: words with reminder texts, which texts call as `@[Flying]`."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cardtools.ground.errors import InputError
from cardtools.project.project import find_project
from cardtools.project.terms import Term
from cardtools.rulesets import load_ruleset, project_ruleset
from cardtools.rulesets.glossary import Glossary

Write = Callable[[str, str | bytes], Path]
GLOSSARY = Glossary(
    {
        "Flying": Term("Only @[Flying] or @[reach] block it.", style="<b><c gold>", names=("Flyers",)),
        "Reach": Term("Blocks like this: @[flying | text]", word="Long Reach", icon="arm"),
    }
)
CIRCLE = "calls itself, or too many others"
FLYING = "<b><c gold>{}</c></b>"


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Has @[Flying].", f"Has {FLYING.format('Flying')}."),
        ("@[FLYERS] and @[ flying |word]", f"{FLYING.format('FLYERS')} and {FLYING.format('flying')}"),
        ("@[reach], @[Reach|icon], @[Reach|word]", "{arm}\u00a0Long Reach, {arm}, Long Reach"),
        ("@[Flying|text]", f"Only {FLYING.format('Flying')} or {{arm}}\u00a0Long Reach block it."),
        ("@[Flyng], @[], @ [Flying], a@b.c", "@[Flyng], @[], @ [Flying], a@b.c"),
    ],
)
def test_a_call_prints_the_term(text: str, printed: str) -> None:
    assert GLOSSARY.spelled_out(text) == printed


def test_a_text_of_a_term_may_have_that_of_another() -> None:
    printed = GLOSSARY.spelled_out("@[Reach|text]")
    assert printed == f"Blocks like this: {GLOSSARY.spelled_out('@[Flying|text]')}"
    unknown = GLOSSARY.unknown("@[Flying] @[Raech] @[Dig]")
    assert unknown == {"Raech": "did you mean Reach?", "Dig": "terms: Flying, Reach, Flyers"}
    assert GLOSSARY.used(["@[flyers], @[Dig]", ("Reach", None), 3]) == ["Flying", "Reach"]
    assert Glossary({"A": Term("@[B]"), "B": Term(), "C": Term()}).used(["a"]) == ["A", "B"]


@pytest.mark.parametrize(
    ("terms", "fault"),
    [
        (
            {"A": Term("@[B|text]"), "B": Term("@[A|text]")},
            f"the text of the term A {CIRCLE}",
        ),
        ({"A": Term("@[a|text]")}, f"the text of the term A {CIRCLE}"),
        ({"A[1]": Term()}, "the term A[1] has a name that is too long, or has one of [ ] |"),
        ({"A": Term(names=("B",)), "B": Term()}, "the term A has a name of the term B"),
    ],
)
def test_what_cannot_be_spelled_out_is_a_fault(terms: dict[str, Term], fault: str) -> None:
    assert dict(Glossary(terms).faults())["terms", next(iter(terms))] == fault


def test_texts_do_not_grow_without_end() -> None:
    bomb = Glossary(
        {f"T{n}": Term(f"@[T{n + 1}|text]" * 400) for n in range(40)} | {"T40": Term("x" * 4_000)}
    )
    deep = Glossary({f"D{n}": Term(f"@[D{n + 1}|text]") for n in range(400)} | {"D400": Term("x")})
    began = time.perf_counter()
    assert "too many others" in dict(bomb.faults())["terms", "T0"]
    assert "too many others" in dict(deep.faults())["terms", "D0"]
    assert len(bomb.spelled_out("@[T0|text]" * 900)) <= 10_000
    assert time.perf_counter() - began < 3


def test_those_of_the_project_are_added_to_those_of_the_ruleset(write: Write) -> None:
    rules = '[ruleset]\nid = "own"\nversion = "1"\n[fields.NAME]\n[terms.Flying]\ntext = "Flies."\n'
    rules += '[terms.Dash]\ntext = "Fast."\n'
    write("own.toml", rules)
    project = write("cardtools.toml", 'ruleset = "own.toml"\n[terms.Dash]\ntext = "Runs, @[Flying|text]"\n')
    found = project_ruleset(find_project(project.parent)).glossary
    assert list(found.terms) == ["Flying", "Dash"]
    assert found.spelled_out("@[dash|text]") == "Runs, Flies."
    write("cardtools.toml", 'ruleset = "own.toml"\n\n[terms.Dash]\ntext = "@[dash|text]"\n')
    with pytest.raises(InputError) as error:
        project_ruleset(find_project(project.parent))
    (problem,) = error.value.diagnostics
    assert (problem.location.line, problem.message) == (
        3,
        "the text of the term Dash calls itself, or too many others",
    )


def test_an_edition_has_terms_of_its_own(write: Write) -> None:
    text = '[terms.Dash]\ntext = "Runs."\n[terms.Fly]\n'
    text += '[editions.de.terms.Dash]\ntext = "Rennt."\nword = "Spurt"\n'
    project = find_project(write("cardtools.toml", text).parent)
    found = project_ruleset(project.in_edition("de")).glossary
    assert found.spelled_out("@[dash], @[dash|text] @[fly]") == "Spurt, Rennt. fly"
    assert project_ruleset(project).glossary.spelled_out("@[dash|text]") == "Runs."


def test_a_ruleset_says_where_its_terms_are_wrong(write: Write) -> None:
    file = write("own.toml", '[ruleset]\nid = "own"\nversion = "1"\n[terms.Flying]\nstyle = "bold"\n')
    with pytest.raises(InputError) as error:
        load_ruleset(str(file), Path())
    assert "style = 'bold', expected marks such as <b>" in error.value.diagnostics[0].message
