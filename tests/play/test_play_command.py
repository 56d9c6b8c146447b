"""`cardtools play`: what it opens and refuses, what it saves, and what its server answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.client import HTTPResponse
from pathlib import Path
from typing import Any

import pytest
from engines import GAMES, ROOT, sample
from hypothesis import given
from hypothesis import strategies as st
from outcome import Outcome
from projects import copied
from requests_of import Browser

from cardtools.commands import play as command
from cardtools.ground.errors import CardtoolsError
from cardtools.ground.web.local import LocalServer
from cardtools.library.game import load
from cardtools.play.agents.notation import built_in_agent
from cardtools.play.replay import read_replay
from cardtools.play.table.opening import begin
from cardtools.play.table.routes import PAGE
from cardtools.play.table.saving import Saver

Run = Callable[..., Outcome]
SAVED = Path("output/play/match.json")


class Pages:
    """Takes the place of what serves the page until Ctrl-C: `visit` is what the user does meanwhile."""

    def __init__(self) -> None:
        self.visit: Callable[[Browser], None] = lambda browser: None
        self.opened = 0

    def serve(self, console: Any, what: str, page: Any, routes: Any, serving: Any) -> int:
        self.opened += 1
        with LocalServer("127.0.0.1", 0, page, routes) as server:
            browser = Browser(server)
            browser.enter().read()
            self.visit(browser)
            browser.close()
        return 0


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> Pages:
    found = Pages()
    monkeypatch.setattr(command, "serve", found.serve)
    return found


@pytest.fixture
def alpha(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The alpha game in the working folder."""
    project = copied("alpha", folder / "game")
    monkeypatch.chdir(project)
    yield project


def read(answer: HTTPResponse) -> Any:
    return json.loads(answer.read())


def state(browser: Browser) -> Any:
    return read(browser.ask("/state.json"))


def decide(browser: Browser, times: int) -> Any:
    """Do the first action that many times, the agent's turns between; the state after it."""
    shown = state(browser)
    for _ in range(times):
        while not shown["actions"] and not shown["view"]["outcome"]:
            assert browser.send("/go", {"version": shown["version"]}).status == 200
            shown = state(browser)
        if shown["view"]["outcome"]:
            break
        assert browser.send("/act", {"version": shown["version"], "number": 0}).status == 200
        shown = state(browser)
    return shown


def test_a_person_plays_the_first_deck_and_everything_is_saved(
    alpha: Path, cardtools: Run, pages: Pages
) -> None:
    shown: list[Any] = []

    def visit(browser: Browser) -> None:
        setting = read(browser.ask("/setting.json"))
        assert setting["names"] == ["You", "Greedy"]
        assert setting["mode"] == "play"
        assert {card["name"] for card in setting["cards"]} >= {"Glass Hound", "Test Drone"}
        shown.append(decide(browser, 7))

    pages.visit = visit
    assert cardtools("play", "--seed", "4").code == 0
    saved = read_replay(SAVED)
    assert saved.record.seed == 4
    assert saved.record.outcome is None
    assert saved.setting.agents == ("you", "greedy")
    assert len(saved.record.actions) == shown[0]["number"]
    after, _ = saved.state(len(saved.record.actions))
    assert after.turn == shown[0]["view"]["turn"]


def test_a_saved_match_goes_on_where_it_was(alpha: Path, cardtools: Run, pages: Pages) -> None:
    seen: list[Any] = []
    pages.visit = lambda browser: seen.append(decide(browser, 5))
    assert cardtools("play", "--agent", "random", "--practice").code == 0
    pages.visit = lambda browser: seen.append(state(browser))
    assert cardtools("play", "--resume").code == 0
    for key in ("view", "number", "log", "actions"):
        assert seen[1][key] == seen[0][key]


def test_the_last_action_is_saved_although_the_command_ends_at_once(
    alpha: Path, cardtools: Run, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Any] = []

    def visit(browser: Browser) -> None:
        seen.append(decide(browser, 3))
        raise KeyboardInterrupt

    pages.visit = visit
    cardtools("play")
    assert len(read_replay(SAVED).record.actions) == seen[0]["number"]


