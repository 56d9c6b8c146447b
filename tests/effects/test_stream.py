"""Long lists: whatever way they take, the lines are those of `polish` on the whole list."""

from __future__ import annotations

import errno
import itertools
import operator
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import WORDS, cases, effect_texts, grammars, sentences

from cardtools.effects.combinations import Combinations, EffectPlan
from cardtools.effects.fragments import FragmentStages, InapplicableError
from cardtools.effects.grammar import Grammar, Template, parse_template
from cardtools.effects.large import graph as graphs
from cardtools.effects.large import ordering, rows
from cardtools.effects.large.graph import graph_of, in_order, spread, through
from cardtools.effects.large.rows import TABLE, cut_ranges, effect_rows, text_blocks
from cardtools.effects.polish import PER_LINE, Stages
from cardtools.ground.errors import CardtoolsError, Location, OutputError
from cardtools.steps.effect_lists import write_effects

BITS = (
    *WORDS,
    "one ",
    "cards",
    "spells",
    "cards ",
    "a",
    "aa",
    "ab",
    "\t",
    "\u2028",
    "o",
    "s",
    "12",
    "İ",
    "one x",
)
pieces_of_text = st.lists(st.sampled_from(BITS), max_size=3).map("".join)
phrase_lists = st.lists(pieces_of_text.filter(bool), max_size=3)
rule_lists = st.dictionaries(pieces_of_text.filter(bool), pieces_of_text, max_size=4)
stage_lists = st.lists(st.sampled_from(("dedupe", "sort", *PER_LINE)), max_size=7)


def make(grammar: Grammar, texts: list[str], *stages: object) -> tuple[EffectPlan, list[str]]:
    """The plan, and the combinations one by one."""
    templates = [parse_template(text, Location("t", line)) for line, text in enumerate(texts, 1)]
    assume(sum(map(grammar.count, templates)) <= 1_000)
    plain = [text for template in templates for text in grammar.expand(template)]
    return EffectPlan(Combinations(templates, grammar), Stages(*stages)), plain  # type: ignore[arg-type]


def on_disk(plan: EffectPlan) -> EffectPlan:
    return plan._replace(chosen_place="disk")


def lines_of(parts: object) -> list[str]:
    return b"".join(parts).decode().split("\n")[:-1]  # type: ignore[arg-type]


@given(effect_texts, phrase_lists, rule_lists, st.lists(st.sampled_from(PER_LINE), max_size=4), st.randoms())
def test_a_line_is_the_same_however_it_is_cut(
    lines: list[str], phrases: list[str], rules: dict[str, str], stages: list[str], rng: random.Random
) -> None:
    chain = FragmentStages(Stages(stages, phrases, rules))
    for line in lines:
        assert in_fragments(chain, line, rng) == Stages(stages, phrases, rules).polish([line])


