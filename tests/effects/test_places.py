"""A list is the same wherever it is made: in memory, on the disk, in the parts of a cluster."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import cases, grammars, sentences
from test_stream import lines_of, make, phrase_lists, rule_lists, stage_lists

from cardtools.effects.grammar import Grammar
from cardtools.effects.large import cluster, graph
from cardtools.effects.large.rows import text_blocks
from cardtools.effects.polish import Stages
from cardtools.steps.effect_lists import list_effects, write_effects


@given(
    grammars(), st.lists(sentences(), max_size=3), stage_lists, phrase_lists, rule_lists, st.integers(1, 40)
)
@settings(max_examples=cases(60), deadline=None)
def test_every_place_gives_the_same_lines(
    tmp_path_factory: pytest.TempPathFactory,
    grammar: Grammar,
    texts: list[str],
    stages: list[str],
    phrases: list[str],
    rules: dict[str, str],
    size: int,
) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra cardtools[cluster] is not installed")
    pytest.importorskip("distributed", reason="the extra cardtools[cluster] is not installed")
    plan, plain = make(grammar, texts, tuple(stages), phrases, rules)
    expected = Stages(stages, phrases, rules).polish(plain)
    for place in ("memory", "disk"):
        own = plan._replace(chosen_place=place)
        assert lines_of(text_blocks(own)) == expected
        assert list_effects(own) == expected
    folder = tmp_path_factory.mktemp("parts")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cluster, "in_order_on_cluster", lambda make, parts, *_: map(make, parts))
        patch.setattr(cluster, "PART", size)
        patch.setattr(graph, "_LINES_A_LABEL", 0.001)
        written = write_effects(folder, plan._replace(chosen_place="cluster"))
        parts = [parquet.read_table(path) for path in sorted(folder.glob("*.parquet"))]
        lines = [line for part in parts for line in part.to_pydict()["effect"]]
    assert (written.effects, written.parts) == (len(lines), len(parts))
    if "sort" in stages:  # which is left to the reader
        assert sorted(lines) == sorted(expected)
    else:
        assert lines == expected
