"""Rules of decks: sections, the kinds of rules, headings, and decks that only lack cards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from built_in import built_in_ruleset
from checking import check_files
from work import calls

from cardtools.cards.deck import parse_deck, read_deck
from cardtools.cards.table import CardTable, make_table, read_cards
from cardtools.checks.decks.deck_rules import judge_deck
from cardtools.checks.validate import validate_deck
from cardtools.ground.errors import Diagnostic
from cardtools.ground.tables.csv_document import CsvFile
from cardtools.rulesets import Ruleset, load_ruleset

Write = Callable[[str, str | bytes], Path]
DATA = Path(__file__).parents[1] / "cards" / "data"
GAME = """
[ruleset]
id = "game"
version = "1"
[fields.NAME]
[fields.TYPE]
[fields.COLOUR]
[fields.MAKES]
[fields.NEEDS]
[section.main]
names = ["deck"]
[section.side]
names = ["sideboard"]
apart = true
"""
CARDS = (
    {"NAME": "Ox", "TYPE": "Unit", "COLOUR": "red", "NEEDS": "red"},
    {"NAME": "Elk", "TYPE": "Unit", "COLOUR": "green", "NEEDS": "green"},
    {"NAME": "Eel", "TYPE": "Unit", "COLOUR": "blue"},
    {"NAME": "Mine", "TYPE": "Land", "MAKES": "red"},
    {"NAME": "Rainbow", "TYPE": "Land", "MAKES": "any"},
)


def table(ruleset: Ruleset, *rows: dict[str, str]) -> CardTable:
    header = tuple(dict.fromkeys(name for row in rows for name in row))
    cells = [[row.get(name, "") for name in header] for row in rows]
    return make_table(CsvFile.of_rows(Path("c.csv"), header, cells), ruleset)


def found(tmp_path: Path, rule: str, deck: str) -> list[Diagnostic]:
    text = f'{GAME}[deck.GAM101]\nname = "rule"\n{rule}\n'
    (tmp_path / "game.toml").write_text(text)
    ruleset = load_ruleset("game.toml", tmp_path)
    return validate_deck(parse_deck(Path("d.txt"), deck), table(ruleset, *CARDS), ruleset)


@pytest.mark.parametrize(
    ("rule", "deck", "text"),
    [
        ('kind = "size"\nmin = 3', "2 Ox", "2 cards, a deck has at least 3 | add 1"),
        ('kind = "size"\nmin = 3', "2 Ox\n[side]\n1 Elk", "2 cards, a deck has at least 3 | add 1"),
        ('kind = "size"\nmin = 3', "3 Ox", ""),
        ('kind = "size"\nmax = 1\nsection = "side"', "9 Ox\n[Sideboard]\n2 Elk",
         "2 cards, the side section has at most 1 | remove 1"),
        ('kind = "size"\nmax = 3\nsection = ["main", "side"]', "3 Ox\nSideboard:\n1 Elk",
         "4 cards, the main and side section has at most 3 | remove 1"),
        ('kind = "size"\nmin = 3\nmax = 4\nseverity = "info"', "5 Ox",
         "5 cards, advised are 3 to 4 | remove 1"),
        ('kind = "size"\neach = { main = 2, side = 1 }', "2 Ox",
         "0 cards in the section side, it has at least 1 | add 1"),
        ("kind = 'count'\nwhere = \"TYPE == 'Land'\"\nnoun = 'land'\nmin = 2", "9 Ox\n1 Mine",
         "1 land, a deck has at least 2 | add 1"),
        ("kind = 'count'\nwhere = \"TYPE == 'Land'\"\nnoun = 'land'\nmax = 0", "1 Mine",
         "1 land, a deck has 0 | remove 1"),
        ("kind = 'count'\nwhere = \"TYPE == 'Land'\"\nmin = 2\nknown = 'given(COLOUR)'", "1 Mine", ""),
        ("kind = 'distinct'\nfield = 'COLOUR'\nmax = 2\nnoun = 'colour'", "1 Ox\n1 Elk\n1 Eel",
         "3 colours (red, green, blue), at most 2 | keep 2 of them"),
        ("kind = 'distinct'\nfield = 'COLOUR'\nmin = 2\nnoun = 'colour'", "1 Ox",
         "1 colour, at least 2 | add 1 more"),
        ("kind = 'all'\nwhere = \"TYPE == 'Unit'\"\nmessage = '{NAME} is a {TYPE}'", "1 Ox\n1 Mine",
         "Mine is a Land | remove it"),
        ("kind = 'forbidden'\nwhere = \"TYPE == 'Unit'\"\nmessage = 'no {NAME}'\nhint = 'not {TYPE}'",
         "1 Ox",
         "no Ox | not Unit"),
        ("kind = 'share'\nwhere = \"TYPE == 'Land'\"\nnoun = 'land'\nmin = 40\nmax = 50", "2 Ox\n1 Mine",
         "1 of 3 cards are lands (33.3 %), allowed are 40 to 50 % | add some"),
        ("kind = 'share'\nwhere = \"TYPE == 'Land'\"\nnoun = 'land'\nmin = 40\nor_min = 1\nor_max = 2",
         "2 Ox\n1 Mine", ""),
        ("kind = 'share'\nof = \"TYPE == 'Unit'\"\nby = 'COLOUR'\nnoun = 'unit'\nmin = 60",
         "1 Ox\n1 Elk\n7 Mine",
         "1 of 2 cards are units with COLOUR red (50 %), allowed are at least 60 % | add some"),
        ("kind = 'subset'\nsection = 'side'\nof = 'main'", "2 Ox\n[side]\n1 Ox\n1 Elk",
         "Elk: 1 here, 0 in the section main | add it to the section main"),
        ("kind = 'subset'\nsection = 'side'\nof = 'main'", "2 Ox\n[side]\n2 Ox", ""),
        ("kind = 'cover'\nneeds = 'NEEDS'\nfrom = 'given(MAKES)'\nmakes = 'MAKES'", "1 Ox\n1 Elk\n1 Mine",
         "Elk needs green, which no card of the deck makes | add a card that makes green"),
        ("kind = 'cover'\nneeds = 'NEEDS'\nfrom = 'given(MAKES)'\nmakes = 'MAKES'\njoker = ['any']",
         "1 Ox\n1 Elk\n1 Rainbow", ""),
        ("kind = 'cover'\nneeds = 'NEEDS'\nfrom = 'given(MAKES)'\nmakes = 'MAKES'\nfree = ['green']",
         "1 Elk\n1 Mine", ""),
        ("kind = 'copies'\nlimit = [{ max = 1 }]\nsection = ['main', 'side']", "1 Ox\n[side]\n1 Ox",
         "Ox: 2 copies, the limit is 1 | remove 1"),
        ("kind = 'note'\nmessage = 'nothing is said about size'\nseverity = 'info'", "1 Ox",
         "nothing is said about size | "),
        ("kind = 'note'\nmessage = 'x'\nseverity = 'off'", "1 Ox", ""),
    ],
)  # fmt: skip
def test_every_kind_of_rule_says_what_is_wrong(tmp_path: Path, rule: str, deck: str, text: str) -> None:
    assert [f"{finding.message} | {finding.hint}" for finding in found(tmp_path, rule, deck)] == (
        [text] if text else []
    )


NOTHING = "kind = 'size'"


def test_a_heading_that_is_no_section_only_groups(tmp_path: Path) -> None:
    rule = "kind = 'size'\nsection = 'side'\nmax = 1"
    assert found(tmp_path, rule, "[side]\nUnits (2)\n2 Ox\n")[0].message.startswith("2 cards, the side")
    assert found(tmp_path, rule, "Units (2)\n2 Ox\n") == []


def test_a_section_that_does_not_exist_has_its_near_miss(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, NOTHING, "1 Ox\n[sidebord]\n1 Elk")
    assert str(finding) == (
        "d.txt:2:1: DCK005 unknown-section: warning: there is no section 'sidebord'\n"
        "  help: did you mean sideboard?"
    )
    assert found(tmp_path, NOTHING, "[heroes]\n1 Ox")[0].hint == "sections: main, side"


def test_the_number_of_a_heading_is_its_sum(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, NOTHING, "Units (3):\n2 Ox\nLands (1)\n1 Mine")
    assert str(finding) == (
        "d.txt:1:1: DCK004 heading-sum: warning: Units: 2 cards below a heading that says 3\n"
        "  help: write (2), or correct the counts"
    )
    assert found(tmp_path, NOTHING, "[main] (3)\nUnits (2):\n2 Ox\nLands (1)\n1 Mine\n[side]\n1 Elk") == []


def test_a_card_may_be_in_two_sections_and_not_twice_in_one(tmp_path: Path) -> None:
    assert found(tmp_path, NOTHING, "1 Ox\n[side]\n1 Ox") == []
    assert [f.code for f in found(tmp_path, NOTHING, "1 Ox\n1 ox")] == ["DCK003"]


def test_an_empty_cell_answers_no_condition(tmp_path: Path) -> None:
    rule = "kind = 'forbidden'\nwhere = \"startswith(COLOUR, 'r')\"\nmessage = 'no'"
    assert [f.location.line for f in found(tmp_path, rule, "1 Mine\n1 Ox")] == [2]


@pytest.mark.parametrize(
    ("deck", "verdict"),
    [
        ("30 Moss Bear", "legal"),
        ("27 Moss Bear", "incomplete: 3 cards missing, 27 cards, a deck has 30"),
        ("20 Falling Rock\n8 Moss Bear",
         "incomplete: 2 cards missing, 28 cards, a deck has 30, 8 Creatures, a deck has at least 10"),
        ("31 Moss Bear", "illegal: 31 cards, a deck has 30"),
        ("27 Moss Bear\n1 Moss Baer", "illegal: there is no card 'Moss Baer'"),
    ],
)  # fmt: skip
def test_a_deck_that_only_lacks_cards_is_incomplete(deck: str, verdict: str) -> None:
    alpha = built_in_ruleset("alpha")
    rows = ({"NAME": "Moss Bear", "TYPE": "Creature"}, {"NAME": "Falling Rock", "TYPE": "Object"})
    cards = table(alpha, *rows)
    assert str(judge_deck(parse_deck(Path("d.txt"), deck), cards, alpha)) == verdict


def test_a_card_that_breaks_the_rule_of_three_may() -> None:
    kingdom = built_in_ruleset("kingdom")
    cards = table(
        kingdom,
        {"NAME": "Rat", "TYPE": "Creature", "COLOUR": "red", "DECK_LIMIT": "unlimited"},
        {"NAME": "Moon", "TYPE": "Spell", "COLOUR": "grey", "DECK_LIMIT": "1"},
        {"NAME": "Cat", "TYPE": "Creature", "COLOUR": "red", "DECK_LIMIT": ""},
    )
    deck = parse_deck(Path("d.txt"), "24 Rat\n2 Moon\n4 Cat")
    assert [f.message for f in validate_deck(deck, cards, kingdom)] == [
        "Moon: 2 copies, the limit is 1",
        "Cat: 4 copies, the limit is 3",
    ]


@pytest.mark.parametrize(
    ("name", "notes"),
    [
        ("academy_tempo", ["CSV021", "SVD106", "SVD111"]),
        ("darkling_control", ["CSV021"]),
        ("elemental_flux", ["CSV021"]),
    ],
)
def test_the_starter_decks_of_the_school_rules_are_legal(name: str, notes: list[str]) -> None:
    school = built_in_ruleset("school")
    report = check_files(DATA / "school_ids.csv", school, [DATA / f"{name}.txt"])
    assert [finding.code for finding in report.diagnostics] == notes
    assert (report.fails(), report.count("warning")) == (False, 0)
    cards = read_cards(DATA / "school_ids.csv", school)
    assert judge_deck(read_deck(DATA / f"{name}.txt"), cards, school).status == "legal"


CHAIN = (
    "kind = 'chain'\nfield = 'RANK'\nsame = ['COLOUR']\nmessage = '{NAME} ({RANK})'\n"
    "hint = 'add {COLOUR} {RANK - 1}'\n[fields.RANK]\ntype = 'int'"
)


@pytest.mark.parametrize(
    ("deck", "told"),
    [
        ("2 Red 1\n1 Red 2\n1 Red 3", []),
        ("1 Red 3\n1 Red 1", [("Red 3 (3)", "add red 2")]),
        ("1 Red 2\n1 Red 3", [("Red 2 (2)", "add red 1")]),
        ("1 Red 2\n2 Other Red 2", [("Red 2 (2)", "add red 1")]),  # told once
        ("1 Red 2\n1 Green 1", [("Red 2 (2)", "add red 1")]),
        ("1 Red 2\n0 Red 1", []),  # its count is told, and may be right one day
        ("1 Red 1\n0 Red 3", []),
        ("1 Red 2\n1 Rde 1", []),  # a slip of the pen
        ("1 Red 3\n1 Rde 1", [("Red 3 (3)", "add red 2")]),
        ("1 Red 3\n1 Something", []),  # it may be the card that is missing
        ("1 Red 3\n1 Blank", []),
    ],
)
def test_a_chain_has_no_gap(tmp_path: Path, deck: str, told: list[tuple[str, str]]) -> None:
    (tmp_path / "game.toml").write_text(f'{GAME}[deck.GAM101]\nname = "rule"\n{CHAIN}\n')
    game = load_ruleset("game.toml", tmp_path)
    names = ("Red 1", "Red 2", "Other Red 2", "Red 3", "Green 1")
    rows = [{"NAME": n, "RANK": n[-1], "COLOUR": n.split()[-2].lower()} for n in names]
    cards = table(game, *rows, {"NAME": "Blank", "RANK": "", "COLOUR": "red"})
    found = validate_deck(parse_deck(Path("d.txt"), deck), cards, game)
    assert [(f.message, f.hint) for f in found if f.code == "GAM101"] == told


@pytest.mark.parametrize(
    ("effect", "told"),
    [
        ("Search your deck for one avian unit and add it to your hand.", "avian unit"),
        ("Search your deck for three aquatic cards and add them to your hand.", ""),
        ("When this card is played by ranking up, search your deck for one rank 2 unit.", "rank 2 unit"),
        ("Search your deck for one rank 1 unit and play it.", ""),
        ("Search your deck for one card.", ""),
        ("Send one botanic card from your deck to your discard pile.", "botanic card"),
        ("Discard one botanic card to rank up one water unit you control with a card from your deck.", ""),
        ("Rank up one botanic unit you control with one rank 3 water unit from your deck.",
         "rank 3 water unit"),
        ("Play one spell from your deck.", "spell"),
        ("Mill two cards from your opponent's deck, then draw one botanic card.", ""),
    ],
)  # fmt: skip
def test_what_is_searched_for_is_in_the_deck(effect: str, told: str) -> None:
    ttcg = built_in_ruleset("ttcg")
    rows = [
        {"NAME": "Otter", "TYPE": "Water", "SUBTYPES": "Aquatic", "LEVEL": "1", "EFFECT1": "", "EFFECT2": ""},
        {"NAME": "Seer", "TYPE": "Fire", "SUBTYPES": "Fairy", "LEVEL": "1", "EFFECT1": "", "EFFECT2": effect},
    ]
    cards = table(ttcg, *rows)
    found = validate_deck(parse_deck(Path("d.txt"), "48 Otter\n2 Seer"), cards, ttcg)
    message = f'Seer looks for a card that the deck does not have: "{told}"'
    assert [(f.message, f.location.line) for f in found if f.code == "TTD112"] == [(message, 2)] * bool(told)
    # A deck that lacks cards may yet get it.
    found = validate_deck(parse_deck(Path("d.txt"), "40 Otter\n2 Seer"), cards, ttcg)
    assert "TTD112" not in {f.code for f in found}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("@ruleset game 1", ""),
        ("@ruleset: Game v1  # so", ""),
        ("@ruleset game", ""),
        (
            "@ruleset game 0.9",
            (
                "DCK006 ruleset-version: warning: the deck is made for version 0.9 of game, "
                "these rules are 1\n"
                "  help: when it is right, write @ruleset game 1"
            ),
        ),
        (
            "@ruleset chess 1",
            (
                "DCK007 other-ruleset: the deck is made for the ruleset chess, these rules are game\n"
                "  help: write @ruleset game 1, or check it with --ruleset chess"
            ),
        ),
        (
            "@ruleset",
            (
                "DCK007 other-ruleset: the deck names no ruleset, these rules are game\n"
                "  help: write @ruleset game 1"
            ),
        ),
    ],
)
def test_a_deck_says_what_it_is_made_for(tmp_path: Path, line: str, told: str) -> None:
    findings = found(tmp_path, NOTHING, f"# mine\n  {line}\n1 Ox")
    assert [str(finding) for finding in findings] == ([f"d.txt:2:3: {told}"] if told else [])


def test_decks_of_another_version_are_no_decks_of_alpha() -> None:
    alpha = built_in_ruleset("alpha")
    cards = table(alpha, {"NAME": "Moss Bear", "TYPE": "Creature"})
    verdict = judge_deck(parse_deck(Path("d.txt"), "@ruleset alpha v0.2\n30 Moss Bear"), cards, alpha)
    assert str(verdict) == "illegal: the deck is made for version v0.2 of alpha, these rules are v0.1"
    findings = validate_deck(parse_deck(Path("d.txt"), "@ruleset alpha v0.2\n30 Moss Bear"), cards, alpha)
    assert [finding.code for finding in findings] == ["AFR102"]


def test_a_name_that_looks_like_a_count_is_explained(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_text(GAME)
    game = load_ruleset("game.toml", tmp_path)
    cards = table(game, *({"NAME": name} for name in ("7 Samurai", "Rocket x2", "Orb (2)", "Ox")))
    deck = parse_deck(Path("d.txt"), "7 Samurai\nRocket x2\nOrb (2)\n1 7 Samurai\n1 Rocket x2\n1 Orb (2)")
    assert [(f.location.line, f.code, f.hint) for f in validate_deck(deck, cards, game)] == [
        (1, "DCK001", "for the card 7 Samurai write its count too: 1 7 Samurai"),
        (2, "DCK001", "for the card Rocket x2 write its count too: 1 Rocket x2"),
        (3, "DCK005", "for the card write its count too: 1 Orb (2)"),
    ]


def test_two_cards_that_differ_in_case_are_two_cards(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_text(GAME)
    game = load_ruleset("game.toml", tmp_path)
    cards = table(game, {"NAME": "Fire"}, {"NAME": "FIRE"})
    assert validate_deck(parse_deck(Path("d.txt"), "1 Fire\n1 FIRE"), cards, game) == []


def test_a_count_beyond_all_measure_is_told_so(tmp_path: Path) -> None:
    (finding,) = found(tmp_path, NOTHING, "1000000 Ox")
    assert (finding.message, finding.hint) == (
        "Ox: the count 1000000 is more than 999,999",
        "write 1 to 999,999, or delete the line",
    )


def test_the_work_grows_with_the_length_of_a_deck_and_no_faster(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_text(f"{GAME}[deck.GAM101]\nname = 'size'\nkind = 'size'\nmin = 1\n")
    game = load_ruleset("game.toml", tmp_path)

    cards = table(game, *({"NAME": f"Card {n}"} for n in range(40)))

    def work(length: int) -> int:
        lines = [f"1 Cart {n}\nGroup {n} (2)\n1 Card {n % 40}" for n in range(length)]
        deck = parse_deck(Path("d.txt"), "\n".join(lines))
        found: list[Diagnostic] = []
        count = calls(lambda: found.extend(validate_deck(deck, cards, game)))
        # Unknown cards, the last heading's number, cards that came before.
        assert len(found) == length + 1 + length - 40
        return count

    assert work(200) < 2.2 * work(100)


def test_a_deck_names_cards_by_id_or_by_name() -> None:
    school = built_in_ruleset("school")
    cards = table(school, {"ID": "item_008", "NAME": "Big Key"}, {"ID": "item_009", "NAME": "Small Key"})
    deck = parse_deck(Path("d.txt"), "2 Big Key\n2 item_009\n3 item_008\n1 Bug Key")
    findings = validate_deck(deck, cards, school)
    assert ("SVD102", "item_008: 5 copies, the limit is 4") in [(f.code, f.message) for f in findings]
    assert "did you mean Big Key?" in [f.hint for f in findings if f.code == "DCK001"]
