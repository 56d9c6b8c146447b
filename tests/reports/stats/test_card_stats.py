"""Statistics of cards against plain Python: counts, costs, stats, texts and outliers, for any game."""

from __future__ import annotations

import csv
import json
import statistics
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from built_in import built_in_ruleset
from hypothesis import given
from hypothesis import strategies as st

from cardtools.cards.table import CardTable, make_table
from cardtools.ground.tables.csv_reader import read_csv
from cardtools.reports.stats.as_text import format_tables
from cardtools.reports.stats.efficiency import rate
from cardtools.reports.stats.facts import Facts, Pile
from cardtools.reports.stats.page import format_page
from cardtools.reports.stats.roles import cost_of, find_columns, number_of
from cardtools.reports.stats.sections import make_tables
from cardtools.reports.stats.table import SECTIONS, Table
from cardtools.rulesets import Ruleset, load_ruleset

TTCG = built_in_ruleset("ttcg")
RULES = """
[ruleset]
id = "own"
version = "1"
[vocabulary.hue]
values = ["Red", "Blue", "Mauve"]
[fields.NAME]
unique = true
unique_with = ["GRADE"]
[fields.GRADE]
type = "int"
[fields.HUE]
vocabulary = "hue"
[fields.SKILLS]
type = "list"
[fields.PRICE]
role = "cost"
type = "int"
[fields.TEETH]
role = "strength"
type = "int"
[fields.CLAWS]
role = "strength"
type = "int"
[fields.WORDS]
role = "effect"
"""


