"""The free table: cards are conserved, nothing hidden leaks, undo and saving are exact, links have seats."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from outcome import Outcome
from PIL import Image
from requests_of import Browser
from strategies import cases

from cardtools.commands import play as command
from cardtools.ground.errors import InputError
from cardtools.ground.toml.tomlfile import TomlFile, conform
from cardtools.ground.web.answers import Feed
from cardtools.ground.web.local import LocalServer
from cardtools.play.free.free_moves import _VERBS, Design, FreeMove, RefusedError
from cardtools.play.free.free_routes import PAGE, routes
from cardtools.play.free.free_state import FreeCard, FreeSeat, FreeState, FreeZone, as_data
from cardtools.play.free.free_table import FreeTable, read_table
from cardtools.play.streams import stream_key

NAMES = [f"Card {number}" for number in range(10)]
OTHERS = NAMES[5:]  # what seat 1 plays with
DESIGNS = [*(Design(name, "card") for name in NAMES), Design("Map", "board"), Design("Wolf", "tokens")]
KINDS, SEEN = ("pile", "hand", "field"), ("all", "owner", "nobody")
WOLF = len(DESIGNS) - 1
Numbers = list[tuple[str, int, int, int, int]]


def begun(seats: int = 2, seed: int = 7, others: Sequence[str] = OTHERS) -> FreeTable:
    """A table at which seat 0 plays with the first five cards, the others with these five, each twice."""
    state = FreeState(
        [FreeSeat(f"Player {seat + 1}", {"Points": 0}) for seat in range(seats)],
        [FreeZone("middle", "Middle", -1, "field", "all", [FreeCard(1, "Map", "board", home="middle")])],
        2,
        stream_key(seed, "free"),
    )
    for seat in range(seats):
        deck = FreeZone(f"{seat}.deck", "Deck", seat, "pile", "nobody")
        for name in (NAMES[:5] if seat == 0 else others) * 2:
            deck.cards.append(FreeCard(state.ids, name, owner=seat, home=deck.id))
            state.ids += 1
        hand = FreeZone(f"{seat}.hand", "Hand", seat, "hand", "owner")
        field = FreeZone(f"{seat}.field", "Field", seat, "field", "all")
        state.zones += [deck, hand, field, FreeZone(f"{seat}.discard", "Discard", seat, "pile", "all")]
    table = FreeTable(state, DESIGNS)
    do(table, 0, "again")
    return table


def do(table: FreeTable, seat: int, verb: str, /, **more: Any) -> None:
    table.do(FreeMove(seat, verb, **more))


def zone(table: FreeTable, name: str, seat: int = 0) -> dict[str, Any]:
    """A zone as a seat is sent it."""
    found: dict[str, Any] = next(one for one in table.seen(seat)["zones"] if one["id"] == name)
    return found


def log(table: FreeTable, seat: int) -> str:
    """The last line of the log, for a seat."""
    text: str = table.seen(seat)["log"][-1]["text"]
    return text


def refusal(table: FreeTable, seat: int, verb: str, /, **more: Any) -> tuple[int, str]:
    """The code and the words with which something is refused; nothing is changed."""
    before = table.text()
    with pytest.raises(RefusedError) as error:
        do(table, seat, verb, **more)
    assert table.text() == before
    return error.value.code, str(error.value)


def order(table: FreeTable, what: str, seat: int, one: int, two: int, three: int) -> FreeMove:
    """A move made of numbers: with cards that the seat is sent, and places that there are."""
    seat %= len(table.state.seats)
    sent = [card["id"] for here in table.seen(seat)["zones"] for card in here["cards"]]
    places = [here.id for here in table.state.zones]
    cards = [sent[one % len(sent)], sent[two % len(sent)]][: 1 + three % 2] if sent else []
    place, other = places[one % len(places)], places[two % len(places)]
    found = {
        "move": {"cards": cards, "to": other} if three % 3 else {"from_": place, "to": other},
        "count": {"cards": cards, "name": "Rust", "by": three - 2},
        "rename": {"what": "seat", "name": f"Ann {three}"},
        "add_zone": {"name": "Own", "kind": KINDS[one % 3], "seen": SEEN[two % 3], "shared": three > 2},
        "note": {"card": cards[0] if cards else None, "text": f"Note {three}"},
        "show": {"cards": cards, "to": list(range(three % 3))},
        "put": {"design": WOLF, "count": 1 + three, "to": other},
        "roll": {"what": ("2d6", "coin", "tokens")[three % 3]},
        "say": {"text": "Well."},
    }  # fmt: skip
    more: dict[str, Any] = found.get(what, {"cards": cards, "zone": place, "count": three})
    extra: dict[str, Any] = {}
    if what in ("move", "put"):
        extra["at"] = (None, "top", "bottom", [one * 7, two * 7])[(one + two) % 4]
    if what == "move" and three == 4 and sent:
        extra = {"on": sent[(one + two) % len(sent)], "up": bool(one % 2)}
    return FreeMove(seat, what, **more, **extra)


some_moves = st.lists(
    st.tuples(
        st.sampled_from([*_VERBS, "move", "move", "move", "draw", "undo"]),
        *(st.integers(0, most) for most in (3, 40, 40, 5)),
    ),
    max_size=25,
)


def played(table: FreeTable, moves: Numbers) -> Iterator[FreeMove]:
    """Do moves one after the other; those that could be done."""
    for numbers in moves:
        wanted = order(table, *numbers)
        try:
            table.do(wanted)
        except RefusedError:
            continue
        yield wanted


def held(table: FreeTable) -> Counter[str]:
    return Counter(card.name for _, _, card in table.state.cards() if card.kind == "card")


@settings(max_examples=cases(40))
@given(some_moves, st.integers(1, 4))
def test_each_card_is_always_in_one_place_and_undo_is_the_table_before(moves: Numbers, seats: int) -> None:
    table = begun(seats)
    cards, before = held(table), [as_data(table.state)]
    for wanted in played(table, moves):
        assert held(table) == cards
        if wanted.do == "undo":
            before.pop()
            assert as_data(table.state) == before[-1]
        elif wanted.do != "say":
            before.append(as_data(table.state))
        json.dumps([table.seen(seat) for seat in range(seats)])


@settings(max_examples=cases(60))
@given(some_moves, st.randoms(use_true_random=False))
def test_what_a_seat_is_sent_does_not_depend_on_what_is_hidden(moves: Numbers, chance: Any) -> None:
    table = begun(3)
    list(played(table, moves))
    for seat in range(3):
        state = FreeTable(conform(TomlFile(Path(), "", as_data(table.state)), FreeState), DESIGNS)
        hidden = [
            card
            for here, index, card in state.state.cards()
            if card.kind == "card" and not here.sees(seat, index)
        ]
        names = [card.name for card in hidden]
        before = state.seen(seat)
        chance.shuffle(names)
        for card, name in zip(hidden, names, strict=True):
            card.name = name
        assert state.seen(seat) == before


@settings(max_examples=cases(60))
@given(some_moves)
def test_what_a_seat_reads_does_not_depend_on_cards_that_it_never_saw(moves: Numbers) -> None:
    one, other = begun(2), begun(2, others=OTHERS[::-1])
    for numbers in moves:
        wanted = order(one, *numbers)
        for table in (one, other):
            with suppress(RefusedError):
                table.do(wanted)
        if any(card.name in OTHERS and here.sees(0, index) for here, index, card in one.state.cards()):
            return
        if any(f"Card {number}" in json.dumps(one.seen(0)["log"]) for number in range(5, 10)):
            assert wanted.do in ("move", "flip", "show", "draw")  # it was seen on its way
            return
        assert one.seen(0) == other.seen(0)


@settings(max_examples=cases(30))
@given(moves=some_moves)
def test_the_same_moves_make_the_same_table_which_is_saved_whole(
    moves: Numbers, tmp_path_factory: pytest.TempPathFactory
) -> None:
    table, again = begun(3), begun(3)
    for one in (table, again):
        list(played(one, moves))
    assert table.text() == again.text()
    path = tmp_path_factory.getbasetemp() / "table.json"
    path.write_text(table.text(), encoding="utf-8")
    read = read_table(path, DESIGNS)
    assert read.text() == table.text()
    for seat in range(3):
        assert read.seen(seat) == {**table.seen(seat), "undo": ""}
    for wanted in played(table, moves[:5]):
        read.do(wanted) if wanted.do != "undo" else None
        if wanted.do == "undo":
            return
        assert read.text() == table.text()


def test_a_drawn_card_has_a_new_handle_and_the_others_read_no_name() -> None:
    table = begun()
    do(table, 0, "look", zone="0.deck", count=2)
    looked = zone(table, "0.deck")["cards"]
    assert len(looked) == 2 and zone(table, "0.deck", 1)["cards"] == []
    assert zone(table, "0.deck", 1)["looking"] == [[0, 2]]
    do(table, 0, "draw", count=2)
    hand = zone(table, "0.hand")["cards"]
    assert [card["design"] for card in hand] == [card["design"] for card in looked]
    assert not {card["id"] for card in hand} & {card["id"] for card in looked}
    assert zone(table, "0.hand", 1) | {"count": 2, "cards": []} == zone(table, "0.hand", 1)
    first, second = (NAMES[card["design"]] for card in hand)
    assert log(table, 0) == f"You draw {first}, {second}."
    assert log(table, 1) == "Player 1 draws 2 cards."
    assert table.seen(1)["undo"] == "Player 1 draws 2 cards"
    do(table, 0, "show", cards=[hand[0]["id"]], to=[1])
    assert [card["design"] for card in zone(table, "0.hand", 1)["cards"]] == [hand[0]["design"]]
    do(table, 0, "move", cards=[hand[0]["id"]], to="0.field", up=False)
    (hidden,) = zone(table, "0.field", 1)["cards"]
    assert hidden["design"] is None and hidden["id"] != hand[0]["id"]


def test_nobody_names_or_looks_at_what_is_hidden_from_him() -> None:
    table = begun()
    do(table, 0, "draw", count=1)
    (card,) = zone(table, "0.hand")["cards"]
    gone = (409, "Somebody has moved this card.")
    assert refusal(table, 1, "move", cards=[card["id"]], to="1.hand") == gone
    assert refusal(table, 1, "show", cards=[card["id"]], to=[1]) == gone
    assert refusal(table, 1, "flip", cards=[999]) == gone
    assert refusal(table, 1, "look", zone="0.deck")[0] == 400
    assert refusal(table, 1, "look", zone="0.hand")[0] == 400
    assert refusal(table, 1, "shuffle", zone="0.hand")[0] == 400
    do(table, 1, "move", from_="0.hand", end="random", to="1.hand")
    assert log(table, 0) == f"Player 2 moves {NAMES[card['design']]} from Player 1's Hand to Hand."
    do(table, 0, "draw", count=9)
    assert refusal(table, 0, "draw", count=2) == (409, "Deck is empty.")


def test_what_lies_on_a_card_moves_with_it() -> None:
    table = begun()
    do(table, 0, "draw", count=3)
    low, high, other = (card["id"] for card in zone(table, "0.hand")["cards"])
    do(table, 0, "move", cards=[low], to="0.field", at=[100, 50])
    do(table, 0, "move", cards=[high], to="0.field", on=low)
    assert [(card["x"], card["y"]) for card in zone(table, "0.field")["cards"]] == [(100, 50), (100, 62)]
    do(table, 0, "count", cards=[high], name="Rust", to=2)
    lines = len(table.log)
    do(table, 0, "move", cards=[low], to="0.field", at=[10, 20])
    assert len(table.log) == lines and "moves" in table.seen(1)["undo"]  # only pushed about
    assert [(card["x"], card["y"]) for card in zone(table, "0.field")["cards"]] == [(10, 20), (10, 32)]
    assert refusal(table, 0, "move", cards=[low], to="0.field", on=high) == (
        400,
        "A card cannot lie on itself.",
    )
    do(table, 0, "move", cards=[low], to="1.field", up=False)
    below, above = zone(table, "1.field")["cards"]
    assert above["on"] == below["id"] and above["counters"] == {"Rust": 2}
    do(table, 1, "move", cards=[below["id"]], to="0.discard")
    top, bottom = zone(table, "0.discard", 1)["cards"]
    assert (top["id"], top["counters"], bottom["on"]) == (above["id"], {}, None)
    do(table, 0, "move", cards=[other], to="0.field", at=[[1, 2]])
    assert refusal(table, 0, "move", cards=[other], to="0.field", at=[[1]])[0] == 400


def test_pieces_dice_counters_names_notes_and_a_new_table() -> None:
    table = begun()
    do(table, 0, "put", design=WOLF, count=2, to="0.field")
    wolves = [card["id"] for card in zone(table, "0.field")["cards"]]
    assert refusal(table, 0, "put", design=0, to="0.field")[1] == "Say which piece; cards come from decks."
    do(table, 1, "away", cards=wolves[:1])
    do(table, 0, "draw", count=1)
    mine = zone(table, "0.hand")["cards"][0]["id"]
    assert refusal(table, 0, "away", cards=[mine])[0] == 400
    do(table, 1, "roll", what="3d6")
    roll = table.seen(0)["roll"]
    assert len(roll["faces"]) == 3 and set(roll["faces"]) <= set(range(1, 7)) and roll["number"] == 1
    do(table, 1, "roll", what="tokens")
    roll = table.seen(0)["roll"]
    assert (roll["seat"], roll["what"], roll["number"], roll["design"]) == (1, "tokens", 2, WOLF)
    assert log(table, 1) == "You roll tokens: Wolf."
    assert refusal(table, 1, "roll", what="card")[0] == 400
    do(table, 1, "count", of=0, name="Points", by=-3)
    do(table, 0, "rename", what="counter", old="Points", name="Life")
    assert table.seen(1)["seats"][0]["counters"] == {"Life": -3}
    do(table, 0, "rename", what="seat", name="Ann")
    do(table, 0, "pass")
    assert (log(table, 1), table.seen(1)["turn"]) == ("Ann passes the turn to Player 2.", 1)
    do(table, 0, "note", text="Ann leads.")
    do(table, 0, "add_zone", name="Prizes", kind="pile", seen="all", shared=True)
    do(table, 1, "again")
    seen = table.seen(0)
    assert {one["id"]: one["count"] for one in seen["zones"] if one["count"]} == {
        "middle": 1,
        "0.deck": 10,
        "1.deck": 10,
    }
    assert (seen["seats"][0]["counters"], seen["note"], seen["roll"]) == ({"Life": 0}, "", None)
    do(table, 1, "undo")
    assert table.seen(0)["note"] == "Ann leads."
    assert "takes back what Player 2 did: begin a new table." in log(table, 0)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=3), inside, max_size=2),
    max_leaves=4,
)
fields = [name.removesuffix("_") for name in FreeMove.__dataclass_fields__]


@settings(max_examples=cases(80))
@given(
    st.sampled_from([*_VERBS, "undo", "?"]), st.dictionaries(st.sampled_from(fields), anything, max_size=6)
)
def test_whatever_is_sent_is_done_or_refused(verb: str, body: dict[str, Any]) -> None:
    table = begun()
    do(table, 0, "draw", count=3)
    before = table.text()
    try:
        wanted = conform(TomlFile(Path("request"), "", {**body, "seat": 0, "do": verb}), FreeMove)
        table.do(wanted)
    except (InputError, RefusedError) as error:
        assert str(error)
        assert table.text() == before
    json.dumps(table.seen(1)).encode()


def first(data: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = data["table"]["zones"][1]["cards"][0]
    return found


HOSTILE: list[tuple[Callable[[dict[str, Any]], Any], str]] = [
    (lambda data: data["table"].update(turn=9), "turn is 9, expected 0 to 1"),
    (lambda data: first(data).update(name="Ax"), "Deck: the project has no card 'Ax'"),
    (lambda data: first(data).update(id=1), "have one id"),
    (lambda data: first(data).update(id=10**9), "id is 1000000000, expected 1 to"),
    (lambda data: first(data).update(on=3), "lies on nothing that is there"),
    (lambda data: first(data).update(shown=[7]), "a seat is 7, expected -1 to 1"),
    (lambda data: first(data).update(x="left"), "x = 'left', expected a number"),
    (lambda data: data["table"]["zones"][1].update(kind="heap"), "kind = 'heap', expected one of pile"),
    (lambda data: data["table"].update(seats=[]), "seats is 0, expected 1 to 4"),
    (lambda data: data["table"].update(used=-1), "used is -1"),
    (lambda data: data["table"].update(spy=1), "unknown key 'spy'"),
    (lambda data: data["table"].update(roll={"seat": 5, "what": "d6", "number": 1}), "roll: seat is 5"),
    (lambda data: data.update(log=[{"seat": 7, "verb": "x", "known": ""}]), "a seat that is not there"),
    (lambda data: data.update(free=2), "no free table of format 1"),
]  # fmt: skip


@pytest.mark.parametrize(("harm", "says"), HOSTILE)
def test_a_strangers_table_is_checked_whole(
    harm: Callable[[dict[str, Any]], Any], says: str, tmp_path: Path
) -> None:
    data = json.loads(begun().text())
    harm(data)
    path = tmp_path / "table.json"
    path.write_text(json.dumps(data))
    with pytest.raises(InputError, match=r"table\.json") as error:
        read_table(path, DESIGNS)
    assert says in str(error.value)


def test_a_link_shows_its_seat_alone() -> None:
    table = begun(3)
    feed = Feed("0")
    with LocalServer(
        "127.0.0.1", 0, PAGE, routes(table, "Foxes", lambda number: None, "", feed), None, 3
    ) as server:
        browsers = []
        for token in server.guard.tokens:
            browsers.append(Browser(server))
            assert browsers[-1].ask("/setting.json").status == 401
            assert browsers[-1].enter(token).status == 204
        host, second, third = browsers
        asked = [json.load(one.ask("/setting.json")) for one in browsers]
        assert [(one["seat"], one["mine"]) for one in asked] == [(0, [0, 1, 2]), (1, [1]), (2, [2])]
        assert len({one.cookie.split("=")[0] for one in browsers}) == 3
        assert host.ask("/state.json?seat=2").status == 200
        assert second.ask("/events?seat=1").readline() == b"data: 1\n"
        assert [one["here"] for one in json.load(host.ask("/state.json"))["seats"]] == [False, True, False]
        for path in ("/state.json?seat=0", "/setting.json?seat=2", "/events?seat=0", "/state.json?seat=x"):
            assert second.ask(path).status == 403
        assert second.send("/do", {"seat": 0, "do": "draw"}).status == 403
        answer = second.send("/do", {"seat": 1, "do": "draw", "count": 2})
        assert next(one for one in json.load(answer)["state"]["zones"] if one["id"] == "1.hand")["count"] == 2
        both = f"{second.cookie}; {third.cookie}"  # one browser with two links
        assert json.load(third.ask("/setting.json", Cookie=both))["mine"] == [1, 2]
        name, secret = third.cookie.split("=")
        assert third.ask("/state.json", Cookie=f"{name[:-2]}={secret}").status == 401  # not the host's
        assert second.send("/do", {"seat": 1, "do": "draw", "counts": 2}).status == 422
        assert second.send("/do", [1]).status == 422
        assert second.send("/do", {"seat": 1, "do": "flip", "cards": [10**6]}).status == 409
        assert second.send("/do", {"seat": 1, "do": "fly"}).status == 400
        assert second.ask("/design/1.png").status == second.ask("/back.png").status == 404
        for browser in browsers:
            browser.close()


def png_of(width: int, height: int, **more: Any) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height)).save(out, "PNG", **more)
    return out.getvalue()


class Served:
    """Takes the place of what serves the page until Ctrl-C."""

    def __init__(self) -> None:
        self.state: list[dict[str, Any]] = []
        self.others: Sequence[str] = ()
        self.moves: list[dict[str, Any]] = []
        self.setting: dict[str, Any] = {}
        self.pictures: list[tuple[int, bytes]] = []

    def serve(
        self, console: Any, what: str, page: Any, given: Any, serving: Any, others: Sequence[str]
    ) -> int:
        self.others = others
        with LocalServer("127.0.0.1", 0, page, given, None, 1 + len(others)) as server:
            browser = Browser(server)
            browser.enter().read()
            self.setting = json.load(browser.ask("/setting.json"))
            for number in (0, len(self.setting["designs"]) - 1):
                answer = browser.ask(f"/design/{number}.png")
                self.pictures.append((answer.status, answer.read()))
            for move in self.moves:
                assert browser.send("/do", move).status == 200
            self.state = [json.load(browser.ask(f"/state.json?seat={seat}")) for seat in self.setting["mine"]]
            browser.close()
        return 0


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Served:
    found = Served()
    monkeypatch.setattr(command, "serve", found.serve)
    return found


def test_a_project_without_rules_has_a_free_table(
    write: Callable[..., Path], cardtools: Callable[..., Outcome], served: Served
) -> None:
    write("cardtools.toml", 'name = "Foxes"\n[[extras]]\ntable = "tokens.csv"\n')
    write("cards/cards.csv", "NAME;COST;COPIES\nFox;1;2\nOwl;2;2\nFox;1;1\n")
    write("tokens.csv", "NAME\nWolf\n")
    served.moves = [{"seat": 1, "do": "draw", "count": 2}]
    result = cardtools("play", "--seed", "3")
    assert result.code == 0, result
    assert (
        "a free table: the ruleset" in result.out + result.err and "has no [play]" in result.out + result.err
    )
    counts = {one["id"]: one["count"] for one in served.state[0]["zones"]}
    assert counts["deck"] == 3 and counts["1.hand"] == 2 and "0.deck" not in counts
    assert [(one["name"], one["kind"]) for one in served.setting["designs"]] == [
        ("Fox", "card"), ("Owl", "card"), ("Wolf", "tokens"),
    ]  # fmt: skip
    assert (served.setting["title"], list(served.others)) == ("Foxes", ["Player 2"])
    before = served.state
    served.moves = []
    assert cardtools("play", "--resume").code == 0
    assert served.state == [{**one, "undo": ""} for one in before]
    answer = cardtools("play", "--agent", "greedy")
    assert answer.code == 2 and "need a game with rules, and the ruleset has no rules of play" in answer.err
    Path("output/play/table.json").write_text('{"free": 1, "table": 2}')
    answer = cardtools("play", "--resume")
    assert answer.code == 2 and "output/play/table.json:1:1: table = 2, expected a table" in answer.err


def test_sections_are_piles_and_the_last_deck_is_played_by_the_others_too(
    write: Callable[..., Path], cardtools: Callable[..., Outcome], served: Served
) -> None:
    write("cardtools.toml", 'ruleset = "rules.toml"\n[cards]\ndecks = ["decks/a.txt", "decks/b.txt"]\n')
    rules = '[ruleset]\nid = "foxes"\nversion = "1"\n[card]\nlabel = "NAME"\ntitle = "NAME"\n[fields.NAME]\n'
    write("rules.toml", rules + "[section.main]\n[section.hand]\n[section.side]\napart = true\n")
    write("cards/cards.csv", "NAME;COST\nFox;1\nOwl;2\nElk;3\n")
    write("decks/a.txt", "4 Fox\n[hand]\n2 Owl\n[side]\n1 Elk\n")
    write("decks/b.txt", "30 Elk\n")
    write("map.png", png_of(254, 127, dpi=(25.4, 25.4)))
    assert cardtools("play", "a", "b", "--seats", "3", "--board", "map.png").code == 0
    counts = {one["id"]: one["count"] for one in served.state[2]["zones"] if one["count"]}
    assert counts == {"middle": 1, "0.deck": 4, "0.deck.hand": 2, "1.deck": 30, "2.deck": 30}
    assert list(served.others) == ["Player 2", "Player 3"]
    board = served.setting["designs"][-1]
    assert (board["name"], board["kind"], board["width"], board["height"]) == ("map.png", "board", 254, 127)
    assert served.pictures[-1][0] == 200 and served.pictures[-1][1].startswith(b"\x89PNG")
    assert served.pictures[0][0] == 404  # no face draws cards
    assert cardtools("play", "a").code == 0 and len(served.setting["mine"]) == 1
    write("decks/b.txt", "1 Eel\n")
    answer = cardtools("play")
    assert answer.code == 2 and "decks/b.txt:1:3" in answer.err and "Eel" in answer.err
    write("decks/b.txt", "1 Elk\n")
    for words in (["--seats", "5"], ["a", "a", "a", "a", "a"], ["--resume", "a"], ["--practice"]):
        assert cardtools("play", *words).code == 2