def test_a_match_that_is_over_is_not_resumed(alpha: Path, cardtools: Run, pages: Pages) -> None:
    pages.visit = lambda browser: decide(browser, 5000)
    assert cardtools("play", "--agent", "random", "--seed", "1").code == 0
    assert read_replay(SAVED).record.outcome is not None
    outcome = cardtools("play", "--resume")
    assert outcome.code == 2
    assert "this match is over: " in outcome.err
    assert pages.opened == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data.update(replay=99), "a replay of format 99"),
        (lambda data: data["engine"].update(version="0"), "played with version 0 of the engine alpha"),
        (lambda data: data.pop("actions"), "damaged replay: 'actions' is missing"),
        (lambda data: data["actions"].insert(2, "dance"), "action 3, 'dance', is not legal"),
        (lambda data: data["agents"].__setitem__(1, "gredy"), "did you mean greedy?"),
        (lambda data: data["agents"].__setitem__(1, "search:x"), "write a number of playouts"),
    ],
)
def test_a_saved_match_that_was_edited_is_refused_with_the_reason(
    alpha: Path,
    cardtools: Run,
    pages: Pages,
    change: Callable[[dict[str, Any]], None],
    message: str,
) -> None:
    pages.visit = lambda browser: decide(browser, 4)
    cardtools("play")
    data = json.loads(SAVED.read_text("utf-8"))
    change(data)
    SAVED.write_text(json.dumps(data), "utf-8")
    before = SAVED.read_bytes()
    outcome = cardtools("play", "--resume")
    assert outcome.code == 2
    assert message in outcome.err
    assert pages.opened == 1
    assert SAVED.read_bytes() == before


CODE = """
from pathlib import Path
Path("ran").touch()

class Last:
    def choose(self, engine, observation, actions, random):
        return actions[-1]
"""


def saved_by(agents: list[str]) -> None:
    """Let the saved match say that these agents play it."""
    data = json.loads(SAVED.read_text("utf-8"))
    data["agents"] = agents
    SAVED.write_text(json.dumps(data), "utf-8")


@pytest.mark.parametrize(
    "agent",
    [
        "evil:Last",
        "  evil:Last ",
        "evil:Last without attack",
        "program:sh evil.sh",
        "program:sh evil.sh without attack",
        " program:./evil.sh",
    ],
)
def test_a_saved_match_runs_no_code(alpha: Path, cardtools: Run, pages: Pages, agent: str) -> None:
    pages.visit = lambda browser: decide(browser, 2)
    cardtools("play")
    (alpha / "evil.py").write_text(CODE)
    (alpha / "evil.sh").write_text("#!/bin/sh\ntouch ran\n")
    (alpha / "evil.sh").chmod(0o755)
    for agents in (["you", agent], [agent, "you"], ["greedy", agent]):
        saved_by(agents)
        outcome = cardtools("play", "--resume")
        assert outcome.code == 2
        assert f"match.json: the agent {agent} is code, which only you may name" in outcome.err
        assert "cardtools play --resume --agent" in outcome.err
    assert pages.opened == 1
    assert not (alpha / "ran").exists()


@pytest.mark.property
@given(agent=st.text() | st.from_regex(r"(program:)?[\w.]+:\w+( without \w+)?"))
def test_no_text_of_a_file_is_loaded_or_started(agent: str) -> None:
    def refused(*_: object, **__: object) -> None:
        raise AssertionError("it is run")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("subprocess.Popen", refused)
        patch.setattr("importlib.import_module", refused)
        with suppress(CardtoolsError):
            built_in_agent(agent, type(sample("alpha")))


def test_the_user_names_an_agent_of_his_own_again(alpha: Path, cardtools: Run, pages: Pages) -> None:
    (alpha / "mine.py").write_text(CODE)
    seen: list[Any] = []
    pages.visit = lambda browser: seen.append(decide(browser, 3))
    assert cardtools("play", "--agent", "mine:Last").code == 0
    outcome = cardtools("play", "--resume")
    assert outcome.code == 2
    assert "help: if it is yours: cardtools play --resume --agent mine:Last" in outcome.err
    outcome = cardtools("play", "--resume", "--agent", "greedy")
    assert outcome.code == 2
    assert "match.json: the match is played by mine:Last" in outcome.err
    pages.visit = lambda browser: seen.append(state(browser))
    assert cardtools("play", "--resume", "--agent", "mine:Last").code == 0
    assert seen[1]["view"] == seen[0]["view"]