@pytest.mark.parametrize("seed", range(4))
def test_a_line_made_of_what_the_stages_look_for_is_the_same_however_it_is_cut(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(1_500):
        line = "".join(rng.choice(BITS) + rng.choice(("", " ")) for _ in range(rng.randint(0, 12)))
        phrases = ["".join(rng.choices(BITS, k=2)) or "x" for _ in range(rng.randint(0, 3))]
        rules = {"".join(rng.choices(BITS, k=2)) or "x": rng.choice(BITS) for _ in range(rng.randint(0, 4))}
        stages = rng.choices(PER_LINE, k=rng.randint(0, 4))
        chain = FragmentStages(Stages(stages, phrases, rules))
        assert in_fragments(chain, line, rng) == Stages(stages, phrases, rules).polish([line])


greek = st.lists(st.sampled_from([*BITS, "Σ", "ς", "Ο", ".", "ŉ", "ͅ", "one card"]), max_size=8).map("".join)


@given(greek, st.dictionaries(greek.filter(bool), greek, max_size=3), st.lists(st.sampled_from(PER_LINE)))
def test_a_line_with_a_capital_sigma_is_the_same_however_it_is_cut(
    line: str, rules: dict[str, str], stages: list[str]
) -> None:
    chain = FragmentStages(Stages([*stages, "capitalise"], (), rules))
    polished = Stages([*stages, "capitalise"], (), rules).polish([line])
    for seed in range(5):
        assert in_fragments(chain, line, random.Random(seed)) == polished


def in_fragments(chain: FragmentStages, line: str, rng: random.Random) -> list[str]:
    cuts = sorted(rng.randint(0, len(line)) for _ in range(rng.randint(0, 6)))
    states, out = chain.start, ""
    for start, stop in itertools.pairwise([0, *cuts, len(line)]):
        result = chain.step(states, line[start:stop])
        if result is None:
            return []
        states, settled = result
        out += settled
    rest = chain.finish(states)
    return [] if rest is None else [out + rest]


@pytest.mark.parametrize(
    ("phrases", "rules"), [([""], {}), ([], {"": "x"}), (["a\nb"], {}), ([], {"a": "\n"})]
)
def test_phrases_that_are_not_of_one_line_are_left_to_the_plain_stages(
    phrases: list[str], rules: dict[str, str]
) -> None:
    with pytest.raises(InapplicableError):
        FragmentStages(Stages(["drop", "replace"], phrases, rules))


@given(grammars(), st.lists(sentences(), max_size=3), phrase_lists, rule_lists)
def test_the_graph_holds_the_lines_in_order(
    grammar: Grammar, texts: list[str], phrases: list[str], rules: dict[str, str]
) -> None:
    plan, plain = make(grammar, texts, ())
    graph = spread(plan.combinations, 100_000)
    assert lines_of(graph.blocks()) == plain
    assert graph.total == len(plain)
    stages = ["drop", "replace", "agree"]
    polished = Stages(stages, phrases, rules).polish(plain)
    graph = through(graph, FragmentStages(Stages(stages, phrases, rules)), 100_000)
    assert lines_of(graph.blocks()) == polished
    assert lines_of(in_order(graph, False, 100_000).blocks()) == sorted(polished)
    assert lines_of(in_order(graph, True, 100_000).blocks()) == sorted(set(polished))


# How much goes at once, and when the graph gives up: none of it may be seen in the lines.
LIMITS = [(0.001, 1 << 16), (0.001, 1), (0.3, 20), (1e9, 1)]


@pytest.mark.parametrize(("lines_a_label", "ending"), LIMITS)
@given(grammars(), st.lists(sentences(), max_size=3), stage_lists, phrase_lists, rule_lists)
@settings(max_examples=cases(30))
def test_every_way_gives_the_lines_of_polish(
    lines_a_label: float,
    ending: int,
    grammar: Grammar,
    texts: list[str],
    stages: list[str],
    phrases: list[str],
    rules: dict[str, str],
) -> None:
    plan, plain = make(grammar, texts, tuple(stages), phrases, rules)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(graphs, "_LINES_A_LABEL", lines_a_label)
        patch.setattr(graphs, "_ENDING", ending)
        assert lines_of(text_blocks(on_disk(plan))) == Stages(stages, phrases, rules).polish(plain)


@pytest.mark.parametrize("seed", range(3))
def test_random_lists_are_the_same_every_way(seed: int, tmp_path: Path, monkeypatch) -> None:
    rng = random.Random(seed)
    monkeypatch.setattr(rows, "CHUNK", 7)
    done = 0
    while done < cases(80):
        monkeypatch.setattr(graphs, "_LINES_A_LABEL", rng.choice((0.001, 0.2, 1, 1e9)))
        monkeypatch.setattr(graphs, "_ENDING", rng.choice((1, 30, 1 << 16)))
        monkeypatch.setattr(graphs, "_KEPT", rng.choice((0, 50, 1 << 26)))
        values = {
            name: tuple(parse_template(sentence(rng, "abc"[at + 1 :], 3)) for _ in range(rng.randint(1, 6)))
            for at, name in enumerate("abc")
        }
        grammar = Grammar(values, {}, tmp_path, (), rng.random() < 0.5, rng.random() < 0.5)
        templates = [parse_template(sentence(rng, "abc", 5)) for _ in range(rng.randint(0, 4))]
        if sum(map(grammar.count, templates)) > 500:
            continue
        done += 1
        stages = tuple(rng.choices(("dedupe", "sort", *PER_LINE), k=rng.randint(0, 6)))
        phrases = ["".join(rng.choices(BITS, k=2)) or "x" for _ in range(rng.randint(0, 3))]
        rules = {"".join(rng.choices(BITS, k=2)) or "x": rng.choice(BITS) for _ in range(rng.randint(0, 4))}
        plan = EffectPlan(Combinations(templates, grammar), Stages(stages, phrases, rules))
        plain = [text for template in templates for text in grammar.expand(template)]
        expected = Stages(stages, phrases, rules).polish(plain)
        assert lines_of(text_blocks(on_disk(plan)._replace(scratch=tmp_path))) == expected
        # As a table, each effect with the combination it comes from: the first one where they repeat.
        chunks = list(effect_rows(plan._replace(scratch=tmp_path), TABLE))
        assert [effect for chunk in chunks for effect in chunk["effect"]] == expected


def sentence(rng: random.Random, names: str, most: int) -> str:
    words = [
        f"<{rng.choice(names)}{rng.choice(('', '', '+1', '#2'))}>"
        if names and rng.random() < 0.5
        else rng.choice(BITS)
        for _ in range(rng.randint(0, most))
    ]
    return rng.choice(("", " ")).join(words)


@given(stage_lists, effect_texts, phrase_lists, rule_lists)
def test_stages_that_do_not_count_are_left_out(
    stages: list[str], lines: list[str], phrases: list[str], rules: dict[str, str]
) -> None:
    kept = [stage for group in Stages(stages).groups() for stage in group]
    assert kept.count("sort") <= 1
    assert kept.count("dedupe") <= 1
    assert Stages(kept, phrases, rules).polish(lines) == Stages(stages, phrases, rules).polish(lines)


def digits(count: int, text: str) -> tuple[Grammar, list[Template]]:
    values = {"n": tuple(parse_template(str(number)) for number in range(count))}
    return Grammar(values, {}, Path()), [parse_template(text, Location("t", 1))]


def plan_of(
    count: int, text: str, *stages: str, rules: dict[str, str] | None = None, **more: object
) -> EffectPlan:
    grammar, templates = digits(count, text)
    combinations = Combinations(templates, grammar)
    return EffectPlan(combinations, Stages(stages, ["unwanted"], rules or {}), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "stages", [("dedupe", "drop", "replace", "agree", "sort"), ("drop", "replace", "sort", "dedupe")]
)
def test_a_million_lines_go_through_a_graph_of_few_labels(stages: tuple[str, ...]) -> None:
    plan = plan_of(100, "Draw one <n> cards, <n#2> or <n#3>", *stages, rules={"1 or": "one or"})
    graph, left = graph_of(plan)
    assert graph is not None and not left
    assert graph.total == 1_000_000
    assert sum(map(len, graph.edges)) < 50_000


def test_a_list_of_thirty_thousand_values_is_done_without_the_graph(tmp_path: Path) -> None:
    plan = plan_of(30_000, "Draw <n>, then <n>", "dedupe", "drop", "sort")
    assert graph_of(plan)[0] is None
    assert write_effects(tmp_path / "out.txt", plan).effects == 30_000
    expected = sorted(f"Draw {number}, then {number}" for number in range(30_000))
    assert (tmp_path / "out.txt").read_text().split("\n")[:-1] == expected


def test_a_sentence_of_thousands_of_parts_is_done_without_the_graph() -> None:
    plan = plan_of(1, "<n>" + "<n#2> <n>" * 2_000, "drop", "sort")
    assert lines_of(text_blocks(on_disk(plan))) == ["0" + "0 0" * 2_000]


def test_rules_that_remove_everything_leave_an_empty_file(tmp_path: Path) -> None:
    for count in (3, 40):
        plan = plan_of(count, "unwanted <n> <n#2> <n#3>", "dedupe", "drop", "sort")
        assert write_effects(tmp_path / "out.txt", plan).effects == 0
        assert (tmp_path / "out.txt").read_bytes() == b""


def test_a_replacement_that_grows_is_applied_once_a_stage() -> None:
    for count in (3, 40):  # short, and through the graph
        plan = plan_of(count, "a <n> <n#2> <n#3>", "replace", "sort", rules={"a": "aa"})
        assert all(line.startswith("aa ") for line in lines_of(text_blocks(on_disk(plan))))
        plan = plan_of(count, "a <n> <n#2> <n#3>", "replace", "sort", "replace", rules={"a": "aa"})
        assert all(line.startswith("aaaa ") for line in lines_of(text_blocks(on_disk(plan))))


def test_ranges_of_positions_keep_their_order() -> None:
    plan = plan_of(100, "Draw <n>, <n#2>", "drop", "dedupe", spans=((9_998, 10_000), (3, 5)))
    assert lines_of(text_blocks(on_disk(plan))) == [
        "Draw 99, 98",
        "Draw 99, 99",
        "Draw 0, 3",
        "Draw 0, 4",
    ]


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), max_size=5), st.integers(1, 20))
def test_ranges_are_cut_without_losing_a_position(spans: list[tuple[int, int]], size: int) -> None:
    parts = [[position for span in part for position in range(*span)] for part in cut_ranges(spans, size)]
    assert [position for part in parts for position in part] == [p for span in spans for p in range(*span)]
    assert all(len(part) == size for part in parts[:-1])


