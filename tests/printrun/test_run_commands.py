"""`cardtools run` from the command line: plans, dealing, verifying, and what can be wrong with a plan."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cardtools.printrun.ledger import Ledger

Run = Callable[..., Any]
PLAN = """\
[run]
id = "A"
copies = 77
seed = 5

[packs]
size = 7
"""
HEAD = "NAME;TYPE;SUBTYPES;LEVEL;IMAGE;ATTACK;DEFENSE;EFFECT1;EFFECT2;SERIAL;RARITY;LORE;LORE_OF;"
HEAD += "TRANSPARENCY;EFFECT1_STYLE;EFFECT2_STYLE\n"


@pytest.fixture
def run(cardtools: Run, write: Callable[..., Path], folder: Path) -> Iterator[Run]:
    """`cardtools run` in a project of TTCG with 14 designs and 2 lore cards."""
    write("project/cardtools.toml", 'name = "Tales"\nruleset = "ttcg"\n')
    rows = "".join(
        f"Card {n};Fire;Dragon;1;;250;250;Draw a card.;;CODE{n:02d};0;;;60;Normal;Normal\n"
        for n in range(1, 15)
    )
    lore = "".join(f"Tale {n};;;;;;;;;;;Once.;Card {n};;;\n" for n in (1, 2))
    write("project/cards/cards.csv", HEAD + rows + lore)
    write("project/runs/a.toml", PLAN)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder / "project")
        yield lambda *arguments, **options: cardtools("run", *arguments, **options)


def with_key(run: Run, command: str, *arguments: str) -> Any:
    return run(command, *arguments, "--key", "../a.key")


def problems(outcome: Any) -> str:
    assert outcome.code == 2, outcome
    return str(outcome.err)


def test_a_plan_is_shown_with_its_deviations_and_a_page(run: Run) -> None:
    shown = run("plan", "runs/a.toml")
    assert "TTR103 weights-sum: warning: the shares add up to 96.25 %" in shown.err
    assert "Primal Rare            1           14   1.25%      1.30%    1.30%      0.05%" in shown.out
    assert "1,078" in shown.out
    page = Path("output/runs/a-plan.html").read_text(encoding="utf-8")
    assert page.count("<canvas") >= 2
    tables = {table["table"]: table for table in json.loads(run("plan", "runs/a.toml", "--format=json").out)}
    assert [row["each design"] for row in tables["shares"]["rows"]] == [40, 20, 10, 4, 2, 1]


def test_a_run_from_the_plan_to_the_packs(run: Run) -> None:
    assert "made the key of run A" in with_key(run, "deal", "runs/a.toml").out
    assert "all waves of the plan are dealt" in with_key(run, "deal", "runs/a.toml").out
    with Ledger(Path("runs/a.ledger")) as ledger:
        packs = list(ledger.packs())
        assert {pack.insert for pack in packs} == {"Tale 1", "Tale 2"}
        assert len(packs) == 154
        copy = next(ledger.copies())
        assert copy.code.startswith("CODE")
    assert "every serial is right" in with_key(run, "verify", "runs/a.toml").out
    assert "as they were made" in run("verify", "runs/a.ledger").out
    voided = run("void", "runs/a.toml", copy.serial.lower(), "17", "--reason", "torn")
    assert f"void: copy {copy.number}, {copy.name}" in voided.out
    assert "TTP111 not-replaced: warning: 2 voided copies" in run("verify", "runs/a.toml").out
    assert "copy 1,078 replaces copy" in with_key(run, "replace", "runs/a.toml").out
    assert with_key(run, "verify", "runs/a.toml").code == 0
    assert "Inserts by subject" in run("stats", "runs/a.toml").out


def test_the_hash_of_an_event_is_asked_for(run: Run) -> None:
    last = with_key(run, "deal", "runs/a.toml").out.split()[-1]
    assert run("verify", "runs/a.toml", "--last", last[:12]).code == 0
    wrong = run("verify", "runs/a.toml", "--last", "0123456789ab")
    assert wrong.code == 1
    assert "TTP109 event-chain: no event has the hash 0123456789ab" in wrong.out


def test_the_same_plan_deals_the_same_packs(run: Run) -> None:
    with_key(run, "deal", "runs/a.toml")
    shutil.copy("runs/a.toml", "runs/b.toml")
    run("deal", "runs/b.toml", "--key", "../b.key")
    with Ledger(Path("runs/a.ledger")) as one, Ledger(Path("runs/b.ledger")) as other:
        pairs = list(zip(one.copies(), other.copies(), strict=True))
    assert all(a == b._replace(serial=a.serial) for a, b in pairs)
    assert not any(a.serial == b.serial for a, b in pairs)


def test_waves_are_dealt_one_by_one(run: Run, write: Callable[..., Path]) -> None:
    waves = "\n[[waves]]\nname = 'Launch'\ncopies = 35\ndesigns = 8\n\n[[waves]]\ncopies = 77\n"
    write("project/runs/a.toml", PLAN + waves)
    assert "wave 1 (Launch): 280 copies in 40 packs" in with_key(run, "deal", "runs/a.toml").out
    assert "wave 2: 798 copies in 114 packs" in with_key(run, "deal", "runs/a.toml").out
    with Ledger(Path("runs/a.ledger")) as ledger:
        assert ledger.level() == (40, 20, 10, 4, 2, 1)
    assert run("verify", "runs/a.toml").code == 0


WAVES = "\n[[waves]]\ncopies = 35\ndesigns = 8\n\n[[waves]]\ncopies = 77\n"


@pytest.mark.parametrize(("old", "new"), [("Card 3;", "Card Three;"), ("Card 3;Fire", "Ox;Fire")])
def test_a_design_that_is_renamed_after_its_wave(
    run: Run, write: Callable[..., Path], old: str, new: str
) -> None:
    write("project/runs/a.toml", PLAN + WAVES)
    with_key(run, "deal", "runs/a.toml")
    table = Path("cards/cards.csv")
    table.write_text(table.read_text().replace(old, new), encoding="utf-8")
    found = problems(with_key(run, "deal", "runs/a.toml"))
    assert f"'Card 3' was printed in wave 1 and is now named {new.partition(';')[0]!r}" in found
    assert "printed copies keep their name: put it back" in found


def test_a_design_that_is_removed_after_its_wave(run: Run, write: Callable[..., Path]) -> None:
    write("project/runs/a.toml", PLAN + WAVES)
    with_key(run, "deal", "runs/a.toml")
    table = Path("cards/cards.csv")
    lines = [line for line in table.read_text().splitlines() if not line.startswith("Card 3;")]
    table.write_text("\n".join(lines) + "\n", encoding="utf-8")
    found = problems(with_key(run, "deal", "runs/a.toml"))
    assert "'Card 3' was printed in wave 1 and is no longer in the card table" in found


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seed = 5", "seed = 6", "runs/a.toml:4:1: seed = 6, and runs/a.ledger was begun with 5"),
        ("size = 7", "size = 14", "runs/a.toml:7:1: size = 14, and runs/a.ledger was begun with 7"),
        ("copies = 77", "copies = 84", "runs/a.toml:3:1: a design has 44 Common, 22 Uncommon"),
        ("copies = 35", "copies = 28", "runs/a.toml:10:1: wave 1: copies = 28, and it was printed with 35"),
    ],
)
def test_a_plan_that_changes_after_its_first_wave(
    run: Run, write: Callable[..., Path], old: str, new: str, message: str
) -> None:
    write("project/runs/a.toml", PLAN + WAVES)
    with_key(run, "deal", "runs/a.toml")
    write("project/runs/a.toml", (PLAN + WAVES).replace(old, new))
    found = problems(with_key(run, "deal", "runs/a.toml"))
    assert message in found
    assert "put it back, or plan a new run" in found


RARITIES = '\n[[rarities]]\ntier = 1\nname = "Plain"\nshare = {}\n'
RARITIES += '\n[[rarities]]\ntier = {}\nname = "{}"\nshare = {}\n'
BAD = {
    "a size that does not fit": (
        PLAN.replace("size = 7", "size = 8"),
        "runs/a.toml:3:1: 1,078 copies do not fill packs of 8: 6 are left",
        "the nearest that fit: packs of 2, 7, 11 or 14, or 68, 72, 76, 80, 84 or 88 copies of a design",
    ),
    "packs larger than the game": (
        PLAN.replace("size = 7", "size = 22"),
        "packs of 22 need as many designs, and there are 14",
        "packs of 2, 7, 11 or 14",
    ),
    "fewer copies than rarities need": (
        PLAN.replace("77", "38"),
        "runs/a.toml:3:1: copies = 38: no copy of a design is Primal Rare",
        "write 39 or more",
    ),
    "shares that do not add up": (
        PLAN.replace("seed = 5", 'seed = 5\npolicy = "error"'),
        "runs/a.toml:5:1: shares add up to 96.25 %, expected 100 %",
        'policy = "normalise"',
    ),
    "shares of more than everything": (
        PLAN + RARITIES.format(60, 2, "Gold", 50),
        "runs/a.toml:9:3: shares add up to 110 %, expected 100 %",
        "",
    ),
    "a share of nothing": (
        PLAN + RARITIES.format(60, 2, "Gold", 0),
        "runs/a.toml:17:1: share of a rarity",
        "",
    ),
    "two rarities with one number": (
        PLAN + RARITIES.format(60, 1, "Gold", 40),
        "runs/a.toml:15:1: two rarities have the tier 1",
        "",
    ),
    "two rarities with one name": (PLAN + RARITIES.format(60, 2, "Plain", 40), "have the name 'Plain'", ""),
    "an unknown policy": (
        PLAN.replace("seed = 5", 'seed = 5\npolicy = "normal"'),
        "runs/a.toml:5:1: policy = 'normal', expected one of",
        "did you mean normalise?",
    ),
    "an unknown key": (PLAN + "boxes = 3\n", "runs/a.toml:8:1: unknown key 'boxes'", "did you mean box?"),
    "a run of two letters": (PLAN.replace('"A"', '"AB"'), "id = 'AB', expected one digit or capital", ""),
    "a run that serials cannot have": (PLAN.replace('"A"', '"O"'), "id = 'O', expected one digit", ""),
    "a seed in quotes": (
        PLAN.replace("seed = 5", 'seed = "5"'),
        "seed = '5', expected a whole number",
        "write 5",
    ),
    "no seed": (PLAN.replace("seed = 5\n", ""), "the key seed is missing in [run]", ""),
    "a pack of none": (PLAN.replace("size = 7", "size = 0"), "size = 0, expected 1 to 1,000", ""),
    "a wave with fewer copies than before": (
        PLAN + "\n[[waves]]\ncopies = 77\n\n[[waves]]\ncopies = 70\n",
        "runs/a.toml:13:1: copies = 70, expected 77 to 77",
        "there are no reprints",
    ),
    "a wave beyond the run": (PLAN + "\n[[waves]]\ncopies = 84\n", "copies = 84, expected 0 to 77", ""),
    "a wave with more designs than there are": (
        PLAN + "\n[[waves]]\ncopies = 77\ndesigns = 15\n",
        "runs/a.toml:11:1: designs = 15, and only 14 designs are left",
        "",
    ),
    "a wave in two ways": (
        PLAN + "\n[[waves]]\ncopies = 77\ndesigns = 5\nwhere = 'LEVEL == 1'\n",
        "designs cannot be combined with names or where",
        "",
    ),
    "a card that does not exist": (
        PLAN + '\n[cards]\nnames = ["Crad 3"]\n',
        "runs/a.toml:10:1: ",
        "did you mean Card 3?",
    ),
    "a condition that cannot be read": (
        PLAN + '\n[cards]\nwhere = "LEVLE == 1"\n',
        "runs/a.toml:10:1: ",
        "did you mean LEVEL?",
    ),
    "a condition that no card meets": (PLAN + '\n[cards]\nwhere = "LEVEL == 5"\n', "no card meets this", ""),
    "inserts about a column that is missing": (
        PLAN + '\n[inserts]\nwhere = "given(LORE_OF)"\nsubject = "ABOUT"\n',
        "runs/a.toml:11:1: cards/cards.csv has no column 'ABOUT'",
        "",
    ),
    "a price below nothing": (
        PLAN + "\n[costs]\nsheet = -1\n",
        "sheet = -1, expected a price of 0 or more",
        "",
    ),
    "no TOML": ("[run\n", "runs/a.toml:1:", ""),
}


@pytest.mark.parametrize(("plan", "message", "hint"), BAD.values(), ids=BAD)
def test_a_wrong_plan_is_refused_with_its_line(
    run: Run, write: Callable[..., Path], plan: str, message: str, hint: str
) -> None:
    write("project/runs/a.toml", plan)
    found = problems(run("plan", "runs/a.toml"))
    assert message in found
    assert hint in found
    assert message in problems(with_key(run, "deal", "runs/a.toml"))
    assert not Path("runs/a.ledger").exists()
    assert not Path("../a.key").exists()


def test_what_is_said_to_fit_fits(run: Run, write: Callable[..., Path]) -> None:
    for copies, size in ((68, 8), (72, 8), (88, 8), (77, 2), (77, 11), (77, 14)):
        plan = PLAN.replace("77", str(copies)).replace("size = 7", f"size = {size}")
        plan += '[integrity]\npolicy = "none"\n'
        write("project/runs/a.toml", plan)
        assert run("plan", "runs/a.toml", "-q").code in (0, 1)


def test_a_key_that_is_lost_or_another_one(run: Run, write: Callable[..., Path]) -> None:
    write("project/runs/a.toml", PLAN + WAVES)
    with_key(run, "deal", "runs/a.toml")
    Path("../a.key").rename("../old.key")
    found = problems(with_key(run, "deal", "runs/a.toml"))
    assert "the key of run A is missing" in found
    assert run("verify", "runs/a.toml").code == 0  # what still works without it
    assert run("stats", "runs/a.toml").code == 0
    text = Path("../old.key").read_text()
    start = text.index('key = "') + 7
    write("a.key", text[:start] + "0" * 64 + text[start + 64 :]).chmod(0o600)
    assert "the run was begun with another key" in problems(with_key(run, "deal", "runs/a.toml"))


def test_packs_that_were_opened(run: Run, write: Callable[..., Path]) -> None:
    with_key(run, "deal", "runs/a.toml")
    with Ledger(Path("runs/a.ledger")) as ledger:
        rows = [f"{c.pack};{c.name};{c.rarity};{c.serial}" for c in ledger.copies()]
        rows += [f"{p.number};{p.insert};;" for p in ledger.packs()]
    head = "pack;design;rarity;serial"
    write("project/opened.csv", "\n".join([head, *rows]) + "\n")
    assert run("opened", "runs/a.toml", "opened.csv", "--whole").out == "opened.csv: 1,232 rows, 0 findings\n"
    first, second = rows[0].split(";"), rows[7].split(";")
    spoiled = {
        "TTP101": [*rows, "1;Tale 1;;"],
        "TTP102": rows[1:],
        "TTP103": [row for row in rows if ";Card 3;" not in row],
        "TTP104": [*rows, rows[0].replace(first[3], "")],
        "TTP105": [row.replace(";Common;", ";Rare;") for row in rows],
        "TTP106": [*rows, *[f"{n};Card 1;Primal Rare;" for n in (900, 901)]],
        "TTP107": [rows[0].replace(f"{first[0]};", ";", 1), *rows[1:]],
        "TTP108": [rows[0].replace(first[3], second[3]), *rows[1:]],
    }
    for code, lines in spoiled.items():
        write("project/opened.csv", "\n".join([head, *lines]) + "\n")
        found = run("opened", "runs/a.toml", "opened.csv", "--whole")
        assert f"{code} " in found.out, (code, found.out[:400])


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("card;number\nCard 1;1\n", "the columns are card, number; expected pack, design or serial"),
        ("pack;design\n1;Crad 3\n", "no card of the run is named 'Crad 3'"),
        ("pack;serial\n1;A0000000000000\n", "no copy of the run has the serial 'A0000000000000'"),
        ("pack;design;rarity\n1;Card 1;Gold\n", "no rarity is named 'Gold'"),
    ],
)
def test_a_table_of_packs_that_cannot_be_read(
    run: Run, write: Callable[..., Path], table: str, message: str
) -> None:
    with_key(run, "deal", "runs/a.toml")
    write("project/opened.csv", table)
    assert message in problems(run("opened", "runs/a.toml", "opened.csv"))


def test_all_unknown_names_are_told_and_the_other_rows_are_checked(
    run: Run, write: Callable[..., Path]
) -> None:
    with_key(run, "deal", "runs/a.toml")
    with Ledger(Path("runs/a.ledger")) as ledger:
        copies = list(ledger.copies())
    rows = [f"{c.pack};{c.name};{c.rarity};{c.serial}" for c in copies]
    rows[0] = "1;Crad 3;Common;"
    rows[7], rows[8] = "2;Card 1;Gold;", "2;Card 2;Gold;"
    rows[14] = "3;;;A0000000000000"
    rows[21] = "4;;;"
    rows.append(rows[30])  # a serial twice, in a pack of eight
    write("project/opened.csv", "\n".join(["pack;design;rarity;serial", *rows]) + "\n")
    found = run("opened", "runs/a.toml", "opened.csv")
    assert found.code == 2
    assert found.err.splitlines() == [
        "opened.csv:2:1: no card of the run is named 'Crad 3'",
        "  help: did you mean Card 3?",
        "opened.csv:9:1: no rarity is named 'Gold' (and 1 more row)",
        "  help: rarities: Common, Uncommon, Rare, Ultra Rare, Mythic Rare, Primal Rare",
        "opened.csv:16:1: no copy of the run has the serial 'A0000000000000'",
        "  help: write its name into the column design",
        "opened.csv:23:1: there is no design and no serial",
        "  help: write its name into the column design",
    ]
    codes = {line.split()[1] for line in found.out.splitlines() if " TT" in line}
    assert codes <= {"TTP102", "TTP104", "TTP106", "TTP108"}
    assert "pack 5 has 8 cards, expected 7" in found.out
    assert "pack 1 has" not in found.out  # one of its cards is not known
    assert "opened.csv: 1,079 rows, " in found.out


def test_buyers_find_what_the_plan_says(run: Run) -> None:
    tables = {
        table["table"]: table["rows"]
        for table in json.loads(run("simulate", "runs/a.toml", "--trials", "60", "--format=json").out)
    }
    everything = tables["sets"][0]
    assert everything["alone"] == pytest.approx(everything["alone, no end"], rel=0.15)
    assert everything["10 who trade"] < everything["4 who trade"] < everything["alone"]
    again = run("simulate", "runs/a.toml", "--trials", "60", "--format=json").out
    assert {table["table"]: table["rows"] for table in json.loads(again)} == tables


def test_a_first_plan_fits(run: Run) -> None:
    assert run("init", "runs/new.toml").code == 0
    assert "packs of 7 fit with" in run("plan", "runs/new.toml").out
    assert "there is a file already" in run("init", "runs/new.toml").err


@pytest.mark.parametrize("game", ["school", "--blank"])
def test_other_games_have_runs_too(
    cardtools: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    cardtools("init", "other", *(["--game", game] if game == "school" else [game]), "-q")
    monkeypatch.chdir(folder / "other")
    assert cardtools("run", "init", "runs/one.toml").code == 0
    assert cardtools("run", "plan", "runs/one.toml").code == 0
    assert cardtools("run", "deal", "runs/one.toml", "--key", "../one.key").code == 0
    assert cardtools("run", "verify", "runs/one.toml", "--key", "../one.key").code == 0
    with Ledger(Path("runs/one.ledger")) as ledger:
        assert {pack.insert for pack in ledger.packs()} == {""}


def test_a_word_that_is_no_command(run: Run) -> None:
    assert "Did you mean verify?" in run("verfiy", "runs/a.toml").err
    assert "no such ledger" in problems(run("stats", "runs/a.toml"))


FACE = """\
[card]
width = 63.5
height = 88.9

