"""The checks of the effect files: each finds its fault, and the sample game has none."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import grammars, sentences

from cardtools.effects.grammar import Grammar, parse_template
from cardtools.effects.lint import check_effect_files
from cardtools.effects.lint.context import MadeEffects
from cardtools.effects.lint.phrases import PhraseLine, undone_replacements
from cardtools.effects.parsing.parse import Parser
from cardtools.effects.polish import Stages, replace
from cardtools.effects.tagged import TagTable, format_tagged
from cardtools.ground.errors import Diagnostic, Location
from cardtools.project.project import find_project
from cardtools.project.settings import EffectSettings
from cardtools.project.starter import starter_folder
from cardtools.render.text.rich import marks_in
from cardtools.steps import effect_lists as stage

Write = Callable[[str, str], Path]
TEMPLATES, NUMBERS = "effects/all_effect_templates.txt", "placeholders/number.txt"
DROP, REPLACE = "placeholders/combinations_to_remove.txt", "placeholders/phrase_replacements.txt"
EFFECTS, TAGGED, TAGS = (
    "effects/all_effects.txt",
    "effects/effects_with_placeholders.csv",
    "effects/tags.toml",
)
SETTINGS = EffectSettings(stages=("dedupe", "drop", "replace", "sort"))

# A small game without any fault; each test changes one file.
GAME = {
    TEMPLATES: "Draw <number> card(s).\nGain <number> point(s).\n",
    NUMBERS: "one\ntwo\n",
    DROP: "two point\n",
    REPLACE: "one card(s): one card\ncard(s): cards\n",
}


@pytest.fixture
def game(write: Write) -> Write:
    for name, content in GAME.items():
        write(name, content)
    return write


def lint(folder: Path, settings: EffectSettings = SETTINGS) -> list[str]:
    return [str(diagnostic) for diagnostic in check_effect_files(folder, settings)]


def test_a_game_without_a_fault_has_no_finding(game: Write, folder: Path) -> None:
    assert lint(folder) == []


@pytest.mark.parametrize(
    ("name", "content", "finding"),
    [
        (
            TEMPLATES,
            GAME[TEMPLATES] + "Mill <numbr>.\n",
            (
                f"{TEMPLATES}:3:6: GEN001 unknown-placeholder: no placeholder <numbr>: there is "
                "no numbr.txt in "
                "placeholders\n  help: did you mean <number>?"
            ),
        ),
        (
            TEMPLATES,
            GAME[TEMPLATES] + "Mill <number>, <number+1>.\n",
            (
                f"{TEMPLATES}:3:16: GEN006 unlinked-offset: warning: <number+1> does not follow "
                "<number>: each "
                "value of one comes with each of the other\n"
                "  help: set link_offsets = true in cardtools.toml"
            ),
        ),
        (
            TEMPLATES,
            GAME[TEMPLATES] + "Mill <number>, <number>, <number#2>.\n",
            (
                f"{TEMPLATES}:3:16: GEN007 linked-repeat: info: <number> has the same value as the "
                "<number> before it\n"
                "  help: write <number#3> for a value of its own"
            ),
        ),
        (
            TEMPLATES,
            GAME[TEMPLATES] + "Gain <number> point(s).\n",
            (
                f"{TEMPLATES}:3:1: GEN008 duplicate-template: warning: the same template as on line 2\n"
                "  help: delete one of them"
            ),
        ),
        (
            TEMPLATES,
            GAME[TEMPLATES] + "  Add <number> card(s).\n",
            (
                f"{TEMPLATES}:3:3: GEN009 unsorted-templates: info: 'Add <number> card(s).' comes after "
                "'Gain <number> point(s).'\n"
                f"  help: sort the file: cardtools sort -i {TEMPLATES} -o {TEMPLATES}"
            ),
        ),
        (
            DROP,
            "two point\n# no\nthree\n",
            (
                f"{DROP}:3:1: GEN010 dead-filter: info: no combination contains 'three'\n"
                "  help: correct the phrase, or delete it"
            ),
        ),
        (
            NUMBERS,
            "one\ntwo\ntwo p\nstwo\n",
            (
                f"{DROP}:1:1: GEN011 greedy-filter: warning: 'two point' also drops 'Gain stwo "
                "point(s).', where it is "
                "part of a longer word\n  help: make it longer, such as 'Gain two point(s'"
            ),
        ),
        (
            REPLACE,
            GAME[REPLACE] + "card: card\n",
            (
                f"{REPLACE}:3:1: GEN012 no-op-replacement: warning: 'card' is replaced by itself\n"
                "  help: write what it should become, or delete the line"
            ),
        ),
        (
            REPLACE,
            GAME[REPLACE] + "no colon\n",
            (
                f"{REPLACE}:3:1: GEN013 bad-replacement: invalid replacement 'no colon'\n"
                "  help: write old phrase: new phrase, or start the line with # to disable it"
            ),
        ),
        (
            REPLACE,
            GAME[REPLACE] + "card(s): kards\n",
            (
                f"{REPLACE}:3:1: GEN014 duplicate-key: warning: 'card(s)' is already on "
                "line 2; only 'kards' "
                "counts\n  help: delete one of the two lines"
            ),
        ),
        (
            REPLACE,
            GAME[REPLACE] + "point(s): card(s)\n",
            (
                f"{REPLACE}:3:1: GEN015 replacement-order: warning: brings back 'card(s)', which line 2 has "
                "replaced\n  help: move it above line 2"
            ),
        ),
        (
            EFFECTS,
            "Draw one card.\nDraw two cards.\nGain one point(s).\nGain one point(s).\n",
            (
                f"{EFFECTS}:4:1: GEN016 corpus-duplicates: warning: 1 line repeats an earlier one, the first "
                "'Gain one point(s).'\n  help: run `cardtools build`"
            ),
        ),
        (
            EFFECTS,
            "Draw one card.\nDraw nine cards.\nGain one point(s).\n",
            (
                f"{EFFECTS}:2:1: GEN017 corpus-stale: warning: not what the sources give: 1 "
                "effect missing, such as "
                "'Draw two cards.'; 1 effect without a source, such as 'Draw nine cards.'\n"
                "  help: run `cardtools build`"
            ),
        ),
        (
            EFFECTS,
            "Draw two cards.\nDraw one card.\nGain one point(s).\n",
            (
                f"{EFFECTS}:1:1: GEN017 corpus-stale: warning: not what the sources give: the "
                "order differs\n"
                "  help: run `cardtools build`"
            ),
        ),
        (
            DROP,
            "point\n",
            (
                f"{TEMPLATES}:2:1: GEN018 empty-template: info: all 2 combinations are dropped\n"
                "  help: remove 'point' from the phrases to drop, or delete the template"
            ),
        ),
        (
            TAGGED,
            "EFFECTNAME;A\nDraw one card.;yes\nDraw two cards.;True\nGain one point(s).;True\n",
            f"{TAGGED}:2:16: FLG002 not-boolean: 'yes' in column A\n  help: write True or False",
        ),
        (
            TAGGED,
            "NAME;A\n",
            f"{TAGGED}:1:1: FLG001 header: no column EFFECTNAME\n  help: columns: NAME, A",
        ),
        (
            TAGGED,
            "EFFECTNAME\nDraw one card.\nDraw two cards.\nDraw one card.\nGain one point(s).\n",
            (
                f"{TAGGED}:4:1: FLG003 duplicate-effect: warning: 'Draw one card.' is already on line 2\n"
                "  help: delete one of the two rows"
            ),
        ),
        (
            TAGGED,
            (
                "EFFECTNAME;LEVEL_1;LEVEL_2\nDraw one card.;False;False\nDraw two cards.;False;False\n"
                "Gain one point(s).;True;False\n"
            ),
            (
                f"{TAGGED}:2:1: FLG004 no-rank: warning: 2 effects of 'Draw <number> card(s).' have no rank "
                "(LEVEL_1 or LEVEL_2), the first 'Draw one card.'\n"
                "  help: add a rule that makes LEVEL_1 or LEVEL_2 True"
            ),
        ),
        (
            TAGGED,
            "EFFECTNAME;UNIT\nDraw one card.;True\nDraw two cards.;True\nGain one point(s).;False\n",
            (
                f"{TAGGED}:4:1: FLG005 no-kind: warning: 1 effect of 'Gain <number> point(s).' "
                "has no kind (UNIT), "
                "the first 'Gain one point(s).'\n  help: add a rule that makes UNIT True"
            ),
        ),
        (
            TAGGED,
            "EFFECTNAME\nDraw one card.\nDraw nine cards.\nGain one point(s).\n",
            (
                f"{TAGGED}:3:1: GEN017 corpus-stale: warning: not what the sources and rules give: 1 effect "
                "missing, such as 'Draw two cards.'; 1 effect without a source, such as 'Draw nine cards.'\n"
                "  help: run `cardtools build`"
            ),
        ),
    ],
)
def test_each_fault_is_found_and_nothing_else(
    game: Write, folder: Path, name: str, content: str, finding: str
) -> None:
    game(name, content)
    found = lint(folder)
    assert finding in found
    # An offset on words, a stale list and a second rewritten phrase are reported besides.
    assert found == [finding] or any(code in finding for code in ("GEN006", "GEN011", "GEN015", "GEN016"))


def test_tags_are_compared_with_the_rules(game: Write, folder: Path) -> None:
    game(TAGS, '[[rules]]\ncolumn = "D"\nexact = ["Draw"]\n[[rules]]\ncolumn = "G"\nexact = ["Gain"]\n')
    game(TAGGED, "EFFECTNAME;D\nDraw one card.;True\nDraw two cards.;False\nGain one point(s).;True\n")
    assert lint(folder) == [
        (
            f"{TAGGED}:3:1: GEN017 corpus-stale: warning: not what the sources and rules give: no "
            "column G; 1 cell "
            "of D not True yet, such as for 'Draw two cards.'\n  help: run `cardtools build`"
        ),
        (
            f"{TAGGED}:4:20: FLG007 stale-true: info: no rule makes D True for 1 effect, the first "
            "'Gain one point(s).'\n"
            "  help: add a rule for it, or run `cardtools build` to make the list again"
        ),
    ]


def test_a_list_with_duplicates_by_its_stages_wants_dedupe_last(game: Write, folder: Path) -> None:
    game(REPLACE, GAME[REPLACE] + "two: one\none cards: one card\n")
    game(EFFECTS, "Draw one card.\nDraw one card.\nGain one point(s).\n")
    assert lint(folder) == [
        (
            f"{EFFECTS}:2:1: GEN016 corpus-duplicates: warning: 1 line repeats an earlier one, the first "
            "'Draw one card.'\n  help: put dedupe last in stages of cardtools.toml"
        )
    ]


def test_every_unusable_file_is_reported_at_once(write: Write, folder: Path) -> None:
    write(REPLACE, "no colon\n")
    write(TAGS, "rules = 1\n")
    found = lint(folder)
    assert [line.partition(": ")[0] for line in found] == [
        TEMPLATES,
        f"{TAGS}:1:1",
        f"{REPLACE}:1:1",
    ]


def test_a_project_needs_no_phrases(game: Write, folder: Path) -> None:
    (folder / REPLACE).unlink()
    (folder / DROP).unlink()
    assert [line.split()[1] for line in lint(folder)] == ["GEN020", "GEN020"]
    game("cardtools.toml", "")
    assert lint(folder) == []
    game(DROP, "")
    assert lint(folder) == []


def test_a_named_file_of_phrases_must_exist(game: Write, folder: Path) -> None:
    game("cardtools.toml", "")
    settings = EffectSettings(stages=SETTINGS.stages, drop="drop.txt", replace="replace.txt")
    assert [line.split()[:2] for line in lint(folder, settings)] == [
        ["drop.txt:", "GEN020"],
        ["replace.txt:", "GEN020"],
    ]


def test_marks_are_no_placeholders(game: Write, folder: Path) -> None:
    game(TEMPLATES, "<b>Draw:</b> <number> <i>card(s)</i>.\n<c red>Gain</c> <number> <sc>point(s)</sc>.\n")
    game(TAGS, 'columns = ["BOLD"]\n[[rules]]\ncolumn = "BOLD"\ntext = ["<b>Draw:</b> <number>"]\n')
    game(DROP, "")
    found = lint(folder)
    assert [line for line in found if "GEN001" in line or "GEN004" in line] == []
    game("placeholders/b.txt", "fire\n")
    assert [line.split()[1] for line in lint(folder) if "GEN004" in line] == ["GEN004", "GEN004"]


@given(st.sampled_from(["b", "i", "sc", "c red", "c"]), st.booleans())
def test_the_marks_of_templates_are_those_of_texts(name: str, closing: bool) -> None:
    mark = f"</{name}>" if closing else f"<{name}>"
    assert marks_in(mark, ()) == [mark]
    assert Grammar({}, {}, Path()).is_mark(mark)


def test_a_phrase_with_a_colon_is_escaped(game: Write, folder: Path) -> None:
    game(REPLACE, GAME[REPLACE] + "Draw:: Take:\n")
    assert lint(folder) == [
        (
            f"{REPLACE}:3:1: GEN023 double-colon: warning: 'Draw' becomes ': Take:', with a colon\n"
            "  help: write Draw\\:: Take:"
        ),
    ]


def test_missing_and_old_names_are_reported(game: Write, folder: Path) -> None:
    (folder / REPLACE).unlink()
    (folder / DROP).rename(folder / "placeholders/combinations.txt")
    assert [line.split()[1] for line in lint(folder)] == ["GEN021", "GEN020"]


def test_too_many_combinations_are_reported_and_not_made(game: Write, folder: Path) -> None:
    (found,) = lint(folder, EffectSettings(stages=SETTINGS.stages, limit=3))
    assert "GEN019 explosion" in found


def test_the_sample_game_is_clean(tmp_path: Path) -> None:
    project = find_project(starter_folder())
    settings = project.settings.effects
    for name in (settings.placeholders, "effects"):
        shutil.copytree(project.root / name, tmp_path / name)
    templates = stage.read_template_file(tmp_path / settings.templates)
    sources = stage.read_sources(tmp_path, settings)
    effects = stage.list_effects(stage.plan_effects(templates, sources, settings))
    (tmp_path / settings.effects).write_text("".join(f"{effect}\n" for effect in effects))
    tagger, _ = stage.read_tagger(tmp_path / settings.tags, sources.grammar, settings.limit)
    table = tagger.apply(TagTable(list(effects), {}, tmp_path))
    (tmp_path / settings.tagged).write_text(format_tagged(table), newline="")
    found = check_effect_files(tmp_path, settings)
    assert [str(d) for d in found if d.severity != "info"] == []
    assert {d.code for d in found} == {"GEN007"}


stages = st.lists(st.sampled_from(["drop", "replace", "agree", "sort", "dedupe"]), max_size=5)
rules = st.dictionaries(
    st.sampled_from(["card", "one card(s)", "1", "x "]), st.sampled_from(["", "card", "1 x"])
)
phrases = st.lists(st.sampled_from(["two", "1", "y"]), max_size=2)


@given(grammars(), st.lists(sentences(), max_size=3), stages, phrases, rules)
def test_what_was_made_is_the_list_and_leads_back_to_its_templates(
    grammar: Grammar, texts: list[str], stages: list[str], phrases: list[str], rules: dict[str, str]
) -> None:
    templates = [
        template
        for line, text in enumerate(texts)
        if grammar.count(template := parse_template(text, Location("t", line))) <= 200
    ]
    lines = [text for template in templates for text in grammar.expand(template)]
    made_by = Stages(stages, phrases, rules)
    *_, (_, positions, left) = [("", range(len(lines)), lines), *made_by.trace(lines)]
    one_by_one = [made_by.polish([line]) for line in lines]
    assert left == [text for polished in one_by_one for text in polished]
    assert list(positions) == [number for number, polished in enumerate(one_by_one) if polished]
    made = MadeEffects(templates, grammar, made_by)
    assert made.effects == made_by.polish(lines)
    parser = Parser(templates, grammar, made_by)
    effects = sorted(made.templates)
    assert parser.find_templates(effects) == {effect: made.templates[effect] for effect in effects}
    assert [parser.parse(effect)[0].template for effect in effects[:5]] == [
        made.templates[effect] for effect in effects[:5]
    ]


words = st.text(alphabet="ab ", min_size=1, max_size=3)


@given(st.dictionaries(words, st.text(alphabet="ab", max_size=3), max_size=4), st.lists(words, min_size=1))
def test_a_replaced_phrase_that_is_there_again_is_always_reported(
    rules: dict[str, str], lines: list[str]
) -> None:
    written = [
        PhraseLine(Location("r", number), old, new) for number, (old, new) in enumerate(rules.items(), 1)
    ]
    told: list[Diagnostic] = list(undone_replacements(written, ["\n".join(lines)]))
    left = "\n".join(replace(lines, rules))
    for position, (old, new) in enumerate(rules.items(), 1):
        behind = "\n".join(replace(lines, dict([*rules.items()][:position])))
        if old in left and old not in behind and old not in new:
            assert any(f"brings back {old!r}" in diagnostic.message for diagnostic in told)


def test_a_line_that_looks_like_a_remark_is_reported(cardtools, write) -> None:
    write("lines.txt", "# two\nDraw one card.\n")
    outcome = cardtools("generate", "-f", "lines.txt", "-t")
    assert "lines.txt:1:1: GEN022 remark: warning: a line that begins with # is a text here" in outcome.err
    assert "# two" in outcome.out