def test_a_saved_match_has_one_person(alpha: Path, cardtools: Run, pages: Pages) -> None:
    pages.visit = lambda browser: decide(browser, 2)
    cardtools("play")
    saved_by(["you", "you"])
    outcome = cardtools("play", "--resume")
    assert outcome.code == 2
    assert "match.json: a match at the table has one person at most" in outcome.err


def test_a_saved_match_that_is_cut_off_or_missing_says_so(alpha: Path, cardtools: Run, pages: Pages) -> None:
    outcome = cardtools("play", "--resume")
    assert outcome.code == 2
    assert "match.json" in outcome.err
    pages.visit = lambda browser: decide(browser, 4)
    cardtools("play")
    SAVED.write_bytes(SAVED.read_bytes()[:900])
    outcome = cardtools("play", "--resume")
    assert outcome.code == 2
    assert "it is cut off" in outcome.err


def test_an_illegal_deck_is_refused_with_its_findings(
    folder: Path, cardtools: Run, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(copied("ttcg", folder / "game"))
    outcome = cardtools("play", "cards/decks/starter.txt", "cards/decks/broken-on-purpose.txt")
    assert outcome.code == 2
    assert "Cinderling Whelp" in outcome.err
    assert "cards/decks/broken-on-purpose.txt" in outcome.err
    assert pages.opened == 0


def test_cards_whose_text_cannot_be_played_are_named_unless_they_are_allowed(
    alpha: Path, cardtools: Run, pages: Pages
) -> None:
    cards = alpha / "cards/cards.csv"
    text = cards.read_text("utf-8")
    header = text.partition("\n")[0].split(";")
    line = next(line for line in text.splitlines() if "Arc Cutter" in line)
    cells = line.split(";")
    cells[header.index("EFFECT") if "EFFECT" in header else -1] = "Bake a cake."
    cards.write_text(text.replace(line, ";".join(cells)), "utf-8")
    outcome = cardtools("play")
    assert outcome.code == 2
    assert "Arc Cutter: its text cannot be played: " in outcome.err
    assert "--allow-blank" in outcome.err

    def visit(browser: Browser) -> None:
        cards = {card["name"]: card for card in read(browser.ask("/setting.json"))["cards"]}
        assert cards["Arc Cutter"]["blank"]
        assert not cards["Glass Hound"]["blank"]

    pages.visit = visit
    assert cardtools("play", "--allow-blank").code == 0
    assert pages.opened == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--agent", "gredy"), "did you mean greedy?"),
        (("--agent", "search:0"), "2 to 1,000,000 playouts"),
        (("--agent", "greedy without dancing"), "no action begins with 'dancing'"),
        (("--agent", "nobody:Agent"), "nobody"),
        (("--agent", "random", "--agent", "random", "--agent", "random"), "2 agents at most"),
        (("--resume", "--seed", "1"), "--resume goes on with"),
        (("--agent", "you", "--agent", "you"), "a match at the table has one person at most"),
        (("--seed", "-1"), "--seed"),
        (("nodeck.txt",), "nodeck.txt"),
    ],
)
def test_what_cannot_be_played_is_refused(
    alpha: Path, cardtools: Run, pages: Pages, arguments: tuple[str, ...], message: str
) -> None:
    outcome = cardtools("play", *arguments)
    assert outcome.code == 2
    assert message in outcome.err
    assert pages.opened == 0


def test_a_project_without_decks_or_without_a_game_says_so(alpha: Path, cardtools: Run, pages: Pages) -> None:
    file = alpha / "cardtools.toml"
    text = file.read_text("utf-8")
    deck = next(line for line in text.splitlines() if line.startswith("decks"))
    file.write_text(text.replace(deck, ""), "utf-8")
    outcome = cardtools("play")
    assert outcome.code == 2
    assert "the project has no decks" in outcome.err
    file.write_text(text.replace('ruleset = "alpha"', 'ruleset = "none"'), "utf-8")
    outcome = cardtools("play")
    assert outcome.code == 2
    assert pages.opened == 0