@pytest.fixture(scope="session")
def own(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    path = tmp_path_factory.mktemp("own") / "own.toml"
    path.write_text(RULES)
    return load_ruleset(str(path), path.parent)


Beast = tuple[str, int | None, int | None, int | None, str]
beasts = st.lists(
    st.tuples(
        st.sampled_from(["Red", "Blue", ""]),
        st.none() | st.integers(0, 9),
        st.none() | st.integers(0, 9),
        st.none() | st.integers(0, 9),
        st.sampled_from(["", "Bite.", "Bite the nearest cat twice."]),
    ),
    min_size=1,
    max_size=15,
)


def table_of(text: str, ruleset: Ruleset) -> CardTable:
    return make_table(read_csv(Path("cards.csv"), text=text), ruleset)


def facts_of(text: str, ruleset: Ruleset) -> Facts:
    table = table_of(text, ruleset)
    return Facts(table, range(len(table)))


def beasts_of(cards: Sequence[Beast], ruleset: Ruleset) -> Facts:
    lines = ["NAME;HUE;PRICE;TEETH;CLAWS;WORDS"]
    for number, cells in enumerate(cards):
        lines.append(";".join([f"N{number}", *("" if cell is None else str(cell) for cell in cells)]))
    return facts_of("\n".join(lines), ruleset)


def by_key(facts: Facts, *sections: Any) -> dict[str, Table]:
    tables = make_tables(facts, sections or SECTIONS)
    found = {table.key: table for table in tables}
    assert len(found) == len(tables)
    return found


def cells_of(table: Table) -> dict[tuple[str, str], Any]:
    return {
        (label, name): cell
        for label, cells in table.rows
        for name, cell in zip(table.columns, cells, strict=True)
    }


def column(table: Table, name: str) -> dict[str, Any]:
    return {label: cell for (label, other), cell in cells_of(table).items() if other == name}


@given(beasts)
def test_counts_by_words_and_costs(own: Ruleset, cards: list[Beast]) -> None:
    tables = by_key(beasts_of(cards, own), "cards", "costs")
    hues = Counter(hue or "(none)" for hue, *_ in cards)
    if set(hues) == {"(none)"}:
        assert "cards-by-hue" not in tables
    else:
        counted = column(tables["cards-by-hue"], "cards")
        assert {label: number for label, number in counted.items() if number} == hues
        assert counted["Mauve"] == 0  # a word of the ruleset that no card has
    costs = Counter("(none)" if cost is None else str(cost) for _, cost, *_ in cards)
    if set(costs) == {"(none)"}:
        assert "curve" not in tables
        return
    curve = column(tables["curve"], "cards")
    assert {label: number for label, number in curve.items() if number} == costs
    known = [cost for _, cost, *_ in cards if cost is not None]
    assert list(curve)[: max(known) - min(known) + 1] == [str(n) for n in range(min(known), max(known) + 1)]
    assert tables["curve"].note.startswith(
        f"mean {statistics.fmean(known):.1f}, median {statistics.median(known):g}"
    )
    if "curve-by-hue" in tables:
        pairs = Counter(("(none)" if cost is None else str(cost), hue or "(none)") for hue, cost, *_ in cards)
        cells = cells_of(tables["curve-by-hue"])
        assert {key: n for key, n in cells.items() if n and "total" not in key} == pairs
        assert cells["total", "total"] == len(cards)
        assert {label: cells[label, "total"] for label in costs} == costs


@given(beasts)
def test_means_least_and_greatest_stats_by_cost(own: Ruleset, cards: list[Beast]) -> None:
    tables = by_key(beasts_of(cards, own), "stats")
    if not any(card[1] is not None for card in cards) or "stats-by-price" not in tables:
        return
    cells = cells_of(tables["stats-by-price"])
    for name, index in (("teeth", 2), ("claws", 3)):
        if f"{name} mean" not in tables["stats-by-price"].columns:
            continue
        by_cost: dict[str, list[int]] = {}
        for card in cards:
            if card[index] is not None:
                by_cost.setdefault("(none)" if card[1] is None else str(card[1]), []).append(card[index])
        for label, numbers in by_cost.items():
            assert cells[label, f"{name} mean"] == pytest.approx(statistics.fmean(numbers), abs=1e-4)
            assert (cells[label, f"{name} min"], cells[label, f"{name} max"]) == (min(numbers), max(numbers))


@given(beasts)
def test_words_of_text(own: Ruleset, cards: list[Beast]) -> None:
    tables = by_key(beasts_of(cards, own), "texts")
    lengths = [len(card[4].split()) for card in cards]
    if not any(lengths):
        assert tables == {}
        return
    spans = column(tables["text-length"], "cards")
    assert {span: n for span, n in spans.items() if n} == Counter("1–5" if n else "0" for n in lengths)
    longest = column(tables["longest-texts"], "words")
    assert longest == {f"N{row}": words for row, words in enumerate(lengths) if words}
    assert list(longest.values()) == sorted(longest.values(), reverse=True)
    again = {text: n for text, n in Counter(card[4] for card in cards if card[4]).items() if n > 1}
    assert (column(tables["repeated-texts"], "cards") if again else {}) == again


@given(
    st.lists(st.tuples(st.integers(0, 8), st.integers(-20, 20)), min_size=1, max_size=25),
    st.integers(1, 3),
)
def test_what_is_usual_is_the_least_squares_line_and_outliers_are_beyond_the_fences(
    cards: list[tuple[int, int]], groups: int
) -> None:
    labels = [row % groups for row in range(len(cards))]
    rated = rate(range(len(cards)), [c for c, _ in cards], [s for _, s in cards], labels)
    own = {g: [row for row in range(len(cards)) if row % groups == g] for g in range(groups)}
    large = [rows for rows in own.values() if len(rows) >= 5]
    small = [row for rows in own.values() if len(rows) < 5 for row in rows]
    compared = [*large, *([small] if len(small) >= 5 else [])]
    assert sorted(one.row for one in rated) == sorted(row for rows in compared for row in rows)
    by_row = {one.row: one for one in rated}
    for rows in compared:
        costs, strengths = [cards[row][0] for row in rows], [cards[row][1] for row in rows]
        middle, level = statistics.fmean(costs), statistics.fmean(strengths)
        spread = sum((cost - middle) ** 2 for cost in costs)
        slope = (
            sum((c - middle) * (s - level) for c, s in zip(costs, strengths, strict=True)) / spread
            if spread
            else 0.0
        )
        distances = []
        for row in rows:
            one = by_row[row]
            assert one.usual == pytest.approx(level + slope * (one.cost - middle), abs=1e-5)
            distances.append(one.difference)
        low, _, high = statistics.quantiles(distances, n=4, method="inclusive")
        fence = 1.5 * (high - low)
        for row, distance in zip(rows, distances, strict=True):
            if abs(distance - low) > fence + 1e-4 or abs(distance - high) > fence + 1e-4:
                outside = distance < low - fence - 1e-4 or distance > high + fence + 1e-4
                assert by_row[row].is_outlier == outside
    assert [one.is_outlier for one in rated] == sorted((one.is_outlier for one in rated), reverse=True)


def test_a_card_that_is_much_stronger_than_its_cost_stands_out_by_name(own: Ruleset) -> None:
    cards: list[Beast] = [("Red", n, n, n + n % 2, "") for n in range(9)] + [("Blue", 2, 20, 20, "")]
    table = by_key(beasts_of(cards, own), "stats")["efficiency"]
    assert [label for label, cells in table.rows if cells[-1]] == ["N9"]
    assert table.rows[0][0] == "N9"
    assert table.note.endswith("standing out: 1 of 10")


def test_prints_of_a_card_are_one_card(own: Ruleset) -> None:
    text = "NAME;GRADE;HUE;PRICE;TEETH\nCat;2;Red;1;9\nCat;1;Red;1;5\nDog;1;Blue;2;3\n"
    facts = facts_of(text, own)
    assert facts.designs == [1, 2]  # the print of the lowest grade stands for the card
    tables = by_key(facts)
    assert column(tables["cards-by-hue"], "cards") == {"Red": 1, "Blue": 1, "Mauve": 0}
    assert column(tables["cards-by-grade"], "prints") == {"1": 2, "2": 1}
    assert column(tables["stats-by-price"], "teeth max") == {"1": 5, "2": 3}
    of_deck = Facts(facts.cards, [0, 0, 2], of_deck=True)
    assert column(by_key(of_deck)["cards-by-hue"], "cards") == {"Red": 2, "Blue": 1, "Mauve": 0}


def test_a_card_counts_in_each_of_its_words_and_once_in_a_curve(own: Ruleset) -> None:
    tables = by_key(facts_of("NAME;SKILLS;PRICE\nA;Fly, Dig;1\nB;Dig;1\nC;;2\n", own))
    assert column(tables["cards-by-skills"], "cards") == {"Dig": 2, "Fly": 1, "(none)": 1}
    assert column(tables["cards-by-skills"], "share") == {"Dig": 0.6667, "Fly": 0.3333, "(none)": 0.3333}
    assert tables["curve-by-skills"].columns == ("Dig", "Fly + Dig", "(none)", "total")


def test_without_a_ruleset_columns_are_guessed() -> None:
    lines = ["NAME,Cost,Clan,Power,Rules,Weight"]
    for n in range(8):
        lines.append(f"N{n},{n % 4},{'Owl' if n % 2 else 'Cat'},{n * 3},Draw {n} cards.,{n}.5")
    facts = facts_of("\n".join(lines), load_ruleset("", Path()))
    assert facts.columns.guessed == ("Cost", "Clan", "Power", "Rules", "Weight")
    assert {one.name: one.role for one in facts.columns.columns} == {
        "Cost": "cost", "Clan": "words", "Power": "strength", "Rules": "text", "Weight": "number"
    }  # fmt: skip
    tables = by_key(facts)
    assert column(tables["cards-by-clan"], "cards") == {"Cat": 4, "Owl": 4}
    assert {"curve", "curve-by-clan", "efficiency", "text-length", "cards-by-weight"} <= tables.keys()


cells = st.sampled_from(["", "0", "-3", "2.5", "2WU", "a, b", "None", "total", "cards", "x" * 90, "é ö"])


@given(st.lists(st.tuples(cells, cells, cells, cells, cells), max_size=12), st.booleans(), st.booleans())
def test_any_table_is_counted(own: Ruleset, rows: list[tuple[str, ...]], ruled: bool, of_deck: bool) -> None:
    header = "NAME|GRADE|HUE|PRICE|TEETH" if ruled else "NAME|Cards|Cost|Type of card|Rules"
    text = "\n".join([header, *("|".join(row) for row in rows)])
    table = make_table(
        read_csv(Path("cards.csv"), "|", text=text), own if ruled else load_ruleset("", Path())
    )
    piles = [Pile("one deck", dict.fromkeys(range(len(table)), 2), 3, 1)] * 2 if len(table) else []
    tables = make_tables(Facts(table, range(len(table)), of_deck, piles))
    assert len({table.key for table in tables}) == len(tables)
    assert all(len(cells) == len(table.columns) for table in tables for _, cells in table.rows)
    data = json.loads(json.dumps([table.data() for table in tables], allow_nan=False))
    assert [len(one["rows"]) for one in data] == [len(table.rows) for table in tables]
    assert max(map(len, format_tables(tables, width=80)), default=0) <= 80
    assert format_page("Game", "", tables)


def test_a_game_of_names_alone_has_no_tables() -> None:
    assert make_tables(facts_of("NAME\nA\nB\n", load_ruleset("", Path()))) == []
    assert make_tables(facts_of("NAME\n", load_ruleset("", Path()))) == []


def test_a_cost_is_the_sum_of_its_amounts_and_symbols() -> None:
    costs = {"3": 3, "2WU": 4, "{2}{G}": 3, "1 Cryo, 2 Universal": 3, "2 Colorless, White": 3, "XRR": 2}
    assert {text: cost_of(text) for text in costs} == costs
    assert [cost_of(text) for text in ("discard a card", "?", "-", "")] == [None] * 4
    assert (cost_of(None), cost_of(5), number_of("2,5"), number_of("+3"), number_of("x")) == (
        None, 5, 2.5, 3, None
    )  # fmt: skip


@pytest.mark.parametrize(
    ("game", "cost", "strengths", "texts"),
    [
        ("school", "COST", ["ATK", "HP"], ["TEXT"]),
        ("mana", "COST", ["ATTACK", "DEFENSE"], ["TEXT"]),
        ("kingdom", None, [], ["TEXT"]),
        ("alpha", "COST", ["HEALTH", "ATTACK"], ["EFFECT"]),
        (".", "LEVEL", ["ATTACK", "DEFENSE"], ["EFFECT1", "EFFECT2"]),
    ],
)
def test_the_columns_of_the_sample_games(
    game: str, cost: str | None, strengths: list[str], texts: list[str]
) -> None:
    root = Path(__file__).parents[3]
    path = root / ("cards" if game == "." else f"examples/{game}/cards") / "cards.csv"
    ruleset = TTCG if game == "." else built_in_ruleset(game)
    columns = find_columns(table_of(path.read_text("utf-8"), ruleset))
    assert (columns.cost.name if columns.cost else None) == cost
    assert [one.name for one in columns.of("strength")] == strengths
    assert [one.name for one in columns.of("text")] == texts
    assert columns.of("words")[0].label == "type"


def sample(own: Ruleset) -> list[Table]:
    cards: list[Beast] = [("Red" if n % 3 else "Blue", n % 5, n, 9 - n, "Bite <b>&.") for n in range(10)]
    return make_tables(beasts_of(cards, own))


def test_the_terminal_text_fits_80_columns_and_v_has_every_row(own: Ruleset) -> None:
    tables = sample(own)
    short, whole = format_tables(tables, width=80), format_tables(tables, whole=True)
    assert max(map(len, short)) <= 80
    assert not any(line != line.rstrip() for line in [*short, *whole])
    assert sum(len(table.rows) for table in tables) < len(whole)
    data = json.loads(json.dumps([table.data() for table in tables]))
    assert [table["section"] for table in data] == [table.section for table in tables]
    assert [len(table["rows"]) for table in data] == [len(table.rows) for table in tables]


@given(st.text(max_size=60), st.text(max_size=60), st.integers(1, 10**12))
def test_any_words_fit_any_terminal(label: str, name: str, number: int) -> None:
    for chart in ("", "bars", "columns"):
        table = Table("k", "cards", "T", name, (label, "b c"), [(label, (number, None))], chart=chart)  # type: ignore[arg-type]
        lines = format_tables([table], width=60)
        assert max(len(line) for line in lines[3:]) <= 60 or "\n" in label + name


def test_bars_are_as_long_as_their_numbers() -> None:
    rows = [("a", (8,)), ("b", (4,)), ("c", (1,)), ("d", (0,))]
    lines = format_tables([Table("k", "cards", "T", "", ("n",), rows, chart="bars")], width=60)
    assert [line.count("█") for line in lines[-4:-1]] == [24, 12, 3]
    assert lines[-1] == "  none: d"


def test_the_terminal_says_how_many_rows_it_leaves_out() -> None:
    rows = [(f"w{number}", (1234,)) for number in range(100)]
    for chart, shown in (("bars", 60), ("", 40)):
        table = Table("k", "cards", "T", "", ("n",), rows, chart=chart)  # type: ignore[arg-type]
        text = "\n".join(format_tables([table], width=60))
        assert text.count("1,234") == shown
        assert text.endswith(f"\n  and {100 - shown} more; -v shows them all")
        assert "\n".join(format_tables([table], whole=True)).count("1,234") == 100


def test_the_page_is_complete_in_itself_and_has_the_same_bytes_again(own: Ruleset) -> None:
    tables = sample(own)
    page = format_page("A & B", "10 cards", tables)
    assert page == format_page("A & B", "10 cards", tables)
    assert "<h1>A &amp; B</h1>" in page and "Bite &lt;b&gt;&amp;." in page
    assert page.count("<table ") == page.count("<h3 ") == len(tables)
    markup = page[: page.index("<script>")]
    assert not any(word in markup for word in ("http:", "https:", "//", "<link", "@import", "url(", "style="))
    assert [part.count("Chart.js v4.6.1") for part in page.split("</script>")] == [1, 0, 0]


def test_charts_have_the_numbers_of_their_tables(own: Ruleset) -> None:
    import html
    import re

    tables = {table.title: table for table in sample(own)}
    page = format_page("Game", "", list(tables.values()))
    charts = [json.loads(html.unescape(one)) for one in re.findall(r"data-chart='(.*?)' hidden", page)]
    assert {chart["kind"] for chart in charts} == {"bars", "columns", "scatter"}
    for chart in charts:
        table = tables[chart["title"]]
        if chart["kind"] == "scatter":
            points = [
                (name, one["name"], point["x"], point["y"])
                for one in chart["series"]
                for point in one["data"]
                for name in point["names"]
            ]
            assert sorted(points) == sorted((n, str(c[2]), c[0], c[1]) for n, c in table.rows)
        else:
            cells = cells_of(table)
            for one in chart["series"]:
                assert one["data"] == [cells[label, one["name"]] for label in chart["labels"]]


@pytest.mark.parametrize("condition", ["stats_where = \"SORT != 'Charm'\"\n", ""])
def test_numbers_that_mean_two_things_are_not_put_together(cardtools, write, condition: str) -> None:
    write("cardtools.toml", 'ruleset = "game.toml"\n')
    write(
        "game.toml",
        '[ruleset]\nid = "own"\nversion = "1"\n[fields.NAME]\n[fields.SORT]\nvalues = ["Beast", "Charm"]\n'
        '[fields.PRICE]\ntype = "int"\nrole = "cost"\n[fields.TEETH]\ntype = "signed"\nrole = "strength"\n'
        + condition,
    )
    beasts = "".join(f"B{number};Beast;1;{200 + number}\n" for number in range(3))
    charms = "".join(f"C{number};Charm;1;{number:+}\n" for number in range(3))
    write("cards/cards.csv", f"NAME;SORT;PRICE;TEETH\n{beasts}{charms}")
    outcome = cardtools("stats", "--only", "stats", "--format=json")
    tables = {table["table"]: table for table in json.loads(outcome.out)}
    (row,) = tables["stats-by-price"]["rows"]
    if condition:
        assert row == {"price": "1", "cards": 3, "teeth mean": 201, "teeth min": 200, "teeth max": 202}
        assert tables["stats-by-price"]["note"] == "left out: 3 cards with another meaning of teeth"
        assert "efficiency" not in tables  # three beasts and three charms are no five
    else:
        assert row == {"price": "1", "cards": 6, "teeth mean": 101, "teeth min": 0, "teeth max": 202}
        assert "efficiency" in tables


def test_attack_in_the_sample_game_is_that_of_units(
    cardtools, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cardtools("init", "game", "-q").code == 0
    monkeypatch.chdir(folder / "game")
    found = json.loads(cardtools("stats", "--only", "stats", "--format=json").out)
    (table,) = (one for one in found if one["table"] == "stats-by-rank")
    with Path("cards/cards.csv").open(encoding="utf-8", newline="") as file:
        cards = list(csv.DictReader(file, delimiter=";"))
    for row in table["rows"]:
        own = [int(one["ATTACK"]) for one in cards if one["LEVEL"] == row["rank"] and one["TYPE"] != "Spell"]
        assert (row["cards"], row["attack mean"]) == (len(own), round(sum(own) / len(own), 4))