def test_several_processes_give_the_same_lines(tmp_path: Path) -> None:
    span = ((5, 60_000),)
    one = plan_of(300, "Draw <n>, <n#2>", "drop", "replace", "dedupe", rules={"1": "one"}, spans=span)
    two = one._replace(jobs=2)
    write_effects(tmp_path / "one.txt", one)
    assert write_effects(tmp_path / "two.txt", two).effects == 59_995
    assert (tmp_path / "one.txt").read_bytes() == (tmp_path / "two.txt").read_bytes()


@pytest.mark.parametrize(
    "stages", [("sort",), ("dedupe",), ("dedupe", "sort"), ("drop", "dedupe", "replace", "sort")]
)
@pytest.mark.parametrize(("run", "files"), [(100, 200), (150, 3), (10**6, 200)])
def test_the_disk_orders_as_memory_does(
    stages: tuple[str, ...], run: int, files: int, tmp_path: Path, monkeypatch
) -> None:
    words = ["é", "z", "Z", "", "😀", "￿", "a\0b", "a", '"q";', "مرحبا", "a b", "\t"]
    values = {"w": tuple(map(parse_template, words))}
    templates = [parse_template(text) for text in ("<w> <w#2><w#3>", "<w><w#2>", "<w>")]
    made_by = Stages(stages, [], {"z": "a"})
    plan = EffectPlan(Combinations(templates, Grammar(values, {}, Path())), made_by)
    monkeypatch.setattr(graphs, "_LINES_A_LABEL", 1e9)
    monkeypatch.setattr(rows, "CHUNK", 100)
    monkeypatch.setattr(ordering, "RUN", run)
    monkeypatch.setattr(ordering, "_FILES", files)
    expected = made_by.polish(plan.texts())
    assert lines_of(text_blocks(on_disk(plan)._replace(scratch=tmp_path))) == expected
    assert [
        e for chunk in effect_rows(plan._replace(scratch=tmp_path), TABLE) for e in chunk["effect"]
    ] == expected
    assert list(tmp_path.iterdir()) == []


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 99)), max_size=60), st.integers(1, 9), st.booleans()
)
@settings(deadline=None)
def test_rows_are_ordered_stably_whatever_fits_in_memory(
    pairs: list[tuple[int, int]], size: int, reverse: bool
) -> None:
    first = operator.itemgetter(0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ordering, "RUN", size)
        merged = list(ordering.merge_sort(pairs, first, None, reverse))
        firsts = list(ordering.first_of_each(pairs, first, None))
    assert merged == sorted(pairs, key=first, reverse=reverse)
    seen: dict[int, tuple[int, int]] = {}
    for pair in pairs:
        seen.setdefault(pair[0], pair)
    assert firsts == list(seen.values())


def test_what_fails_before_ordering_is_reported_as_it_is(tmp_path: Path, monkeypatch) -> None:
    def lines() -> Iterator[str]:
        yield from "ba"
        raise CardtoolsError("the source ended")

    monkeypatch.setattr(ordering, "RUN", 1)
    with pytest.raises(CardtoolsError, match=r"^the source ended$"):
        list(ordering.merge_sort(lines(), str, tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_reported(tmp_path: Path, monkeypatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(ordering, "RUN", 1)
    monkeypatch.setattr(ordering.marshal, "dump", fail)
    with pytest.raises(OutputError, match="not enough room to order the lines: No space left on device"):
        list(ordering.merge_sort("cab", str, tmp_path))
    assert list(tmp_path.iterdir()) == []