def test_a_second_tab_is_told_that_the_match_has_moved_on(alpha: Path, cardtools: Run, pages: Pages) -> None:
    def visit(browser: Browser) -> None:
        seen = decide(browser, 1)
        while not seen["actions"]:
            browser.send("/go", {"version": seen["version"]})
            seen = state(browser)
        body = {"version": seen["version"], "number": 0}
        assert browser.send("/act", body).status == 200
        number = state(browser)["number"]
        for path in ("/act", "/back", "/again", "/advice"):
            answer = browser.send(path, body)
            assert answer.status == 409
            assert b"moved on" in answer.read()
        assert browser.send("/go", body).status == 200  # every tab asks: the later one changes nothing
        assert state(browser)["number"] == number

    pages.visit = visit
    assert cardtools("play", "--practice").code == 0


def test_a_page_that_is_loaded_again_gets_the_whole_match(alpha: Path, cardtools: Run, pages: Pages) -> None:
    def visit(browser: Browser) -> None:
        shown = decide(browser, 6)
        again = state(browser)
        assert again == shown
        assert again["since"] == 0
        log = again["log"]
        assert len(log) > 6
        later = read(browser.ask(f"/state.json?since={len(log) - 2}&story=0"))
        assert later["log"] == log[-2:]
        assert later["since"] == len(log) - 2
        for nonsense in ("x", "-3", "9" * 40, ""):
            assert read(browser.ask(f"/state.json?since={nonsense}"))["since"] in (0, len(log))

    pages.visit = visit
    assert cardtools("play").code == 0


@pytest.mark.parametrize(
    "body",
    [
        "x",
        3,
        [],
        {},
        {"version": "1"},
        {"version": True, "number": "x"},
        {"version": 0, "number": 1.5},
        {"version": 0, "since": -1},
        {"version": 0, "number": -1},
        {"version": 0, "number": 10**40},
    ],
)
def test_nonsense_is_refused_and_changes_nothing(
    alpha: Path, cardtools: Run, pages: Pages, body: object
) -> None:
    def visit(browser: Browser) -> None:
        before = state(browser)
        for path in ("/act", "/go", "/back", "/again", "/advice"):
            assert browser.send(path, body).status == 400
            assert browser.ask(path).status == 405
        assert browser.ask("/why/99999999.json").status == 200
        assert browser.ask("/why/-1.json").status == 404
        assert browser.ask("/card/9999.png").status == 404
        assert state(browser) == before

    pages.visit = visit
    assert cardtools("play").code == 0


def test_who_has_no_cookie_sees_nothing_but_the_page(alpha: Path, cardtools: Run, pages: Pages) -> None:
    def visit(browser: Browser) -> None:
        stranger = Browser(browser.server)
        for path in ("/state.json", "/setting.json", "/card/0.png", "/why/0.json", "/events"):
            assert stranger.ask(path).status == 401
        assert stranger.send("/act", {"version": 0, "number": 0}).status == 401
        assert stranger.ask("/").status == 200
        stranger.close()

    pages.visit = visit
    assert cardtools("play").code == 0


def test_cards_are_pictures_as_they_are_printed(
    folder: Path, cardtools: Run, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT / "examples/kingdom")
    monkeypatch.setattr(command, "SAVED", str(folder / "match.json"))

    def visit(browser: Browser) -> None:
        cards = read(browser.ask("/setting.json"))["cards"]
        answer = browser.ask(cards[0]["picture"])
        assert answer.status == 200
        assert answer.headers["Content-Type"] == "image/png"
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.read().startswith(b"\x89PNG")

    pages.visit = visit
    monkeypatch.setattr(command, "check_output", lambda path, root: folder / "match.json")
    assert cardtools("play").code == 0


def test_the_page_has_all_its_files() -> None:
    assert all(path.is_file() for path in PAGE.paths.values())


def test_of_many_changes_the_last_is_in_the_file(folder: Path) -> None:
    with Saver(folder / "match.json") as saver:
        for number in range(200):
            saver.save(f"{number}\n" * 1000)
    assert (folder / "match.json").read_text("utf-8") == "199\n" * 1000


def test_a_match_that_cannot_be_saved_is_reported_and_goes_on(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Saver(folder / "nowhere" / "match.json") as saver:
        saver.save("1")
    assert "the match could not be saved: " in capsys.readouterr().err


def test_decks_are_known_by_their_names() -> None:
    """As README says: also one that lies beside those of the project."""
    opening = begin(load(GAMES["ttcg"][0]).files, ["starter", "nightfall"], (), 1, allow_blank=False)
    assert opening.setting.decks == ("starter", "nightfall")