[elements.shine]
kind = "rectangle"
left = 5
right = 5
top = 5
height = 5
fill = "#808080"
plate = "foil"
when = "RARITY {}"
"""


@pytest.mark.parametrize(("when", "found"), [(">= 2", False), ("== 2", True)])
def test_finishes_add_up(run: Run, write: Callable[..., Path], when: str, found: bool) -> None:
    project = 'name = "Tales"\nruleset = "ttcg"\n\n[[faces]]\nface = "templates/card.toml"\n'
    write("project/cardtools.toml", project)
    write("project/templates/card.toml", FACE.format(when))
    shown = run("plan", "runs/a.toml", "-q").err
    wanted = "card.toml: TTR107 finish: warning: shine (foil) is on Uncommon cards, and Rare cards lack it"
    assert (wanted in run("plan", "runs/a.toml").err) is found
    assert "TTR107" not in shown  # a warning is quiet


class TestANewCard:
    """A finished run takes new designs: all of their copies, in packs of their own where they are few."""

    FINISHED = "\n[[waves]]\ncopies = 77\ndesigns = 14\n\n[[waves]]\ncopies = 77\n"

    @pytest.fixture
    def finished(self, run: Run) -> Run:
        with_key(run, "deal", "runs/a.toml")
        return run

    def add(self, *names: str) -> None:
        rows = "".join(
            f"{name};Fire;Dragon;1;;250;250;Draw a card.;;;0;;;60;Normal;Normal\n" for name in names
        )
        with Path("cards/cards.csv").open("a", encoding="utf-8") as file:
            file.write(rows)

    def test_a_card_that_is_in_no_wave_is_named(self, finished: Run) -> None:
        self.add("Newt")
        shown = with_key(finished, "deal", "runs/a.toml").out
        assert "1 new design is in no wave: Newt; add [[waves]] to the plan, the last for them" in shown

    @pytest.mark.parametrize("names", [("Newt",), ("Newt", "Eft", "Olm")])
    def test_few_new_cards_come_in_packs_of_their_own(
        self, finished: Run, write: Callable[..., Path], names: tuple[str, ...]
    ) -> None:
        self.add(*names)
        write("project/runs/a.toml", PLAN + self.FINISHED)
        shown = run_plan = finished("plan", "runs/a.toml")
        assert "Wave 2 prints only new designs, fewer than a pack has" in " ".join(shown.out.split()), (
            run_plan
        )
        assert (
            f"wave 2: {77 * len(names)} copies in 77 packs" in with_key(finished, "deal", "runs/a.toml").out
        )
        assert with_key(finished, "verify", "runs/a.toml").code == 0
        with Ledger(Path("runs/a.ledger")) as ledger:
            assert ledger.small_packs() == dict.fromkeys(names, len(names))
            of_each = Counter((copy.name, copy.tier) for copy in ledger.copies())
            assert {of_each[name, 1] for name in ("Card 1", *names)} == {40}
            packs = {copy.pack for copy in ledger.copies() if copy.wave == 2}
            for pack in packs:
                assert {copy.name for copy in ledger.copies() if copy.pack == pack} == set(names)
            rows = [f"{c.pack};{c.name};{c.rarity};{c.serial}" for c in ledger.copies()]
        write("project/opened.csv", "\n".join(["pack;design;rarity;serial", *rows]) + "\n")
        assert "0 findings" in finished("opened", "runs/a.toml", "opened.csv", "--whole").out

    def test_seven_new_cards_fill_usual_packs(self, finished: Run, write: Callable[..., Path]) -> None:
        self.add(*(f"New {number}" for number in range(8)))
        write("project/runs/a.toml", PLAN + self.FINISHED)
        assert "wave 2: 616 copies in 88 packs" in with_key(finished, "deal", "runs/a.toml").out
        assert with_key(finished, "verify", "runs/a.toml").code == 0
