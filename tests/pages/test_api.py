"""What can be asked of the server: described by OpenAPI, and refused in words where it makes no sense."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from requests_of import Browser
from strategies import cases
from test_studio import get

from cardtools.ground.errors import CardtoolsError
from cardtools.ground.web.answers import json_bytes
from cardtools.pages.studio.server import CHANGES, READS
from cardtools.pages.studio.signatures import fault, values_of
from cardtools.pages.studio.studio import Studio

# Words that mean something in the game or to a handler, so that requests get further.
WORDS = (
    "ox Elk cards/cards.csv templates/plain.toml cardtools.toml cards/deck.txt NAME COST 1 face back one set "
    "add replace count move box unset rename order op place line name value ox.png ../x HEAD x;y 2 [x "
    "elements focus_x zoom focus_y"
).split()
TEXTS = st.sampled_from([*WORDS, "", "1 Ox\n2 Elk\n", "a\0b", "x" * 300]) | st.text(max_size=6)
NUMBERS = st.integers(-2, 6) | st.integers()
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.floats(allow_nan=False) | TEXTS,
    lambda some: st.lists(some, max_size=4) | st.dictionaries(TEXTS, some, max_size=4),
    max_leaves=8,
)


def like(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that a schema allows."""
    if "anyOf" in schema:
        return st.one_of(*map(like, schema["anyOf"]))
    if "prefixItems" in schema:
        return st.tuples(*map(like, schema["prefixItems"])).map(list)
    plain = {
        "string": TEXTS,
        "integer": NUMBERS,
        "boolean": st.booleans(),
        "null": st.none(),
        "number": NUMBERS | st.floats(),
    }
    match schema.get("type"):
        case "array":
            return st.lists(like(schema.get("items", {})), max_size=3)
        case "object" if "properties" in schema:
            parts = {key: like(one) for key, one in schema["properties"].items()}
            return st.fixed_dictionaries({}, optional=parts)
        case "object":
            return st.dictionaries(TEXTS, like(schema.get("additionalProperties", {})), max_size=3)
        case kind:
            return plain.get(kind or "", VALUES)


@settings(max_examples=cases(200), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data(), st.sampled_from([*READS.items(), *CHANGES.items()]))
def test_whatever_is_sent_is_answered_or_refused_in_words(studio: Studio, data: Any, named: Any) -> None:
    _, handler = named
    wanted = values_of(handler)
    sent: dict[str, Any] = {}
    for key, schema in wanted["properties"].items():
        if key in wanted["required"] or data.draw(st.booleans()):
            sent[key] = data.draw(like(schema) if data.draw(st.integers(0, 5)) else VALUES, label=key)
    if "version" in sent and data.draw(st.booleans()) and isinstance(sent.get("path"), str):
        with suppress(CardtoolsError):
            sent["version"] = studio.workspace.version(sent["path"])
    if wrong := fault(sent, wanted):
        assert ": " in wrong
        return
    try:
        json.loads(json_bytes(handler(studio, **sent)))
    except CardtoolsError as error:
        assert "unexpected" not in str(error)


@pytest.mark.parametrize(
    ("name", "sent", "said"),
    [
        ("edit_table", [], "the request: expected a table, found []."),
        ("edit_table", {}, "the request: path is missing."),
        ("undo", {"by": "one", "so": 1}, "the request: there is no 'so'."),
        ("undo", {"by": 1}, "by: expected a text, found 1."),
        ("take_back", {"by": "one", "number": True}, "number: expected a whole number, found True."),
        ("job", {"words": ["sheet", None]}, "words[1]: expected a text, found None."),
        ("draw", {"slug": "ox", "tier": "1"}, "tier: expected a whole number, found '1'."),
        (
            "edit_deck",
            {"path": "x", "text": "", "edits": [{"line": ""}]},
            "line: expected a whole number, found ''.",
        ),
    ],
)
def test_values_of_a_wrong_type_are_refused_in_words(
    browser: Browser, name: str, sent: Any, said: str
) -> None:
    answer = browser.send(f"/api/{name}", sent)
    assert (answer.status, answer.read().decode()) == (400, said)


@pytest.mark.parametrize("body", [b'{"by": "\\ud800"}', b'{"by": NaN}', b"[" * 100_000, b"\xff", b"1" * 9999])
def test_what_is_no_json_is_refused(browser: Browser, body: bytes) -> None:
    assert browser.ask("/api/undo", "POST", body, Content_Type="application/json").status == 400


def test_numbers_of_a_query_are_numbers(browser: Browser) -> None:
    assert get(browser, "/api/card?path=cards/cards.csv&row=1")["slug"] == "elk"
    assert browser.ask("/api/card?row=one").status == 400


def test_schemathesis_finds_no_fault_in_the_server(browser: Browser) -> None:
    schemathesis = pytest.importorskip("schemathesis")
    described = get(browser, "/api/openapi.json")
    schema = schemathesis.openapi.from_dict(described)
    schema.config.base_url = browser.server.address
    headers = {"Cookie": browser.cookie, "Origin": browser.server.address.rstrip("/")}
    for found in schema.get_all_operations():
        operation = found.ok()

        @settings(max_examples=cases(4), deadline=None, database=None, suppress_health_check=[*HealthCheck])
        @given(operation.as_strategy())
        def ask(case: Any) -> None:
            answer = case.call(headers=headers, timeout=20)
            assert answer.status_code < 500
            assert answer.status_code in (200, 400, 422)

        ask()
