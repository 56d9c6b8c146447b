"""A person is asked before a match is recorded, and answers three questions after it, in a real browser."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Any

import pytest
from at_table import seated

from cardtools.play.table.table import StaleError


def test_a_person_is_asked_first_and_answers_after_the_match(chromium: Any) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    with seated(chromium, "alpha", seed=1, asks=True) as seat:
        tab, table, shots = seat.tab, seat.table, os.environ.get("SHOTS")

        def looked_at(name: str) -> None:
            for scheme in ("light", "dark"):
                tab.emulate_media(color_scheme=scheme)
                if shots:
                    tab.screenshot(path=f"{shots}/{name}-{scheme}.png")
                assert [one["id"] for one in axe.run(tab).response["violations"]] == []

        tab.wait_for_selector("#consent[open]")
        assert "how long you thought" in tab.locator("#consent").inner_text()
        looked_at("consent")
        tab.get_by_role("button", name="Yes, keep it").press("Enter")
        tab.wait_for_selector("#consent:not([open])", state="attached")
        seat.wait()
        seat.caught_up()
        while table.asks:  # the dialog closes before the answer is on its way
            tab.wait_for_timeout(20)
        assert table.study is not None and not table.asks
        seat.by_clicks(seat.wanted())
        while table.match.outcome is None:  # the rest at the table itself
            if table.match.state.decider:
                with suppress(StaleError):  # the page has asked for it
                    table.go(table.version)
            else:
                every = table.engine.legal_actions(table.match.state, every=True)
                table.act(table.version, every.index(seat.wanted()))
        tab.wait_for_selector("#end[open] #answers")
        looked_at("answers")
        tab.get_by_label("How much fun was it?").select_option("5")
        tab.get_by_label("What should change?").fill("More\nducks")
        tab.get_by_role("button", name="Send the answers").press("Enter")
        tab.wait_for_selector("#thanks:has-text('Your answers are kept')")
        assert table.study[1:] == (5, 0, "More ducks", "")
        assert len(table.study.thinking) == len(table.record.actions)
        assert max(table.study.thinking) >= 0
        assert not tab.locator("#answers").is_visible()


def test_a_person_who_says_no_plays_all_the_same(chromium: Any) -> None:
    with seated(chromium, "alpha", seed=1, asks=True, size=(390, 844)) as seat:
        seat.tab.wait_for_selector("#consent[open]")
        if shots := os.environ.get("SHOTS"):
            seat.tab.screenshot(path=f"{shots}/phone.png")
        seat.tab.keyboard.press("Escape")
        seat.wait(0)
        seat.by_clicks(seat.wanted())
        assert seat.table.study is None and not seat.table.asks
